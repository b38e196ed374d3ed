import { quoted } from "../config/json/json-edit.ts";
import type { JsonNode } from "../config/json/json-tree.ts";
import { lostPages } from "../site/links/link-suggestions.ts";
import { redirectsOf } from "../site/links/redirects.ts";
import type { ConfigCaret, Offer } from "./completion.ts";
import { elementAt, nodeAt } from "./config-place.ts";
import { linkedPages, offerKnownPages, type KnownPage } from "./known-pages.ts";
import { likeness, likenessTo, nearness, wordsOf } from "./likeness.ts";
import { linkUses } from "./used-values.ts";
import { typedAsPath } from "./write-in-json.ts";

/** Pages as links, `/guides/start`: those first that are called what the link is. */
export function offerHrefs({ site, cursor, path }: ConfigCaret): Offer[] {
  const parent = nodeAt(site.config, path.slice(0, -1));
  const element = elementAt(site.config, path);
  const label = wordsOf(textsOf(parent).join(" ") || (element?.label?.value ?? ""));
  const closeness = scorePagesByLabel(label);
  const folder = languageFolder(element?.language, element?.version);
  return offerKnownPages(linkedPages(site), {
    typed: cursor.typed,
    write: "/",
    rank: (page) => -3 * closeness(page) - (folder !== undefined && page.slug.startsWith(folder) ? 1 : 0),
    textOf: quoted,
  });
}

/** Pages that a redirect may lead to: those first whose path is most like the old one. */
export function offerDestinations({ site, cursor, path }: ConfigCaret): Offer[] {
  const entry = nodeAt(site.config, path.slice(0, -1));
  const source = textOf(entry, "source").replace(/^\/+/, "");
  const words = wordsOf(source);
  const name = wordsOf(source.slice(source.lastIndexOf("/") + 1));
  const slashless = usesNoSlash(redirectsOf(site).map(({ destination }) => destination));
  const beside = neighbourDestinations(site, path);
  const popular = linkUses(countsOf(redirectsOf(site).map(({ destination }) => destination)));
  const same = sameInOtherLanguages(site, source);
  const lastPart = source.slice(source.lastIndexOf("/"));
  const [likeWords, likeName] = [likenessTo(words), likenessTo(name)];
  const rank = (page: KnownPage): number => {
    let near = 0;
    for (const other of beside) near = Math.max(near, nearness(page.slug, other));
    const isSame = source !== "" && page.slug.endsWith(lastPart);
    const like =
      words.size === 0
        ? 0
        : -3 * likeWords(page.words.path) - 2 * likeName(page.words.name) - likeName(page.words.title);
    return (
      like -
      (isSame ? 1 : 0) -
      near -
      Math.log2(1 + Math.min(popular.get(page.slug) ?? 0, 60)) * 0.3 -
      (same.size > 0 && same.has(withoutLanguage(page.slug)) ? 3 : 0)
    );
  };
  return offerKnownPages(linkedPages(site), {
    typed: slashless ? typedAsPath(cursor) : cursor.typed,
    write: slashless ? "" : "/",
    rank,
    textOf: quoted,
  });
}

/** Addresses that were pages once and at which nothing answers now: those first that are most like the destination. */
export function offerSources({ site, path }: ConfigCaret): Offer[] {
  const destination = textOf(nodeAt(site.config, path.slice(0, -1)), "destination");
  const wanted = wordsOf(destination);
  const before = usesNoSlash(redirectsOf(site).map(({ source }) => source)) ? "" : "/";
  return lostPages(site).map((slug) => ({
    kind: "page",
    label: `${before}${slug}`,
    remark: "page removed",
    text: quoted(`${before}${slug}`),
    rank: -likeness(wordsOf(slug), wanted),
  }));
}

/** How much a page is called what the link is, from 0 to 1. */
function scorePagesByLabel(label: ReadonlySet<string>): (page: KnownPage) => number {
  if (label.size === 0) return () => 0;
  const like = likenessTo(label);
  return ({ words }) => Math.max(like(words.title), like(words.name), like(words.path) * 0.8);
}

function neighbourDestinations(site: ConfigCaret["site"], path: ConfigCaret["path"]): string[] {
  const at = path.at(-2);
  if (typeof at !== "number") return [];
  return [at - 1, at + 1].flatMap((index) => {
    const entry = nodeAt(site.config, [...path.slice(0, -2), index]);
    const text = textOf(entry, "destination").replace(/^\/+/, "");
    return text === "" ? [] : [text];
  });
}

/** Where the same old path leads in other languages, without the language. */
function sameInOtherLanguages(site: ConfigCaret["site"], source: string): ReadonlySet<string> {
  const wanted = withoutLanguage(source);
  return new Set(
    redirectsOf(site)
      .filter((redirect) => redirect.path !== source && withoutLanguage(redirect.path) === wanted)
      .map(({ destination }) => withoutLanguage(destination.replace(/^\/+/, ""))),
  );
}

function withoutLanguage(path: string): string {
  return path.replace(/^[a-z]{2}(-[A-Za-z]{2,4})?\//, "");
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function usesNoSlash(targets: readonly string[]): boolean {
  const paths = targets.filter((target) => !/^[a-z]+:/i.test(target));
  return paths.filter((path) => !path.startsWith("/")).length * 2 > paths.length;
}

function languageFolder(language: string | undefined, version: string | undefined): string | undefined {
  return language !== undefined ? `${language}/` : version !== undefined ? `${version}/` : undefined;
}

/** The texts of an object that are shown to readers: labels, titles. */
function textsOf(node: JsonNode | undefined): string[] {
  if (node?.kind !== "object") return [];
  const shown = /^(label|title|name|item|tab|anchor|dropdown|product|version|group|header|text)$/;
  return node.properties.flatMap(({ key, value }) =>
    shown.test(key) && value?.kind === "string" ? [value.value] : [],
  );
}

function textOf(node: JsonNode | undefined, key: string): string {
  if (node?.kind !== "object") return "";
  const value = node.properties.find((property) => property.key === key)?.value;
  return value?.kind === "string" ? value.value : "";
}
