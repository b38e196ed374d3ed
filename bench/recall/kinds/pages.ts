import { replaceAt, type Injection } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import type { PagePlaces, Tag } from "../read-page.ts";
import type { SiteCopy } from "../site-copy.ts";

export interface ShownPage {
  readonly path: string;
  readonly places: PagePlaces;
}

/** Picks a page in the navigation that can be parsed as MDX. */
export function pickPage(
  site: SiteCopy,
  random: Random,
  isSuitable: (text: string) => boolean = () => true,
): ShownPage | undefined {
  const path = random.pick(site.pages);
  if (path === undefined || !isSuitable(site.texts.get(path) ?? "")) return undefined;
  const places = site.getPage(path);
  return places && { path, places };
}

/** Picks a page and one of the items that `list` finds on it. */
export function pickIn<T>(
  site: SiteCopy,
  random: Random,
  list: (places: PagePlaces, path: string) => readonly T[],
): (ShownPage & { readonly found: T }) | undefined {
  const page = pickPage(site, random);
  const found = page && random.pick(list(page.places, page.path));
  return page && found !== undefined ? { ...page, found } : undefined;
}

/** Inserts `block` between two top-level blocks, with blank lines around it. */
export function addBlock(site: SiteCopy, random: Random, block: string, marked = ""): Injection | undefined {
  const page = pickIn(site, random, ({ blocks }) => blocks);
  if (!page) return undefined;
  const { eol } = page.places;
  const text = `${block.replaceAll("\n", eol)}${eol}${eol}`;
  return { ...replaceAt(page.path, { start: page.found, end: page.found }, text, marked), what: block };
}

/** Inserts `words` into the plain text of a paragraph. */
export function addWords(site: SiteCopy, random: Random, words: string): Injection | undefined {
  const page = pickIn(site, random, ({ blanks }) => blanks);
  return (
    page && {
      ...replaceAt(page.path, { start: page.found, end: page.found }, ` ${words}`, words.slice(0, 1)),
      what: words,
    }
  );
}

/**
 * Returns the tags on a page that are in Markdown and not in an expression, and that are written exactly as the parser
 * reports them.
 */
export function listTags({ tags, text }: PagePlaces, names: RegExp): readonly Tag[] {
  return tags.filter(({ name, start }) => names.test(name) && text.startsWith(`<${name}`, start));
}

/** Returns the page's text after the edits of an injection, which must not change any other file. */
export function applyEdits({ places }: ShownPage, { edits }: Pick<Injection, "edits">): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), places.text);
}
