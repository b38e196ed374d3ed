import type { Config } from "../config/config.ts";
import type { PageOutline } from "../page/page.ts";
import { derive } from "./derive.ts";
import { navigationOf } from "./navigation-of.ts";
import { slugOf } from "./page-slugs.ts";
import { publishedPages } from "./published-pages.ts";
import type { Site } from "./site.ts";

/** Codes of the languages that the navigation offers, and the one readers land on. */
const languagesOf = derive(
  (config: Config): { readonly codes: ReadonlySet<string>; readonly source: string | undefined } => {
    const elements = navigationOf(config).elements.filter(({ kind, label }) => kind === "language" && label);
    return {
      codes: new Set(elements.map(({ label }) => label?.value ?? "")),
      source: elements.find(({ isDefault }) => isDefault)?.label?.value,
    };
  },
);

/**
 * The page that this one translates: for `fr/guides/start` of a site in English and French `guides/start`, or
 * `en/guides/start` where English has a folder of its own.
 */
export function sourcePageOf(site: Site, page: PageOutline): PageOutline | undefined {
  const { codes, source } = languagesOf(site.config);
  const slug = slugOf(page.path);
  if (source === undefined || slug === undefined || codes.size < 2) return undefined;
  const slash = slug.indexOf("/");
  const code = slug.slice(0, Math.max(0, slash));
  if (code === source || !codes.has(code)) return undefined;
  const rest = slug.slice(slash + 1);
  const { bySlug } = publishedPages(site.pages);
  return bySlug.get(`${source}/${rest}`) ?? bySlug.get(rest);
}
