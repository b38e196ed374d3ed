import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** Returns the user's cache folder, `~/.cache/docwright`. Use this folder only for data that saves time or traffic. */
export function getUserCacheFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const base = environment["XDG_CACHE_HOME"];
  return join(base?.startsWith("/") ? base : join(homedir(), ".cache"), "docwright");
}

/** Returns the folder with the local copies of remote specifications. */
export function getRemoteSpecFolder(): string {
  return join(getUserCacheFolder(), "specs");
}

/**
 * Opens a cache file and calls `read`. Returns undefined if the file doesn't exist, isn't a regular file, belongs to
 * another user, is larger than `maxSize` bytes, or can't be read, or if `read` throws an error. The content isn't
 * trusted, because any program may have written the file.
 */
export function openCacheFile<T>(
  file: string,
  maxSize: number,
  read: (handle: number, size: number) => T | undefined,
): T | undefined {
  let handle: number | undefined;
  try {
    // The flags prevent the process from following a link, and from waiting for a writer when it opens a pipe.
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    handle = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = fstatSync(handle);
    // On Windows, files have no user ID.
    const isOwnedByUser = process.getuid === undefined || stat.uid === process.getuid();
    return isOwnedByUser && stat.isFile() && stat.size <= maxSize ? read(handle, stat.size) : undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/**
 * Reads the JSON in a cache file. The result for a file that `openCacheFile` rejects or that isn't JSON is undefined.
 */
export function readCacheFile(file: string, maxSize: number): unknown {
  return openCacheFile(file, maxSize, (handle): unknown => JSON.parse(readFileSync(handle, "utf8")));
}

/**
 * Writes a cache file atomically, so that other processes never read an incomplete file. Returns false if it couldn't
 * be written, for example, in a read-only home folder or on a full disk.
 */
export function writeCacheFile(file: string, content: string | Uint8Array): boolean {
  const temporaryFile = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporaryFile, content, { flag: "wx", mode: 0o600 });
    renameSync(temporaryFile, file);
    return true;
  } catch {
    removeIfPossible(temporaryFile);
    return false;
  }
}

/**
 * Deletes the oldest cache files whose names contain `ending`, including temporary files that were left behind, until
 * the remaining files are within the limits. Errors are ignored, because another process may be deleting the same
 * files.
 */
export function dropOldestCacheFiles(
  folder: string,
  ending: string,
  { maxFiles, maxSize }: { readonly maxFiles: number; readonly maxSize: number },
): void {
  try {
    const files = readdirSync(folder)
      .filter((name) => name.includes(ending))
      .flatMap((name) => {
        const stat = statSync(join(folder, name), { throwIfNoEntry: false });
        return stat ? [{ name, size: stat.size, time: stat.mtimeMs }] : [];
      })
      .sort((a, b) => b.time - a.time);
    let totalSize = 0;
    for (const [index, { name, size }] of files.entries()) {
      totalSize += size;
      if (index >= maxFiles || totalSize > maxSize) removeIfPossible(join(folder, name));
    }
  } catch {
    // The folder can't be read. The next write tries again.
  }
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The file wasn't written, because there's a file where the folder should be, or another program uses it.
  }
}
