import { maxAnchoredDepth } from "../../page/headings.ts";
import type { Heading, PageOutline } from "../../page/page.ts";
import { decodeFragment, decodePercent, encodeFragment } from "../../text/decode-text.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { areNested, countSharedEnd, findNearestName, hasAllWords, removeOrder } from "../../text/similarity.ts";
import { getFileName, getFolderPath, getTopFolder, stripFolders } from "../../text/site-path.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { getPathVersion, listEditionFolders } from "../navigation/editions.ts";
import { getVisibleSlugs } from "../navigation/navigation-pages.ts";
import { findSourcePage, getPathLanguages } from "../navigation/translations.ts";
import { getPageSlug, getPublishedPages, listUrls, normalizeTitle } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import { type Anchors, listPagesInFolder } from "./anchors.ts";
import { resolveLink } from "./resolve-link.ts";
import { isGenericName } from "./suggestion-evidence.ts";

/** Returns the anchor on the page that the author most likely meant, or undefined if there is none. */
export function findNearestAnchor(anchor: string, anchors: Anchors): string | undefined {
  const idsByText = getIdsByText(anchors);
  if (idsByText.size > 2000) return undefined;
  const formerId = decodeFragment(anchor);
  const headings = anchors.parts.flatMap((part) => part.headings.filter(({ id }) => id !== ""));
  const [renamedHeading, ...others] = headings.filter((heading) => heading.formerId === formerId);
  if (renamedHeading && others.length === 0) return renamedHeading.id;
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
  const sameId = idsByText.get(toWords(anchor.replace(/&|%26/g, "-and-"))) ?? findRenumberedId(anchorWords, headings);
  if (sameId !== undefined) return sameId;
  const texts = [...idsByText.keys()];
  const nearest = findNearestName(anchorWords, texts);
  const isCopy = (text: string) => idsByText.has(text.replace(/-\d{1,3}$/, "")) && /-\d{1,3}$/.test(text);
  const suggestion =
    nearest ??
    findLongerId(
      anchorWords,
      texts.filter((text) => !isCopy(text)),
    );
  const id = suggestion === undefined ? undefined : idsByText.get(suggestion);
  if (suggestion !== undefined && id !== undefined && !changesSubject(anchorWords, suggestion, id)) return id;
  return findInflectedId(anchorWords, anchors);
}

/** Whether both anchors consist of the same letters and digits, such as `a--b` and `a-&-b`. */
export function isRespelled(anchor: string, id: string): boolean {
  const [letters, otherLetters] = [anchor, id].map((text) => toWords(text).replaceAll("-", ""));
  return letters === otherLetters;
}

/**
 * Returns the ID of the only numbered heading that differs only in its number, such as `7-language_code` for
 * `6-language-code`. The number changed when the author added a heading before it.
 */
function findRenumberedId(anchorWords: string, headings: readonly Heading[]): string | undefined {
  const removeNumber = (words: string) => words.replace(/^\d{1,2}-(?=\p{L})/u, "");
  const name = removeNumber(anchorWords);
  if (name === anchorWords) return undefined;
  const [heading, second] = headings.filter(
    ({ id, text }) => /^\d{1,2}[.)]\s/.test(text) && removeNumber(toWords(id)) === name,
  );
  return second === undefined ? heading?.id : undefined;
}

/**
 * Returns the only ID with the same words, except for their endings and for words such as `the`. For example, returns
 * `list-all-parties` for `listing-all-parties`. The anchor can also have up to two more words at its start or end if
 * the ID has at least three, as with `note-invoice-display-name` and `invoice-display-names`.
 */
function findInflectedId(anchorWords: string, anchors: Anchors): string | undefined {
  const stems = toStems(anchorWords);
  const idsByStems = getIdsByStems(anchors);
  if (stems.length < 2 || idsByStems.has(stems.join("-"))) return idsByStems.get(stems.join("-"));
  const parts = [stems.slice(1), stems.slice(0, -1), stems.slice(2), stems.slice(1, -1), stems.slice(0, -2)];
  const longParts = parts.filter((part) => part.length > 2).map((part) => part.join("-"));
  const [part, second] = longParts.filter((stemText) => idsByStems.has(stemText));
  return part === undefined || second !== undefined ? undefined : idsByStems.get(part);
}

