import { isUtf8 } from "node:buffer";
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  type Stats,
} from "node:fs";
import type { SitePath } from "../core/text/text-range.ts";
import { isInside, placeInside } from "./contained-path.ts";
import type { Disk, FileText } from "./disk.ts";
import { walkFolder } from "./walk-folder.ts";

/** The files below a folder of this machine. The folder need not exist yet. */
export function nodeDisk(root: string): Disk {
  return {
    root,
    list: (enter) => walkFolder(root, enter),
    read: (path, largest) => attempt(() => readInside(root, path, largest)),
    stamp: (path) => {
      const stat = statInside(root, path);
      return stat?.isFile() ? `${stat.mtimeMs}:${stat.size}:${stat.ino}` : undefined;
    },
    isFolder: (path) => statInside(root, path)?.isDirectory() ?? false,
  };
}

/** Opening a pipe would wait for its writer, and a link put there meanwhile would lead elsewhere. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

function readInside(root: string, path: SitePath, largest: number): FileText {
  const real = realPlace(root, path);
  if (real === undefined) return { kind: "outside-site" };
  if (!statSync(real).isFile()) return { kind: "absent" };
  const handle = openSync(real, readOnly);
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return { kind: "absent" };
    if (stat.size > largest) return { kind: "too-large" };
    return decode(readFileSync(handle));
  } finally {
    closeSync(handle);
  }
}

function decode(bytes: Buffer): FileText {
  if (!isUtf8(bytes)) return { kind: "not-text" };
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { kind: "text", text: bytes.toString("utf8", hasByteOrderMark ? 3 : 0), hasByteOrderMark };
}

function statInside(root: string, path: SitePath): Stats | undefined {
  try {
    const real = path === "" ? root : realPlace(root, path);
    return real === undefined ? undefined : statSync(real);
  } catch {
    return undefined;
  }
}

/** Where the path leads when every link is followed, or undefined when that is outside. Throws when there is nothing. */
function realPlace(root: string, path: SitePath): string | undefined {
  const place = placeInside(root, path);
  if (place === undefined) return undefined;
  const real = realpathSync.native(place);
  return isInside(realpathSync.native(root), real) ? real : undefined;
}

const nothingThere: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "EISDIR"]);

function attempt(read: () => FileText): FileText {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return { kind: nothingThere.has(code) ? "absent" : "unreadable" };
  }
}
