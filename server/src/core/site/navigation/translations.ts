import type { Config } from "../../config/config.ts";
import type { NavElement, NavEntry } from "../../config/settings/navigation.ts";
import type { PageOutline } from "../../page/page.ts";
import { derive } from "../../text/view.ts";
import { publishedPages, getPageSlug } from "../pages/pages.ts";
import { navigationOf, readPageEntry } from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { pageListings } from "./navigation-pages.ts";
import { siblingsUnder } from "./navigation-suggestions.ts";

/** A language or version that lacks pages which its siblings list. */
export interface SiblingGap {
  readonly element: NavElement;
  readonly key: "languages" | "versions";
  /** One for each page that is missing, in the order of the sibling that lists it. */
  readonly missing: readonly MissingCounterpart[];
}

export interface MissingCounterpart {
  readonly listedBy: NavElement;
  readonly entry: NavEntry;
  /** Path of the page that is listed: `guides/start`. */
  readonly listed: string;
  /** Path that the page would have here: `fr/guides/start` for `guides/start`. */
  readonly slug: string;
  /** Path apart from the folder of each sibling, by which they are compared. */
  readonly name: string;
}

/** Languages and versions whose pages can be compared and differ, in file order. */
export const siblingGaps = derive((config: Config): readonly SiblingGap[] =>
  comparisons(config).flatMap(({ key, readings: compared }) => {
    const gaps = gapsBetween(compared);
    return (key === "languages" ? gaps : slipsOf(gaps, compared)).map((gap) => ({ ...gap, key }));
  }),
);

/** For each page the pages that are the same in other languages and versions. */
export const counterpartsOf = derive((config: Config): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { readings: compared } of comparisons(config))
    for (const { pages } of compared)
      for (const [name, { slug }] of pages)
        for (const other of compared) {
          const own = other.pages.get(name)?.slug;
          if (own === undefined || own === slug) continue;
          const known = found.get(slug) ?? new Set();
          found.set(slug, known.add(own));
        }
  return found;
});

interface Comparison {
  readonly key: SiblingGap["key"];
  readonly readings: readonly Reading[];
}

const comparisons = derive((config: Config): readonly Comparison[] => {
  const pagesOf = pagesByElement(config);
  return (["languages", "versions"] as const).flatMap((key) =>
    siblingsUnder(config, key).map((siblings) => ({
      key,
      readings: comparable(
        siblings.filter((element) => !element.hidden && !element.href),
        pagesOf,
      ),
    })),
  );
});

type PagesOf = ReadonlyMap<NavElement, readonly ListedPage[]>;

interface ListedPage {
  readonly slug: string;
  readonly entry: NavEntry;
}

/** Every language and version with all pages listed below it. */
function pagesByElement(config: Config): PagesOf {
  const pages = new Map<NavElement, ListedPage[]>();
  for (const { entry, slug } of pageListings(config)) {
    if (entry.lost || slug === "") continue;
    for (let element: NavElement | undefined = entry.parent; element; element = element.parent) {
      if (element.kind !== "language" && element.kind !== "version") continue;
      const known = pages.get(element);
      if (known) known.push({ slug, entry });
      else pages.set(element, [{ slug, entry }]);
    }
  }
  return pages;
}

/** The pages of a sibling by what they are called apart from its own folder: `guides/start` for `fr/guides/start`. */
interface Reading {
  readonly element: NavElement;
  readonly folder: string;
  readonly pages: ReadonlyMap<string, ListedPage>;
}

type Gap = Omit<SiblingGap, "key">;

function gapsBetween(readings: readonly Reading[]): readonly Gap[] {
  const all = new Map<string, { readonly page: ListedPage; readonly listedBy: NavElement }>();
  for (const { element, pages } of readings)
    for (const [name, page] of pages) if (!all.has(name)) all.set(name, { page, listedBy: element });
  return readings.flatMap(({ element, folder, pages }) => {
    const missing = [...all].flatMap(([name, { page, listedBy }]) =>
      pages.has(name) ? [] : [{ listedBy, entry: page.entry, listed: page.slug, slug: folder + name, name }],
    );
    return missing.length > 0 ? [{ element, missing }] : [];
  });
}

/**
 * Versions grow and shrink on purpose. A page was probably forgotten when versions on both sides list it; of two
 * versions, when only few of many pages are missing.
 */
function slipsOf(gaps: readonly Gap[], readings: readonly Reading[]): readonly Gap[] {
  const lists = ({ pages }: Reading, name: string) => pages.has(name);
  return gaps.flatMap(({ element, missing }) => {
    const place = readings.findIndex((reading) => reading.element === element);
    const [before, after] = [readings.slice(0, place), readings.slice(place + 1)];
    const isFew = missing.length * 4 <= (readings[place]?.pages.size ?? 0);
    const forgotten = missing.filter(({ name }) =>
      readings.length > 2
        ? before.some((one) => lists(one, name)) && after.some((one) => lists(one, name))
        : isFew,
    );
    return forgotten.length > 0 ? [{ element, missing: forgotten }] : [];
  });
}

/**
 * Siblings of which at least half the pages have the same names as those of the default. Each sibling's pages may lie
 * in a folder of its own or not, so of both readings the one that agrees better is taken.
 */