/** The ID for each sequence of stems, or undefined if several IDs have the same stems. */
const getIdsByStems = derive((anchors: Anchors): ReadonlyMap<string, string | undefined> => {
  const idByStems = new Map<string, string | undefined>();
  for (const [words, id] of getIdsByText(anchors)) {
    const stems = toStems(words).join("-");
    idByStems.set(stems, idByStems.has(stems) ? undefined : id);
  }
  return idByStems;
});

/** Returns the words that determine the subject, without their endings. */
function toStems(words: string): readonly string[] {
  return words
    .split("-")
    .filter((word) => word !== "" && !/^(?:a|an|at|for|in|into|of|on|our|the|via|your)$/.test(word))
    .map((word) =>
      word
        .replace(/ies$/, "y")
        .replace(/(?<=[a-z]{3})(?:ing|ed|s)$/, "")
        .replace(/(?<=[a-z]{2})e$/, "")
        .replace(/([a-z])\1$/, "$1"),
    );
}

/** Returns the number of words in an anchor, without numbers and words such as `the`. */
function countSubjectWords(anchor: string): number {
  return toWords(anchor)
    .split("-")
    .filter((word) => !isFunctionWord(word)).length;
}

/**
 * Returns the anchor of the heading that is a translation of the requested one. Authors often forget to translate the
 * anchors of links on a translated page. The headings are compared by their position, so both pages must have the same
 * number of headings, and on the same levels.
 */
export function findTranslatedAnchor(site: Site, page: SitePath, anchor: string): string | undefined {
  const outline = site.pages.get(page);
  const source = outline && findSourcePage(site, outline);
  if (!source || source.headings.length !== outline.headings.length) return undefined;
  if (source.headings.some(({ depth }, i) => depth !== outline.headings[i]?.depth)) return undefined;
  const id = decodeFragment(anchor);
  const index = source.headings.findIndex((heading) => heading.id === id);
  return outline.headings[index]?.id || undefined;
}

/**
 * Returns the translation of a page in the language of `otherPage`. Returns undefined if both pages are in the same
 * language, or if the translation doesn't exist.
 */
export function findTranslationFor(site: Site, page: SitePath, from: SitePath): PageOutline | undefined {
  const languages = getPathLanguages(site.config);
  const [slug, fromSlug] = [getPageSlug(page), getPageSlug(from)];
  if (!languages || slug === undefined || fromSlug === undefined) return undefined;
  const language = languages.getLanguage(fromSlug);
  if (languages.getLanguage(slug) === language) return undefined;
  const { pagesBySlug } = getPublishedPages(site.pages);
  const translationSlug = languages.translate(slug, language).find((path) => pagesBySlug.has(path));
  return translationSlug === undefined ? undefined : pagesBySlug.get(translationSlug);
}

/**
 * Returns the only page in a folder whose name consists of words in the anchor. For example, returns
 * `charges/spending-minimum` for the anchor `charge-spending-minimum` in `charges`.
 */
export function findPageNamedInFolder(site: Site, folder: string, anchor: string): SitePath | undefined {
  const stems = toStems(toWords(anchor));
  const [page, second] = listPagesInFolder(site.pages, folder).filter((path) => {
    const nameStems = toStems(toWords(removeOrder(getPageSlug(getFileName(path)) ?? "")));
    return nameStems.length > 1 && nameStems.every((stem) => stems.includes(stem));
  });
  return second === undefined ? page : undefined;
}

/** Whether several headings have the text of this anchor. A heading such as `Step 2` has its own number. */
function isRepeatedHeading(base: string, { ids, parts }: Anchors): boolean {
  const second = `${base}-2`;
  if (!ids.includes(second)) return false;
  const headings = parts.flatMap((part) => part.headings.filter(({ id }) => id === second));
  return headings.every(({ text }) => !/\b2\W*$/u.test(text));
}

