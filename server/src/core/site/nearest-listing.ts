import type { Config } from "../config/config.ts";
import type { NavEntry } from "../config/settings/navigation.ts";
import { fileName, folderOf } from "../text/site-path.ts";
import { derive } from "../text/view.ts";
import { pageListings } from "./navigation-pages.ts";

/**
 * The entry beside which a page belongs that is not listed yet: one of a page in the same folder, by name the last
 * before it, else the first; without one, an entry of the nearest folder above, but not of the root.
 */
export function nearestListing(config: Config, slug: string): NavEntry | undefined {
  const byFolder = entriesByFolder(config);
  for (let folder = folderOf(slug); folder !== ""; folder = folderOf(folder)) {
    const found = besides(byFolder.get(folder) ?? [], slug);
    if (found) return found;
  }
  return folderOf(slug) === "" ? besides(byFolder.get("") ?? [], slug) : undefined;
}

interface Listed {
  readonly slug: string;
  readonly entry: NavEntry;
}

function besides(listed: readonly Listed[], slug: string): NavEntry | undefined {
  const name = fileName(slug);
  const [group] = [...groupByArray(listed)].sort((a, b) => b.length - a.length);
  const before = group?.filter((candidate) => fileName(candidate.slug) < name).at(-1);
  return (before ?? group?.at(-1))?.entry;
}

/** Entries by the element they stand in; the one with most of the folder's pages is its home. */
function groupByArray(listed: readonly Listed[]): Iterable<readonly Listed[]> {
  const groups = new Map<object, Listed[]>();
  for (const item of listed) {
    const group = groups.get(item.entry.parent);
    if (group) group.push(item);
    else groups.set(item.entry.parent, [item]);
  }
  return groups.values();
}

const entriesByFolder = derive((config: Config): ReadonlyMap<string, readonly Listed[]> => {
  const folders = new Map<string, Listed[]>();
  for (const { entry, slug } of pageListings(config)) {
    if (entry.lost || slug === "") continue;
    const folder = folderOf(slug);
    const known = folders.get(folder);
    if (known) known.push({ slug, entry });
    else folders.set(folder, [{ slug, entry }]);
  }
  return folders;
});
