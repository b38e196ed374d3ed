import { quoted } from "../config/json/json-edit.ts";
import { listedSlugs } from "../site/navigation/navigation-pages.ts";
import { slugOf } from "../site/pages/pages.ts";
import type { ConfigCaret, Offer } from "./completion.ts";
import { elementAt, mirroredTexts, neighboursAt } from "./config-place.ts";
import { knownPages, offerKnownPages, type KnownPage } from "./known-pages.ts";
import { likenessTo, nearness, wordsOf } from "./likeness.ts";
import { typedAsPath } from "./write-in-json.ts";

/**
 * Every page of the site by its path, those that stand nowhere in the navigation first, and of these the ones that
 * lie where the entries beside the caret do.
 */
export function offerPages({ site, cursor, path }: ConfigCaret): Offer[] {
  const listed = listedSlugs(site.config).exact;
  const beside = neighboursAt(site.config, path);
  const element = elementAt(site.config, path);
  const label = wordsOf(element?.label?.value ?? "");
  const toLabel = likenessTo(label);
  const like = label.size === 0 ? () => 0 : ({ words }: KnownPage) => toLabel(words.path);
  const around = beside.length > 0 ? beside : nearestEntries(element);
  const mirrored = new Set(mirroredTexts(site.config, path).map(belowFirstFolder));
  const isMirrored = ({ slug }: KnownPage) => mirrored.size > 0 && mirrored.has(belowFirstFolder(slug));
  const [nearest = ""] = around;
  return offerKnownPages(knownPages(site), {
    typed: typedAsPath(cursor),
    write: "",
    // Thousands are listed and few are wanted again: of those it only counts whether they lie here.
    rank: (page) =>
      listed.has(page.slug)
        ? 20 - nearness(page.slug, nearest)
        : rankOf(page, around, like) - (isMirrored(page) ? 4 : 0),
    textOf: quoted,
    remarkOf: ({ slug }) => (listed.has(slug) ? "already listed" : undefined),
  });
}

/** Lower for a page that lies near the others; a page kept out of navigation on purpose comes behind its like. */
function rankOf(page: KnownPage, around: readonly string[], like: (page: KnownPage) => number): number {
  let near = 0;
  let family = 0;
  for (const slug of around) {
    near = Math.max(near, nearness(page.slug, slug));
    family = Math.max(family, nameLikeness(page.slug, slug));
  }
  return (
    -6 * near -
    family -
    like(page) +
    (page.isHidden ? 3 : 0) +
    (page.file === undefined || slugOf(page.file) === undefined ? 2 : 0)
  );
}

/** `guides/start` of `fr/guides/start`: the same page in every language. */
function belowFirstFolder(slug: string): string {
  return slug.replace(/^\/*[^/]*\//, "");
}

/** How much the last parts of two paths begin alike, from 0 to 1: `api-list` and `api-get`. */
function nameLikeness(slug: string, other: string): number {
  const a = slug.lastIndexOf("/") + 1;
  const b = other.lastIndexOf("/") + 1;
  const longest = Math.max(slug.length - a, other.length - b, 1);
  let same = 0;
  while (same < longest && slug.charCodeAt(a + same) === other.charCodeAt(b + same)) same++;
  return Math.min(1, same / longest);
}

/** Entries of the nearest element around that has any: an empty group lies beside full ones. */
export function nearestEntries(element: ReturnType<typeof elementAt>): readonly string[] {
  for (let around = element; around; around = around.parent) {
    const texts = around.children
      .flatMap((child) => (child.type === "entry" ? [child] : child.children))
      .flatMap((node) => (node.type === "entry" && node.text !== "" ? [node.text] : []));
    if (texts.length > 0) return texts.slice(0, 8);
  }
  return [];
}
