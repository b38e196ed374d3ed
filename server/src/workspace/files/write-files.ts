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
import { toAbsolutePath } from "./disk.ts";
import { getRealPath } from "./node-disk.ts";

/** The reason why a file wasn't changed. */
export type WriteFailureReason = "changed-meanwhile" | "outside-site" | "not-writable";

/**
 * Replaces the text of a file atomically by writing the new text to a temporary file in the same folder and then
 * renaming that file. A byte order mark is preserved. Returns undefined on success. If the file wasn't changed, returns
 * the reason, for example, that the file no longer contains `before`.
 */
export function replaceText(
  root: string,
  path: string,
  oldText: string,
  newText: string,
): WriteFailureReason | undefined {
  const file = getRealPath(root, path);
  if (file === undefined) return "outside-site";
  const temporaryFile = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const currentText = readFileSync(file, "utf8");
    const byteOrderMark = currentText.startsWith("\ufeff") ? "\ufeff" : "";
    if (currentText.slice(byteOrderMark.length) !== oldText) return "changed-meanwhile";
    // Without this check, a read-only file would be replaced if its folder is writable.
    if (!isWritable(file)) return "not-writable";
    const handle = openSync(temporaryFile, "wx", statSync(file).mode & 0o777);
    try {
      // Unlike `writeSync`, this writes all bytes or throws an error, for example, if the disk becomes full.
      writeFileSync(handle, byteOrderMark + newText);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (readFileSync(file, "utf8") !== currentText) {
      unlinkSync(temporaryFile);
      return "changed-meanwhile";
    }
    renameSync(temporaryFile, file);
    return undefined;
  } catch {
    try {
      unlinkSync(temporaryFile);
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
  readonly oldText: string | undefined;
  /** The new text, or undefined to delete the file. */
  readonly newText: string | undefined;
}

/** The reason why no file was changed. */
export interface WriteFailure {
  readonly path: string;
  readonly reason: "changed-meanwhile" | "outside-site" | "is-link" | "not-writable";
}

/**
 * Writes and deletes files in order. Either all files are changed, or none of them. If a change fails, the earlier
 * changes are undone. If a file contains anything other than `before`, no files are changed. Links to files or parent
 * folders are never followed.
 */
export function writeFiles(folder: string, changes: readonly FileChange[]): WriteFailure | undefined {
  const fullPathsByChange = new Map<FileChange, string>();
  for (const change of changes) {
    const resolvedPath = resolveRealPath(folder, change.path);
    if (typeof resolvedPath === "object") return { path: change.path, reason: resolvedPath.reason };
    if (readTextAt(resolvedPath) !== change.oldText) return { path: change.path, reason: "changed-meanwhile" };
    // Without this check, a read-only file would be replaced if its folder is writable.
    if (change.oldText !== undefined && !isWritable(resolvedPath)) return { path: change.path, reason: "not-writable" };
    fullPathsByChange.set(change, resolvedPath);
  }
  const undoSteps: (() => void)[] = [];
  for (const [change, fullPath] of fullPathsByChange) {
    try {
      const mode = change.oldText === undefined ? 0o644 : lstatSync(fullPath).mode & 0o777;
      if (readTextAt(fullPath) !== change.oldText) throw new Error("changed");
      replaceFileText(fullPath, change.newText, mode);
      // If another program has changed the file since it was written, that program's content is preserved.
      undoSteps.push(() =>
        readTextAt(fullPath) === change.newText ? replaceFileText(fullPath, change.oldText, mode) : undefined,
      );
    } catch (error) {
      for (const undo of undoSteps.reverse()) runIgnoringErrors(undo);
      const reason = error instanceof Error && error.message === "changed" ? "changed-meanwhile" : "not-writable";
      return { path: change.path, reason };
    }
  }
  return undefined;
}

/**
 * Returns the complete text of a file in the folder, including its byte order mark. Returns undefined if there's no
 * readable file.
 */
export function readFullText(folder: string, path: string): string | undefined {
  const resolvedPath = resolveRealPath(folder, path);
  return typeof resolvedPath === "object" ? undefined : readTextAt(resolvedPath);
}

/** Returns the SHA-256 hash of the text's UTF-8 bytes. */
export function hashFileText(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/**
 * Returns a file's absolute path in the folder, or the reason why it can't be used if the path is outside the folder or
 * goes through a link. The file doesn't need to exist.
 */
function resolveRealPath(folder: string, path: string): string | { readonly reason: "outside-site" | "is-link" } {
  if (toAbsolutePath(folder, path) === undefined) return { reason: "outside-site" };
  let fullPath: string;
  try {
    fullPath = realpathSync.native(folder);
  } catch {
    return { reason: "outside-site" };
  }
  for (const segment of path.split("/")) {
    fullPath = join(fullPath, segment);
    if (isLink(fullPath)) return { reason: "is-link" };
  }
  return fullPath;
}

/** Whether the path is a link. If a parent folder is actually a file, the path doesn't exist. */
function isLink(fullPath: string): boolean {
  try {
    return lstatSync(fullPath).isSymbolicLink();
  } catch {
    return false;
  }
}

function isWritable(fullPath: string): boolean {
  try {
    accessSync(fullPath, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readTextAt(fullPath: string): string | undefined {
  try {
    return lstatSync(fullPath).isFile() ? readFileSync(fullPath, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a file atomically by writing to a temporary file in the same folder and then renaming that file. */
function replaceFileText(fullPath: string, text: string | undefined, mode: number): void {
  if (text === undefined) {
    unlinkSync(fullPath);
    return;
  }
  mkdirSync(dirname(fullPath), { recursive: true });
  const temporaryFile = join(dirname(fullPath), `.${basename(fullPath)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const handle = openSync(temporaryFile, "wx", mode);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporaryFile, fullPath);
  } catch (error) {
    runIgnoringErrors(() => unlinkSync(temporaryFile));
    throw error;
  }
}

function runIgnoringErrors(runStep: () => void): void {
  try {
    runStep();
  } catch {
    // A failed step is ignored so that the remaining steps still run.
  }
}

/**
 * Returns the first of these files that isn't writable or can't be created, or undefined if all of them can be written.
 * `movedPaths` contains the files that are moved or deleted. If one of them is a link, its target isn't checked,
 * because it remains unchanged. Call this function before making any changes to ensure that either all files are
 * changed, or none of them.
 */
export function findReadOnlyFile(
  root: string,
  files: Iterable<SitePath>,
  movedPaths: Iterable<SitePath> = [],
): SitePath | undefined {
  const toFullPath = (file: SitePath) => join(root, ...file.split("/"));
  const isReadOnly = (fullPath: string) => !isWritable(fullPath) && !isWritable(findExistingPath(fullPath));
  for (const file of files) if (isReadOnly(toFullPath(file))) return file;
  for (const file of movedPaths) {
    const fullPath = toFullPath(file);
    if (isReadOnly(isLink(fullPath) ? dirname(fullPath) : fullPath)) return file;
  }
  return undefined;
}

/** Returns the path itself if it exists, or the nearest parent folder that exists. */
function findExistingPath(fullPath: string): string {
  return existsSync(fullPath) || fullPath === dirname(fullPath) ? fullPath : findExistingPath(dirname(fullPath));
}
