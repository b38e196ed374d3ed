import { watch, type FSWatcher } from "node:fs";
import { join, sep } from "node:path";
import { mayHoldSites } from "./find-sites.ts";
import { nodeDisk } from "./node-disk.ts";
import { runInSlices } from "./run-in-slices.ts";
import { folderOf } from "../core/text/site-path.ts";

/** What editors do for the language server: news of the files below a folder. */
export interface FolderWatch {
  /** Resolves when changes are noticed. */
  readonly started: Promise<void>;
  readonly end: () => void;
}

/** More folders than a site has; the rest is not watched. */
const mostFolders = 20_000;

/**
 * Tells of files and folders that are new, changed or gone, by their absolute paths; folders that no site is made of
 * are left out. Linux watches each folder for itself, other systems whole trees.
 */
export function watchFolder(root: string, onChanged: (paths: readonly string[]) => void): FolderWatch {
  return process.platform === "linux" ? watchEach(root, onChanged) : watchTree(root, onChanged);
}

function watchTree(root: string, onChanged: (paths: readonly string[]) => void): FolderWatch {
  const watcher = watch(root, { recursive: true, persistent: true }, (_, name) => {
    if (name === null) return;
    const folder = folderOf(name.split(sep).join("/"));
    if (folder === "" || mayHoldSites(folder)) onChanged([join(root, name)]);
  });
  watcher.on("error", () => undefined);
  return { started: Promise.resolve(), end: () => watcher.close() };
}

function watchEach(root: string, onChanged: (paths: readonly string[]) => void): FolderWatch {
  const disk = nodeDisk(root);
  const watchers = new Map<string, FSWatcher>();
  const unwatch = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const follow = (folder: string): void => {
    if (watchers.has(folder) || watchers.size >= mostFolders) return;
    try {
      const watcher = watch(join(root, folder), (_, name) => {
        if (name === null) return;
        const path = folder === "" ? name : `${folder}/${name}`;
        const isFolder = disk.isFolder(path) && mayHoldSites(path);
        if (isFolder) void followBelow(path);
        else unwatch(path);
        onChanged([join(root, path)]);
      });
      watcher.on("error", () => unwatch(folder));
      watchers.set(folder, watcher);
    } catch {
      // It is gone again, or this user may not look.
    }
  };
  const followBelow = async (top: string): Promise<void> => {
    follow(top);
    const prefix = top === "" ? "" : `${top}/`;
    const enter = (folder: string): boolean => {
      const isOnTheWay = `${folder}/`.startsWith(prefix) || prefix.startsWith(`${folder}/`);
      const isWanted = isOnTheWay && mayHoldSites(folder);
      if (isWanted && `${folder}/`.startsWith(prefix)) follow(folder);
      return isWanted;
    };
    await runInSlices(disk.list(enter));
  };
  const started = followBelow("");
  return {
    started,
    end: () => {
      for (const folder of watchers.keys()) unwatch(folder);
    },
  };
}
