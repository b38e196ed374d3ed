import { isAbsolute, join, relative, sep } from "node:path";
import type { KeyPattern } from "../../core/site/settings/secret-keys.ts";
import type { SitePath, TextRange } from "../../core/text/text-edit.ts";

/**
 * The only interface through which code accesses a site's files. Every path is relative to `root`. Paths that refer to
 * files outside the root, through dots or links, are rejected before anything is read. Calls are synchronous and meant
 * to run in time slices. A call takes 46 µs per file, a quarter of the time of an asynchronous call.
 */
export interface Disk {
  /** The absolute path as given by the editor or the command line. */
  readonly root: string;
  /**
   * Lists every regular file below the root. Enters only the folders that `shouldEnter` accepts. Lists one folder per
   * step.
   */
  list(shouldEnter: (folder: SitePath) => boolean): Generator<void, FileList>;
  /** Reads the text of a file of at most `maxSize` bytes. */
  read(path: SitePath, maxSize: number): FileText;
  /**
   * Returns a stamp that changes whenever the file changes, or undefined if the file doesn't exist. For a link to a
   * file outside the root, which `list` returns but `read` rejects, the stamp changes whenever the link changes.
   */
  getStamp(path: SitePath): string | undefined;
  /**
   * Returns the stamp of every file that `list` would return, which is much faster than getting one stamp at a time.
   * Processes one folder or file per step.
   */
  listStamps(shouldEnter: (folder: SitePath) => boolean): Generator<void, Stamps>;
  /**
   * Resolves a link, or a path through a linked folder, to a file inside the root or to `outsideTarget`. Returns
   * undefined if the path doesn't go through a link. Absent if the disk has no links.
   */
  getLinkTarget?(path: SitePath): SitePath | undefined;
  /** Whether the path is a folder. An empty path is the root. */
  isFolder(path: SitePath): boolean;
  /** Functions that let another thread read the same files. Undefined if other threads can't read them. */
  readonly threadReader?: BackgroundReader;
}

/** Lets another thread read files that are so large that reading them in this thread would block everything else. */
export interface BackgroundReader {
  readonly diskOptions: NodeDiskOptions;
  /** Returns a file's size in bytes, or undefined if the file doesn't exist. */
  readonly getSize: (path: SitePath) => number | undefined;
  /** The pattern of administrator API keys to look for in each text. */
  readonly keyPattern?: KeyPattern;
  /** Called after a text has been read, along with the keys and media names that were found in it. */
  readonly onFound?: (path: SitePath, findings: TextFindings) => void;
}

/** The arguments of `createNodeDisk`. */
export interface NodeDiskOptions {
  readonly root: string;
  readonly limit: string;
}

export interface TextFindings {
  readonly keyRanges: readonly TextRange[];
  /** Names of images and other media files. */
  readonly mentions: readonly string[];
}

export interface Stamps {
  /** The stamps by path. A stamp is undefined if the file exists but its metadata can't be read. */
  readonly stampsByPath: ReadonlyMap<SitePath, string | undefined>;
  readonly fileList: FileList;
}

export type FileText =
  /** The text without its byte order mark, as in editors. `stamp` was read before the text. */
  | {
      readonly kind: "text";
      readonly text: string;
      readonly hasByteOrderMark: boolean;
      readonly stamp?: string;
    }
  /** The file doesn't exist, or it's a folder, pipe, or device. */
  | { readonly kind: "absent" }
  /** The file isn't valid UTF-8. */
  | { readonly kind: "not-text" }
  | { readonly kind: "too-large" }
  /** A path outside the root, or a link to one. */
  | { readonly kind: "outside-site" }
  /** Permission denied, or another system error. */
  | { readonly kind: "unreadable" };

export interface FileList {
  /** The files, sorted. A folder that can be reached in several ways is listed once, under its own name. */
  readonly files: readonly SitePath[];
  /** Folders that couldn't be read. */
  readonly unreadablePaths: readonly SitePath[];
  /** Maps the path of each link to the file that it resolves to, or to `outsideTarget`. */
  readonly links?: ReadonlyMap<SitePath, SitePath>;
  /** Links to locations outside the root. These links aren't followed. Links to files are also in `files`. */
  readonly refusedPaths: readonly SitePath[];
  /**
   * Whether all files are included. If this is false, the walk stopped early because there are more files than in any
   * real site.
   */
  readonly isComplete: boolean;
}

export const maxFiles = 200_000;
/** The maximum size of a page, docs.json, or a file that docs.json includes, in bytes. */
export const maxTextSize = 10_000_000;

