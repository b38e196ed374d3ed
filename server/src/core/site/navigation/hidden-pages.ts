import type { Config } from "../../config/config.ts";
import { derive } from "../../text/maps.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { getPageSlug, isPublished } from "../pages/pages.ts";
import { getNavigation, isNavigationComplete } from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { getVisibleSlugs } from "./navigation-pages.ts";

/**
 * Whether readers can open the page only with its URL or from a link, because it isn't in the visible part of the
 * navigation. False for snippets, and if it's unknown because part of the navigation couldn't be read.
 */
export function isHiddenPage({ config, pages }: Pick<Site, "config" | "pages">, path: SitePath): boolean {
  const slug = getPageSlug(path);
  if (slug === undefined || slug === "index" || !isNavigationComplete(config)) return false;
  if (!isPublished(pages, path)) return false;
  if (pages.get(path)?.fields.get("hidden") === true) return true;
  return !getVisibleSlugs(config).has(slug) && !listLinkedSlugs(config).has(slug);
}

/** The slugs of the pages that tabs, anchors, and other navigation elements open. */
export const listLinkedSlugs = derive((config: Config): ReadonlySet<string> => {
  const slugs = getNavigation(config).elements.flatMap(({ href }) => {
    const path = href && !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href.value) ? href.value.split(/[?#]/)[0] : undefined;
    return path === undefined ? [] : [path.replace(/^\/+|\/+$/g, "")];
  });
  return new Set(slugs);
});
