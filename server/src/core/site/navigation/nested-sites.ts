import type { Config } from "../../config/config.ts";
import { getFileName, folderOf, getParentFolders } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { configEntry, type Site, siteView } from "../site.ts";
import { listedSlugs } from "./navigation-pages.ts";

/** Whether this is a docs.json in a subfolder of the site. */
export function isNestedConfig(path: SitePath): boolean {
  return path !== configEntry && getFileName(path) === configEntry;
}

/**
 * Returns the folders with a docs.json that `.docwright.json` defines as separate sites. Files in these folders don't
 * belong to this site.
 */
export function nestedSites({ files, settings }: Pick<Site, "files" | "settings">): readonly SitePath[] {
  return settings.sites.length === 0 ? [] : nestedSiteFolders({ files, settings });
}

const nestedSiteFolders = siteView(["files", "settings"], ({ files, settings }): readonly SitePath[] => {
  const requested = new Set(settings.sites);
  return [...files].filter((file) => isNestedConfig(file) && requested.has(folderOf(file))).map(folderOf);
});

/** Whether a file belongs to a separate site inside this site. */
export function isInNestedSite(path: SitePath, nested: readonly SitePath[]): boolean {
  return nested.some((folder) => path.startsWith(`${folder}/`));
}

/** Whether the navigation lists any page in the folder or its subfolders. */
export function isListedFolder({ config }: Pick<Site, "config">, folder: SitePath): boolean {
  return listedFolders(config).has(folder);
}

const listedFolders = derive((config: Config) => getParentFolders(listedSlugs(config).exact));

/**
 * Returns the folders above a file that have a docs.json and no pages in the navigation, starting with the innermost
 * folder. Each of these folders may be published as a separate site, so links on its pages can be relative to that
 * folder.
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
