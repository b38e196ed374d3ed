import { maxAnchoredDepth } from "../../page/headings.ts";
import type { Heading, PageOutline } from "../../page/page.ts";
import { decodeFragment } from "../../text/decode-text.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import {
  addsOnlyFunctionWords,
  areNested,
  countSharedLastSegments,
  countSubjectWords,
  findNearestName,
  findTypo,
  getInnerWords,
  hasAllWords,
  hasLongerWord,
  hasWord,
  listSubjectWords,
  toLetters,
  toStems,
  toDashedWords,
} from "../../text/similarity.ts";
import { getFileName, getFolderPath, getTopFolder, stripFolders } from "../../text/site-path.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { getPathVersion, listEditionFolders } from "../navigation/editions.ts";
import { getVisibleSlugs } from "../navigation/navigation-pages.ts";
import { findSourcePage, getPathLanguages } from "../navigation/translations.ts";
import { getPageSlug, getPublishedPages, normalizeTitle } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import type { Anchors } from "./anchors.ts";
import { isGenericName, isGenericWord, negativeWords, optionalWords } from "./suggestion-evidence.ts";
import { getPageUrl } from "./written-path.ts";

/**
 * Returns the anchor on the page that the author most likely meant, or undefined if there is none. `linkTexts`
 * are the texts of links to the anchor, which can be the text of a heading.
 */
export function findNearestAnchor(
  anchor: string,
  anchors: Anchors,
  linkTexts: readonly string[] = [],
): string | undefined {
  const idByWords = getIdByWords(anchors);
  if (idByWords.size > 2000) return undefined;
  const formerId = decodeFragment(anchor);
  const headings = anchors.parts.flatMap((part) => part.headings.filter(({ id }) => id !== ""));
  const [renamedHeading, ...otherHeadings] = headings.filter((heading) => heading.formerId === formerId);
  if (renamedHeading && otherHeadings.length === 0) return renamedHeading.id;
  const [, baseId, number] = /^(.+)-(\d{1,3})$/.exec(anchor) ?? [];
  if (baseId !== undefined && anchors.ids.includes(baseId)) {
    // Other services number repeated headings from 1, so their `#usage-1` is the second heading, `#usage-2`.
    const nextId = `${baseId}-${Number(number) + 1}`;
    if (isRepeatedHeading(baseId, anchors)) return anchors.ids.includes(nextId) ? nextId : undefined;
    // Their second heading can also have another anchor here, such as `#get$` in addition to `#get`.
    const otherIds = anchors.ids.filter((id) => id !== baseId && getInnerWords(id) === getInnerWords(baseId));
    if (otherIds.length > 0) return number === "1" && otherIds.length === 1 ? otherIds[0] : undefined;
    if (Number(number) > 1) return undefined;
  }
  const dashedAnchor = toDashedWords(anchor);
  const sameId =
    idByWords.get(toDashedWords(anchor.replace(/&|%26/g, "-and-"))) ??
    getIdsByLetters(anchors).get(toLetters(anchor)) ??
    findRenumberedId(dashedAnchor, headings) ??
    findIdOfPart(anchor, anchors) ??
    findIdWithVersion(dashedAnchor, anchors);
  if (sameId !== undefined) return sameId;
  const namedId = linkTexts.map((text) => findIdByText(text, anchors)).find((id) => id !== undefined);
  if (namedId !== undefined) return findIdWithTypo(dashedAnchor, idByWords) ?? namedId;
  const inflectedId = getIdByStems(anchors).get(toStems(dashedAnchor).join("-"));
  if (inflectedId !== undefined) return inflectedId;
  const startingIds = listStartingIds(dashedAnchor, headings);
  if (startingIds.length > 0) return startingIds.length === 1 ? startingIds[0] : undefined;
  const texts = [...idByWords.keys()];
  const isCopy = (text: string) => idByWords.has(text.replace(/-\d{1,3}$/, "")) && /-\d{1,3}$/.test(text);
  const originals = texts.filter((text) => !isCopy(text));
  const suggestedText = findNearestName(dashedAnchor, texts) ?? findLongerId(dashedAnchor, originals);
  const id = suggestedText === undefined ? undefined : idByWords.get(suggestedText);
  if (suggestedText !== undefined && id !== undefined && !changesSubject(dashedAnchor, suggestedText, id)) return id;
  return findInflectedId(dashedAnchor, anchors);
}

