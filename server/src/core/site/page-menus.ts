import type { Config } from "../config/config.ts";
import { derive } from "../text/view.ts";
import { menuOf } from "./menu-of.ts";
import { pageListings } from "./navigation-pages.ts";

/** Slug → the menus (`menuOf`) that list the page; a page in none is absent. */
export const pageMenus = derive((config: Config): ReadonlyMap<string, ReadonlySet<string>> => {
  const menus = new Map<string, Set<string>>();
  for (const { entry, slug } of pageListings(config)) {
    if (entry.lost || slug === "") continue;
    const known = menus.get(slug);
    if (known) known.add(menuOf(entry.parent));
    else menus.set(slug, new Set([menuOf(entry.parent)]));
  }
  return menus;
});