/** Encodes an ID for use as the fragment of any kind of link. */
export function toFragment(id: string): string {
  return encodeFragment(id)
    .replace(/[()[\]{}\\&]/g, encodeURIComponent)
    .replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
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
 * Whether a word continues its counterpart with more than an ending, such as `eventid` for `event`. In that case, the
 * words have different meanings.
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

/** Whether the link is in the text directly below the heading. A link to its own section doesn't help readers. */
export function isInSection(site: Site, { file, range: link }: SiteLocation, page: SitePath, id: string): boolean {
  if (file !== page) return false;
  const headings = site.references.get(page)?.headings ?? [];
  return headings.findLast(({ range }) => range.start <= link.start)?.id === id;
}

/** A link to an anchor that doesn't exist on its page. */
export interface MissingLink {
  readonly anchor: string;
  /** The page or folder that the link opens. */
  readonly page: SitePath;
  readonly at: SiteLocation;
  /** The text of a link to another page. */
  readonly text: string | undefined;
}

/** The anchor that the author of a link probably meant, on another page than the one that the link opens. */
export interface MovedAnchor {
  /** The URL of the other page, without the anchor. */
  readonly path: string;
  readonly id: string;
}

/**
 * Returns the only other page in the same language and version that has the anchor, if it's about the same subject. An
 * anchor of only a few words may be unique by chance, so the page must be in the same section. If the anchor is a
 * single word, the link's text must also match the heading.
 */
export function findMovedAnchor(site: Site, { anchor, page, at, text }: MissingLink): MovedAnchor | undefined {
  const id = decodeFragment(anchor);
  const found = findOtherPageWithAnchor(site, page, id);
  // An author who wants to link to the same page doesn't write the path of another one.
  if (!found || found.page === at.file || !getVisibleSlugs(site.config).has(found.slug)) return undefined;
  const wordCount = countSubjectWords(id);
  if (wordCount < 4 && !areInSameSection(site, found.slug, getPageSlug(page) ?? page, wordCount > 2)) return undefined;
  if (wordCount < 2 && (!text || normalizeTitle(text) !== normalizeTitle(found.heading?.text ?? ""))) return undefined;
  const path = getPageUrl(site, found.page);
  return path === undefined ? undefined : { path, id: found.id };
}

/**
 * Returns the anchor that a link on a translated page probably meant if the original of the page should link to another
 * page, such as `/fr/contracts#droits` for `#rights` if only `/contracts` has this anchor.
 */
export function findMovedTranslation(site: Site, { anchor, page, at }: MissingLink): MovedAnchor | undefined {
  const outline = site.pages.get(page);
  const source = outline && findSourcePage(site, outline);
  const moved = source && findOtherPageWithAnchor(site, source.path, decodeFragment(anchor));
  const counterpart = moved && findTranslationFor(site, moved.page, page);
  if (!source || !counterpart || counterpart.path === at.file || countSubjectWords(anchor) < 2) return undefined;
  if (!areInSameSection(site, moved.slug, getPageSlug(source.path) ?? "")) return undefined;
  const id = findTranslatedAnchor(site, counterpart.path, anchor);
  const path = id === undefined ? undefined : getPageUrl(site, counterpart.path);
  return id === undefined || path === undefined ? undefined : { path, id };
}

/** Returns the URL of a page, or undefined if readers can't open the page at this URL. */
export function getPageUrl(site: Site, page: SitePath): string | undefined {
  const slug = getPageSlug(page);
  const [url] = slug === undefined ? [] : listUrls(slug);
  const target = url === undefined ? undefined : resolveLink(site, url, undefined);
  return target?.kind === "page" && target.file === page ? url : undefined;
}

/**
 * Whether both paths are in the same section: in the same folder, in nested folders, or with a word in common in the
 * name of one of them. `isSpecific` is true if the same top-level folder is sufficient.
 */
function areInSameSection(site: Site, path: string, otherPath: string, isSpecific = false): boolean {
  const folders = listEditionFolders(site.config);
  const [one = "", other = ""] = [path, otherPath].map((each) => stripFolders(each, folders));
  const [folder, otherFolder] = [getFolderPath(one), getFolderPath(other)];
  if (folder === otherFolder || countSharedEnd(one, other) > 0 || haveSharedName(one, other)) return true;
  if (folder === "" || otherFolder === "") return false;
  return areNested(one, other) || (isSpecific && getTopFolder(one) === getTopFolder(other));
}

/** Whether the name of one page contains a word that's also in the name or folder of the other page. */
function haveSharedName(one: string, other: string): boolean {
  const listWords = (names: readonly string[]) =>
    names.filter((name) => name !== "" && !isGenericName(name)).flatMap((name) => [...toStems(toWords(name))]);
  const [names = [], otherNames = []] = [one, other].map((path) => [
    getFileName(path),
    getFileName(getFolderPath(path)),
  ]);
  const [words, otherWords] = [new Set(listWords(names.slice(0, 1))), new Set(listWords(otherNames.slice(0, 1)))];
  return listWords(otherNames).some((word) => words.has(word)) || listWords(names).some((word) => otherWords.has(word));
}

/** An anchor on another page. */
interface OtherAnchor {
  readonly page: SitePath;
  readonly slug: string;
  /** The heading with the anchor. Undefined if the anchor belongs to a component. */
  readonly heading: Heading | undefined;
  readonly id: string;
}

/**
 * Returns the only other page in the same language and version that has this ID, or whose heading formerly had it. If
 * several pages have it, returns the only one of them whose path ends like that of the page. If that isn't certain
 * either, returns undefined. `page` can also be a folder.
 */
function findOtherPageWithAnchor(
  site: Pick<Site, "pages" | "config">,
  page: SitePath,
  id: string,
): OtherAnchor | undefined {
  const files = groupPagesById(site.pages).get(id) ?? [];
  if (files.length > maxPagesWithId) return undefined;
  const languages = getPathLanguages(site.config);
  const getVersion = getPathVersion(site.config);
  const ownSlug = getPageSlug(page) ?? page;
  const isSameEdition = (other: string) =>
    languages?.getLanguage(other) === languages?.getLanguage(ownSlug) && getVersion(other) === getVersion(ownSlug);
  const candidates = files.filter((file) => file !== page && isSameEdition(getPageSlug(file) ?? file));
  const similarPages = candidates.filter((file) => countSharedEnd(getPageSlug(file) ?? "", ownSlug) > 1);
  const [file, second] = similarPages.length > 0 ? similarPages : candidates;
  const slug = file === undefined ? undefined : getPageSlug(file);
  if (file === undefined || slug === undefined || second !== undefined) return undefined;
  const { headings = [], anchors = [] } = site.pages.get(file) ?? {};
  const heading =
    headings.find((candidate) => candidate.id === id) ??
    (anchors.includes(id) ? undefined : headings.find(({ formerId }) => formerId === id));
  return { page: file, slug, heading, id: heading?.id ?? id };
}

/**
 * The maximum number of pages that are compared to find a missing anchor. If more pages have the anchor, they aren't
 * just editions of the same page.
 */
const maxPagesWithId = 200;

/** The maximum number of IDs in the index. A site with more IDs gets no suggestions. */
const maxIndexedIds = 500_000;

/** The pages and snippets that contain each ID. Each list contains at most one page more than `maxPagesWithId`. */
const groupPagesById = derive((pages: Site["pages"]): ReadonlyMap<string, readonly SitePath[]> => {
  const filesById = new Map<string, SitePath[]>();
  for (const { path, headings, anchors } of pages.values()) {
    if (filesById.size > maxIndexedIds) return new Map();
    const ids = headings.flatMap(({ id, formerId }) => (id !== "" && formerId !== undefined ? [id, formerId] : [id]));
    for (const id of new Set([...ids, ...anchors]))
      if (id !== "" && (filesById.get(id)?.length ?? 0) <= maxPagesWithId) addToGroup(filesById, id, path);
  }
  return filesById;
});
