import { isUtf8 } from "node:buffer";
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { outsideTarget } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import {
  type Disk,
  type NodeDiskOptions,
  type FileText,
  isInside,
  type FileList,
  maxFiles,
  toAbsolutePath,
  type Stamps,
  toSitePath,
} from "./disk.ts";
import { createStamp } from "./file-stamps.ts";

/**
 * Lists the regular files below `root`, one folder per step. Links to files count as files, even if the file is outside
 * the root, where it's never read. To prevent infinite loops and duplicates, links to folders inside the root are
 * entered last, and only if the folder hasn't been listed yet. The result also contains the folders that couldn't be
 * read. Never throws.
 */
export function* walkFolder(root: string, shouldEnter: (folder: SitePath) => boolean): Generator<void, FileList> {
  const walk = new Walk(root, shouldEnter);
  while (walk.runStep()) yield;
  return walk.toFileList();
}

class Walk {
  readonly #root: string;
  readonly #realRoot: string | undefined;
  readonly #shouldEnter: (folder: SitePath) => boolean;
  readonly #files: SitePath[] = [];
  readonly #unreadablePaths: SitePath[] = [];
  readonly #outsideLinks: SitePath[] = [];
  readonly #targetsByLink = new Map<SitePath, SitePath>();
  /** Real paths of the listed folders. */
  readonly #visitedPaths = new Set<string>();
  /** The folders to list, with their real paths. A folder that isn't a link is in the real path of its parent. */
  readonly #folders: { readonly path: SitePath; readonly realPath: string }[] = [];
  /** The folders that are links, and the root, which may be one. */
  readonly #linkedFolders: SitePath[] = [""];

  constructor(root: string, shouldEnter: (folder: SitePath) => boolean) {
    this.#root = root;
    this.#realRoot = toRealPath(root);
    this.#shouldEnter = shouldEnter;
  }

  toFileList(): FileList {
    return {
      files: this.#files.sort(),
      unreadablePaths: this.#unreadablePaths,
      refusedPaths: this.#outsideLinks,
      links: this.#targetsByLink,
      isComplete: this.#files.length < maxFiles,
    };
  }

