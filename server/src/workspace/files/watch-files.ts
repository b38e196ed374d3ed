import { type FSWatcher, watch } from "node:fs";
import { join, sep } from "node:path";
import { getFolderPath } from "../../core/text/site-path.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { SiteState } from "../analysis/site-state.ts";
import type { FileLocation } from "../analysis/site-store.ts";
import { Deferred, runTimeSliced } from "../async/time-slicing.ts";
import { getModificationTime } from "./file-stamps.ts";
import { mayContainSites } from "./find-sites.ts";
import { createNodeDisk } from "./node-disk.ts";

/** A file watcher like the ones that editors provide to the language server. */
export interface FolderWatch {
  /** Resolves when the watcher can detect changes. */
  readonly startPromise: Promise<void>;
  readonly end: () => void;
}

/**
 * The maximum number of watched folders. No site is expected to reach this number. Additional folders aren't watched.
 */
const maxFolders = 20_000;

/**
 * Reports the absolute paths of files and folders that were created, changed, or deleted. Ignores folders that can't be
 * part of a site. On Linux, each folder is watched separately. On other systems, complete trees are watched.
 */
export function watchFolder(root: string, onChanged: (paths: readonly string[]) => void): FolderWatch {
  return process.platform === "linux" ? watchEachFolder(root, onChanged) : watchTree(root, onChanged);
}

function watchTree(root: string, onChanged: (paths: readonly string[]) => void): FolderWatch {
  const watcher = watch(root, { recursive: true, persistent: true }, (_, name) => {
    if (name === null) return;
    const folder = getFolderPath(name.split(sep).join("/"));
    if (folder === "" || mayContainSites(folder)) onChanged([join(root, name)]);
  });
  watcher.on("error", () => undefined);
  return { startPromise: Promise.resolve(), end: () => watcher.close() };
}

function watchEachFolder(root: string, onChanged: (paths: readonly string[]) => void): FolderWatch {
  const disk = createNodeDisk(root);
  const watchersByFolder = new Map<string, FSWatcher>();
  const unwatch = (folder: string): void => {
    watchersByFolder.get(folder)?.close();
    watchersByFolder.delete(folder);
  };
  const watchSingleFolder = (folder: string): void => {
    if (watchersByFolder.has(folder) || watchersByFolder.size >= maxFolders) return;
    try {
      const watcher = watch(join(root, folder), (_, name) => {
        if (name === null) return;
        const path = folder === "" ? name : `${folder}/${name}`;
        const isWatchableFolder = disk.isFolder(path) && mayContainSites(path);
        if (isWatchableFolder) void watchSubfolders(path);
        else unwatch(path);
        onChanged([join(root, path)]);
      });
      watcher.on("error", () => unwatch(folder));
      watchersByFolder.set(folder, watcher);
    } catch {
      // The folder has been deleted in the meantime, or permission was denied.
    }
  };
  const watchSubfolders = async (topFolder: string): Promise<void> => {
    watchSingleFolder(topFolder);
    const prefix = topFolder === "" ? "" : `${topFolder}/`;
    const enter = (folder: string): boolean => {
      const isAncestorOrInside = `${folder}/`.startsWith(prefix) || prefix.startsWith(`${folder}/`);
      const isRequested = isAncestorOrInside && mayContainSites(folder);
      if (isRequested && `${folder}/`.startsWith(prefix)) watchSingleFolder(folder);
      return isRequested;
    };
    await runTimeSliced(disk.list(enter));
  };
  const startPromise = watchSubfolders("");
  return {
    startPromise,
    end: () => {
      for (const folder of watchersByFolder.keys()) unwatch(folder);
    },
  };
}

/**
 * Returns the files in a site that were created, changed, or deleted since a time (in milliseconds since 1970),
 * including changes that no event has reported. Processes one file per step.
 */
export function* listFilesChangedSince(
  { files: { disk }, current }: Pick<SiteState, "files" | "current">,
  since: number,
): Generator<void, readonly SitePath[]> {
  if (!current) return [];
  const { skeleton: frame, site } = current;
  const fileList = yield* disk.list((folder) => !frame.isIgnored(`${folder}/`));
  const existingFiles = new Set(fileList.files.filter((path) => !frame.isIgnored(path)));
  const changedPaths = fileList.isComplete ? [...site.files].filter((path) => !existingFiles.has(path)) : [];
  for (const path of existingFiles) {
    if (!site.files.has(path) || getModificationTime(disk.getStamp(path) ?? "") >= since) changedPaths.push(path);
    yield;
  }
  return changedPaths;
}

