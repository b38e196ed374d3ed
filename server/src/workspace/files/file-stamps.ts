import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import type { SitePath } from "../../core/text/text-edit.ts";
import { type Disk, type FileText, maxTextSize } from "./disk.ts";

/** Changes whenever the file does. The change time shows edits that preserve the size and the modification time. */
export function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs}:${ctimeMs}:${size}:${ino}`;
}

/** When the file was last written, in milliseconds since 1970. */
export function modifiedAt(stamp: string): number {
  return Number.parseFloat(stamp);
}

/** When the file was last touched in any way, in milliseconds since 1970; undefined for a stamp that isn't `stampOf`'s. */
export function touchedAt(stamp: string): number | undefined {
  const [modified, changed] = stamp.split(":").map(Number);
  return modified !== undefined && changed !== undefined ? Math.max(modified, changed) : undefined;
}

/**
 * A file touched this recently may change again without a new stamp, as file systems count time in steps of up to two
 * seconds. Its text is compared then. In milliseconds.
 */
const maxTick = 2000;

interface ReadFile {
  /** Undefined if there was no file. */
  readonly stamp: string | undefined;
  /** Of the text, while the stamp alone doesn't tell. */
  readonly hash?: string;
}

/** What was on disk when a site was read, so that files that have changed since are found even if no event has arrived. */
export class ReadStamps {
  readonly #read = new Map<SitePath, ReadFile>();

  /** The same disk. Notes each file as it was when it was first read, so that a change since then shows. */
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

  /** The file is read again now; until then it counts as it is. */
  renew(path: SitePath, disk: Disk): void {
    this.#read.set(path, { stamp: disk.stamp(path) });
  }

  /** Whether the file on disk is the one that was read; a file that was never read counts as such. */
  isPresent(path: SitePath, disk: Disk): boolean {
    const read = this.#read.get(path);
    return !read || this.#isSame(path, read, disk.stamp(path), disk);
  }

  /** The files on disk that aren't the ones that were read, in a walk over the whole site. */
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
    // Through a link, or by another case of its name, a file is there that the walk doesn't list.
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
    if (read.stamp !== stamp) return false;
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
