import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { placeInside } from "./contained-path.ts";

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
  if (placeInside(folder, path) === undefined) return { reason: "outside-site" };
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
