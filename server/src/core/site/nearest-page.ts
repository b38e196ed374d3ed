import { closest } from "../text/closest.ts";
import { fileName, folderOf } from "../text/site-path.ts";
import type { SitePath } from "../text/text-range.ts";
import { derive } from "./derive.ts";
import { pageSlugsOf, type PageSlugs } from "./page-slugs.ts";

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
    movedPage(pages, fileName(plain)),
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
  const names = (pages.byFolder.get(folder) ?? []).filter(isFree).map(fileName);
  const nearest = closest(name, names);
  return nearest === undefined ? undefined : inFolder + nearest;
}

/** The only page of that name anywhere: it was moved there. `index` says nothing. */
function movedPage(pages: PageSlugs, name: string): string | undefined {
  const same = name === "index" ? [] : (pages.byName.get(name) ?? []);
  return same.length === 1 ? same[0] : undefined;
}

/** `guides` for `guide`; each folder is looked for once. */
const nearestFolderOf = derive((files: ReadonlySet<SitePath>) => {
  const found = new Map<string, string | undefined>();
  return (folder: string): string | undefined => {
    if (!found.has(folder)) found.set(folder, closest(folder, pageSlugsOf(files).byFolder.keys()));
    return found.get(folder);
  };
});
