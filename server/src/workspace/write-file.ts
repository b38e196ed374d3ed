import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
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
