import type { Config } from "../../config/config.ts";
import type { JsonString } from "../../config/json/json-tree.ts";
import type { NavEntry, Navigation } from "../../config/settings/navigation.ts";
import { isRemoteSource, isEndpointLike } from "../../spec/operation-reference.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { pageSlugsOf, publishedPages, getPageSlug } from "../pages/pages.ts";
import { getMenu, navigationOf, type PageEntry, readPageEntry } from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { generatedBySlug } from "../specs/generated-pages.ts";
import { directoryOf, namedSources } from "../specs/specs.ts";

/** An entry of the navigation that is meant as a page. */
export interface PageListing {
  readonly entry: NavEntry;
  readonly read: PageEntry;
  /** `""` when the entry names no place in the site. */
  readonly slug: string;
}

/** Entries that are meant as pages, in file order, those that the service drops among them. */
export function pageListings(config: Config): readonly PageListing[] {
  return listingsOf(navigationOf(config));
}

const listingsOf = derive(({ entries }: Navigation): readonly PageListing[] => {
  const listings: PageListing[] = [];
  for (const entry of entries) {
    if (isEndpointLike(entry.text)) continue;
    const read = readPageEntry(entry.text);
    listings.push({ entry, read, slug: slugIn(read) });
  }
  return listings;
});

function slugIn(read: PageEntry): string {
  return read.kind === "page" ? read.slug : "";
}

/** The pages of a navigation by their paths. */
interface ListedSlugs {
  readonly exact: ReadonlySet<string>;
  readonly lowerCase: ReadonlySet<string>;
}

/** Pages that the navigation shows, as an entry or as the `root` of a group; in lower case to find near misses. */
export function listedSlugs(config: Config): ListedSlugs {
  return listedIn(navigationOf(config));
}

const listedIn = derive((navigation: Navigation): ListedSlugs => {
  const exact = new Set<string>();
  // Not by way of the listings: completion waits for this, and for them only rules.
  for (const { text } of navigation.entries)
    if (!isEndpointLike(text)) exact.add(slugIn(readPageEntry(text)));
  for (const { root } of navigation.elements) {
    const slug = rootSlug(root);
    if (slug !== undefined) exact.add(slug);
  }
  let lowerCase: ReadonlySet<string> | undefined;
  return {
    exact,
    // One rule asks for it; completion, which waits for the rest behind each key, does not.
    get lowerCase() {
      return (lowerCase ??= new Set([...exact].map((slug) => slug.toLowerCase())));
    },
  };
});

function rootSlug(root: JsonString | undefined): string | undefined {
  const read = root && readPageEntry(root.value);
  return read?.kind === "page" ? read.slug : undefined;
}

export type Presence =
  | { readonly kind: "found"; readonly file: SitePath | undefined }
  /** Only pages that differ by letter case are there. */
  | { readonly kind: "wrong-case"; readonly slug: string; readonly file: SitePath }
  | { readonly kind: "missing" }
  /** No file makes it; specifications may that are not read yet, or never because they lie elsewhere. */
  | { readonly kind: "not-known" };

/** Whether the site has a page of this path, as a file or generated from a specification. */
export function findPage(site: Site, slug: string): Presence {
  const { fileOf, byLowerCase } = pageSlugsOf(site.files);
  const file = fileOf.get(slug);
  if (file !== undefined) return { kind: "found", file };
  const made = findGenerated(site, slug);
  const [other] = byLowerCase.get(slug.toLowerCase()) ?? [];
  const otherFile = other === undefined ? undefined : fileOf.get(other);
  // The names of generated pages have no capitals, so none of them can be meant by the last part of such a path.
  const isMeant = made === undefined || (made.kind === "not-known" && /[A-Z][^/]*$/.test(slug));
  if (other !== undefined && otherFile !== undefined && isMeant)
    return { kind: "wrong-case", slug: other, file: otherFile };
  return made ?? { kind: "missing" };
}

function findGenerated(site: Site, slug: string): Presence | undefined {
  const folders = generatedFolders(site.config);
  if (folders.length === 0) return undefined;
  if (isGenerated(site, slug)) return { kind: "found", file: undefined };
  // What a remote specification makes is known only when the service builds.
  const isRemote = folders.some(
    (one) => one.isRemote && (one.path === "" || slug.startsWith(`${one.path}/`)),
  );
  return isRemote || awaitsSpecs(site) ? { kind: "not-known" } : undefined;
}

/** Whether specifications that are not read yet may make pages; through `href` these can have any path. */
export function awaitsSpecs(site: Site): boolean {
  return !site.loaded.specs && generatedFolders(site.config).length > 0;
}

/** Whether a page of this path is generated from a specification, as far as those are read. */
export function isGenerated(site: Site, slug: string): boolean {
  return generatedBySlug(site).has(slug);
}

/** The folders into which the specifications that the navigation names make pages. */
const generatedFolders = derive((config: Config) =>
  namedSources(config)
    .filter(({ element }) => element)
    .map(({ source }) => ({ path: directoryOf(source), isRemote: isRemoteSource(source.source) })),
);

/** Slug → the menus (`getMenu`) that list the page; a page in none is absent. */
export const pageMenus = derive((config: Config): ReadonlyMap<string, ReadonlySet<string>> => {
  const menus = new Map<string, Set<string>>();
  for (const { entry, slug } of pageListings(config)) {
    if (entry.lost || slug === "") continue;
    const known = menus.get(slug);
    if (known) known.add(getMenu(entry.parent));
    else menus.set(slug, new Set([getMenu(entry.parent)]));
  }
  return menus;
});

/**
 * Whether the MDX of this file is built by the service: every `.mdx`, and those `.md` files that the navigation lists or
 * a page imports. Others (READMEs, instructions for agents) are often no MDX and hurt nobody (research/corpus.md §6).
 */
export function hasSyntax(site: Pick<Site, "pages" | "config">, path: SitePath): boolean {
  if (!site.pages.has(path)) return false;
  if (/\.mdx$/i.test(path)) return true;
  if (publishedPages(site.pages).importedBy.has(path)) return true;
  const slug = getPageSlug(path);
  return slug !== undefined && listedSlugs(site.config).exact.has(slug);
}
