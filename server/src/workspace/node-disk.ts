import { isUtf8 } from "node:buffer";
import { join } from "node:path";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  type Stats,
} from "node:fs";
import type { SitePath } from "../core/text/text-edit.ts";
import { isInside, placeInside } from "./contained-path.ts";
import type { Disk, DiskPlace, FileText, Listing, Stamps } from "./disk.ts";
import { stampOf } from "./file-stamp.ts";
import { walkFolder } from "./walk-folder.ts";

/**
 * The files below a folder of this machine. The folder need not exist yet. When a link stands in its place, or comes
 * to stand there, it is as if empty unless the link stays inside `limit`, the folder that somebody has opened.
 */
export function nodeDisk(root: string, limit = root): Disk {
  const place = { root, limit };
  const list: Disk["list"] = (enter) => (leadsOutside(place) ? nothingListed() : walkFolder(root, enter));
  const stamp: Disk["stamp"] = (path) => {
    const stat = statInside(place, path);
    return stat?.isFile() ? stampOf(stat) : undefined;
  };
  return {
    root,
    list,
    read: (path, largest) => attempt(() => readInside(place, path, largest)),
    stamp,
    *stamps(enter): Generator<void, Stamps> {
      const { files, complete } = yield* list(enter);
      const byPath = new Map<SitePath, string | undefined>();
      for (const path of files) {
        yield;
        // The walk has made sure that the file is inside, and nothing is opened here. Only links need the long way.
        const stat = statListed(join(root, path));
        if (stat === "forbidden") byPath.set(path, undefined);
        else if (stat?.isFile()) byPath.set(path, stampOf(stat));
        else if (stat?.isSymbolicLink()) {
          const target = stamp(path);
          if (target !== undefined) byPath.set(path, target);
        }
      }
      return { byPath, complete };
    },
    isFolder: (path) => statInside(place, path)?.isDirectory() ?? false,
    elsewhere: {
      place,
      sizeOf: (path) => {
        const stat = statInside(place, path);
        return stat?.isFile() ? stat.size : undefined;
      },
    },
  };
}

/** Where a path of the site leads when every link is followed; undefined when that is outside, or nothing is there. */
export function realPlaceOf(root: string, path: SitePath): string | undefined {
  try {
    return realPlace({ root, limit: root }, path);
  } catch {
    return undefined;
  }
}

/** Opening a pipe would wait for its writer, and a link put there meanwhile would lead elsewhere. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

function readInside(place: DiskPlace, path: SitePath, largest: number): FileText {
  const real = realPlace(place, path);
  if (real === undefined) return { kind: "outside-site" };
  if (!statSync(real).isFile()) return { kind: "absent" };
  const handle = openSync(real, readOnly);
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return { kind: "absent" };
    if (stat.size > largest) return { kind: "too-large" };
    const file = decode(readFileSync(handle));
    return file.kind === "text" ? { ...file, stamp: stampOf(stat) } : file;
  } finally {
    closeSync(handle);
  }
}

function decode(bytes: Buffer): FileText {
  if (!isUtf8(bytes)) return { kind: "not-text" };
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { kind: "text", text: bytes.toString("utf8", hasByteOrderMark ? 3 : 0), hasByteOrderMark };
}

function statInside(place: DiskPlace, path: SitePath): Stats | undefined {
  try {
    const real = path === "" ? realRoot(place) : realPlace(place, path);
    return real === undefined ? undefined : statSync(real, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** If a folder can be listed but not entered, only the names of its files are known. */
function statListed(place: string): Stats | "forbidden" | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch {
    return "forbidden";
  }
}

/** Where the path leads when every link is followed, or undefined when that is outside. Throws when there is nothing. */
function realPlace(folder: DiskPlace, path: SitePath): string | undefined {
  const place = placeInside(folder.root, path);
  if (place === undefined) return undefined;
  const real = realpathSync.native(place);
  const root = realRoot(folder);
  return root !== undefined && isInside(root, real) ? real : undefined;
}

/** Throws when there is nothing. */
function realRoot({ root, limit }: DiskPlace): string | undefined {
  const real = realpathSync.native(root);
  return root === limit || isInside(realpathSync.native(limit), real) ? real : undefined;
}

function leadsOutside(place: DiskPlace): boolean {
  try {
    return realRoot(place) === undefined;
  } catch {
    return false;
  }
}

// oxlint-disable-next-line require-yield
function* nothingListed(): Generator<void, Listing> {
  return { files: [], unreadable: [], refused: [""], complete: true };
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
