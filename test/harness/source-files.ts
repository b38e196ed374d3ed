import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const project = path.resolve(__dirname, "../..");

/**
 * A TypeScript file in the project. Its path is relative to the project, with `/` as the separator, such as
 * `server/src/main.ts`.
 */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A resolved import: the path of a project file, or the name of a package or Node.js module. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly isPackage: boolean;
  /** Whether the import is removed when the file is compiled. */
  readonly isType: boolean;
  /** Whether the module is loaded on demand. */
  readonly isLazy: boolean;
}

const folders = ["client", "server", "webview", "test", "tools", "bench"];

/** Returns every TypeScript file in the project's own folders. */
export function sourceFiles(): readonly SourceFile[] {
  return folders
    .flatMap(filesBelow)
    .map((file) => ({ path: file, text: readFileSync(path.join(project, file), "utf8") }));
}

function filesBelow(folder: string): string[] {
  let entries;
  try {
    entries = readdirSync(path.join(project, folder), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const child = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(child);
    return /\.tsx?$/.test(entry.name) ? [child] : [];
  });
}

/** Returns all imports of a file, including type imports and imports inside functions. */
export function importsOf({ path: from, text }: SourceFile): readonly Import[] {
  const found = [
    ...text.matchAll(/^(?:import|export)(\s+type)?\b[^;"']*?from\s+"([^"]+)"/gm),
    ...text.matchAll(/^import(\s+)"([^"]+)"/gm),
    ...text.matchAll(/\b(?:import|require)(\()\s*"([^"]+)"/g),
  ];
  return found.map(([, sign = "", specifier = ""]) => {
    const kind = { isType: sign.trim() === "type", isLazy: sign === "(" };
    if (specifier.startsWith("."))
      return { from, to: path.posix.join(path.posix.dirname(from), specifier), isPackage: false, ...kind };
    return { from, to: packageName(specifier), isPackage: true, ...kind };
  });
}

function packageName(specifier: string): string {
  if (specifier.startsWith("node:")) return specifier;
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
