import { maxAnchoredDepth } from "../../page/headings.ts";
import { type Anchors, findOtherPageWithAnchor, getPageAnchors, mayBeInFolder } from "../../site/links/anchors.ts";
import type { ResolvedLink, TargetOnPage } from "../../site/links/links.ts";
import { getFinalTarget, mayContainGeneratedPage, resolveLink } from "../../site/links/resolve-link.ts";
import { getVisibleSlugs } from "../../site/navigation/navigation-pages.ts";
import { getPageSlug, listUrls, normalizeTitle } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { decodeFragment, decodePercent, encodeFragment } from "../../text/decode-text.ts";
import { derive, groupBy } from "../../text/maps.ts";
import { findNearestName, hasAllWords } from "../../text/similarity.ts";
import type { FileEdit, SitePath } from "../../text/text-edit.ts";
import { defineRule, type Finding, type Subject } from "../rule.ts";
import { createSuggestionSource, changeLink, createLinkFixData, createLinkFixEdits } from "../subjects/fixes.ts";
import { findDefinitions, getLinkText, collectUsedLabels } from "../subjects/page-subjects.ts";
import { changeAll, createTargetData, createAllEdits, groupByTarget } from "../subjects/same-target.ts";
import { getLinks, linkSubjectKinds } from "../subjects/site-subjects.ts";

const combinedKeys = {
  missing: "links",
  near: "linksNear",
  here: "linksHere",
  hereNear: "linksHereNear",
  moved: "linksMoved",
  movedHere: "linksMovedHere",
  bare: "linksBare",
  bareHere: "linksBareHere",
  lowLevel: "lowLevelLinks",
  lowLevelHere: "lowLevelLinksHere",
  folder: "folderLinks",
} as const;

/** The messages for links from one page to many different anchors that don't exist on another page. */
const messagesForManyLinks = {
  missing: "manyLinks",
  near: "manyLinksNear",
  here: "manyLinksHere",
  hereNear: "manyLinksHereNear",
  bare: "manyLinksBare",
  bareHere: "manyLinksBareHere",
} as const;

/**
 * If a page links to more anchors than this that don't exist on the same page, the cause is usually how all of them
 * were generated, so these links are one problem.
 */
const maxAnchors = 10;

