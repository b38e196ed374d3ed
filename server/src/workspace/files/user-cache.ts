import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import nodeModule from "node:module";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

/**
 * Returns the user's cache folder, `~/.cache/docwright`. Use this folder only for data that saves time or traffic. If
 * the user doesn't have a home folder, as in some containers, returns a path that can't exist, so nothing is cached.
 */
export function getUserCacheFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const base = environment["XDG_CACHE_HOME"];
  return join(base?.startsWith("/") ? base : join(findHomeFolder() ?? "/dev/null", ".cache"), "docwright");
}

function findHomeFolder(): string | undefined {
  try {
    const folder = homedir();
    // The variable HOME may be empty.
    return isAbsolute(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
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

/** The limits for the compiled code. The code of one version of Docwright takes about 5 MB in 30 files. */
const compiledCodeLimits = { maxFiles: 300, maxSize: 50_000_000 };

/**
 * Stores the compiled code of the modules that are loaded from now on in the user's cache folder, so that the next start
 * takes less time. Node.js checks whether the code was compiled from the same text by the same version, but not who
 * wrote it. Therefore, a folder that another user can change isn't used. Requires Node.js 22.8 or later, and does
 * nothing if the user has turned off the cache or has chosen another folder for it (`NODE_DISABLE_COMPILE_CACHE`,
 * `NODE_COMPILE_CACHE`), or if the folder can't be written.
 */
export function cacheCompiledCode(cacheFolder = getUserCacheFolder(), moduleApi: object = nodeModule): void {
  if (!supportsCompileCache(moduleApi)) return;
  try {
    const folder = join(cacheFolder, "compiled");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const realFolder = realpathSync.native(folder);
    if (!isPrivateFolder(realFolder)) return;
    moduleApi.enableCompileCache(realFolder);
    // The user may have chosen another folder.
    const subfolder = moduleApi.getCompileCacheDir();
    if (subfolder !== undefined && dirname(subfolder) === realFolder) limitCompiledCode(realFolder);
  } catch {
    // Modules are then compiled at each start.
  }
}

/**
 * Removes compiled code that exceeds the limits or hasn't changed for a month. Each version of Node.js has its own
 * subfolder, and threads with other options have another one.
 */
function limitCompiledCode(folder: string): void {
  for (const name of readdirSync(folder)) {
    const subfolder = join(folder, name);
    if (lstatSync(subfolder).mtimeMs < Date.now() - maxUnusedMilliseconds)
      rmSync(subfolder, { recursive: true, force: true });
    else dropOldestCacheFiles(subfolder, "", compiledCodeLimits);
  }
}

const maxUnusedMilliseconds = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the environment variables for a worker thread. If this process caches compiled code, the thread caches its
 * code in the same folder.
 */
export function getThreadEnvironment(moduleApi: object = nodeModule): NodeJS.ProcessEnv {
  const subfolder = supportsCompileCache(moduleApi) ? moduleApi.getCompileCacheDir() : undefined;
  return subfolder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(subfolder) };
}

/** The part of `node:module` that isn't available in all supported versions of Node.js. */
interface CompileCacheApi {
  readonly enableCompileCache: (folder: string) => unknown;
  readonly getCompileCacheDir: () => string | undefined;
}

function supportsCompileCache(moduleApi: object): moduleApi is CompileCacheApi {
  return "enableCompileCache" in moduleApi && "getCompileCacheDir" in moduleApi;
}

/**
 * Whether only the current user and the administrator can change the files in a folder or replace one of its parent
 * folders. The path must not contain links.
 */
function isPrivateFolder(folder: string): boolean {
  // On Windows, the folders of a user's profile are private, and their modes don't show who can change them.
  const userId = process.getuid?.();
  if (userId === undefined) return true;
  const { uid, mode } = lstatSync(folder);
  if (uid !== userId || (mode & writableByOthers) !== 0) return false;
  for (let child = folder; dirname(child) !== child; child = dirname(child)) {
    const parent = lstatSync(dirname(child));
    const isSafeOwner = parent.uid === userId || parent.uid === 0;
    // In a folder with the sticky bit, such as /tmp, only the owner of a folder can replace it.
    const canBeReplaced = (parent.mode & writableByOthers) !== 0 && (parent.mode & stickyBit) === 0;
    if (!isSafeOwner || canBeReplaced) return false;
  }
  return true;
}

const writableByOthers = 0o022;
const stickyBit = 0o1000;
