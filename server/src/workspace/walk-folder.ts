import { readdirSync, realpathSync, statSync, type Dirent } from "node:fs";
import { join } from "node:path";
import type { SitePath } from "../core/text/text-edit.ts";
import { isInside } from "./contained-path.ts";
import { mostFiles, type Listing } from "./disk.ts";

/**
 * Lists the regular files below `root`, one folder a step. Links to files inside count as files; links to folders
 * inside are entered last and only when nothing else has led there, so loops end and no folder is listed twice.
 * Never throws: what cannot be read is named in the listing.
 */
export function* walkFolder(root: string, enter: (folder: SitePath) => boolean): Generator<void, Listing> {
  const walk = new Walk(root, enter);
  while (walk.step()) yield;
  return walk.listing();
}

class Walk {
  readonly #root: string;
  readonly #realRoot: string | undefined;
  readonly #enter: (folder: SitePath) => boolean;
  readonly #files: SitePath[] = [];
  readonly #unreadable: SitePath[] = [];
  readonly #refused: SitePath[] = [];
  /** Real paths of folders listed. */
  readonly #seen = new Set<string>();
  readonly #folders: SitePath[] = [""];
  readonly #linkedFolders: SitePath[] = [];

  constructor(root: string, enter: (folder: SitePath) => boolean) {
    this.#root = root;
    this.#realRoot = realPath(root);
    this.#enter = enter;
  }

  listing(): Listing {
    return {
      files: this.#files.sort(),
      unreadable: this.#unreadable,
      refused: this.#refused,
      complete: this.#files.length < mostFiles,
    };
  }

  /** Lists one more folder; false when there is none left. */
  step(): boolean {
    const folder = this.#folders.pop() ?? this.#linkedFolders.shift();
    if (folder === undefined || this.#files.length >= mostFiles) return false;
    const place = join(this.#root, folder);
    const real = realPath(place);
    if (real === undefined) this.#unreadable.push(folder);
    else if (!this.#seen.has(real)) {
      this.#seen.add(real);
      this.#list(folder, place);
    }
    return true;
  }

  #list(folder: SitePath, place: string): void {
    let entries: Dirent[];
    try {
      entries = readdirSync(place, { withFileTypes: true });
    } catch {
      this.#unreadable.push(folder);
      return;
    }
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) this.#files.push(path);
      else if (entry.isDirectory()) this.#add(this.#folders, path);
      else if (entry.isSymbolicLink()) this.#link(path);
    }
  }

  #link(path: SitePath): void {
    const place = join(this.#root, path);
    const real = realPath(place);
    if (real === undefined) return;
    if (this.#realRoot === undefined || !isInside(this.#realRoot, real)) {
      this.#refused.push(path);
      return;
    }
    const kind = kindOf(real);
    if (kind === "file") this.#files.push(path);
    else if (kind === "folder") this.#add(this.#linkedFolders, path);
  }

  #add(folders: SitePath[], path: SitePath): void {
    if (this.#enter(path)) folders.push(path);
  }
}

/** With every link followed; undefined when it leads nowhere, round in circles or may not be looked at. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function kindOf(real: string): "file" | "folder" | undefined {
  try {
    const stat = statSync(real);
    return stat.isFile() ? "file" : stat.isDirectory() ? "folder" : undefined;
  } catch {
    return undefined;
  }
}
