import ignore from "ignore";
import { isQuickPattern } from "../../config/settings/check-value.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";

/** Folders that hold nothing of a site, by name, at any depth; dot folders are left out besides. A walk need not enter them. */
export const skippedFolders: ReadonlySet<string> = new Set(["node_modules"]);

/** Files the service leaves out at any depth. Only with this extension: `README.mdx` is a page on live sites. */
const leftOutFiles: ReadonlySet<string> = new Set([
  "README.md",
  "LICENSE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
]);

/** Under `.mintlify` the service reads these: agent skills, and files that docs.json may pull in. */
const readUnderService = /^\.mintlify\/(skills\/|.*\.(json|ya?ml)$)/;

const maxIgnoreFileLength = 100_000;
const maxPatterns = 1000;

/**
 * Whether the service leaves a path out of the site: its own list (research/docsjson.md §1, as its code has it, which
 * is shorter than what its docs say) and `.mintignore` in gitignore syntax. The one answer for scan, check, links
 * and explain. Folders are asked for with a trailing slash; what lies in a folder left out is left out too.
 */
export function ignoreRules(mintignore?: string): (path: SitePath) => boolean {
  const matcher = ignore().add(patternsOf(mintignore ?? ""));
  return (path) => {
    if (!ignore.isPathValid(path)) return false;
    const isLeftOut = leftOutByService(path);
    if (isLeftOut === "always") return true;
    const { ignored, unignored } = matcher.test(path);
    return ignored || (isLeftOut === "unless-named" && !unignored);
  };
}

/** Whether a path is left out by this text in gitignore syntax alone. */
export function gitignoreRules(text: string): (path: SitePath) => boolean {
  const patterns = patternsOf(text);
  if (patterns.length === 0) return () => false;
  const matcher = ignore().add(patterns);
  return (path) => ignore.isPathValid(path) && matcher.ignores(path);
}

/** README-like files may be taken back by `!README.md`; folders of tools may not. */
function leftOutByService(path: SitePath): "always" | "unless-named" | "no" {
  const segments = path.split("/");
  const name = segments.pop() ?? "";
  const isHidden = (segment: string) => segment.startsWith(".") && segment !== "..";
  if (segments.some((segment) => skippedFolders.has(segment))) return "always";
  const [first] = segments;
  if (first === ".mintlify" && (name === "" || readUnderService.test(path)))
    return segments.slice(1).some(isHidden) ? "always" : "no";
  if (segments.some(isHidden)) return "always";
  return leftOutFiles.has(name) ? "unless-named" : "no";
}

/**
 * Returns the patterns of a `.mintignore`, without those that take long to match, those after the first 1,000, and the
 * text after 100,000 characters.
 */
function patternsOf(text: string): string[] {
  return text
    .slice(0, maxIgnoreFileLength)
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#") && isQuickPattern(line))
    .slice(0, maxPatterns);
}

/** What leaves a path out of the site. */
export type IgnoredBy =
  /** A line of `.mintignore`. */
  | { readonly kind: "line"; readonly pattern: string; readonly line: number; readonly range: TextRange }
  /** A folder of tools, or one that begins with a dot: `node_modules`, `.github`. */
  | { readonly kind: "folder"; readonly folder: string }
  /** A README and its like, which most repositories have. */
  | { readonly kind: "repository-file" };

/** Undefined for a path that is not left out. `mintignore` is the text of the file, absent where there is none. */
export function findIgnoreReason(path: SitePath, mintignore: string | undefined): IgnoredBy | undefined {
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
