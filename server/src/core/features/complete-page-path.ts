import { quoted } from "../config/edit-config.ts";
import { listedSlugs } from "../site/navigation-pages.ts";
import { slugOf } from "../site/page-slugs.ts";
import type { ConfigCaret, Offer } from "./completion.ts";
import { elementAt, mirroredTexts, neighboursAt } from "./config-place.ts";
import { knownPages, type KnownPage } from "./known-pages.ts";
import { likeness, nearness, wordsOf } from "./likeness.ts";

/**
 * Every page of the site by its path, those that stand nowhere in the navigation first, and of these the ones that
 * lie where the entries beside the caret do.
 */
export function offerPages({ site, path }: ConfigCaret): Offer[] {
  const listed = listedSlugs(site.config).exact;
  const beside = neighboursAt(site.config, path);
  const element = elementAt(site.config, path);
  const label = wordsOf(element?.label?.value ?? "");
  const around = beside.length > 0 ? beside : nearestEntries(element);
  const mirrored = new Set(mirroredTexts(site.config, path).map(belowFirstFolder));
  return knownPages(site).map((page): Offer => {
    const isListed = listed.has(page.slug);
    return {
      kind: "page",
      label: page.slug,
      ...(page.title === undefined ? {} : { detail: page.title, words: page.title }),
      ...(isListed ? { remark: "already listed" } : {}),
      text: quoted(page.slug),
      rank:
        (isListed ? 20 : 0) +
        rankOf(page, around, label) -
        (mirrored.has(belowFirstFolder(page.slug)) ? 4 : 0),
    };
  });
}

/** Lower for a page that lies near the others; a page kept out of navigation on purpose comes behind its like. */
function rankOf(page: KnownPage, around: readonly string[], label: ReadonlySet<string>): number {
  const near = around.length === 0 ? 0 : Math.max(...around.map((slug) => nearness(page.slug, slug)));
  const family = around.length === 0 ? 0 : Math.max(...around.map((slug) => nameLikeness(page.slug, slug)));
  return (
    -6 * near -
    family -
    likeness(page.words.path, label) +
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
  const a = slug.slice(slug.lastIndexOf("/") + 1);
  const b = other.slice(other.lastIndexOf("/") + 1);
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same / Math.max(a.length, b.length, 1);
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
