import { decodePercent } from "./decode-text.ts";
import type { SitePath } from "./text-edit.ts";

/** The reason why a reference isn't a path in the site. */
export type PathRefusal =
  /** The path leads above the root, or has a drive, server, or URL scheme, such as `../x`, `C:\x`, or `\\server\x`. */
  | "outside-site"
  /**
   * The path isn't valid on any system, because it contains NUL or a lone surrogate or has more than 1,000 characters.
   */
  | "not-a-path";

export type PathResult =
  | { readonly ok: true; readonly path: SitePath }
  | { readonly ok: false; readonly reason: PathRefusal };

const maxPathLength = 1000;

/**
 * Resolves `reference` to a path inside the site. A leading slash refers to the site root, and anything else is
 * relative to `folder` (a SitePath, `""` for the root). Decodes percent-encoding once and treats backslashes as
 * slashes, so the result is the same on every system. This function examines only the text of the reference to ensure
 * that the path is in the site. Before a file is read, `workspace/files/disk.ts` also compares real paths.
 */
export function resolveSitePath(reference: string, folder: SitePath = ""): PathResult {
  const decodedPath = decodePercent(reference);
  if (decodedPath.length > maxPathLength || /[\0\u{d800}-\u{dfff}]/u.test(decodedPath))
    return { ok: false, reason: "not-a-path" };
  const normalizedPath = decodedPath.replace(/\\/g, "/");
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(normalizedPath)) return { ok: false, reason: "outside-site" };
  const segments = normalizedPath.startsWith("/") || folder === "" ? [] : folder.split("/");
  for (const segment of normalizedPath.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return { ok: false, reason: "outside-site" };
  }
  return { ok: true, path: segments.join("/") };
}

/** Returns the folder of a file, or `""` for a file in the root. */
export function getFolderPath(path: SitePath): SitePath {
  const slashIndex = path.lastIndexOf("/");
  return slashIndex < 0 ? "" : path.slice(0, slashIndex);
}

/** Removes all of these folders from the start of the path, regardless of their order. */
export function stripFolders(path: string, folders: ReadonlySet<string>): string {
  let start = 0;
  let end = path.indexOf("/");
  while (end >= 0 && folders.has(path.slice(start, end))) {
    start = end + 1;
    end = path.indexOf("/", start);
  }
  return path.slice(start);
}

/** Returns the outermost folder of a path, or the path if it has no folders. */
export function getTopFolder(path: string): string {
  return path.split("/", 1)[0] ?? "";
}

/** Returns all folders above these paths, such as `a/b` and `a` for `a/b/c`. */
export function getParentFolders(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = getFolderPath(path); folder !== "" && !folders.has(folder); folder = getFolderPath(folder))
      folders.add(folder);
  return folders;
}

/** Returns the last segment of a path, such as `start.mdx` for `guides/start.mdx`. */
export function getFileName(path: SitePath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether the file is a style sheet. The service applies all style sheets of a site to every page. */
export function isStyleSheet(path: SitePath): boolean {
  return /\.css$/i.test(path);
}

/** Returns the path in the form that navigation entries and URLs use, such as `guides/start` for `guides/start.mdx`. */
export function removePageExtension(path: string): string {
  return path.replace(/\.mdx?$/i, "");
}

/** Whether the text starts with a drive, scheme, or host, such as `https://x`, `//x`, `mailto:x`, or `C:\x`. */
export function isAbsoluteReference(text: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/\/|\\\\)/i.test(text);
}

/** Returns the names of the subfolders of each folder, given all folders that contain files. */
export function getSubfolders(folders: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const namesByFolder = new Map<string, Set<string>>();
  for (const startFolder of folders)
    for (let folder = startFolder; folder !== ""; folder = getFolderPath(folder)) {
      const names = namesByFolder.get(getFolderPath(folder)) ?? new Set();
      if (names.has(getFileName(folder))) break;
      namesByFolder.set(getFolderPath(folder), names.add(getFileName(folder)));
    }
  return namesByFolder;
}

/** Whether one of the folders in the first path has the same name as one of the folders in the second path. */
export function haveCommonFolder(firstPath: string, secondPath: string): boolean {
  const folders = new Set(getFolderPath(secondPath).split("/"));
  return getFolderPath(firstPath)
    .split("/")
    .some((folder) => folders.has(folder));
}
