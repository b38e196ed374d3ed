import type { SitePath, TextRange } from "../text/text-edit.ts";
import { gitignoreRules, ignoreRules, skippedFolders } from "./ignored-files.ts";

/** What leaves a path out of the site. */
export type IgnoredBy =
  /** A line of `.mintignore`. */
  | { readonly kind: "line"; readonly pattern: string; readonly line: number; readonly range: TextRange }
  /** A folder of tools, or one that begins with a dot: `node_modules`, `.github`. */
  | { readonly kind: "folder"; readonly folder: string }
  /** A README and its like, which most repositories have. */
  | { readonly kind: "repository-file" };

/** Undefined for a path that is not left out. `mintignore` is the text of the file, absent where there is none. */
export function whyIgnored(path: SitePath, mintignore: string | undefined): IgnoredBy | undefined {
  if (!ignoreRules(mintignore)(path)) return undefined;
  if (ignoreRules()(path)) {
    const folder = path.split("/").find((part) => part.startsWith(".") || skippedFolders.has(part));
    return folder === undefined ? { kind: "repository-file" } : { kind: "folder", folder };
  }
  // The last line that leaves it out decides, as in gitignore.
  const lines = linesOf(mintignore ?? "");
  const found = lines.findLast(({ pattern }) => !pattern.startsWith("!") && gitignoreRules(pattern)(path));
  return found && { kind: "line", ...found };
}

function linesOf(text: string): { pattern: string; line: number; range: TextRange }[] {
  const lines: { pattern: string; line: number; range: TextRange }[] = [];
  for (const { 0: written, index } of text.matchAll(/[^\r\n]+/g)) {
    const pattern = written.replace(/^\uFEFF/, "").trimEnd();
    if (pattern === "" || pattern.startsWith("#")) continue;
    const line = text.slice(0, index).split(/\r\n|\n|\r/).length;
    lines.push({ pattern, line, range: { start: index, end: index + written.length } });
  }
  return lines;
}
