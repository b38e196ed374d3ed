import { resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { reactExports } from "./react.ts";
import { compileToCommonJs } from "./modules.ts";

/** Names that component files can use without an import. The service provides React to all component files. */
export const builtInNames: readonly string[] = ["React", ...reactExports.keys()];

/** A component file and everything it imports, as one script that must run only in a sandbox. */
export type ComponentBundle =
  | {
      readonly kind: "script";
      readonly text: string;
      /**
       * The path and text of the file and of each import. Consent to run the component applies only to these exact
       * sources.
       */
      readonly sources: readonly string[];
    }
  /** The component can't be bundled until these files have been read. */
  | { readonly kind: "files-needed"; readonly files: readonly SitePath[] }
  /** The component can't be bundled. `text` gives the reason for the author in one or two sentences. */
  | { readonly kind: "rejected"; readonly text: string };

const bundleLimits = { files: 200, file: 1_000_000, all: 2_000_000 };
const scriptExtensionPattern = /\.[jt]sx?$/i;
/** Modules that the sandbox provides. */
const sandboxModules: ReadonlySet<string> = new Set(["react", "react/jsx-runtime", "react-dom"]);
const extensions = ["", ".jsx", ".tsx", ".js", ".ts", ".json", "/index.jsx", "/index.tsx", "/index.js", "/index.ts"];

/**
 * Bundles a component file. `files` contains the text of each file that has been read, or `null` if the file doesn't
 * exist or can't be read.
 */
export function bundleComponent(entryPath: SitePath, files: ReadonlyMap<SitePath, string | null>): ComponentBundle {
  const codeByPath = new Map<SitePath, string>();
  const importsByPath = new Map<SitePath, Record<string, SitePath>>();
  const requestedPaths = new Set<SitePath>();
  const queue: SitePath[] = [entryPath];
  const sources: string[] = [];
  let length = 0;
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (codeByPath.has(path)) continue;
    const text = files.get(path);
    if (text === undefined) {
      requestedPaths.add(path);
      continue;
    }
    if (text === null) return createRefusal(`\`${path}\` can't be read, so the component isn't run. Fix the import.`);
    length += text.length;
    if (text.length > bundleLimits.file || length > bundleLimits.all || codeByPath.size >= bundleLimits.files)
      return createRefusal(
        `\`${entryPath}\` imports more than the preview can run (200 files and 2 MB in total). Import less.`,
      );
    const code = compileModule(path, text);
    if (code === undefined)
      return createRefusal(`\`${path}\` can't be parsed as code, so the component isn't run. Fix the file's syntax.`);
    codeByPath.set(path, code);
    sources.push(`${path}\0${text}`);
    const pathByModule: Record<string, SitePath> = {};
    if (scriptExtensionPattern.test(path))
      for (const name of listRequiredModules(code)) {
        if (sandboxModules.has(name)) continue;
        const target = resolveTarget(path, name, files);
        if (target === undefined)
          return createRefusal(
            `\`${path}\` imports \`${name.slice(0, 60)}\`, but the preview can run only React and files on the site. Readers may see it on the published page.`,
          );
        if (typeof target !== "string") for (const file of target) requestedPaths.add(file);
        else {
          pathByModule[name] = target;
          queue.push(target);
        }
      }
    importsByPath.set(path, pathByModule);
  }
  if (requestedPaths.size > 0) return { kind: "files-needed", files: [...requestedPaths] };
  return { kind: "script", text: createScript(entryPath, codeByPath, importsByPath), sources: sources.sort() };
}

function createRefusal(text: string): ComponentBundle {
  return { kind: "rejected", text };
}

function compileModule(path: SitePath, text: string): string | undefined {
  if (scriptExtensionPattern.test(path)) return compileToCommonJs(text, path);
  if (/\.json$/i.test(path)) {
    try {
      return `module.exports = ${JSON.stringify(JSON.parse(text))};`;
    } catch {
      return undefined;
    }
  }
  return /\.css$/i.test(path) ? "" : undefined;
}

/** Returns the modules that compiled code requires. */
function listRequiredModules(code: string): ReadonlySet<string> {
  return new Set([...code.matchAll(/\brequire\((['"])([^'"\n]{1,300})\1\)/g)].map(([, , name = ""]) => name));
}

/**
 * Returns the path of the imported file or, if the file hasn't been read yet, the paths to try. Returns undefined if
 * the import doesn't refer to a file in the site.
 */
function resolveTarget(
  importingPath: SitePath,
  name: string,
  files: ReadonlyMap<SitePath, string | null>,
): SitePath | readonly SitePath[] | undefined {
  if (!/^\.{0,2}\//.test(name)) return undefined;
  const resolution = resolveSitePath(name, importingPath.split("/").slice(0, -1).join("/"));
  if (!resolution.ok) return undefined;
  const candidates = extensions.map((extension) => resolution.path + extension);
  const existingPath = candidates.find((path) => typeof files.get(path) === "string");
  if (existingPath !== undefined) return existingPath;
  const unreadPaths = candidates.filter((path) => !files.has(path));
  return unreadPaths.length > 0 ? unreadPaths : undefined;
}

/** Generates a table of modules, which the sandbox's own script reads (`webview/src/sandbox/run-component.ts`). */
function createScript(
  entryPath: SitePath,
  codeByPath: ReadonlyMap<SitePath, string>,
  importsByPath: ReadonlyMap<SitePath, Readonly<Record<string, SitePath>>>,
): string {
  const tableLines = [...codeByPath].map(
    ([path, code]) =>
      `${JSON.stringify(path)}: [${JSON.stringify(importsByPath.get(path) ?? {})}, function (module, exports, require, free) { const {${builtInNames.join(", ")}} = free; (function () {\n${code}\n})(); }]`,
  );
  return escapeTags(`docwright.begin(${JSON.stringify(entryPath)}, {\n${tableLines.join(",\n")}\n});`);
}

/**
 * Escapes everything that could close the surrounding script element or open another one. In strings, the escapes
 * represent the same characters.
 */
function escapeTags(script: string): string {
  return script.replace(/<(?=\/script)/gi, "\\u003c").replace(/<(?=script|!--)/gi, "\\u003c");
}
