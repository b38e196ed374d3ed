import type { SitePath } from "../text/text-edit.ts";
import { listedSlugs } from "./navigation-pages.ts";
import { slugOf } from "./page-slugs.ts";
import { publishedPages } from "./published-pages.ts";
import type { Site } from "./site.ts";

/**
 * Whether the MDX of this file is built by the service: every `.mdx`, and those `.md` files that the navigation lists or
 * a page imports. Others (READMEs, instructions for agents) are often no MDX and hurt nobody (research/corpus.md §6).
 */
export function hasSyntax(site: Pick<Site, "pages" | "config">, path: SitePath): boolean {
  if (!site.pages.has(path)) return false;
  if (/\.mdx$/i.test(path)) return true;
  if (publishedPages(site.pages).importedBy.has(path)) return true;
  const slug = slugOf(path);
  return slug !== undefined && listedSlugs(site.config).exact.has(slug);
}
