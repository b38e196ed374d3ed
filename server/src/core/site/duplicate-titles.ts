import type { Config } from "../config/config.ts";
import type { PageOutline } from "../page/page.ts";
import type { SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import { pageMenus } from "./page-menus.ts";
import { publishedPages } from "./published-pages.ts";
import type { Site } from "./site.ts";

/**
 * Pages that readers of one language and version cannot tell apart by title and description, each with the first
 * other one. Language, version and product are those of the navigation; pages in no menu are not compared.
 */
export function duplicateTitles(site: Site): ReadonlyMap<SitePath, SitePath> {
  return titlesIn(site.config)(site.pages);
}

const titlesIn = derive((config: Config) =>
  derive((pages: Site["pages"]): ReadonlyMap<SitePath, SitePath> => {
    const same = withSameWords(pages);
    const menus = same.length > 0 ? pageMenus(config) : new Map<string, ReadonlySet<string>>();
    const alike = same.flatMap((group) => {
      const byMenu = new Map<string, SitePath[]>();
      for (const { slug, path } of group)
        for (const menu of menus.get(slug) ?? []) {
          const others = byMenu.get(menu);
          if (others) others.push(path);
          else byMenu.set(menu, [path]);
        }
      return [...byMenu.values()];
    });
    return firstOthers(alike);
  }),
);

interface NamedPage {
  readonly slug: string;
  readonly path: SitePath;
}

/** Pages that share title and description, whatever the navigation, which changes more often. */
const withSameWords = derive((pages: Site["pages"]): readonly (readonly NamedPage[])[] => {
  const groups = new Map<string, NamedPage[]>();
  for (const [slug, page] of publishedPages(pages).bySlug) {
    const words = wordsOf(page);
    if (words === undefined) continue;
    const group = groups.get(words);
    if (group) group.push({ slug, path: page.path });
    else groups.set(words, [{ slug, path: page.path }]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
});

/** Title and description; pages without a description may well be told apart by their place in the menu. */
const wordsOf = derive(({ fields }: PageOutline): string | undefined => {
  const title = fields.get("title");
  const description = fields.get("description");
  if (typeof title !== "string" || typeof description !== "string") return undefined;
  const words = [title, description].map((text) => text.trim());
  return words.includes("") ? undefined : JSON.stringify(words);
});

function firstOthers(groups: Iterable<readonly SitePath[]>): Map<SitePath, SitePath> {
  const others = new Map<SitePath, SitePath>();
  for (const paths of groups) {
    const [first, second] = paths;
    if (first === undefined || second === undefined) continue;
    for (const path of paths) if (!others.has(path)) others.set(path, path === first ? second : first);
  }
  return others;
}
