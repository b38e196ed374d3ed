import { closest } from "../text/similarity.ts";
import { fileName, folderOf } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import { pageSlugsOf, type PageSlugs } from "./page-slugs.ts";

/** In a folder of more pages, or with more folders, a near name is not looked for. */
const mostCompared = 1000;

/**
 * The page that an entry without a file most likely means, among those that `isTaken` does not rule out. Only pages
 * of one folder or of one name are compared, so that a thousand faulty entries on a large site cost a glance each.
 */
export function nearestPage(
  files: ReadonlySet<SitePath>,
  slug: string,
  isTaken: (slug: string) => boolean = () => false,
): string | undefined {
  const pages = pageSlugsOf(files);
  const plain = slug
    .trim()
    .replace(/\\/g, "/")
    .replace(/[?#].*$/, "");
  const folder = folderOf(plain);
  const isFree = (page: string | undefined) => page !== undefined && pages.fileOf.has(page) && !isTaken(page);
  const nearFolder = pages.byFolder.has(folder) ? folder : nearestFolderOf(files)(folder);
  return [
    plain === slug ? undefined : plain,
    `${plain}/index`,
    `${plain}/README`,
    nearFolder === undefined ? undefined : nearestIn(pages, nearFolder, fileName(plain), isFree),
    findPageByName(pages, fileName(plain)),
  ].find(isFree);
}

/** A page of that folder with a near name: `guides/start` for `guides/strat`. */
function nearestIn(
  pages: PageSlugs,
  folder: string,
  name: string,
  isFree: (slug: string) => boolean,
): string | undefined {
  const inFolder = folder === "" ? "" : `${folder}/`;
  const inIt = pages.byFolder.get(folder) ?? [];
  const nearest = inIt.length > mostCompared ? undefined : closest(name, inIt.filter(isFree).map(fileName));
  return nearest === undefined ? undefined : inFolder + nearest;
}

/** The only page of that name anywhere: it was moved there. `index` says nothing. */
function findPageByName(pages: PageSlugs, name: string): string | undefined {
  const same = name === "index" ? [] : (pages.byName.get(name) ?? []);
  return same.length === 1 ? same[0] : undefined;
}

/** `guides/api` for `guide/api`, folder by folder from the root; each is looked for once. */
const nearestFolderOf = derive((files: ReadonlySet<SitePath>) => {
  const { byFolder } = pageSlugsOf(files);
  const inside = foldersInside(byFolder.keys());
  const found = new Map<string, string | undefined>([["", ""]]);
  const find = (folder: string): string | undefined => {
    if (found.has(folder)) return found.get(folder);
    const above = find(folderOf(folder));
    const near = above === undefined ? undefined : pick(inside.get(above), fileName(folder));
    const result = near === undefined ? undefined : above === "" ? near : `${above}/${near}`;
    found.set(folder, result);
    return result;
  };
  return find;
});

function pick(names: ReadonlySet<string> | undefined, name: string): string | undefined {
  if (!names || names.has(name)) return names && name;
  return names.size > mostCompared ? undefined : closest(name, names);
}

/** Names of the folders in each folder that holds pages, however deep. */
function foldersInside(folders: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const inside = new Map<string, Set<string>>();
  for (const start of folders)
    for (let folder = start; folder !== ""; folder = folderOf(folder)) {
      const names = inside.get(folderOf(folder)) ?? new Set();
      if (names.has(fileName(folder))) break;
      inside.set(folderOf(folder), names.add(fileName(folder)));
    }
  return inside;
}
