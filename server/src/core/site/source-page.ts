import type { Config } from "../config/config.ts";
import type { PageOutline } from "../page/page.ts";
import { derive } from "../text/view.ts";
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

/**
 * The same page in the other languages, by its address alone: `fr/guides/start` and `de/guides/start` for
 * `guides/start`, whether or not a menu lists them. Addresses without a slash in front; none in a site of one language.
 */
export function translationsOf(site: Site, slug: string): readonly string[] {
  const { codes, source } = languagesOf(site.config);
  if (source === undefined || codes.size < 2) return [];
  const slash = slug.indexOf("/");
  const rest = codes.has(slug.slice(0, Math.max(0, slash))) ? slug.slice(slash + 1) : slug;
  const { bySlug } = publishedPages(site.pages);
  const first = bySlug.has(`${source}/${rest}`) ? `${source}/${rest}` : rest;
  const others = [...codes].filter((code) => code !== source).map((code) => `${code}/${rest}`);
  return [first, ...others].filter((each) => each !== slug && bySlug.has(each));
}