  /** Lists the next folder. Returns false if all folders have been listed. */
  runStep(): boolean {
    const nextFolder = this.#folders.pop();
    const path = nextFolder?.path ?? this.#linkedFolders.shift();
    if (path === undefined || this.#files.length >= maxFiles) return false;
    const realPath = nextFolder?.realPath ?? toRealPath(join(this.#root, path));
    if (realPath === undefined) this.#unreadablePaths.push(path);
    else if (!this.#visitedPaths.has(realPath)) {
      this.#visitedPaths.add(realPath);
      this.#listFolder(path, realPath);
    }
    return true;
  }

  #listFolder(folder: SitePath, realPath: string): void {
    let entries: Dirent[];
    try {
      entries = readdirSync(join(this.#root, folder), { withFileTypes: true });
    } catch {
      this.#unreadablePaths.push(folder);
      return;
    }
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) this.#files.push(path);
      else if (entry.isDirectory()) {
        if (this.#shouldEnter(path)) this.#folders.push({ path, realPath: join(realPath, entry.name) });
      } else if (entry.isSymbolicLink()) this.#addLink(path);
    }
  }

  #addLink(path: SitePath): void {
    const fullPath = join(this.#root, path);
    const realFile = toRealPath(fullPath);
    if (realFile === undefined) return;
    const kind = getKind(realFile);
    const target = this.#realRoot === undefined ? undefined : toSitePath(this.#realRoot, realFile);
    if (target === undefined) {
      this.#outsideLinks.push(path);
      if (kind !== "file") return;
      // The service lists such a file, but it isn't opened here, because the site's folder may not be trustworthy.
      this.#files.push(path);
      this.#targetsByLink.set(path, outsideTarget);
      return;
    }
    if (kind === "file") {
      this.#files.push(path);
      this.#targetsByLink.set(path, target);
    } else if (kind === "folder" && this.#shouldEnter(path)) this.#linkedFolders.push(path);
  }
}

/**
 * Returns the path with all links resolved. Returns undefined if a link is broken or circular, or if permission is
 * denied.
 */
function toRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function getKind(fullPath: string): "file" | "folder" | undefined {
  try {
    const stat = statSync(fullPath);
    return stat.isFile() ? "file" : stat.isDirectory() ? "folder" : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the files below a folder on this machine. The folder doesn't need to exist yet. If the folder is replaced by
 * a link, the disk is empty unless the link's target is inside `limit`, the folder that the user has opened.
 */
export function createNodeDisk(root: string, limit = root): Disk {
  const options = { root, limit };
  const list: Disk["list"] = (shouldEnter) => (isOutsideLimit(options) ? listNothing() : walkFolder(root, shouldEnter));
  const getStamp: Disk["getStamp"] = (path) => {
    const stat = statInside(options, path);
    return stat?.isFile() ? createStamp(stat) : getOutsideStamp(options, path);
  };
  return {
    root,
    list,
    read: (path, maxSize) => readSafely(() => readContainedFile(options, path, maxSize)),
    getStamp,
    *listStamps(shouldEnter): Generator<void, Stamps> {
      const fileList = yield* list(shouldEnter);
      const stampsByPath = new Map<SitePath, string | undefined>();
      for (const path of fileList.files) {
        yield;
        // The walk has already verified that the file is inside the root, and this function doesn't open it. Only links
        // need the slow check.
        const stat = statEntry(join(root, path));
        if (stat === "forbidden") stampsByPath.set(path, undefined);
        else if (stat?.isFile()) stampsByPath.set(path, createStamp(stat));
        else if (stat?.isSymbolicLink()) {
          const linkStamp = getStamp(path);
          if (linkStamp !== undefined) stampsByPath.set(path, linkStamp);
        }
      }
      return { stampsByPath, fileList };
    },
    getLinkTarget: (path) => resolveLinkTarget(root, path),
    isFolder: (path) => statInside(options, path)?.isDirectory() ?? false,
    threadReader: {
      diskOptions: options,
      getSize: (path) => {
        const stat = statInside(options, path);
        return stat?.isFile() ? stat.size : undefined;
      },
    },
  };
}

/**
 * Whether a site is built with the service's integration for Astro: the package.json in its folder, or in a folder
 * above it, depends on the integration. Reads files outside the site only in the same repository or, if there's no
 * repository, in the folder that the user has opened. `createGitDisk` returns the folder in which `.git` is looked for.
 */
export function usesAstro(
  root: string,
  openedFolder = root,
  createDisk: (root: string) => Disk = createNodeDisk,
  createGitDisk: (root: string) => Disk = createNodeDisk,
): boolean {
  const folders = [root];
  for (let folder = root; dirname(folder) !== folder;) folders.push((folder = dirname(folder)));
  const repositoryIndex = folders.findIndex((folder) => {
    const git = createGitDisk(folder);
    return git.isFolder(".git") || git.getStamp(".git") !== undefined;
  });
  return folders.slice(0, maxPackageFolders).some((folder, i) => {
    if (repositoryIndex < 0 ? !isInside(openedFolder, folder) : i > repositoryIndex) return false;
    const file = createDisk(folder).read("package.json", maxPackageSize);
    return file.kind === "text" && /"@mintlify\/astro"\s*:/.test(file.text);
  });
}

const maxPackageFolders = 4;
const maxPackageSize = 100_000;

/**
 * Returns a stamp for a link in the site whose target is a file outside the site, or undefined for all other paths.
 * Because that file is never read, the stamp includes only the state of the link itself.
 */
function getOutsideStamp(options: NodeDiskOptions, path: SitePath): string | undefined {
  try {
    const absolutePath = toAbsolutePath(options.root, path);
    const root = absolutePath === undefined ? undefined : getRealRoot(options);
    if (absolutePath === undefined || root === undefined) return undefined;
    const link = lstatSync(absolutePath);
    // A linked folder outside the site isn't listed, so the files in it don't exist on the site.
    if (!link.isSymbolicLink() || !isInside(root, realpathSync.native(dirname(absolutePath)))) return undefined;
    const fullPath = realpathSync.native(absolutePath);
    return !isInside(root, fullPath) && statSync(fullPath).isFile() ? `${createStamp(link)}:outside` : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves all links in a path in the site. Returns undefined if the target is outside the site or doesn't exist. */
export function getRealPath(root: string, path: SitePath): string | undefined {
  try {
    return findRealPath({ root, limit: root }, path);
  } catch {
    return undefined;
  }
}

function resolveLinkTarget(root: string, path: SitePath): SitePath | undefined {
  const absolutePath = toAbsolutePath(root, path);
  const [fullPath, realRoot] = [absolutePath === undefined ? undefined : toRealPath(absolutePath), toRealPath(root)];
  if (fullPath === undefined || realRoot === undefined) return undefined;
  const target = toSitePath(realRoot, fullPath) ?? outsideTarget;
  return target === path ? undefined : target;
}

/**
 * Flags that prevent the process from waiting for a writer when it opens a pipe, and from following a link that was
 * created after the check and points outside the root.
 */
const readOnlyFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

function readContainedFile(options: NodeDiskOptions, path: SitePath, maxSize: number): FileText {
  const fullPath = findRealPath(options, path);
  if (fullPath === undefined) return { kind: "outside-site" };
  if (!statSync(fullPath).isFile()) return { kind: "absent" };
  const handle = openSync(fullPath, readOnlyFlags);
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return { kind: "absent" };
    if (stat.size > maxSize) return { kind: "too-large" };
    const file = decodeText(readFileSync(handle));
    return file.kind === "text" ? { ...file, stamp: createStamp(stat) } : file;
  } finally {
    closeSync(handle);
  }
}

function decodeText(bytes: Buffer): FileText {
  if (!isUtf8(bytes)) return { kind: "not-text" };
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { kind: "text", text: bytes.toString("utf8", hasByteOrderMark ? 3 : 0), hasByteOrderMark };
}

function statInside(options: NodeDiskOptions, path: SitePath): Stats | undefined {
  try {
    const fullPath = path === "" ? getRealRoot(options) : findRealPath(options, path);
    return fullPath === undefined ? undefined : statSync(fullPath, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Returns a file's metadata. If a folder can be listed but not entered, only the names of its files are available, and
 * the result is `forbidden`.
 */
function statEntry(fullPath: string): Stats | "forbidden" | undefined {
  try {
    return lstatSync(fullPath, { throwIfNoEntry: false });
  } catch {
    return "forbidden";
  }
}

/**
 * Resolves every link in the path. Returns undefined if the target is outside the root, and throws an error if the
 * target doesn't exist.
 */
function findRealPath(options: NodeDiskOptions, path: SitePath): string | undefined {
  const absolutePath = toAbsolutePath(options.root, path);
  if (absolutePath === undefined) return undefined;
  const fullPath = realpathSync.native(absolutePath);
  const root = getRealRoot(options);
  return root !== undefined && isInside(root, fullPath) ? fullPath : undefined;
}

/**
 * Returns the root with every link resolved, or undefined if the root is outside `limit`. Throws an error if the root
 * doesn't exist.
 */
function getRealRoot({ root, limit }: NodeDiskOptions): string | undefined {
  const fullPath = realpathSync.native(root);
  return root === limit || isInside(realpathSync.native(limit), fullPath) ? fullPath : undefined;
}

function isOutsideLimit(options: NodeDiskOptions): boolean {
  try {
    return getRealRoot(options) === undefined;
  } catch {
    return false;
  }
}

// oxlint-disable-next-line require-yield
function* listNothing(): Generator<void, FileList> {
  return { files: [], unreadablePaths: [], refusedPaths: [""], isComplete: true };
}

const notFoundCodes: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "EISDIR"]);

function readSafely(read: () => FileText): FileText {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return { kind: notFoundCodes.has(code) ? "absent" : "unreadable" };
  }
}
