import type { KeyPattern } from "../core/site/settings/secret-keys.ts";
import type { SitePath, TextRange } from "../core/text/text-edit.ts";

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
  read(path: SitePath, largest: number): FileText;
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
  readonly place: DiskPlace;
  /** In bytes; undefined when there is no such file. */
  readonly sizeOf: (path: SitePath) => number | undefined;
  /** Keys of administrators that whoever reads a text looks for. */
  readonly pattern?: KeyPattern;
  /** Hears what was found in a text on the way. */
  readonly found?: (path: SitePath, found: FoundInText) => void;
}

/** What `nodeDisk` is made of. */
export interface DiskPlace {
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

export const mostFiles = 200_000;
/** Pages and the files that make up docs.json. */
export const largestText = 10_000_000;