/** Whether a change to this file may affect its site. */
export function isRelevant({ site, path }: FileLocation): boolean {
  const skeleton = site.current?.skeleton;
  if (!skeleton) return true;
  return path.startsWith(".") && !path.includes("/")
    ? true
    : !skeleton.isIgnored(path) || skeleton.configSources.has(path);
}

/** Whether the path is or was a folder. */
export function isFolder({ files, current }: SiteState, path: SitePath): boolean {
  if (current?.site.files.has(path)) return false;
  if (files.disk.getStamp(path) !== undefined) return false;
  if (files.disk.isFolder(path)) return true;
  for (const file of current?.site.files ?? []) if (file.startsWith(`${path}/`)) return true;
  return false;
}

/** The time in milliseconds to wait for more changes before changes are applied. */
const minQuietMilliseconds = 50;
const maxQuietMilliseconds = 300;
/** The maximum time in milliseconds for which a change is delayed, regardless of how many changes follow. */
const maxWaitMilliseconds = 5000;
/**
 * If a timer fires at least this late, in milliseconds, the process was blocked, and more change events may be waiting.
 */
const minLateMilliseconds = 50;
/**
 * The maximum number of changes that are applied one by one. If there are more, a branch was probably switched or an
 * archive unpacked, so the complete site is read again.
 */
export const maxSingleChanges = 50;

/**
 * Collects file changes until they pause, so a burst of changes is handled as one change, and a partially updated site
 * is never shown.
 */
export class ChangeQueue {
  readonly #pendingPaths = new Set<string>();
  readonly #onIdle: (paths: ReadonlySet<string>) => void;
  #timer: NodeJS.Timeout | undefined;
  #firstChangeTime = 0;
  #dueTime = 0;
  #waitMilliseconds = 0;
  #idleDeferred = new Deferred();

  constructor(onIdle: (paths: ReadonlySet<string>) => void) {
    this.#onIdle = onIdle;
    this.#idleDeferred.open();
  }

  /** Adds paths and waits at least `quietMilliseconds` milliseconds for more changes. */
  add(paths: Iterable<string>, quietMilliseconds = minQuietMilliseconds): void {
    const now = performance.now();
    if (this.#pendingPaths.size === 0) {
      this.#firstChangeTime = now;
      this.#dueTime = 0;
      this.#idleDeferred = new Deferred();
    }
    for (const path of paths) this.#pendingPaths.add(path);
    if (this.#pendingPaths.size === 0) return this.#idleDeferred.open();
    this.#waitMilliseconds =
      this.#pendingPaths.size > maxSingleChanges
        ? Math.max(quietMilliseconds, maxQuietMilliseconds)
        : quietMilliseconds;
    this.#start(() => this.#reportUnlessLate());
  }

  #start(onDue: () => void): void {
    const now = performance.now();
    this.#dueTime = Math.min(
      Math.max(this.#dueTime, now + this.#waitMilliseconds),
      this.#firstChangeTime + maxWaitMilliseconds,
    );
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onDue, Math.max(0, this.#dueTime - now));
  }

  #reportUnlessLate(): void {
    if (performance.now() - this.#dueTime < minLateMilliseconds) this.#reportChanges();
    else this.#start(() => this.#reportChanges());
  }

  get paths(): ReadonlySet<string> {
    return this.#pendingPaths;
  }

  has(path: string): boolean {
    return this.#pendingPaths.has(path);
  }

  /** Resolves when nothing is pending. */
  waitUntilIdle(): Promise<void> {
    return this.#idleDeferred.promise;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#pendingPaths.clear();
    this.#idleDeferred.open();
  }

  #reportChanges(): void {
    const paths = new Set(this.#pendingPaths);
    this.#pendingPaths.clear();
    try {
      this.#onIdle(paths);
    } finally {
      this.#idleDeferred.open();
    }
  }
}
