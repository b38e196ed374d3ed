import { maxAnchoredDepth } from "../../page/headings.ts";
import { decodePercent } from "../../text/decode-text.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { findNearestName, hasAllWords } from "../../text/similarity.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { getPathVersion } from "../navigation/editions.ts";
import { getPathLanguages } from "../navigation/translations.ts";
import { getPageSlug } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import type { Anchors } from "./anchors.ts";

/** Returns the anchor on the page that the author most likely meant, or undefined if there is none. */
export function findNearestAnchor(anchor: string, anchors: Anchors): string | undefined {
  const idsByText = getIdsByText(anchors);
  if (idsByText.size > 2000) return undefined;
  const [, base, number] = /^(.+)-(\d{1,3})$/.exec(anchor) ?? [];
  if (base !== undefined && anchors.ids.includes(base)) {
    // Other services number repeated headings from 1, so their `#usage-1` is the second heading, `#usage-2`.
    const next = `${base}-${Number(number) + 1}`;
    if (isRepeatedHeading(base, anchors)) return anchors.ids.includes(next) ? next : undefined;
    // Their second heading can also have another anchor here, such as `#get$` in addition to `#get`.
    const otherIds = anchors.ids.filter((id) => id !== base && getInnerWords(id) === getInnerWords(base));
    if (otherIds.length > 0) return number === "1" && otherIds.length === 1 ? otherIds[0] : undefined;
    if (Number(number) > 1) return undefined;
  }
  const anchorWords = toWords(anchor);
  const nearest = findNearestName(anchorWords, idsByText.keys());
  const suggestion = nearest ?? findLongerId(anchorWords, [...idsByText.keys()]);
  const id = suggestion === undefined ? undefined : idsByText.get(suggestion);
  return suggestion === undefined || id === undefined || changesSubject(anchorWords, suggestion, id) ? undefined : id;
}

/** Whether several headings have the text of this anchor. A heading such as `Step 2` has its own number. */
function isRepeatedHeading(base: string, { ids, parts }: Anchors): boolean {
  const second = `${base}-2`;
  if (!ids.includes(second)) return false;
  const headings = parts.flatMap((part) => part.headings.filter(({ id }) => id === second));
  return headings.every(({ text }) => !/\b2\W*$/u.test(text));
}

/** The ID for each sequence of words, or undefined if several IDs consist of the same words. */
const getIdsByText = derive(({ ids }: Anchors): ReadonlyMap<string, string | undefined> => {
  const idByText = new Map<string, string | undefined>();
  for (const id of ids) idByText.set(toWords(id), idByText.has(toWords(id)) ? undefined : id);
  return idByText;
});

/** The levels of headings that are too deep to have an anchor, keyed by the words in the headings. */
export const getLevelsWithoutAnchor = derive(
  ({ parts }: Anchors): ReadonlyMap<string, number> =>
    new Map(
      parts.flatMap(({ headings }) =>
        headings.flatMap(({ depth, text }) =>
          depth > maxAnchoredDepth ? [[getInnerWords(text), depth] as const] : [],
        ),
      ),
    ),
);

/** Returns the words without a dash at the start or end. For example, returns `peers` for `peers[]`. */
export function getInnerWords(text: string): string {
  return toWords(text).replace(/^-|-$/g, "");
}

function toWords(id: string): string {
  return decodePercent(id)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-");
}

/**
 * Returns the only ID that contains all words of the requested one in the same order. An ID that adds only numbers and
 * words such as `the` takes precedence. For example, returns `2-customer-meters` for `customer-meters`.
 */
function findLongerId(anchorWords: string, ids: readonly string[]): string | undefined {
  if (anchorWords.length < 4) return undefined;
  const words = anchorWords.split("-");
  const longerIds = ids.filter((id) => hasAllWords(words, id));
  const sameIds = longerIds.filter((id) => addsOnlyFunctionWords(words, id));
  const [id, second] = sameIds.length > 0 ? sameIds : longerIds;
  if (id === undefined || second !== undefined) return undefined;
  // A longer ID can have at most two additional words, such as `option-1-` at the start or `-in-projects` at the end.
  return id.split("-").length <= words.length + 2 ? id : undefined;
}

/**
 * Whether the ID has more words between those of the requested one, such as `set-root-location` for `set-location`.
 * Words such as `the` don't change the subject, and neither do the other items of a list, such as
 * `group-and-sort-findings`.
 */
function changesSubject(anchorWords: string, idWords: string, id: string): boolean {
  const words = anchorWords.split("-");
  if (hasLongerWord(words, idWords.split("-"))) return true;
  const isLonger = idWords.split("-").length > words.length && hasAllWords(words, idWords);
  if (!isLonger || `-${idWords}-`.includes(`-${anchorWords}-`) || /-(?:and|or|[/&+|,])-/.test(id)) return false;
  return !addsOnlyFunctionWords(words, idWords);
}

/**
 * Whether a word continues its counterpart with more than an ending, such as `eventid` for `event`. It's then the name
 * of something else.
 */
function hasLongerWord(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return false;
  return words.some((word, i) => {
    const [start = "", longer = ""] = [word, others[i] ?? ""].sort((a, b) => a.length - b.length);
    const ending = longer.slice(start.length);
    return (
      longer.startsWith(start) &&
      ending.length > 1 &&
      !/^(?:al|ally|ed|er|ers|es|ing|ings|ly|ments?|ions?|js|\d+)$/.test(ending)
    );
  });
}

function addsOnlyFunctionWords(words: readonly string[], idWords: string): boolean {
  return idWords.split("-").every((word) => words.includes(word) || isFunctionWord(word));
}

function isFunctionWord(word: string): boolean {
  return /^(?:\d*|a|about|an|and|are|at|by|for|from|how|in|is|of|on|or|our|s|the|to|what|with|your)$/.test(word);
}

/**
 * Returns the only other page in the same language and version with exactly this ID. Returns undefined if several pages
 * or snippets have it, because then it isn't certain which of them a link means.
 */
export function findOtherPageWithAnchor(
  site: Pick<Site, "pages" | "config">,
  page: SitePath,
  id: string,
): SitePath | undefined {
  const files = groupPagesById(site.pages).get(id) ?? [];
  if (files.length > maxPagesWithId) return undefined;
  const languages = getPathLanguages(site.config);
  const getVersion = getPathVersion(site.config);
  const [slug = page, ...candidates] = [page, ...files].map((file) => getPageSlug(file) ?? file);
  const isSameEdition = (other: string) =>
    languages?.getLanguage(other) === languages?.getLanguage(slug) && getVersion(other) === getVersion(slug);
  const [file, second] = files.filter((_, index) => isSameEdition(candidates[index] ?? ""));
  return second === undefined ? file : undefined;
}

/** The maximum number of pages that are compared to find a missing anchor. More pages than editions have the anchor. */
const maxPagesWithId = 200;

/** The maximum number of IDs in the index. A site with more IDs gets no suggestions. */
const maxIndexedIds = 500_000;

/** The pages and snippets that contain each ID. The lists end after `maxPagesWithId` and one more. */
const groupPagesById = derive((pages: Site["pages"]): ReadonlyMap<string, readonly SitePath[]> => {
  const filesById = new Map<string, SitePath[]>();
  for (const { path, headings, anchors } of pages.values()) {
    if (filesById.size > maxIndexedIds) return new Map();
    for (const id of new Set([...headings.map((heading) => heading.id), ...anchors]))
      if (id !== "" && (filesById.get(id)?.length ?? 0) <= maxPagesWithId) addToGroup(filesById, id, path);
  }
  return filesById;
});
