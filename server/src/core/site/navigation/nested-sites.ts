import type { Config } from "../../config/config.ts";
import { folderOf, foldersAbove } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { configEntry, type Site } from "../site.ts";
import { listedSlugs } from "./navigation-pages.ts";

/** Whether the navigation lists a page in the folder, at any depth. */
export function isListedFolder({ config }: Pick<Site, "config">, folder: SitePath): boolean {
  return listedFolders(config).has(folder);
}

const listedFolders = derive((config: Config) => foldersAbove(listedSlugs(config).exact));

/**
 * Returns the folders around a file that have a docs.json and aren't in the navigation, innermost first. They're
 * probably published as separate sites, so their pages link to each other from that folder.
 */
export function nestedSitesAround(
  { config, nestedConfigs }: Pick<Site, "config" | "nestedConfigs">,
  file: SitePath,
): SitePath[] {
  if (!nestedConfigs?.size) return [];
  const folders: SitePath[] = [];
  for (let folder = folderOf(file); folder !== ""; folder = folderOf(folder))
    if (nestedConfigs.has(`${folder}/${configEntry}`) && !isListedFolder({ config }, folder))
      folders.push(folder);
  return folders;
}
