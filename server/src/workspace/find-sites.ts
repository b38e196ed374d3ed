import { join } from "node:path";
import { configEntry } from "../core/site/build-site.ts";
import { skippedFolders } from "../core/site/ignored-files.ts";
import { fileName, folderOf } from "../core/text/site-path.ts";
import type { SitePath } from "../core/text/text-range.ts";
import { nodeDisk } from "./node-disk.ts";
import { runInSlices } from "./run-in-slices.ts";

/**
 * The root of every site at or below a folder, outermost first: the folders that hold a docs.json. Folders that
 * no site is made of (dot folders, node_modules) are not entered.
 */
export async function findSites(folder: string, signal?: AbortSignal): Promise<string[]> {
  const { files } = await runInSlices(nodeDisk(folder).list(mayHoldSites), signal);
  return siteFoldersIn(files).map((path) => join(folder, path));
}

/** Of the files below a folder, the folders that are sites; `""` is the folder itself. */
export function siteFoldersIn(files: readonly SitePath[]): SitePath[] {
  return files
    .filter((path) => fileName(path) === configEntry)
    .map(folderOf)
    .sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
}

/** Whether the search for sites looks into this folder. */
export function mayHoldSites(folder: SitePath): boolean {
  return folder.split("/").every((name) => !name.startsWith(".") && !skippedFolders.has(name));
}

/** Whether a file belongs to a site inside this one, which then answers for it. */
export function isInNestedSite(path: SitePath, nested: readonly SitePath[]): boolean {
  return nested.some((folder) => path.startsWith(`${folder}/`));
}

/** The sites inside this one. */
export function nestedSites(files: readonly SitePath[]): SitePath[] {
  return siteFoldersIn(files).filter((folder) => folder !== "");
}