export const anchorNotFound = defineRule({
  code: "link/anchor-not-found",
  subjectKinds: linkSubjectKinds,
  requires: ["pages"],
  severity: "warning",
  summary: "A link to a heading or component that doesn't exist on the page.",
  why: "The part of a link after `#` refers to a heading, component, or parameter on the page. If it doesn't exist there, the link opens the top of the page, and readers have to search for the section. Heading anchors are derived from the heading text: `## Install the CLI` becomes `#install-the-cli`.",
  howToFix:
    "Link to an existing heading, or remove the anchor. If you renamed a heading, you can also keep its old anchor, for example, with `## Set up {#install}`.",
  whenToTurnOff: "Turn off this rule if scripts or your own components create anchors in the browser.",
  messages: {
    missing:
      "`#{anchor}` doesn't exist on `{page}`, so the link opens the top of the page. Link to one of its headings, or remove the anchor.",
    near: "`#{anchor}` doesn't exist on `{page}`, so the link opens the top of the page. Did you mean `#{near}`?",
    here: "`#{anchor}` doesn't exist on this page, so the link does nothing. Link to one of its headings.",
    hereNear: "`#{anchor}` doesn't exist on this page, so the link does nothing. Did you mean `#{near}`?",
    links:
      "`#{anchor}` doesn't exist on `{page}`, so {count} links open the top of the page. Link to one of its headings, or remove the anchor.",
    linksNear:
      "`#{anchor}` doesn't exist on `{page}`, so {count} links open the top of the page. Did you mean `#{near}`?",
    linksHere: "`#{anchor}` doesn't exist on this page, so {count} links do nothing. Link to one of its headings.",
    linksHereNear: "`#{anchor}` doesn't exist on this page, so {count} links do nothing. Did you mean `#{near}`?",
    moved:
      "`#{anchor}` is on `{other}`, not on `{page}`, so the link opens the top of the wrong page. Change the page in the link.",
    movedHere: "`#{anchor}` is on `{other}`, not on this page, so the link does nothing. Add the page to the link.",
    linksMoved:
      "`#{anchor}` is on `{other}`, not on `{page}`, so {count} links open the top of the wrong page. Change the page in the links.",
    linksMovedHere:
      "`#{anchor}` is on `{other}`, not on this page, so {count} links do nothing. Add the page to the links.",
    bare: "`#{anchor}` doesn't exist on `{page}`, which has no headings, so the link opens the top of the page. Remove the anchor, or link to another page.",
    bareHere:
      "`#{anchor}` doesn't exist on this page, which has no headings, so the link does nothing. Link to another page.",
    linksBare:
      "`#{anchor}` doesn't exist on `{page}`, which has no headings, so {count} links open the top of the page. Remove the anchor, or link to another page.",
    linksBareHere:
      "`#{anchor}` doesn't exist on this page, which has no headings, so {count} links do nothing. Link to another page.",
    manyLinks:
      "`#{anchor}` and other anchors don't exist on `{page}`, so {count} links open the top of the page. Link to its headings, or remove the anchors.",
    manyLinksNear:
      "`#{anchor}` and other anchors don't exist on `{page}`, so {count} links open the top of the page. Change them to existing headings, such as `#{near}`.",
    manyLinksHere:
      "`#{anchor}` and other anchors don't exist on this page, so {count} links do nothing. Link to its headings.",
    manyLinksHereNear:
      "`#{anchor}` and other anchors don't exist on this page, so {count} links do nothing. Change them to existing headings, such as `#{near}`.",
    manyLinksBare:
      "`#{anchor}` and other anchors don't exist on `{page}`, which has no headings, so {count} links open the top of the page. Remove the anchors.",
    manyLinksBareHere:
      "`#{anchor}` and other anchors don't exist on this page, which has no headings, so {count} links do nothing. Link to other pages.",
    lowLevel:
      "`#{anchor}` is a level {level} heading on `{page}`, but only levels 1 to {max} have anchors, so the link opens the top of the page. Change the level, or link to another heading.",
    lowLevelHere:
      "`#{anchor}` is a level {level} heading on this page, but only levels 1 to {max} have anchors, so the link does nothing. Change the level, or link to another heading.",
    lowLevelLinks:
      "`#{anchor}` is a level {level} heading on `{page}`, but only levels 1 to {max} have anchors, so {count} links open the top of the page. Change the level, or link to another heading.",
    lowLevelLinksHere:
      "`#{anchor}` is a level {level} heading on this page, but only levels 1 to {max} have anchors, so {count} links do nothing. Change the level, or link to another heading.",
    folder:
      "`#{anchor}` doesn't exist on any page in `{folder}`, so the link opens the top of the first one. Link to a page, or remove the anchor.",
    folderLinks:
      "`#{anchor}` doesn't exist on any page in `{folder}`, so {count} links open the top of the first one. Link to a page, or remove the anchor.",
    use: "Change to `#{near}`",
    useAll: "Change all {count} links to `#{near}`",
    useOther: "Link to `{near}`",
    useOtherForAll: "Change all {count} links to `{near}`",
    useEach: "Change all {count} links to the suggested headings",
  },
  examples: [
    {
      bad: `
//- docs.json
{ "navigation": { "pages": ["index", "guides/start"] } }
//- index.mdx
---
title: Home
---

Read [how to install]([|/guides/start#instal|]) and [what is next]([|#next|]).
//- guides/start.mdx
---
title: Start
---

## Install
`,
      good: `
//- docs.json
{ "navigation": { "pages": ["index", "guides/start"] } }
//- index.mdx
---
title: Home
---

Read [how to install](/guides/start#install) and [what is next](#what-is-next).

## What is next?
//- guides/start.mdx
---
title: Start
---

## Install
`,
    },
  ],
  check: (subject, site) => combineFindingsOnPage([...findMissingAnchors(subject, site)]),
  *createFixes({ at, data }) {
    const use = data?.["use"];
    const newUrl = data?.["moved"];
    if (typeof use === "string" && typeof newUrl === "string")
      yield { title: "useOther", args: { near: newUrl }, edits: createLinkFixEdits(at, data?.["writeAs"], use) };
    const suggestion = data?.["near"];
    if (typeof use === "string" && typeof suggestion === "string")
      yield { title: "use", args: { near: suggestion }, edits: createLinkFixEdits(at, data?.["writeAs"], use) };
  },
  grouping: {
    ...groupByTarget({
      combinedMessages: combinedKeys,
      maxSeparate: ({ data }) => (isOneOfMany(data) ? maxAnchors : 1),
      *createFixes(findings) {
        yield* changeAll(findings, getSuggestion, createEdits);
        for (const fix of changeAll(findings, getMovedUrl, createEdits)) yield { ...fix, title: "useOtherForAll" };
        const edits = new Set(findings.map(getSuggestion)).size > 1 ? createAllEdits(findings, createEdits) : [];
        if (edits.length > 0) yield { title: "useEach", args: { count: findings.length }, edits };
      },
    }),
    combinedMessage: ({ message, data }) =>
      isOneOfMany(data) ? getMessage(messagesForManyLinks, message) : getMessage(combinedKeys, message),
  },
});

