import { decodePercent } from "./decode-text.ts";
import type { SitePath } from "./text-edit.ts";

/** Why a reference written by an author names no place inside the site. */
export type PathRefusal =
  /** Climbs above the root, or names another drive, server or URL scheme: `../x`, `C:\x`, `\\server\x`. */
  | "outside-site"
  /** Cannot be a file name anywhere: NUL, lone surrogate, over 1,000 characters. */
  | "not-a-path";

export type PathResult =
  { readonly ok: true; readonly path: SitePath } | { readonly ok: false; readonly reason: PathRefusal };

const maxPathLength = 1000;

/**
 * The place inside the site that `reference` names. A leading slash means the site's root; anything else is
 * relative to `folder` (a SitePath, `""` for the root). Percent-encoding is decoded once, back slashes count as
 * slashes, so that one answer holds on every system. This is the lexical half of containment; `workspace/files/disk.ts`
 * compares real paths as well before a byte is read.
 */
export function resolveSitePath(reference: string, folder: SitePath = ""): PathResult {
  const decoded = decodePercent(reference);
  if (decoded.length > maxPathLength || /[\0\u{d800}-\u{dfff}]/u.test(decoded))
    return { ok: false, reason: "not-a-path" };
  const slashed = decoded.replace(/\\/g, "/");
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(slashed)) return { ok: false, reason: "outside-site" };
  const segments = slashed.startsWith("/") || folder === "" ? [] : folder.split("/");
  for (const segment of slashed.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return { ok: false, reason: "outside-site" };
  }
  return { ok: true, path: segments.join("/") };
}

/** The folder a file lies in, `""` for the root. */
export function folderOf(path: SitePath): SitePath {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** Every folder above these paths, however far: `a/b` and `a` of `a/b/c`. */
export function foldersAbove(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = folderOf(path); folder !== "" && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
  return folders;
}

/** The last segment: `start.mdx` of `guides/start.mdx`. */
export function fileName(path: SitePath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `guides/start` of `guides/start.mdx`: what navigation entries and URLs call the page. */
export function withoutPageExtension(path: string): string {
  return path.replace(/\.mdx?$/i, "");
}

/** Whether the text has a drive, scheme or host in front, as `https://x`, `//x`, `mailto:x` or `C:\x`. */
export function isAbsoluteReference(text: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/\/|\\\\)/i.test(text);
}
