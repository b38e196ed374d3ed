import type { Config } from "../../config/config.ts";
import { getFileName, getFolderPath, getParentFolders } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { configEntry, type Site, createSiteView } from "../site.ts";
import { getListedSlugs } from "./navigation-pages.ts";

/** Whether this is a docs.json in a subfolder of the site. */
export function isNestedConfig(path: SitePath): boolean {
  return path !== configEntry && getFileName(path) === configEntry;
}

/**
 * Returns the folders with a docs.json that `.docwright.json` defines as separate sites. Files in these folders don't
 * belong to this site.
 */
export function getNestedSites({ files, settings }: Pick<Site, "files" | "settings">): readonly SitePath[] {
  return settings.sites.length === 0 ? [] : listNestedSites({ files, settings });
}

const listNestedSites = createSiteView(["files", "settings"], ({ files, settings }): readonly SitePath[] => {
  const siteFolders = new Set(settings.sites);
  return [...files].filter((file) => isNestedConfig(file) && siteFolders.has(getFolderPath(file))).map(getFolderPath);
});

/** Whether a file belongs to a separate site inside this site. */
export function isInNestedSite(path: SitePath, nestedSites: readonly SitePath[]): boolean {
  return nestedSites.some((folder) => path.startsWith(`${folder}/`));
}

/** Whether the navigation lists any page in the folder or its subfolders. */
export function isListedFolder({ config }: Pick<Site, "config">, folder: SitePath): boolean {
  return listListedFolders(config).has(folder);
}

const listListedFolders = derive((config: Config) => getParentFolders(getListedSlugs(config).exactSlugs));

/**
 * Returns the folders above a file that have a docs.json and no pages in the navigation, starting with the innermost
 * folder. Each of these folders may be published as a separate site, so links on its pages can be relative to that
 * folder.
 */
export function findEnclosingSites(
  { config, nestedConfigs }: Pick<Site, "config" | "nestedConfigs">,
  file: SitePath,
): SitePath[] {
  if (!nestedConfigs?.size) return [];
  const folders: SitePath[] = [];
  for (let folder = getFolderPath(file); folder !== ""; folder = getFolderPath(folder))
    if (nestedConfigs.has(`${folder}/${configEntry}`) && !isListedFolder({ config }, folder)) folders.push(folder);
  return folders;
}