/**
 * Returns the IDs of the headings that start with the anchor, such as `file-authentication-manual-setup` for
 * `file-authentication`, on the highest level that has any. After an anchor of one word, the heading can have up to two
 * more words.
 */
function listStartingIds(anchorWords: string, headings: readonly Heading[]): readonly string[] {
  if (anchorWords.length < 4) return [];
  const isSpecific = countSubjectWords(anchorWords) > 1;
  const candidates = headings.filter(({ id }) => {
    const words = toDashedWords(id);
    if (!words.startsWith(`${anchorWords}-`)) return false;
    return isSpecific || words.slice(anchorWords.length + 1).split("-").length <= 2;
  });
  const level = candidates.reduce((lowest, { depth }) => Math.min(lowest, depth), maxAnchoredDepth);
  const ids = new Set(candidates.filter(({ depth }) => depth === level).map(({ id }) => id));
  // The number of a repeated heading isn't part of its text.
  return [...ids].filter((id) => !ids.has(id.replace(/-\d{1,3}$/, "")) || !/-\d{1,3}$/.test(id));
}

/** Returns the ID for the last part of an anchor with several `#` that has one, as in `#keys#rotate`. */
function findIdOfPart(anchor: string, anchors: Anchors): string | undefined {
  const parts = decodeFragment(anchor).split("#").slice(-maxParts);
  if (parts.length < 2) return undefined;
  const ids = parts.map((part) => (anchors.ids.includes(part) ? part : getIdsByLetters(anchors).get(toLetters(part))));
  return ids.findLast((id) => id !== undefined);
}

const maxParts = 10;

/** Returns the only ID with the version in the anchor, such as `v0-11-0-march-29` for `version0.11.0`. */
function findIdWithVersion(anchorWords: string, { ids }: Anchors): string | undefined {
  const readVersion = (words: string) => /(?<!\d|\d-)\d+-\d+-\d+(?!\d)/.exec(words)?.[0];
  const listOthers = (words: string) => words.split(/[-\d]+/).filter((word) => !/^(?:|v|version|release)$/.test(word));
  const version = readVersion(anchorWords);
  if (version === undefined) return undefined;
  const [id, second] = ids.filter((candidate) => readVersion(toDashedWords(candidate)) === version);
  const [anchorOthers, idOthers] = [listOthers(anchorWords), listOthers(toDashedWords(id ?? ""))];
  const isOther =
    anchorOthers.length > 0 && idOthers.length > 0 && !anchorOthers.some((word) => idOthers.includes(word));
  return second === undefined && !isOther ? id : undefined;
}

/** Returns the ID that differs from the anchor only by a small typo. */
function findIdWithTypo(anchorWords: string, idsByText: ReadonlyMap<string, string | undefined>): string | undefined {
  const text = findTypo(anchorWords, idsByText.keys());
  return text === undefined ? undefined : idsByText.get(text);
}

/** Returns the only ID whose heading has exactly this text. Generic text such as `Overview` is on most pages. */
function findIdByText(text: string, anchors: Anchors): string | undefined {
  const words = getInnerWords(text);
  if (words === "" || isGenericName(text)) return undefined;
  const [place, second] = listPlaces(anchors).filter((candidate) => candidate.words === words);
  return second === undefined ? place?.id : undefined;
}

/** A heading or component with an anchor. */
interface Place {
  readonly id: string;
  readonly isHeading: boolean;
  /** The words in the heading's text, or in the ID of a component. */
  readonly words: string;
  /** The words without those such as `the` and without their endings, in order. */
  readonly stems: readonly string[];
}

const listPlaces = derive(({ ids, parts }: Anchors): readonly Place[] => {
  const textById = new Map(parts.flatMap(({ headings }) => headings.map(({ id, text }) => [id, text] as const)));
  return ids.map((id) => {
    const words = getInnerWords(textById.get(id) ?? id);
    return { id, isHeading: textById.has(id), words, stems: listSubjectStems(words) };
  });
});

/**
 * Returns the only ID whose heading contains all words of the text that determine its subject, in any order, and at
 * most two others. For example, returns `validator-active-set` for `active-set`. In a text of at least five words, one
 * of them can be missing or different.
 */