function comparable(siblings: readonly NavElement[], pagesOf: PagesOf): readonly Reading[] {
  const listed = siblings.filter((element) => (pagesOf.get(element)?.length ?? 0) > 0);
  const base = listed.find(({ isDefault }) => isDefault) ?? listed[0];
  if (!base || listed.length < 2) return [];
  const readingsOf = (element: NavElement) => readings(element, pagesOf.get(element) ?? []);
  const others = listed.filter((element) => element !== base).map(readingsOf);
  const candidates = readingsOf(base).map((own) => {
    const best = others.flatMap((choices) => mostCommon(choices, own) ?? []);
    return { own, best, agreement: best.reduce((sum, other) => sum + common(other, own), 0) };
  });
  const [chosen] = candidates.sort((a, b) => b.agreement - a.agreement);
  if (!chosen) return [];
  const { own, best } = chosen;
  const alike = best.filter((other) => common(other, own) * 2 >= Math.min(other.pages.size, own.pages.size));
  const retained = new Set([own, ...alike]);
  const inOrder = listed.flatMap(
    (element) => [...retained].find((reading) => reading.element === element) ?? [],
  );
  return alike.length > 0 ? inOrder : [];
}

/** The pages by their whole path, and without each folder that most of them share. */
function readings(element: NavElement, listed: readonly ListedPage[]): Reading[] {
  const prefixes = [""];
  for (let depth = 0; depth < maxFolderDepth; depth++) {
    const prefix = prefixes.at(-1) ?? "";
    const below = listed.flatMap(({ slug }) => (slug.startsWith(prefix) ? slug.slice(prefix.length) : []));
    const folder = commonFolder(below);
    if (folder === undefined || below.length * 2 <= listed.length) break;
    prefixes.push(`${prefix}${folder}/`);
  }
  return prefixes.map((folder) => ({
    element,
    folder,
    pages: new Map(
      listed.map((page) => [page.slug.startsWith(folder) ? page.slug.slice(folder.length) : page.slug, page]),
    ),
  }));
}

/** Language folders may themselves lie in a folder: `docs/fr/start`. */
const maxFolderDepth = 3;

/** The first folder that most pages lie in, if any. */
function commonFolder(slugs: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const slug of slugs) {
    if (!slug.includes("/")) continue;
    const folder = slug.slice(0, slug.indexOf("/"));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const [max] = [...counts].sort((a, b) => b[1] - a[1]);
  return max && max[1] * 2 > slugs.length ? max[0] : undefined;
}

function mostCommon(choices: readonly Reading[], own: Reading): Reading | undefined {
  return [...choices].sort((a, b) => common(b, own) - common(a, own))[0];
}

function common(a: Reading, b: Reading): number {
  let count = 0;
  for (const name of a.pages.keys()) if (b.pages.has(name)) count++;
  return count;
}

/**
 * Where the missing pages belong: each behind the counterpart of the page that stands before it in the sibling that
 * lists it, and in the same list. Pages without such a neighbour are left out.
 */
export function mirrorPlaces(
  config: Config,
  { element, missing }: SiblingGap,
): { readonly slug: string; readonly after: NavEntry }[] {
  const own = new Map((pagesByElement(config).get(element) ?? []).map(({ slug, entry }) => [slug, entry]));
  const afterOf = new Map<string, NavEntry>();
  return missing.flatMap(({ entry, listed, slug }) => {
    const toOwn = (other: string) => (other.length > 0 ? counterpart(listed, slug, other) : undefined);
    const siblings = entry.parent.children.flatMap((child) => (child.type === "entry" ? [child] : []));
    const index = siblings.indexOf(entry);
    const order = [...siblings.slice(0, index).reverse(), ...siblings.slice(index + 1)];
    const after = order
      .map((sibling) => toOwn(entrySlug(sibling)))
      .map((other) => (other === undefined ? undefined : (own.get(other) ?? afterOf.get(other))))
      .find((found) => found !== undefined);
    if (!after) return [];
    afterOf.set(slug, after);
    return [{ slug, after }];
  });
}

/** The path here of another page of the sibling: the folders are exchanged as between `from` and `to`. */
function counterpart(from: string, to: string, other: string): string | undefined {
  let shared = 0;
  while (shared < Math.min(from.length, to.length) && from.at(-1 - shared) === to.at(-1 - shared)) shared++;
  const [fromFolder, toFolder] = [from.slice(0, from.length - shared), to.slice(0, to.length - shared)];
  return other.startsWith(fromFolder) ? toFolder + other.slice(fromFolder.length) : undefined;
}

function entrySlug(entry: NavEntry): string {
  const read = readPageEntry(entry.text);
  return read.kind === "page" ? read.slug : "";
}

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
  const slug = getPageSlug(page.path);
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
export function findTranslations(site: Site, slug: string): readonly string[] {
  const { codes, source } = languagesOf(site.config);
  if (source === undefined || codes.size < 2) return [];
  const slash = slug.indexOf("/");
  const rest = codes.has(slug.slice(0, Math.max(0, slash))) ? slug.slice(slash + 1) : slug;
  const { bySlug } = publishedPages(site.pages);
  const first = bySlug.has(`${source}/${rest}`) ? `${source}/${rest}` : rest;
  const others = [...codes].filter((code) => code !== source).map((code) => `${code}/${rest}`);
  return [first, ...others].filter((each) => each !== slug && bySlug.has(each));
}
