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
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SitePath } from "../../core/text/text-edit.ts";
import { diskLocationInside } from "./disk.ts";
import { realPlaceOf } from "./node-disk.ts";

/** Why a file was left as it is. */
export type WriteRefusal = "changed-meanwhile" | "outside-site" | "not-writable";

/**
 * Puts a text in the place of another, whole or not at all: it is written beside the file and then moved there. A
 * byte order mark stays. Undefined when it is done; refused when the file no longer holds `before`.
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
    const handle = openSync(temporary, "wx", statSync(file).mode & 0o777);
    try {
      writeSync(handle, mark + after);
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
      // There was none.
    }
    return "not-writable";
  }
}

/** What is to become of one file. Texts have their byte order mark. */
export interface FileChange {
  /** Relative to the folder. */
  readonly path: string;
  /** What it has to hold; undefined for a file that must not be there. */
  readonly before: string | undefined;
  /** Undefined: it goes. */
  readonly after: string | undefined;
}

/** Why nothing was written. */
export interface GroupRefusal {
  readonly path: string;
  readonly reason: "changed-meanwhile" | "outside-site" | "is-link" | "not-writable";
}

/**
 * Writes and removes files in their order, all or none: when one cannot be done, those before it are put back. Nothing
 * is done when a file holds anything but `before`. Links are never followed, neither to a file nor on the way to it.
 */
export function writeFiles(folder: string, changes: readonly FileChange[]): GroupRefusal | undefined {
  const places = new Map<FileChange, string>();
  for (const change of changes) {
    const place = plainPlace(folder, change.path);
    if (typeof place === "object") return { path: change.path, reason: place.reason };
    if (textAt(place) !== change.before) return { path: change.path, reason: "changed-meanwhile" };
    // A file that may not be written could be replaced all the same where its folder may be.
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
      // What someone else has written since stays.
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

/** The whole text of a file of the folder, with its byte order mark; undefined where there is none that may be read. */
export function readWhole(folder: string, path: string): string | undefined {
  const place = plainPlace(folder, path);
  return typeof place === "object" ? undefined : textAt(place);
}

/** Of the bytes that the text is. */
export function hashOfText(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** The absolute path of a file of the folder, reached without any link; it need not be there yet. */
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

/** Where a file stands in the place of a folder, nothing is there. */
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

/** Whole or not at all: it is written beside the place and moved there. */
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
      writeSync(handle, text);
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
    // Nothing more can be done about it.
  }
}

/**
 * The first of these files that may not be written, or that may not be made where it is to be; undefined when all may.
 * Asked before anything is changed, so that nothing is left half done.
 */
export function findReadOnlyFile(root: string, files: Iterable<SitePath>): SitePath | undefined {
  for (const file of files) {
    let place = join(root, ...file.split("/"));
    while (!existsSync(place) && place !== dirname(place)) place = dirname(place);
    try {
      accessSync(place, constants.W_OK);
    } catch {
      return file;
    }
  }
  return undefined;
}