export function findIdWithWords(text: string, anchors: Anchors): string | undefined {
  const places = listPlaces(anchors);
  const textWords = getInnerWords(text);
  const words = listSubjectWords(textWords);
  const specificWords = words.filter((word) => !isGenericWord(word) && !/^\d+$/.test(word));
  const [firstWord, secondWord] = words;
  if (places.length > 2000 || firstWord === undefined || specificWords.length === 0) return undefined;
  const requiredWords = specificWords.length > 2 ? words.filter((word) => !optionalWords.has(word)) : words;
  const stems = [...new Set(requiredWords.flatMap(toStems))];
  const matches = places.filter(({ isHeading, words: placeWords, stems: placeStems }) => {
    if (!stems.every((stem) => placeStems.includes(stem))) return false;
    if (placeStems.some((stem) => negativeWords.has(stem) && !stems.includes(stem))) return false;
    // A change to something isn't a change from it.
    const directions = [textWords, placeWords].map((all) => /\b(?:from|to)\b/.exec(all)?.[0]).join("-");
    if (/^(?:from-to|to-from)$/.test(directions)) return false;
    // If there's only one word, other forms of it, such as `test` for `testing`, don't count, because they match too much.
    return secondWord !== undefined || (isHeading && hasWord(placeWords, firstWord));
  });
  const [place, second] = matches;
  if (!place) return findIdWithOtherWord(words.flatMap(toStems), places);
  const otherStems = place.stems.filter((stem) => !stems.includes(stem));
  const isOtherAction = isGenericWord(firstWord) && otherStems.length > 0;
  return second !== undefined || isOtherAction || otherStems.length > 2 ? undefined : place.id;
}

/**
 * Returns the only ID that differs from the anchor in one word after the first, which the author changed or removed in
 * the heading. At least four words must be the same.
 */
function findIdWithOtherWord(stems: readonly string[], places: readonly Place[]): string | undefined {
  if (stems.length < 5) return undefined;
  const [place, second] = places.filter(({ stems: placeStems }) => {
    const index = stems.findIndex((stem, i) => stem !== placeStems[i]);
    if (index < 1 || /^\d+$/.test(stems[index] ?? "")) return false;
    const rest = stems.slice(index + 1).join("-");
    return [index, index + 1].some((start) => placeStems.length >= start && placeStems.slice(start).join("-") === rest);
  });
  return second === undefined ? place?.id : undefined;
}

function listSubjectStems(words: string): readonly string[] {
  return listSubjectWords(words).flatMap(toStems);
}

/** The ID for each sequence of letters and digits, or undefined if several IDs have the same ones. */
const getIdsByLetters = derive(({ ids }: Anchors): ReadonlyMap<string, string | undefined> => {
  const idByLetters = new Map<string, string | undefined>();
  for (const id of ids) idByLetters.set(toLetters(id), idByLetters.has(toLetters(id)) ? undefined : id);
  return idByLetters;
});

/**
 * Returns the ID of the only numbered heading that differs only in its number, such as `7-language_code` for
 * `6-language-code`. The number changed when the author added a heading before it.
 */
function findRenumberedId(dashedAnchor: string, headings: readonly Heading[]): string | undefined {
  const removeNumber = (dashedText: string) => dashedText.replace(/^\d{1,2}-(?=\p{L})/u, "");
  const name = removeNumber(dashedAnchor);
  if (name === dashedAnchor) return undefined;
  const [heading, secondHeading] = headings.filter(
    ({ id, text }) => /^\d{1,2}[.)]\s/.test(text) && removeNumber(toDashedWords(id)) === name,
  );
  return secondHeading === undefined ? heading?.id : undefined;
}

/**
 * Returns the only ID with the same words, except for their endings and for words such as `the`. For example, returns
 * `list-all-parties` for `listing-all-parties`. The anchor can also have up to two more words at its start or end if
 * the ID has at least three, as with `note-invoice-display-name` and `invoice-display-names`.
 */
