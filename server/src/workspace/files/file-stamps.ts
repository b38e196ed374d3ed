import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import type { SitePath } from "../../core/text/text-edit.ts";
import { type Disk, type FileText, maxTextSize } from "./disk.ts";

/**
 * Returns a stamp that changes whenever the file changes. The stamp includes the file's change time, so it detects
 * edits that preserve the size and the modification time.
 */
export function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs}:${ctimeMs}:${size}:${ino}`;
}

/** Returns the time when the file was last modified, in milliseconds since 1970. */
export function modifiedAt(stamp: string): number {
  return Number.parseFloat(stamp);
}

function sizeIn(stamp = ""): number {
  return Number(stamp.split(":")[2]);
}

/**
 * Returns the time when the file was last modified or its metadata changed, in milliseconds since 1970. Returns
 * undefined for a stamp that isn't from `stampOf`.
 */
export function touchedAt(stamp: string): number | undefined {
  const [modified, changed] = stamp.split(":").map(Number);
  return modified !== undefined && changed !== undefined ? Math.max(modified, changed) : undefined;
}

/**
 * The time in milliseconds after a modification during which a stamp isn't reliable. File systems record times with a
 * resolution of up to two seconds, so a file can change again during this time without getting a new stamp. Therefore,
 * the file's text is also compared.
 */
const maxTick = 2000;

/**
 * The time in milliseconds during which an empty file is treated as possibly unfinished. Programs that rewrite a file
 * first empty it, so a file that was emptied this recently may be about to get its new text.
 */
export const maxEmptyTime = 1000;

function isBeingWritten(stamp: string | undefined): boolean {
  const touched = stamp === undefined ? undefined : touchedAt(stamp);
  return touched !== undefined && sizeIn(stamp) === 0 && Math.abs(Date.now() - touched) < maxEmptyTime;
}

interface ReadFile {
  /** The stamp. Undefined if the file didn't exist. */
  readonly stamp: string | undefined;
  /** A hash of the text. Set only while the stamp alone isn't reliable. */
  readonly hash?: string;
}

/**
 * The state of the disk when a site was read, which is used to find files that have changed since then, even if no
 * event was received.
 */
export class ReadStamps {
  readonly #read = new Map<SitePath, ReadFile>();

  /** Wraps a disk and records the state of each file when it's first read so that later changes can be detected. */
  noting(disk: Disk): Disk {
    const { elsewhere } = disk;
    return {
      ...disk,
      read: (path, maxSize) => {
        const file = disk.read(path, maxSize);
        this.#keep(path, readFileOf(path, file, disk));
        return file;
      },
      ...(elsewhere && {
        elsewhere: {
          ...elsewhere,
          sizeOf: (path) => {
            this.#keep(path, { stamp: disk.stamp(path) });
            return elsewhere.sizeOf(path);
          },
        },
      }),
    };
  }

  /** Records the file's current state when it's read again. */
  renew(path: SitePath, disk: Disk): void {
    this.#read.set(path, { stamp: disk.stamp(path) });
  }

  /** Whether a file was empty when it was read and may be about to get its text. */
  mayBeUnfinished(path: SitePath): boolean {
    return isBeingWritten(this.#read.get(path)?.stamp);
  }

  /**
   * Whether the file on disk is the version that was read and isn't currently being written. True if the file was never
   * read.
   */
  isPresent(path: SitePath, disk: Disk): boolean {
    const read = this.#read.get(path);
    return !read || this.#isSame(path, read, disk.stamp(path), disk);
  }

  /**
   * Returns the files on disk that have changed since they were read or that are being written. Walks the complete
   * site.
   */
  *changed(
    disk: Disk,
    files: ReadonlySet<SitePath>,
    isIgnored: (path: SitePath) => boolean,
  ): Generator<void, readonly SitePath[]> {
    const { byPath, complete } = yield* disk.stamps((folder) => !isIgnored(`${folder}/`));
    const changed = new Set<SitePath>();
    for (const [path, stamp] of byPath) {
      if (stamp === undefined) continue;
      const read = this.#read.get(path);
      const isSame = read ? this.#isSame(path, read, stamp, disk) : files.has(path) || isIgnored(path);
      if (!isSame) changed.add(path);
      yield;
    }
    // A file that the walk doesn't list may still exist behind a link or under a name that differs in case.
    if (complete)
      for (const path of files) if (!byPath.has(path) && disk.stamp(path) === undefined) changed.add(path);
    for (const path of this.#read.keys())
      if (!byPath.has(path) && !this.isPresent(path, disk)) changed.add(path);
    return [...changed];
  }

  #keep(path: SitePath, read: ReadFile): void {
    const first = this.#read.get(path);
    if (!first || (first.stamp === read.stamp && (first.hash ?? read.hash) === read.hash))
      this.#read.set(path, read);
  }

  #isSame(path: SitePath, read: ReadFile, stamp: string | undefined, disk: Disk): boolean {
    if (read.stamp !== stamp || isBeingWritten(stamp)) return false;
    if (read.hash === undefined) return true;
    const file = disk.read(path, maxTextSize);
    if (file.kind !== "text" || hashOf(file.text) !== read.hash) return false;
    this.#read.set(path, readFileOf(path, file, disk));
    return true;
  }
}

function readFileOf(path: SitePath, file: FileText, disk: Disk): ReadFile {
  if (file.kind === "absent") return { stamp: undefined };
  const stamp = (file.kind === "text" && file.stamp) || disk.stamp(path);
  if (file.kind !== "text" || stamp === undefined) return { stamp };
  const touched = touchedAt(stamp);
  const isRecent = touched !== undefined && Date.now() - touched < maxTick;
  return isRecent ? { stamp, hash: hashOf(file.text) } : { stamp };
}

function hashOf(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

/** A file's text in an editor, which takes precedence over the text on disk. */
export interface OpenFile {
  readonly text: string;
  readonly version: number;
}

/**
 * The files that are open in an editor, by absolute path. Also tracks the version of each file that the file's site
 * contains, and the version on disk.
 */
export class OpenFiles {
  readonly #files = new Map<string, OpenFile>();
  /** The version of each file that the file's site contains, by absolute path. */
  readonly #workedIn = new Map<string, OpenFile>();
  /** The stamp of each file when the disk was last checked, by absolute path. */
  readonly #stamps = new Map<string, string | undefined>();

  get(path: string): OpenFile | undefined {
    return this.#files.get(path);
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  get paths(): string[] {
    return [...this.#files.keys()];
  }

  put(path: string, file: OpenFile): void {
    this.#files.set(path, file);
  }

  remove(path: string): void {
    this.#files.delete(path);
    this.#workedIn.delete(path);
    this.#stamps.delete(path);
  }

  /** Records that the site contains the file's current text. Returns false if the file isn't open. */
  markApplied(path: string): boolean {
    const file = this.#files.get(path);
    if (file) this.#workedIn.set(path, file);
    return file !== undefined;
  }

  isApplied(path: string): boolean {
    const file = this.#files.get(path);
    return file !== undefined && this.#workedIn.get(path) === file;
  }

  /** Whether the file on disk has changed since the last check. False for a file that isn't open. */
  isStale(path: string, stamp: string | undefined): boolean {
    return this.#files.has(path) && this.#stamps.get(path) !== stamp;
  }

  /** Stores the stamp of the file on disk. Returns false if the stamp hasn't changed. */
  stamp(path: string, stamp: string | undefined): boolean {
    const isNew = this.#stamps.get(path) !== stamp;
    if (this.#files.has(path)) this.#stamps.set(path, stamp);
    return isNew;
  }
}
