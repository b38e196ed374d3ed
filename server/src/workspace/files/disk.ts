import { isAbsolute, join, relative, sep } from "node:path";
import type { KeyPattern } from "../../core/site/settings/secret-keys.ts";
import type { SitePath, TextRange } from "../../core/text/text-edit.ts";

/**
 * The only way to the files of a site. Every path is a place inside `root`; whatever leads outside, by dots or by
 * links, is refused before a byte is read. Calls are synchronous (46 µs a file, a quarter of what promises cost)
 * and meant to be made in slices.
 */
export interface Disk {
  /** Absolute, as the editor or command line named it. */
  readonly root: string;
  /** Every regular file below the root that `enter` lets the walk reach. A step is one folder. */
  list(enter: (folder: SitePath) => boolean): Generator<void, Listing>;
  /** The text of a file of at most `largest` bytes. */
  read(path: SitePath, maxSize: number): FileText;
  /** Changes whenever the file does; undefined when there is none. */
  stamp(path: SitePath): string | undefined;
  /** The stamp of every file that `list` names, much quicker than one by one. A step is a folder or a file. */
  stamps(enter: (folder: SitePath) => boolean): Generator<void, Stamps>;
  /** Whether the path is a folder; `""` is the root. */
  isFolder(path: SitePath): boolean;
  /** How another thread reads the same files; absent where none can. */
  readonly elsewhere?: ReadElsewhere;
}

/** For files so large that to read them here would hold everything up. */
export interface ReadElsewhere {
  readonly place: DiskLocation;
  /** In bytes; undefined when there is no such file. */
  readonly sizeOf: (path: SitePath) => number | undefined;
  /** Keys of administrators that whoever reads a text looks for. */
  readonly pattern?: KeyPattern;
  /** Hears what was found in a text on the way. */
  readonly found?: (path: SitePath, found: FoundInText) => void;
}

/** What `nodeDisk` is made of. */
export interface DiskLocation {
  readonly root: string;
  readonly limit: string;
}

export interface FoundInText {
  readonly keys: readonly TextRange[];
  /** Names of images and the like. */
  readonly mentions: readonly string[];
}

export interface Stamps {
  /** Undefined for a file that is there but can't be examined. */
  readonly byPath: ReadonlyMap<SitePath, string | undefined>;
  readonly complete: boolean;
}

export type FileText =
  /** Without its byte order mark, as editors show it. `stamp` is from before the text was read. */
  | {
      readonly kind: "text";
      readonly text: string;
      readonly hasByteOrderMark: boolean;
      readonly stamp?: string;
    }
  /** No such file, or a folder, pipe or device. */
  | { readonly kind: "absent" }
  /** Bytes that are no UTF-8. */
  | { readonly kind: "not-text" }
  | { readonly kind: "too-large" }
  /** A link that leads out of the root, or a path that is no place inside it. */
  | { readonly kind: "outside-site" }
  /** Not permitted, or the system refuses. */
  | { readonly kind: "unreadable" };

export interface Listing {
  /** Sorted. A folder reached by several ways is listed once, under its own name. */
  readonly files: readonly SitePath[];
  /** Folders that could not be read. */
  readonly unreadable: readonly SitePath[];
  /** Links that lead out of the root; not followed. */
  readonly refused: readonly SitePath[];
  /** False when there are more files than anyone's site has, and the walk ended early. */
  readonly complete: boolean;
}

export const maxFiles = 200_000;
/** Pages and the files that make up docs.json. */
export const maxTextSize = 10_000_000;

/** A disk of texts, for tests. The map may be changed from outside, as a disk changes. */
export function memoryDisk(root: string, files: ReadonlyMap<SitePath, string>): Disk {
  return {
    root,
    *list(enter) {
      yield;
      const isReached = (path: SitePath) => foldersAbove(path).every(enter);
      return {
        files: [...files.keys()].filter(isReached).sort(),
        unreadable: [],
        refused: [],
        complete: true,
      };
    },
    read(path, maxSize) {
      const text = files.get(path);
      if (text === undefined) return { kind: "absent" };
      if (text.length > maxSize) return { kind: "too-large" };
      return { kind: "text", text, hasByteOrderMark: false };
    },
    stamp: (path) => files.get(path),
    *stamps() {
      yield;
      return { byPath: files, complete: true };
    },
    isFolder: (path) => path === "" || [...files.keys()].some((file) => file.startsWith(`${path}/`)),
  };
}

/** `a`, `a/b` of `a/b/c.mdx`. */
function foldersAbove(path: SitePath): SitePath[] {
  const segments = path.split("/").slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

/** A disk as it would be with some files written anew, made (a text) or gone (undefined). Nothing is written. */
export function overlayDisk(disk: Disk, changes: ReadonlyMap<SitePath, string | undefined>): Disk {
  const { elsewhere } = disk;
  return {
    root: disk.root,
    *list(enter) {
      const listing = yield* disk.list(enter);
      const made = [...changes].filter(([, text]) => text !== undefined).map(([path]) => path);
      const files = new Set([...listing.files, ...made]);
      return { ...listing, files: [...files].filter((path) => !isGone(path)).sort() };
    },
    read(path, maxSize) {
      const text = changes.get(path);
      if (text !== undefined)
        return text.length > maxSize
          ? { kind: "too-large" }
          : { kind: "text", text, hasByteOrderMark: false };
      return isGone(path) ? { kind: "absent" } : disk.read(path, maxSize);
    },
    *stamps(enter) {
      const { byPath, complete } = yield* disk.stamps(enter);
      const made = [...changes].flatMap(([path, text]) =>
        text === undefined ? [] : [[path, text] as const],
      );
      const present = [...byPath, ...made].filter(([path]) => !isGone(path));
      return { byPath: new Map(present), complete };
    },
    stamp: (path) => (isGone(path) ? undefined : (changes.get(path) ?? disk.stamp(path))),
    isFolder: (path) => disk.isFolder(path),
    // Whoever reads for itself finds the files as they are, so that changed ones have to be read here.
    ...(elsewhere && {
      elsewhere: {
        ...elsewhere,
        sizeOf: (path) => (changes.has(path) ? undefined : elsewhere.sizeOf(path)),
      },
    }),
  };

  function isGone(path: SitePath): boolean {
    return changes.has(path) && changes.get(path) === undefined;
  }
}

/** Whether `path` (absolute, real) is `root` or lies below it. Compared by segments: `/root-evil` is not in `/root`. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * The absolute path of a place in the site, or undefined when the text could name another place: dots, an absolute
 * path, NUL; on Windows also drives, streams and back slashes. Nothing is decoded here.
 */
export function diskLocationInside(root: string, path: SitePath): string | undefined {
  if (path === "" || path.includes("\0")) return undefined;
  if (sep === "\\" && /[\\:]/.test(path)) return undefined;
  const segments = path.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return undefined;
  return join(root, ...segments);
}

/** The place in the site of an absolute path as an editor names it, `""` for the root; undefined outside. */
export function toDiskLocation(root: string, path: string): SitePath | undefined {
  if (!isInside(root, path)) return undefined;
  return relative(root, path).split(sep).join("/");
}