function findInflectedId(dashedAnchor: string, anchors: Anchors): string | undefined {
  const stems = toStems(dashedAnchor);
  const idByStems = getIdByStems(anchors);
  if (stems.length < 2 || idByStems.has(stems.join("-"))) return idByStems.get(stems.join("-"));
  const parts = [stems.slice(1), stems.slice(0, -1), stems.slice(2), stems.slice(1, -1), stems.slice(0, -2)];
  // Headings leave out words in the path of their page, as with `## Access keys` for `team-access-keys` on `teams`.
  const pageStems = toStems(toDashedWords(anchors.parts[0]?.path ?? ""));
  const minLength = pageStems.includes(stems[0] ?? "") ? 2 : 3;
  const longParts = parts.filter((part, i) => part.length >= (i === 0 ? minLength : 3)).map((part) => part.join("-"));
  const [part, secondPart] = longParts.filter((stemText) => idByStems.has(stemText));
  return part === undefined || secondPart !== undefined ? undefined : idByStems.get(part);
}

/** The ID for each sequence of stems, or undefined if several IDs have the same stems. */
const getIdByStems = derive((anchors: Anchors): ReadonlyMap<string, string | undefined> => {
  const idByStems = new Map<string, string | undefined>();
  for (const [words, id] of getIdByWords(anchors)) {
    const joinedStems = toStems(words).join("-");
    idByStems.set(joinedStems, idByStems.has(joinedStems) ? undefined : id);
  }
  return idByStems;
});

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
export function findTranslationFor(site: Site, page: SitePath, otherPage: SitePath): PageOutline | undefined {
  const languages = getPathLanguages(site.config);
  const [slug, otherSlug] = [getPageSlug(page), getPageSlug(otherPage)];
  if (!languages || slug === undefined || otherSlug === undefined) return undefined;
  const language = languages.getLanguage(otherSlug);
  if (languages.getLanguage(slug) === language) return undefined;
  const { pagesBySlug } = getPublishedPages(site.pages);
  const translationSlug = languages.translate(slug, language).find((path) => pagesBySlug.has(path));
  return translationSlug === undefined ? undefined : pagesBySlug.get(translationSlug);
}

/** Whether several headings have the text of this anchor. A heading such as `Step 2` has its own number. */
function isRepeatedHeading(baseId: string, { ids, parts }: Anchors): boolean {
  const secondId = `${baseId}-2`;
  if (!ids.includes(secondId)) return false;
  const headings = parts.flatMap((part) => part.headings.filter(({ id }) => id === secondId));
  return headings.every(({ text }) => !/\b2\W*$/u.test(text));
}

