import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SitePath } from "../../core/text/text-edit.ts";
import { diskLocationInside } from "./disk.ts";
import { realPlaceOf } from "./node-disk.ts";

/** The reason why a file wasn't changed. */
export type WriteRefusal = "changed-meanwhile" | "outside-site" | "not-writable";

/**
 * Replaces the text of a file atomically by writing the new text to a temporary file in the same folder and then
 * renaming that file. A byte order mark is preserved. Returns undefined on success. If the file wasn't changed, returns
 * the reason, for example, that the file no longer contains `before`.
 */
export function replaceText(
  root: string,
  path: string,
  before: string,
  after: string,
): WriteRefusal | undefined {
  const file = realPlaceOf(root, path);
  if (file === undefined) return "outside-site";
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const present = readFileSync(file, "utf8");
    const mark = present.startsWith("\ufeff") ? "\ufeff" : "";
    if (present.slice(mark.length) !== before) return "changed-meanwhile";
    // Without this check, a read-only file would be replaced if its folder is writable.
    if (!mayBeWritten(file)) return "not-writable";
    const handle = openSync(temporary, "wx", statSync(file).mode & 0o777);
    try {
      // Unlike `writeSync`, this writes all bytes or throws an error, for example, if the disk becomes full.
      writeFileSync(handle, mark + after);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (readFileSync(file, "utf8") !== present) {
      unlinkSync(temporary);
      return "changed-meanwhile";
    }
    renameSync(temporary, file);
    return undefined;
  } catch {
    try {
      unlinkSync(temporary);
    } catch {
      // The temporary file didn't exist.
    }
    return "not-writable";
  }
}

/** A change to one file. `before` and `after` include the byte order mark. */
export interface FileChange {
  /** The path relative to the folder. */
  readonly path: string;
  /** The text that the file must currently contain. Undefined if the file must not exist. */
  readonly before: string | undefined;
  /** The new text, or undefined to delete the file. */
  readonly after: string | undefined;
}

/** The reason why no file was changed. */
export interface GroupRefusal {
  readonly path: string;
  readonly reason: "changed-meanwhile" | "outside-site" | "is-link" | "not-writable";
}

/**
 * Writes and deletes files in order. Either all files are changed, or none of them. If a change fails, the earlier
 * changes are undone. If a file contains anything other than `before`, no files are changed. Links to files or parent
 * folders are never followed.
 */
export function writeFiles(folder: string, changes: readonly FileChange[]): GroupRefusal | undefined {
  const places = new Map<FileChange, string>();
  for (const change of changes) {
    const place = plainPlace(folder, change.path);
    if (typeof place === "object") return { path: change.path, reason: place.reason };
    if (textAt(place) !== change.before) return { path: change.path, reason: "changed-meanwhile" };
    // Without this check, a read-only file would be replaced if its folder is writable.
    if (change.before !== undefined && !mayBeWritten(place))
      return { path: change.path, reason: "not-writable" };
    places.set(change, place);
  }
  const done: (() => void)[] = [];
  for (const [change, place] of places) {
    try {
      const mode = change.before === undefined ? 0o644 : lstatSync(place).mode & 0o777;
      if (textAt(place) !== change.before) throw new Error("changed");
      put(place, change.after, mode);
      // If another program has changed the file since it was written, that program's content is preserved.
      done.push(() => (textAt(place) === change.after ? put(place, change.before, mode) : undefined));
    } catch (error) {
      for (const undo of done.reverse()) attempt(undo);
      const reason =
        error instanceof Error && error.message === "changed" ? "changed-meanwhile" : "not-writable";
      return { path: change.path, reason };
    }
  }
  return undefined;
}

/**
 * Returns the complete text of a file in the folder, including its byte order mark. Returns undefined if there's no
 * readable file.
 */
export function readWhole(folder: string, path: string): string | undefined {
  const place = plainPlace(folder, path);
  return typeof place === "object" ? undefined : textAt(place);
}

/** Returns the SHA-256 hash of the text's UTF-8 bytes. */
export function hashOfText(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/**
 * Returns a file's absolute path in the folder, or the reason why it can't be used if the path is outside the folder or
 * goes through a link. The file doesn't need to exist.
 */
function plainPlace(folder: string, path: string): string | { readonly reason: "outside-site" | "is-link" } {
  if (diskLocationInside(folder, path) === undefined) return { reason: "outside-site" };
  let place: string;
  try {
    place = realpathSync.native(folder);
  } catch {
    return { reason: "outside-site" };
  }
  for (const segment of path.split("/")) {
    place = join(place, segment);
    if (isLink(place)) return { reason: "is-link" };
  }
  return place;
}

/** Whether the path is a link. If a parent folder is actually a file, the path doesn't exist. */
function isLink(place: string): boolean {
  try {
    return lstatSync(place).isSymbolicLink();
  } catch {
    return false;
  }
}

function mayBeWritten(place: string): boolean {
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function textAt(place: string): string | undefined {
  try {
    return lstatSync(place).isFile() ? readFileSync(place, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a file atomically by writing to a temporary file in the same folder and then renaming that file. */
function put(place: string, text: string | undefined, mode: number): void {
  if (text === undefined) {
    unlinkSync(place);
    return;
  }
  mkdirSync(dirname(place), { recursive: true });
  const temporary = join(dirname(place), `.${basename(place)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const handle = openSync(temporary, "wx", mode);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, place);
  } catch (error) {
    attempt(() => unlinkSync(temporary));
    throw error;
  }
}

function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // A failed step is ignored so that the remaining steps still run.
  }
}

/**
 * Returns the first of these files that isn't writable or can't be created, or undefined if all of them can be written.
 * `moved` contains the files that are moved or deleted. If one of them is a link, its target isn't checked, because it
 * remains unchanged. Call this function before making any changes to ensure that either all files are changed, or none
 * of them.
 */
export function findReadOnlyFile(
  root: string,
  files: Iterable<SitePath>,
  moved: Iterable<SitePath> = [],
): SitePath | undefined {
  const placeOf = (file: SitePath) => join(root, ...file.split("/"));
  const isLocked = (place: string) => !mayBeWritten(findExisting(place));
  for (const file of files) if (isLocked(placeOf(file))) return file;
  for (const file of moved) {
    const place = placeOf(file);
    if (isLocked(isLink(place) ? dirname(place) : place)) return file;
  }
  return undefined;
}

/** Returns the path itself if it exists, or the nearest parent folder that exists. */
function findExisting(place: string): string {
  return existsSync(place) || place === dirname(place) ? place : findExisting(dirname(place));
}
