import type { Config } from "../config/config.ts";
import type { NavNode } from "../config/settings/navigation.ts";
import { derive } from "../text/view.ts";
import { generatedPages, type GeneratedPage } from "./generated-pages.ts";
import { navigationOf } from "./navigation-of.ts";
import type { Site } from "./site.ts";

/**
 * The page that readers get at each address. Where several have one, the service writes those of entries first, then
 * those of whole specifications from the outside in, each over the one before.
 */
export function generatedBySlug(
  site: Pick<Site, "config" | "specs" | "profile">,
): ReadonlyMap<string, GeneratedPage> {
  return inConfig(site.config)(generatedPages(site));
}

const inConfig = derive((config: Config) =>
  derive((pages: readonly GeneratedPage[]): ReadonlyMap<string, GeneratedPage> => {
    const bySlug = new Map<string, GeneratedPage>();
    const put = (page: GeneratedPage) => {
      const known = bySlug.get(page.slug);
      // The same page made again, which no menu shows there, is still the one that a menu shows.
      if (known?.listed && !page.listed && isSame(known, page)) return;
      bySlug.set(page.slug, page);
    };
    const byElement = new Map<NavNode, GeneratedPage[]>();
    for (const page of pages) {
      const ofElement = byElement.get(page.node);
      if (page.node.type === "entry") put(page);
      else if (ofElement) ofElement.push(page);
      else byElement.set(page.node, [page]);
    }
    for (const element of byElement.size > 0 ? navigationOf(config).elements : [])
      for (const page of byElement.get(element) ?? []) put(page);
    return bySlug;
  }),
);

function isSame({ target: one }: GeneratedPage, { target: other }: GeneratedPage): boolean {
  if (one.kind === "channel" || other.kind === "channel") return false;
  return one.operation === other.operation;
}
