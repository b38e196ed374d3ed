import type { Config } from "../config/config.ts";
import type { NavNode } from "../config/navigation.ts";
import { derive } from "./derive.ts";
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
    const ranks = new Map<NavNode, number>(
      navigationOf(config).elements.map((element, index) => [element, index + 1]),
    );
    const rankOf = ({ node }: GeneratedPage) => (node.type === "entry" ? 0 : (ranks.get(node) ?? 0));
    const inOrder = [...pages].sort((a, b) => rankOf(a) - rankOf(b));
    return new Map(inOrder.map((page) => [page.slug, page]));
  }),
);
