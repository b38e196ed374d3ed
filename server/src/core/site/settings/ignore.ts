import ignore from "ignore";
import { isQuickPattern } from "../../config/settings/check-value.ts";
import { getFileName } from "../../text/site-path.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";

/** Names of folders that are ignored at any depth. Folders whose name starts with a dot are ignored, too. */
export const skippedFolders: ReadonlySet<string> = new Set(["node_modules"]);

/**
 * Files that the service ignores at any depth. `README.mdx` isn't included, because the service publishes it as a page.
 */
const excludedFiles: ReadonlySet<string> = new Set(["README.md", "LICENSE.md", "CHANGELOG.md", "CONTRIBUTING.md"]);

/** Matches the files under `.mintlify` that the service reads: agent skills and files that docs.json can include. */
const serviceFilePattern = /^\.mintlify\/(skills\/|.*\.(json|ya?ml)$)/;

const maxIgnoreFileLength = 100_000;
const maxPatterns = 1000;

/**
 * Returns a function that checks whether the service excludes a path from the site, either through its own list or
 * through `.mintignore` in gitignore syntax. The list is based on the service's code, which ignores fewer files than
 * the service's docs say. The scan, checks, links, and explanations all use this function. Folder paths must have a
 * trailing slash. Everything in an excluded folder is also excluded.
 */
export function createIgnoreMatcher(mintignoreText?: string): (path: SitePath) => boolean {
  const matcher = ignore().add(listPatterns(mintignoreText ?? ""));
  return (path) => {
    if (!ignore.isPathValid(path)) return false;
    const exclusion = getServiceExclusion(path);
    if (exclusion === "always") return true;
    const { ignored, unignored } = matcher.test(path);
    return ignored || (exclusion === "unless-named" && !unignored);
  };
}

/**
 * Returns a function that checks whether these gitignore rules exclude a path. Doesn't apply the service's own list.
 */
export function parseGitignore(text: string): (path: SitePath) => boolean {
  const patterns = listPatterns(text);
  if (patterns.length === 0) return () => false;
  const matcher = ignore().add(patterns);
  return (path) => ignore.isPathValid(path) && matcher.ignores(path);
}

/**
 * Returns whether the service's own list excludes a path: `always`, `unless-named` (unless `.mintignore` re-includes
 * the path), or `no`. Only README-like files can be re-included, for example, with `!README.md`.
 */
function getServiceExclusion(path: SitePath): "always" | "unless-named" | "no" {
  const segments = path.split("/");
  const name = segments.pop() ?? "";
  const isHidden = (segment: string) => segment.startsWith(".") && segment !== "..";
  if (segments.some((segment) => skippedFolders.has(segment))) return "always";
  const [topFolder] = segments;
  if (topFolder === ".mintlify" && (name === "" || serviceFilePattern.test(path)))
    return segments.slice(1).some(isHidden) ? "always" : "no";
  if (segments.some(isHidden)) return "always";
  return excludedFiles.has(name) ? "unless-named" : "no";
}

/**
 * The folders with names that start with a dot that the service ignores at any depth. The service reads all other such
 * folders.
 */
const ignoredDotFolders: ReadonlySet<string> = new Set([
  ".git", ".github", ".claude", ".agents", ".idea", ".vscode", ".cursor", ".mintlify",
]); // prettier-ignore

/**
 * Whether a file is in a folder that the service reads but Docwright doesn't, because most folders whose name starts
 * with a dot contain many files of other tools.
 */
export function isInSkippedFolder(path: SitePath): boolean {
  const folders = path.split("/").slice(0, -1);
  return (
    folders.some((folder) => folder.startsWith(".") && folder !== "..") &&
    !folders.some((folder) => ignoredDotFolders.has(folder) || skippedFolders.has(folder))
  );
}

/**
 * Returns the patterns in a `.mintignore` file. Ignores slow patterns, patterns after the first 1,000, and text after
 * the first 100,000 characters.
 */
function listPatterns(text: string): string[] {
  return text
    .slice(0, maxIgnoreFileLength)
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#") && isQuickPattern(line))
    .slice(0, maxPatterns);
}

/** The reason why a path is excluded from the site. */
export type IgnoreReason =
  | { readonly kind: "line"; readonly pattern: string; readonly line: number; readonly range: TextRange }
  /** A tool folder or a folder whose name starts with a dot, such as `node_modules` or `.github`. */
  | { readonly kind: "folder"; readonly folder: string }
  /** A README or a similar file that most repositories have. */
  | { readonly kind: "repository-file" };

/** Whether the page with this slug is a README or a similar `.md` file that the service ignores. */
export function isRepositoryFile(slug: string, isIgnored: (path: SitePath) => boolean): boolean {
  return excludedFiles.has(`${getFileName(slug)}.md`) && isIgnored(`${slug}.md`);
}

/**
 * Returns the reason why a path is excluded, or undefined if it isn't excluded. `mintignoreText` is the text of the
 * `.mintignore` file, or undefined if the file doesn't exist.
 */
export function findIgnoreReason(path: SitePath, mintignoreText: string | undefined): IgnoreReason | undefined {
  if (!createIgnoreMatcher(mintignoreText)(path)) return undefined;
  if (createIgnoreMatcher()(path)) {
    const folder = path.split("/").find((segment) => segment.startsWith(".") || skippedFolders.has(segment));
    return folder === undefined ? { kind: "repository-file" } : { kind: "folder", folder };
  }
  // As in Git, the last matching line takes precedence.
  const lines = splitLines(mintignoreText ?? "");
  const matchingLine = lines.findLast(({ pattern }) => !pattern.startsWith("!") && parseGitignore(pattern)(path));
  return matchingLine && { kind: "line", ...matchingLine };
}

function splitLines(text: string): { pattern: string; line: number; range: TextRange }[] {
  const lines: { pattern: string; line: number; range: TextRange }[] = [];
  for (const { 0: rawLine, index } of text.matchAll(/[^\r\n]+/g)) {
    const pattern = rawLine.replace(/^\uFEFF/, "").trimEnd();
    if (pattern === "" || pattern.startsWith("#")) continue;
    const line = text.slice(0, index).split(/\r\n|\n|\r/).length;
    lines.push({ pattern, line, range: { start: index, end: index + rawLine.length } });
  }
  return lines;
}