/** The ID for each sequence of words, or undefined if several IDs consist of the same words. */
const getIdByWords = derive(({ ids }: Anchors): ReadonlyMap<string, string | undefined> => {
  const idByWords = new Map<string, string | undefined>();
  for (const id of ids) idByWords.set(toDashedWords(id), idByWords.has(toDashedWords(id)) ? undefined : id);
  return idByWords;
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

/**
 * Returns the only ID that contains all words of the requested one in the same order. An ID that adds only numbers and
 * words such as `the` takes precedence. For example, returns `2-customer-meters` for `customer-meters`.
 */
function findLongerId(dashedAnchor: string, ids: readonly string[]): string | undefined {
  if (dashedAnchor.length < 4) return undefined;
  const words = dashedAnchor.split("-");
  const longerIds = ids.filter((id) => hasAllWords(words, id));
  const sameIds = longerIds.filter((id) => addsOnlyFunctionWords(words, id));
  const [id, secondId] = sameIds.length > 0 ? sameIds : longerIds;
  if (id === undefined || secondId !== undefined) return undefined;
  // A longer ID can have a few additional words, such as `option-1-` at the start or `-in-projects` at the end.
  return id.split("-").length <= words.length + Math.max(2, (words.length + 1) >> 1) ? id : undefined;
}

/**
 * Whether the ID has more words between those of the requested one, such as `set-root-location` for `set-location`.
 * Words such as `the` don't change the subject, and neither do the other items of a list, such as
 * `group-and-sort-findings`.
 */
function changesSubject(dashedAnchor: string, dashedId: string, id: string): boolean {
  const words = dashedAnchor.split("-");
  if (hasLongerWord(words, dashedId.split("-"))) return true;
  const stems = toStems(dashedAnchor);
  if (toStems(dashedId).some((stem) => negativeWords.has(stem) && !stems.includes(stem))) return true;
  const isLonger = dashedId.split("-").length > words.length && hasAllWords(words, dashedId);
  if (!isLonger || `-${dashedId}-`.includes(`-${dashedAnchor}-`) || /-(?:and|or|[/&+|,])-/.test(id)) return false;
  return !addsOnlyFunctionWords(words, dashedId);
}

/** A link to an anchor that doesn't exist on its page. */
export interface MissingAnchorLink {
  readonly anchor: string;
  /** The page or folder that the link opens. */
  readonly page: SitePath;
  readonly location: SiteLocation;
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
export function findMovedAnchor(
  site: Site,
  { anchor, page, location, text }: MissingAnchorLink,
): MovedAnchor | undefined {
  const id = decodeFragment(anchor);
  const otherAnchor = findOtherPageWithAnchor(site, page, id);
  // An author who wants to link to the same page doesn't write the path of another one.
  if (!otherAnchor || otherAnchor.page === location.file || !getVisibleSlugs(site.config).has(otherAnchor.slug))
    return undefined;
  const wordCount = countSubjectWords(id);
  if (wordCount < 4 && !areInSameSection(site, otherAnchor.slug, getPageSlug(page) ?? page, wordCount > 2))
    return undefined;
  if (wordCount < 2 && (!text || normalizeTitle(text) !== normalizeTitle(otherAnchor.heading?.text ?? "")))
    return undefined;
  const path = getPageUrl(site, otherAnchor.page);
  return path === undefined ? undefined : { path, id: otherAnchor.id };
}

/**
 * Returns the anchor that a link on a translated page probably meant if the original of the page should link to another
 * page, such as `/fr/contracts#droits` for `#rights` if only `/contracts` has this anchor.
 */
export function findMovedTranslation(
  site: Site,
  { anchor, page, location }: MissingAnchorLink,
): MovedAnchor | undefined {
  const outline = site.pages.get(page);
  const source = outline && findSourcePage(site, outline);
  const otherAnchor = source && findOtherPageWithAnchor(site, source.path, decodeFragment(anchor));
  const counterpart = otherAnchor && findTranslationFor(site, otherAnchor.page, page);
  if (!source || !counterpart || counterpart.path === location.file || countSubjectWords(anchor) < 2) return undefined;
  if (!areInSameSection(site, otherAnchor.slug, getPageSlug(source.path) ?? "")) return undefined;
  const id = findTranslatedAnchor(site, counterpart.path, anchor);
  const path = id === undefined ? undefined : getPageUrl(site, counterpart.path);
  return id === undefined || path === undefined ? undefined : { path, id };
}

/**
 * Whether both paths are in the same section: in the same folder, in nested folders, or with a word in common in the
 * name of one of them. `isSpecific` is true if the same top-level folder is sufficient.
 */
function areInSameSection(site: Site, path: string, otherPath: string, isSpecific = false): boolean {
  const folders = listEditionFolders(site.config);
  const [strippedPath = "", otherStrippedPath = ""] = [path, otherPath].map((each) => stripFolders(each, folders));
  const [folder, otherFolder] = [getFolderPath(strippedPath), getFolderPath(otherStrippedPath)];
  if (
    folder === otherFolder ||
    countSharedLastSegments(strippedPath, otherStrippedPath) > 0 ||
    haveSharedName(strippedPath, otherStrippedPath)
  )
    return true;
  if (folder === "" || otherFolder === "") return false;
  return (
    areNested(strippedPath, otherStrippedPath) ||
    (isSpecific && getTopFolder(strippedPath) === getTopFolder(otherStrippedPath))
  );
}

/** Whether the name of one page contains a word that's also in the name or folder of the other page. */
function haveSharedName(firstPath: string, secondPath: string): boolean {
  const listWords = (names: readonly string[]) =>
    names.filter((name) => name !== "" && !isGenericName(name)).flatMap((name) => [...toStems(toDashedWords(name))]);
  const [names = [], otherNames = []] = [firstPath, secondPath].map((path) => [
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
  const pageSlug = getPageSlug(page) ?? page;
  const isSameEdition = (other: string) =>
    languages?.getLanguage(other) === languages?.getLanguage(pageSlug) && getVersion(other) === getVersion(pageSlug);
  const candidates = files.filter((file) => file !== page && isSameEdition(getPageSlug(file) ?? file));
  const similarPages = candidates.filter((file) => countSharedLastSegments(getPageSlug(file) ?? "", pageSlug) > 1);
  const [file, secondFile] = similarPages.length > 0 ? similarPages : candidates;
  const slug = file === undefined ? undefined : getPageSlug(file);
  if (file === undefined || slug === undefined || secondFile !== undefined) return undefined;
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