/** Returns an in-memory disk for tests. Modify the map to simulate changes on disk. */
export function createMemoryDisk(root: string, files: ReadonlyMap<SitePath, string>): Disk {
  const list: Disk["list"] = function* (shouldEnter) {
    yield;
    const isReachable = (path: SitePath) => listFoldersAbove(path).every(shouldEnter);
    return {
      files: [...files.keys()].filter(isReachable).sort(),
      unreadablePaths: [],
      refusedPaths: [],
      isComplete: true,
    };
  };
  return {
    root,
    list,
    read(path, maxSize) {
      const text = files.get(path);
      if (text === undefined) return { kind: "absent" };
      if (text.length > maxSize) return { kind: "too-large" };
      return { kind: "text", text, hasByteOrderMark: false };
    },
    getStamp: (path) => files.get(path),
    *listStamps(shouldEnter) {
      return { stampsByPath: files, fileList: yield* list(shouldEnter) };
    },
    isFolder: (path) => path === "" || [...files.keys()].some((file) => file.startsWith(`${path}/`)),
  };
}

/** Returns the folders that contain a file, such as `a` and `a/b` for `a/b/c.mdx`. */
function listFoldersAbove(path: SitePath): SitePath[] {
  const segments = path.split("/").slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

/**
 * Returns a disk with changes applied in memory. `changes` maps each path to the file's new text, or to undefined if
 * the file is deleted.
 */
export function createOverlayDisk(disk: Disk, changes: ReadonlyMap<SitePath, string | undefined>): Disk {
  const { threadReader } = disk;
  const applyChanges = (fileList: FileList): FileList => {
    const createdFiles = [...changes].filter(([, text]) => text !== undefined).map(([path]) => path);
    const files = new Set([...fileList.files, ...createdFiles]);
    return { ...fileList, files: [...files].filter((path) => !isDeleted(path)).sort() };
  };
  return {
    root: disk.root,
    getLinkTarget: (path) => disk.getLinkTarget?.(path),
    *list(shouldEnter) {
      return applyChanges(yield* disk.list(shouldEnter));
    },
    read(path, maxSize) {
      const text = changes.get(path);
      if (text !== undefined)
        return text.length > maxSize ? { kind: "too-large" } : { kind: "text", text, hasByteOrderMark: false };
      return isDeleted(path) ? { kind: "absent" } : disk.read(path, maxSize);
    },
    *listStamps(shouldEnter) {
      const { stampsByPath, fileList } = yield* disk.listStamps(shouldEnter);
      const createdFiles = [...changes].flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
      const existingFiles = [...stampsByPath, ...createdFiles].filter(([path]) => !isDeleted(path));
      return { stampsByPath: new Map(existingFiles), fileList: applyChanges(fileList) };
    },
    getStamp: (path) => (isDeleted(path) ? undefined : (changes.get(path) ?? disk.getStamp(path))),
    isFolder: (path) => disk.isFolder(path),
    // Other threads read files without these changes, so changed files must be read in this thread.
    ...(threadReader && {
      threadReader: {
        ...threadReader,
        getSize: (path) => (changes.has(path) ? undefined : threadReader.getSize(path)),
      },
    }),
  };

  function isDeleted(path: SitePath): boolean {
    return changes.has(path) && changes.get(path) === undefined;
  }
}

/**
 * Whether `path` (absolute, with links resolved) is `root` or is inside it. Compares segments, so `/root-evil` isn't in
 * `/root`.
 */
export function isInside(root: string, path: string): boolean {
  const relativePath = relative(root, path);
  return relativePath !== ".." && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
}

/**
 * Returns a file's absolute path in the site, without decoding the path. Returns undefined if the path could refer to a
 * file outside the site because it contains dots or NUL or is absolute. On Windows, paths that contain drives, streams,
 * or backslashes are also rejected.
 */
export function toAbsolutePath(root: string, path: SitePath): string | undefined {
  if (path === "" || path.includes("\0")) return undefined;
  if (sep === "\\" && /[\\:]/.test(path)) return undefined;
  const segments = path.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return undefined;
  return join(root, ...segments);
}

/**
 * Converts an absolute path from the editor to a path in the site. The result for the root is `""`. Returns undefined
 * if the path is outside the site.
 */
export function toSitePath(root: string, path: string): SitePath | undefined {
  if (!isInside(root, path)) return undefined;
  return relative(root, path).split(sep).join("/");
}