function getMessage<Key>(messages: Readonly<Record<string, Key>>, message: string): Key | undefined {
  return messages[message];
}

function isOneOfMany(data: Finding["data"]): boolean {
  return data?.["isOneOfMany"] === true;
}

function getSuggestion({ data }: Finding): string {
  return String(data?.["near"] ?? "");
}

function getMovedUrl({ data }: Finding): string {
  return String(data?.["moved"] ?? "");
}

function createEdits(finding: Finding): readonly FileEdit[] {
  return [...changeLink(finding)].flatMap(({ edits }) => edits);
}

type MissingFinding = Finding<keyof typeof combinedKeys>;

function* findMissingAnchors(subject: Subject, site: Site): Iterable<MissingFinding> {
  const guess = createSuggestionSource();
  for (const link of getLinks(subject, site)) {
    const { reference, targets } = link;
    if (reference.targetKind !== "place") continue;
    const missingAnchor = targets
      .map((target) => findMissingAnchor(target, site))
      .find((missingTarget) => missingTarget !== undefined);
    const missingFolderAnchor = missingAnchor
      ? undefined
      : targets.map((target) => findMissingInFolder(target, site)).find((candidate) => candidate !== undefined);
    if ((missingAnchor ?? missingFolderAnchor) && (!canBeFollowed(link, site) || hasRedirectAnchor(link))) continue;
    if (missingFolderAnchor)
      yield {
        message: "folder",
        args: { ...missingFolderAnchor },
        at: reference.at,
        data: createTargetData(missingFolderAnchor.folder, missingFolderAnchor.anchor, "folder"),
      };
    if (!missingAnchor) continue;
    const { anchor, page, anchors } = missingAnchor;
    const isSame = isSamePage(link);
    const data = createTargetData(page, anchor, isSame ? "here" : "elsewhere");
    const level = getLevelsWithoutAnchor(anchors).get(getInnerWords(anchor));
    if (level !== undefined) {
      const args = { anchor, level, max: maxAnchoredDepth, ...(!isSame && { page }) };
      yield { message: isSame ? "lowLevelHere" : "lowLevel", args, at: reference.at, data };
      continue;
    }
    const suggestion = guess(`${page}\n${anchor}`, () => findNearestAnchor(anchor, anchors));
    const args = { anchor, ...(!isSame && { page }) };
    const newPath = suggestion === undefined ? findOtherPath(missingAnchor, link, site) : undefined;
    if (newPath !== undefined) {
      const newUrl = newPath + (/#.*$/s.exec(reference.url)?.[0] ?? `#${toFragment(anchor)}`);
      yield {
        message: isSame ? "movedHere" : "moved",
        args: { ...args, other: newPath },
        at: reference.at,
        data: { ...data, ...createLinkFixData(reference, newUrl), moved: newUrl },
      };
    } else if (suggestion === undefined) {
      const message = anchors.ids.length === 0 ? (isSame ? "bareHere" : "bare") : isSame ? "here" : "missing";
      yield { message, args, at: reference.at, data };
    } else
      yield {
        message: isSame ? "hereNear" : "near",
        args: { ...args, near: suggestion },
        at: reference.at,
        data: {
          ...data,
          ...createLinkFixData(
            reference,
            reference.url.replace(/#.*$/s, () => `#${toFragment(suggestion)}`),
          ),
          near: suggestion,
        },
      };
  }
}

/**
 * Returns the path of the only other page in the same language and version that has the anchor. An anchor with a single
 * word, such as `overview`, may be unique by chance, so the link's text must then match the heading.
 */
function findOtherPath(
  { anchor, page }: MissingAnchor,
  { reference, targets }: ResolvedLink,
  site: Site,
): string | undefined {
  const id = decodeFragment(anchor);
  const file = targets.length === 1 ? findOtherPageWithAnchor(site, page, id) : undefined;
  const slug = file === undefined ? undefined : getPageSlug(file);
  if (file === undefined || slug === undefined || !getVisibleSlugs(site.config).has(slug)) return undefined;
  if (!/[\p{L}\p{N}][^\p{L}\p{N}\p{M}]+[\p{L}\p{N}]|\d/u.test(id)) {
    const linkText = getLinkText(site.references.get(reference.at.file)?.text ?? "", reference.at.range);
    const heading = site.pages.get(file)?.headings.find((candidate) => candidate.id === id);
    if (linkText === undefined || !heading || normalizeTitle(linkText) !== normalizeTitle(heading.text))
      return undefined;
  }
  const [url] = listUrls(slug);
  const target = url === undefined ? undefined : resolveLink(site, url, undefined);
  return target?.kind === "page" && target.file === file ? url : undefined;
}

/**
 * If a page has links with the same message to many anchors on another page, changes their target so that they're
 * combined with each other instead of with links to the same anchor on other pages.
 */
function* combineFindingsOnPage(findings: readonly MissingFinding[]): Iterable<MissingFinding> {
  const getPairKey = ({ at, message, data }: MissingFinding) =>
    // The slashes around the paths make the target the same for translations of the pages, except for their folders.
    `${String(data?.["target"]).replace(/\n[^]*/, "")}/#/${at.file}\n${message}`;
  const findingsByPair = groupBy(findings, getPairKey);
  const isRepeated = (pairFindings: readonly MissingFinding[] = []) =>
    new Set(pairFindings.map(({ args }) => args?.["anchor"])).size > maxAnchors;
  const targets = new Set([...findingsByPair.keys()].filter((pairKey) => isRepeated(findingsByPair.get(pairKey))));
  for (const finding of findings) {
    const target = getPairKey(finding);
    const isCombined = finding.message in messagesForManyLinks && targets.has(target);
    yield isCombined ? { ...finding, data: { ...finding.data, target, isOneOfMany: true } } : finding;
  }
}

/** Encodes an ID for use as the fragment of any kind of link. */
export function toFragment(id: string): string {
  return encodeFragment(id)
    .replace(/[()[\]{}\\&]/g, encodeURIComponent)
    .replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
}

interface MissingAnchor {
  readonly anchor: string;
  readonly page: SitePath;
  readonly anchors: Anchors;
}

function findMissingAnchor({ page: from, target }: TargetOnPage, site: Site): MissingAnchor | undefined {
  const end = getFinalTarget(target);
  const page = end.kind === "page" ? end.file : end.kind === "same-page" ? from : undefined;
  const anchor = end.kind === "page" || end.kind === "same-page" ? end.anchor : undefined;
  if (page === undefined || anchor === undefined || anchor === "") return undefined;
  return findMissingAnchorOnPage(page, anchor, site);
}

/** Returns the anchor if it certainly doesn't exist on the page. */
export function findMissingAnchorOnPage(page: SitePath, anchor: string, site: Site): MissingAnchor | undefined {
  const anchors = getPageAnchors(site, page);
  if (!anchors.isComplete || anchors.has(anchor) || anchors.mayHaveAnchor(anchor)) return undefined;
  return { anchor, page, anchors };
}

/** Returns the anchor of a link to a folder if no page in the folder has it. */
function findMissingInFolder(
  { target }: TargetOnPage,
  site: Site,
): { readonly anchor: string; readonly folder: string } | undefined {
  const end = getFinalTarget(target);
  if (end.kind !== "folder" || end.anchor === undefined || end.anchor === "") return undefined;
  const { path: folder, anchor } = end;
  if (mayContainGeneratedPage(site, folder) || mayBeInFolder(site, folder, anchor)) return undefined;
  return { anchor, folder };
}

/** Whether a redirect adds the anchor to the link. It's then an error in the redirect, which has its own rule. */
function hasRedirectAnchor({ reference: { url }, targets }: ResolvedLink): boolean {
  const [, fragment] = /#(.*)$/s.exec(url) ?? [];
  return targets.some(({ target }) => {
    if (target.kind !== "redirect") return false;
    const [, anchor = ""] = /#(.*)$/s.exec(target.destination) ?? [];
    return fragment === undefined || decodeFragment(fragment) !== decodeFragment(anchor);
  });
}

/**
 * Whether readers can follow the link. They can't if it's a Markdown link without visible text, as in `[](#x
 * "Permalink")`, or a definition, such as `[x]: #x`, that no link uses. Docusaurus puts a zero-width space in the link
 * of each heading.
 */
function canBeFollowed({ reference }: ResolvedLink, site: Site): boolean {
  const { file, range } = reference.at;
  const page = site.references.get(file);
  const textBefore = page?.text.slice(Math.max(0, range.start - maxEmptyLength), range.start) ?? "";
  if (!page || /(?:^|[^!\\])\[(?:[\s\p{Cf}]|&#8203;|&#x200b;|&ZeroWidthSpace;)*\]\(\s*<?$/iu.test(textBefore))
    return !page;
  const label = findDefinitions(page).get(range.start)?.label;
  return label === undefined || collectUsedLabels(page).has(label);
}

/** The maximum length of the text before the target of a Markdown link without text, in UTF-16 code units. */
const maxEmptyLength = 100;

/** Whether the link scrolls the page that contains it. A link with a query opens the page again. */
function isSamePage({ reference, targets }: ResolvedLink): boolean {
  return !reference.url.startsWith("?") && targets.some(({ target }) => target.kind === "same-page");
}

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
const getLevelsWithoutAnchor = derive(
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
function getInnerWords(text: string): string {
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
