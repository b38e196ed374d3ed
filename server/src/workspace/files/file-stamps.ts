import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { BoundedMap } from "../../core/text/maps.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { type Disk, type FileText, type FileList, maxTextSize } from "./disk.ts";
import type { SiteFiles } from "./site-files.ts";

/**
 * Returns a stamp that changes whenever the file changes. The stamp includes the file's change time, so it detects
 * edits that preserve the size and the modification time.
 */
export function createStamp({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs}:${ctimeMs}:${size}:${ino}`;
}

/** Returns the time when the file was last modified, in milliseconds since 1970. */
export function getModificationTime(stamp: string): number {
  return Number.parseFloat(stamp);
}

function getFileSize(stamp: string): number {
  return Number(stamp.split(":")[2]);
}

/**
 * Returns the time when the file was last modified or its metadata changed, in milliseconds since 1970. Returns
 * undefined for a stamp that isn't from `createStamp`.
 */
export function getChangeTime(stamp: string): number | undefined {
  const [modifiedTime, changeTime] = stamp.split(":").map(Number);
  return modifiedTime !== undefined && changeTime !== undefined ? Math.max(modifiedTime, changeTime) : undefined;
}

/**
 * The time in milliseconds after a modification during which a stamp isn't reliable. File systems record times with a
 * resolution of up to two seconds, so a file can change again during this time without getting a new stamp. Therefore,
 * the file's text is also compared.
 */
const maxClockTick = 2000;

/**
 * The time in milliseconds during which an empty file is treated as possibly unfinished. Programs that rewrite a file
 * first empty it, so a file that was emptied this recently may be about to get its new text.
 */
export const maxEmptyTime = 1000;

function isBeingWritten(stamp: string | undefined): boolean {
  // Splitting the stamps of all files takes much longer than this search, and few files are empty.
  if (!stamp?.includes(":0:") || getFileSize(stamp) !== 0) return false;
  const changeTime = getChangeTime(stamp);
  return changeTime !== undefined && Math.abs(Date.now() - changeTime) < maxEmptyTime;
}

interface FileRecord {
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
  readonly #recordsByPath = new Map<SitePath, FileRecord>();

  /** Wraps a disk and records the state of each file when it's first read so that later changes can be detected. */
  wrapDisk(disk: Disk): Disk {
    const { threadReader } = disk;
    return {
      ...disk,
      read: (path, maxSize) => {
        const file = disk.read(path, maxSize);
        this.#recordFile(path, createFileRecord(path, file, disk));
        return file;
      },
      ...(threadReader && {
        threadReader: {
          ...threadReader,
          getSize: (path) => {
            this.#recordFile(path, { stamp: disk.getStamp(path) });
            return threadReader.getSize(path);
          },
        },
      }),
    };
  }

  /** Records the file's current state when it's read again. */
  recordAgain(path: SitePath, disk: Disk): void {
    this.#recordsByPath.set(path, { stamp: disk.getStamp(path) });
  }

  /** Whether a file was empty when it was read and may be about to get its text. */
  mayBeUnfinished(path: SitePath): boolean {
    return isBeingWritten(this.#recordsByPath.get(path)?.stamp);
  }

  /**
   * Whether the file on disk is the version that was read and isn't currently being written. True if the file was never
   * read.
   */
  isUpToDate(path: SitePath, disk: Disk): boolean {
    const record = this.#recordsByPath.get(path);
    return !record || this.#isUnchanged(path, record, disk.getStamp(path), disk);
  }

  /**
   * Returns the files on disk that have changed since they were read or that are being written. Walks the complete
   * site.
   */
  *listChangedFiles(
    disk: Disk,
    files: ReadonlySet<SitePath>,
    isIgnored: (path: SitePath) => boolean,
  ): Generator<void, readonly SitePath[]> {
    const { stampsByPath, fileList } = yield* disk.listStamps((folder) => !isIgnored(`${folder}/`));
    const changedPaths = new Set<SitePath>();
    for (const [path, stamp] of stampsByPath) {
      if (stamp === undefined) continue;
      const record = this.#recordsByPath.get(path);
      const isUnchanged = record ? this.#isUnchanged(path, record, stamp, disk) : files.has(path) || isIgnored(path);
      if (!isUnchanged) changedPaths.add(path);
      yield;
    }
    // A file that the walk doesn't list may still exist behind a link or under a name that differs in case.
    if (fileList.isComplete)
      for (const path of files)
        if (!stampsByPath.has(path) && disk.getStamp(path) === undefined) changedPaths.add(path);
    for (const path of this.#recordsByPath.keys())
      if (!stampsByPath.has(path) && !this.isUpToDate(path, disk)) changedPaths.add(path);
    return [...changedPaths];
  }

  #recordFile(path: SitePath, record: FileRecord): void {
    const firstRecord = this.#recordsByPath.get(path);
    if (!firstRecord || (firstRecord.stamp === record.stamp && (firstRecord.hash ?? record.hash) === record.hash))
      this.#recordsByPath.set(path, record);
  }

  #isUnchanged(path: SitePath, record: FileRecord, stamp: string | undefined, disk: Disk): boolean {
    if (record.stamp !== stamp || isBeingWritten(stamp)) return false;
    if (record.hash === undefined) return true;
    const file = disk.read(path, maxTextSize);
    if (file.kind !== "text" || hashText(file.text) !== record.hash) return false;
    this.#recordsByPath.set(path, createFileRecord(path, file, disk));
    return true;
  }
}

function createFileRecord(path: SitePath, file: FileText, disk: Disk): FileRecord {
  const stamp = getReadStamp(path, file, disk);
  return file.kind === "text" && isRecent(stamp) ? { stamp, hash: hashText(file.text) } : { stamp };
}

function getReadStamp(path: SitePath, file: FileText, disk: Disk): string | undefined {
  if (file.kind === "absent") return undefined;
  return (file.kind === "text" && file.stamp) || disk.getStamp(path);
}

/** Whether a file can change without getting a new stamp, because it has just been written. */
function isRecent(stamp: string | undefined): boolean {
  const changeTime = stamp === undefined ? undefined : getChangeTime(stamp);
  return changeTime !== undefined && Date.now() - changeTime < maxClockTick;
}

/** What a program has observed in a folder. Files are compared by their stamps or, if those differ, by their text. */
export interface SavedDisk {
  /** The listings, as the folders that were skipped and a hash of the result. */
  readonly listings: readonly { readonly skipped: readonly SitePath[]; readonly hash: string }[];
  /**
   * The stamp, the hash, the maximum size, and the path of each file, separated by spaces. The stamp and the hash can
   * be empty.
   */
  readonly files: readonly string[];
}

interface ObservedFile {
  /** The stamp. Undefined if the file didn't exist. */
  readonly stamp: string | undefined;
  readonly isRecent: boolean;
  /** A hash of the content. Undefined if only the stamp was recorded. */
  readonly hash: string | undefined;
  /** The largest maximum size in bytes with which the file was read. 0 if it wasn't read. */
  readonly maxSize: number;
}

/**
 * Records everything that is observed on a disk, so that a later run can determine whether it would observe the same.
 */
export class DiskRecord {
  readonly #observedFilesByPath = new Map<SitePath, ObservedFile>();
  readonly #listingsByKey = new Map<string, SavedDisk["listings"][number]>();
  #isRepeatable = true;

  /** Wraps a disk and records what is observed on it. */
  wrapDisk(disk: Disk): Disk {
    const { threadReader } = disk;
    const markUnrecordedResult = <T>(result: T): T => {
      this.#isRepeatable = false;
      return result;
    };
    return {
      root: disk.root,
      list: (shouldEnter) => this.#list(disk, shouldEnter),
      read: (path, maxSize) => {
        const file = disk.read(path, maxSize);
        if (file.kind === "unreadable") this.#isRepeatable = false;
        this.#recordFile(path, getReadStamp(path, file, disk), hashFile(file), maxSize);
        return file;
      },
      getStamp: (path) => this.#recordFile(path, disk.getStamp(path)),
      listStamps: (shouldEnter) => markUnrecordedResult(disk.listStamps(shouldEnter)),
      getLinkTarget: (path) => markUnrecordedResult(disk.getLinkTarget?.(path)),
      isFolder: (path) => markUnrecordedResult(disk.isFolder(path)),
      ...(threadReader && {
        threadReader: {
          ...threadReader,
          getSize: (path) => {
            this.#recordFile(path, disk.getStamp(path));
            return threadReader.getSize(path);
          },
        },
      }),
    };
  }

  /** Returns what was observed, or undefined if a later run can't determine whether it would observe the same. */
  toSavedDisk(): SavedDisk | undefined {
    if (!this.#isRepeatable) return undefined;
    const files: string[] = [];
    for (const [path, { stamp = "", isRecent, hash = "", maxSize }] of this.#observedFilesByPath) {
      // Files that aren't text can't be compared, because their content isn't hashed.
      const comparableHash = hash === "not-text" ? "" : hash;
      if (isRecent && comparableHash === "") return undefined;
      files.push(`${isRecent ? "" : stamp} ${comparableHash} ${maxSize} ${path}`);
    }
    return { listings: [...this.#listingsByKey.values()], files };
  }

  *#list(disk: Disk, shouldEnter: (folder: SitePath) => boolean): Generator<void, FileList> {
    const skippedPaths: SitePath[] = [];
    const fileList = yield* disk.list((folder) => {
      const entersFolder = shouldEnter(folder);
      if (!entersFolder) skippedPaths.push(folder);
      return entersFolder;
    });
    if (fileList.unreadablePaths.length > 0 || !fileList.isComplete) this.#isRepeatable = false;
    skippedPaths.sort();
    const key = skippedPaths.join("\n");
    const hash = hashFileList(fileList);
    // A later run lists the files once, so it can't have both results.
    if ((this.#listingsByKey.get(key)?.hash ?? hash) !== hash) this.#isRepeatable = false;
    this.#listingsByKey.set(key, { skipped: skippedPaths, hash });
    return fileList;
  }

  #recordFile(path: SitePath, stamp: string | undefined, hash?: string, maxSize = 0): string | undefined {
    const recordedFile = this.#observedFilesByPath.get(path);
    const isChanged =
      recordedFile && (recordedFile.stamp !== stamp || (recordedFile.hash ?? hash) !== (hash ?? recordedFile.hash));
    if (isChanged) this.#isRepeatable = false;
    this.#observedFilesByPath.set(path, {
      stamp,
      isRecent: isRecent(stamp) || (recordedFile?.isRecent ?? false),
      hash: hash ?? recordedFile?.hash,
      maxSize: Math.max(maxSize, recordedFile?.maxSize ?? 0),
    });
    return stamp;
  }
}

/**
 * Compares a disk with what was observed earlier. Only files with different stamps are read, with the same size limits
 * as before. If they have the same text as before, returns the observations with their current stamps. Returns
 * undefined if anything is different.
 */
export function compareWithDisk(savedDisk: SavedDisk, disk: Disk): SavedDisk | undefined {
  const { listings, files } = savedDisk;
  const observedStampsByPath = new Map<SitePath, string | undefined>();
  for (const { skipped, hash } of listings) {
    const skippedPaths = new Set(skipped);
    const { stampsByPath, fileList } = runToEnd(disk.listStamps((folder) => !skippedPaths.has(folder)));
    if (fileList.unreadablePaths.length > 0 || !fileList.isComplete || hashFileList(fileList) !== hash)
      return undefined;
    for (const [path, stamp] of stampsByPath) observedStampsByPath.set(path, stamp);
  }
  const record = new DiskRecord();
  const observedDisk = record.wrapDisk(disk);
  const unchangedPaths: string[] = [];
  for (const file of files) {
    const [observedStamp = "", hash = "", size = ""] = file.split(" ", 3);
    const path = file.slice(observedStamp.length + hash.length + size.length + 3);
    const stamp = observedStampsByPath.get(path) ?? disk.getStamp(path);
    // A path that leads outside the site can have no stamp. Reading it doesn't open a file.
    const wasOutside = observedStamp === "" && hash === "outside-site";
    const isUnchanged =
      stamp === undefined
        ? observedStamp + hash === "" || (wasOutside && disk.read(path, 0).kind === "outside-site")
        : stamp === observedStamp;
    if (isUnchanged) {
      unchangedPaths.push(file);
      continue;
    }
    if (stamp === undefined || hash === "" || !/^\d{1,10}$/.test(size)) return undefined;
    if (hashFile(observedDisk.read(path, Number(size))) !== hash) return undefined;
  }
  if (unchangedPaths.length === files.length) return savedDisk;
  const currentDisk = record.toSavedDisk();
  return currentDisk && { listings, files: [...unchangedPaths, ...currentDisk.files] };
}

function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function hashFileList({ files, links, refusedPaths }: FileList): string {
  const sortedParts = [files, [...(links ?? [])].map((link) => link.join("\n")).sort(), refusedPaths.toSorted()];
  return createHash("sha256").update(JSON.stringify(sortedParts)).digest("base64");
}

/**
 * Returns a hash of the text and its byte order mark. A different text with the same hash can't be constructed. All
 * files that aren't text have the same hash, and so do all files outside the site. Returns undefined if the result
 * depends on the maximum size or on permissions.
 */
function hashFile(file: FileText): string | undefined {
  if (file.kind === "not-text" || file.kind === "outside-site") return file.kind;
  if (file.kind !== "text") return undefined;
  const hash = createHash("sha256").update(file.hasByteOrderMark ? "\ufeff" : "");
  return hash.update(file.text).digest("base64");
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
  readonly #filesByPath = new Map<string, OpenFile>();
  /** The version of each file that the file's site contains, by absolute path. */
  readonly #appliedFilesByPath = new Map<string, OpenFile>();
  /** The stamp of each file when the disk was last checked, by absolute path. */
  readonly #stampsByPath = new Map<string, string | undefined>();

  get(path: string): OpenFile | undefined {
    return this.#filesByPath.get(path);
  }

  has(path: string): boolean {
    return this.#filesByPath.has(path);
  }

  get paths(): string[] {
    return [...this.#filesByPath.keys()];
  }

  put(path: string, file: OpenFile): void {
    this.#filesByPath.set(path, file);
  }

  remove(path: string): void {
    this.#filesByPath.delete(path);
    this.#appliedFilesByPath.delete(path);
    this.#stampsByPath.delete(path);
  }

  /** Records that the site contains the file's current text. Returns false if the file isn't open. */
  markApplied(path: string): boolean {
    const file = this.#filesByPath.get(path);
    if (file) this.#appliedFilesByPath.set(path, file);
    return file !== undefined;
  }

  isApplied(path: string): boolean {
    const file = this.#filesByPath.get(path);
    return file !== undefined && this.#appliedFilesByPath.get(path) === file;
  }

  /** Whether the file on disk has changed since the last check. False for a file that isn't open. */
  isStale(path: string, stamp: string | undefined): boolean {
    return this.#filesByPath.has(path) && this.#stampsByPath.get(path) !== stamp;
  }

  /** Stores the stamp of the file on disk. Returns false if the stamp hasn't changed. */
  setStamp(path: string, stamp: string | undefined): boolean {
    const hasNewStamp = this.#stampsByPath.get(path) !== stamp;
    if (this.#filesByPath.has(path)) this.#stampsByPath.set(path, stamp);
    return hasNewStamp;
  }
}

/**
 * The maximum length of text in an editor that is identified by its hash. Longer text is identified by a sequence
 * number, because hashing 2 MB on every keystroke would be too slow.
 */
const maxHashedLength = 50_000;

const maxIdentifiers = 20;

/**
 * Assigns identifiers to texts. A text is identified by its hash or, if it's long and open in an editor, by a sequence
 * number. The same text always gets the same identifier.
 */
export class TextIdentifiers {
  readonly #latestIdentifiersByFile = new BoundedMap<string, { readonly text: string; readonly identifier: string }>(
    maxIdentifiers,
  );
  #count = 0;

  getIdentifier({ disk, readUnsavedText }: SiteFiles, path: SitePath, text: string): string {
    if (text.length <= maxHashedLength || readUnsavedText?.(path) === undefined) return hashText(text);
    const key = `${disk.root} ${path}`;
    const latestEntry = this.#latestIdentifiersByFile.get(key);
    if (latestEntry?.text === text) return latestEntry.identifier;
    const identifier = `text ${++this.#count}`;
    this.#latestIdentifiersByFile.set(key, { text, identifier });
    return identifier;
  }
}

function hashText(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
