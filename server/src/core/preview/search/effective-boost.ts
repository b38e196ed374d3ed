import type { Config } from "../../config/config.ts";
import { derive } from "../../text/view.ts";
import { pageListings } from "../../site/navigation/navigation-pages.ts";
import type { Site } from "../../site/site.ts";
import type { EffectiveBoost } from "../view/found-page.ts";

/** The boost of a page: its own, else that of the nearest element of the navigation around it (specification, “boost”). */
export function effectiveBoost(
  site: Pick<Site, "config" | "pages">,
  slug: string,
  file: string | undefined,
): EffectiveBoost {
  const own = file === undefined ? undefined : site.pages.get(file)?.fields.get("boost");
  if (typeof own === "number" && own > 0) return { value: own, from: "page" };
  const inherited = boostsOf(site.config).get(slug);
  return inherited === undefined ? { value: 1, from: "nobody" } : { value: inherited, from: "navigation" };
}

const boostsOf = derive((config: Config): ReadonlyMap<string, number> => {
  const boosts = new Map<string, number>();
  for (const { entry, slug } of pageListings(config)) {
    const value = entry.parent.boost?.value;
    if (value !== undefined && value > 0 && !entry.lost && !boosts.has(slug)) boosts.set(slug, value);
  }
  return boosts;
});
