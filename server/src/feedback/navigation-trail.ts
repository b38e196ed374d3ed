import type { Config } from "../core/config/config.ts";
import { trailOf } from "../core/features/hover/describe-page.ts";
import { pageListings } from "../core/site/navigation/navigation-pages.ts";
import { navigationOf, readPageEntry } from "../core/site/settings/navigation.ts";
import type { GeneratedPage } from "../core/site/specs/generated-pages.ts";
import { derive } from "../core/text/view.ts";

/** Labels of the navigation above a page with a file, outermost first, at its first place; none for a page in no menu. */
export function trailOfPage(config: Config, slug: string): readonly string[] {
  return trailsIn(config).get(slug) ?? [];
}

/** The same of a page that the service makes, with the groups that are made for it. */
export function trailOfGenerated({ node, groups, listed }: GeneratedPage): readonly string[] {
  if (!listed) return [];
  return [...trailOf(node.type === "entry" ? node.parent : node), ...groups];
}

const trailsIn = derive((config: Config): ReadonlyMap<string, readonly string[]> => {
  const trails = new Map<string, readonly string[]>();
  for (const { entry, slug } of pageListings(config))
    if (!entry.lost && slug !== "" && !trails.has(slug)) trails.set(slug, trailOf(entry.parent));
  for (const element of navigationOf(config).elements) {
    const read = element.root && readPageEntry(element.root.value);
    if (read?.kind === "page" && !trails.has(read.slug)) trails.set(read.slug, trailOf(element));
  }
  return trails;
});
