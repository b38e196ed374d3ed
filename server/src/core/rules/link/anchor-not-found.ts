import { maxAnchoredDepth } from "../../page/headings.ts";
import {
  findMovedAnchor,
  findMovedTranslation,
  findIdWithWords,
  findNearestAnchor,
  findTranslatedAnchor,
  findTranslationFor,
  getLevelsWithoutAnchor,
  type MissingAnchorLink,
  type MovedAnchor,
} from "../../site/links/anchor-suggestions.ts";
import {
  findMissingAnchorOnPage,
  findMissingFolderAnchor,
  getPageAnchors,
  isInSection,
  type MissingAnchor,
  type MissingFolderAnchor,
} from "../../site/links/anchors.ts";
import type { ResolvedLink, TargetOnPage } from "../../site/links/links.ts";
import { findSiblingNamed } from "../../site/links/link-suggestions.ts";
import { findPageNamedInFolder } from "../../site/links/moved-pages.ts";
import { getFinalTarget } from "../../site/links/resolve-link.ts";
import { getPageUrl, toFragment } from "../../site/links/written-path.ts";
import type { Site } from "../../site/site.ts";
import { decodeFragment } from "../../text/decode-text.ts";
import { countSubjectWords, getInnerWords, hasWordsInOrder, isRespelled } from "../../text/similarity.ts";
import { groupBy } from "../../text/maps.ts";
import type { FileEdit, SitePath } from "../../text/text-edit.ts";
import { defineRule, type Finding, type Subject } from "../rule.ts";
import {
  createLinkFix,
  createLinkFixData,
  createLinkFixEdits,
  createSuggestionSource,
  type SuggestionSource,
} from "../subjects/fixes.ts";
import { getLinkText, isOtherProblem, listTextsOf } from "../subjects/page-subjects.ts";
import { createGroupFix, createTargetData, createAllEdits, groupByTarget } from "../subjects/same-target.ts";
import { getLinks, linkSubjectKinds } from "../subjects/site-subjects.ts";

const combinedMessageKeys = {
  missing: "links",
  near: "linksNear",
  here: "linksHere",
  hereNear: "linksHereNear",
  moved: "linksMoved",
  movedHere: "linksMovedHere",
  bare: "linksBare",
  lowLevel: "lowLevelLinks",
  lowLevelHere: "lowLevelLinksHere",
  onPage: "linksOnPage",
  folder: "folderLinks",
  folderNear: "folderLinksNear",
  otherLanguage: "linksOtherLanguage",
} as const;

/** The messages for links from one page to many different anchors that don't exist on one target page. */
const manyLinksMessageKeys = {
  missing: "manyLinks",
  near: "manyLinksNear",
  here: "manyLinksHere",
  hereNear: "manyLinksHereNear",
  bare: "manyLinksBare",
} as const;

/**
 * If a page has links to more than this number of anchors that don't exist on one target page, the cause is usually how
 * the links were generated, so they're reported as one problem.
 */
const maxSeparateAnchors = 10;

/**
 * The same for anchors that differ from existing ones only in case and separators. Another tool generated them, or the
 * author always writes anchors this way.
 */
const maxRespelledAnchors = 2;

export const anchorNotFound = defineRule({
  code: "link/anchor-not-found",
  subjectKinds: linkSubjectKinds,
  requires: ["pages"],
  severity: "warning",
  summary: "A link to a heading or component that doesn't exist on the page.",
  why: "The part of a link after `#` refers to a heading, component, or parameter on the page. If it doesn't exist there, the link opens the top of the page, and readers have to search for the section. Heading anchors are derived from the heading text: `## Install the CLI` becomes `#install-the-cli`. Anchors on pages with 20,000 or more headings aren't checked.",
  howToFix:
    "Link to an existing heading, or remove the anchor. If you renamed a heading, you can also keep its old anchor, for example, with `## Set up {#install}`.",
  whenToTurnOff: "Turn off this rule if scripts or your own components create anchors in the browser.",
  messages: {
    missing:
      "`#{anchor}` doesn't exist on `{page}`, so the link opens the top of the page. Link to an existing section, or remove the anchor.",
    near: "`#{anchor}` doesn't exist on `{page}`, so the link opens the top of the page. Did you mean `{near}`?",
    here: "`#{anchor}` doesn't exist on this page, so the link does nothing. Link to an existing section, add the heading, or remove the link.",
    hereNear: "`#{anchor}` doesn't exist on this page, so the link does nothing. Did you mean `{near}`?",
    links:
      "`#{anchor}` doesn't exist on `{page}`, so {count} links open the top of the page. Link to an existing section, or remove the anchor.",
    linksNear:
      "`#{anchor}` doesn't exist on `{page}`, so {count} links open the top of the page. Did you mean `{near}`?",
    linksHere:
      "`#{anchor}` doesn't exist on this page, so {count} links do nothing. Link to an existing section, add the heading, or remove the links.",
    linksHereNear: "`#{anchor}` doesn't exist on this page, so {count} links do nothing. Did you mean `{near}`?",
    moved:
      "`#{anchor}` is on `{other}`, not on `{page}`, so the link opens the top of the wrong page. Change the page in the link.",
    movedHere: "`#{anchor}` is on `{other}`, not on this page, so the link does nothing. Add the page to the link.",
    linksMoved:
      "`#{anchor}` is on `{other}`, not on `{page}`, so {count} links open the top of the wrong page. Change the page in the links.",
    linksMovedHere:
      "`#{anchor}` is on `{other}`, not on this page, so {count} links do nothing. Add the page to the links.",
    bare: "`#{anchor}` doesn't exist on `{page}`, which has no headings, so the link opens the top of the page. Remove the anchor, or link to another page.",
    linksBare:
      "`#{anchor}` doesn't exist on `{page}`, which has no headings, so {count} links open the top of the page. Remove the anchor, or link to another page.",
    otherLanguage:
      "`#{anchor}` doesn't exist on `{page}`, which is in another language, so the link opens the top of the page. Link to a section of `{other}`.",
    linksOtherLanguage:
      "`#{anchor}` doesn't exist on `{page}`, which is in another language, so {count} links open the top of the page. Link to a section of `{other}`.",
    linksTranslated:
      "`#{anchor}` and other anchors are from translations such as `{other}`, so {count} links open the top of a page in another language. Link to the translations.",
    manyLinks:
      "`#{anchor}` and other anchors don't exist on `{page}`, so {count} links open the top of the page. Link to existing sections, or remove the anchors.",
    manyLinksNear:
      "`#{anchor}` and other anchors don't exist on `{page}`, so {count} links open the top of the page. Change them to existing headings, such as `{near}`.",
    manyLinksHere:
      "`#{anchor}` and other anchors don't exist on this page, so {count} links do nothing. Link to existing sections, add the headings, or remove the links.",
    manyLinksHereNear:
      "`#{anchor}` and other anchors don't exist on this page, so {count} links do nothing. Change them to existing headings, such as `{near}`.",
    manyLinksBare:
      "`#{anchor}` and other anchors don't exist on `{page}`, which has no headings, so {count} links open the top of the page. Remove the anchors.",
    lowLevel:
      "`#{anchor}` is a level {level} heading on `{page}`, but only levels 1 to {max} have anchors, so the link opens the top of the page. Change the level, or link to another heading.",
    lowLevelHere:
      "`#{anchor}` is a level {level} heading on this page, but only levels 1 to {max} have anchors, so the link does nothing. Change the level, or link to another heading.",
    lowLevelLinks:
      "`#{anchor}` is a level {level} heading on `{page}`, but only levels 1 to {max} have anchors, so {count} links open the top of the page. Change the level, or link to another heading.",
    lowLevelLinksHere:
      "`#{anchor}` is a level {level} heading on this page, but only levels 1 to {max} have anchors, so {count} links do nothing. Change the level, or link to another heading.",
    onPage:
      "`#{anchor}` doesn't exist on `{page}`, which includes this file, so the link does nothing there. Add the heading to that page, or change the link.",
    linksOnPage:
      "`#{anchor}` doesn't exist on `{page}`, which includes this file, so {count} links do nothing there. Add the heading to that page, or change the links.",
    folder:
      "`#{anchor}` doesn't exist on any page in `{folder}`, so the link doesn't open a section. Link to a page, or remove the anchor.",
    folderLinks:
      "`#{anchor}` doesn't exist on any page in `{folder}`, so {count} links don't open a section. Link to a page, or remove the anchor.",
    folderNear:
      "`#{anchor}` doesn't exist on any page in `{folder}`, so the link doesn't open a section. Did you mean `{near}`?",
    folderLinksNear:
      "`#{anchor}` doesn't exist on any page in `{folder}`, so {count} links don't open a section. Did you mean `{near}`?",
    use: "Change to `{near}`",
    useAll: "Change all {count} links to `{near}`",
    useOther: "Link to `{near}`",
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
    const newUrl = data?.["use"];
    const suggestion = data?.["near"];
    if (typeof newUrl !== "string" || typeof suggestion !== "string") return;
    const edits = createLinkFixEdits(at, data?.["writeAs"], newUrl);
    yield { title: suggestion.startsWith("#") ? "use" : "useOther", args: { near: suggestion }, edits };
  },
  grouping: {
    ...groupByTarget({
      combinedMessages: combinedMessageKeys,
      maxSeparateProblems: ({ data }) => (isOneOfMany(data) ? maxRespelledAnchors : 1),
      *createFixes(findings) {
        yield* createGroupFix(findings, getSuggestion, createLinkEdits);
        const edits = new Set(findings.map(getSuggestion)).size > 1 ? createAllEdits(findings, createLinkEdits) : [];
        if (edits.length > 0) yield { title: "useEach", args: { count: findings.length }, edits };
      },
    }),
    combinedMessage: ({ message, data }) => {
      if (isTranslated(data)) return "linksTranslated";
      return isOneOfMany(data)
        ? findMessageKey(manyLinksMessageKeys, message)
        : findMessageKey(combinedMessageKeys, message);
    },
  },
});

function findMessageKey<Key>(messages: Readonly<Record<string, Key>>, message: string): Key | undefined {
  return messages[message];
}

function isOneOfMany(data: Finding["data"]): boolean {
  return data?.["isOneOfMany"] === true;
}

function isTranslated(data: Finding["data"]): boolean {
  return data?.["isTranslated"] === true;
}

function getSuggestion({ data }: Finding): string {
  return String(data?.["near"] ?? "");
}

function createLinkEdits(finding: Finding): readonly FileEdit[] {
  return [...createLinkFix(finding)].flatMap(({ edits }) => edits);
}

type MissingAnchorFinding = Finding<keyof typeof combinedMessageKeys>;

function* findMissingAnchors(subject: Subject, site: Site): Iterable<MissingAnchorFinding> {
  const guess = createSuggestionSource();
  for (const link of getLinks(subject, site)) {
    const { reference, targets } = link;
    if (reference.targetKind !== "place") continue;
    const missingAnchors = targets.map((target) => findMissingAnchor(target, site));
    const missingAnchor = missingAnchors.find((missingTarget) => missingTarget !== undefined);
    const missingFolderAnchor = missingAnchor
      ? undefined
      : targets.map((target) => findMissingFolderAnchor(target, site)).find((candidate) => candidate !== undefined);
    if ((missingAnchor ?? missingFolderAnchor) && isOtherProblem(link, missingAnchor, site)) continue;
    if (missingFolderAnchor) yield createFolderFinding(missingFolderAnchor, link, site, guess);
    if (missingAnchor && isSamePage(link) && missingAnchors.includes(undefined))
      yield createSnippetFinding(missingAnchor, link);
    else if (missingAnchor) yield createFinding(missingAnchor, link, site, guess);
  }
}

/** A target that the author may have meant. */
type Suggestion =
  /** A similar anchor, or a page that's about the same subject. */
  | { readonly kind: "near"; readonly near: string; readonly url: string }
  /** The same anchor on another page. */
  | { readonly kind: "moved"; readonly other: string; readonly url: string }
  /** The page in the language of the link. If it contains a similar anchor, `near` is the URL with that anchor. */
  | { readonly kind: "translated"; readonly other: string; readonly url: string; readonly hasAnchor: boolean };

function createFolderFinding(
  { anchor, folder }: MissingFolderAnchor,
  link: ResolvedLink,
  site: Site,
  guess: SuggestionSource,
): MissingAnchorFinding {
  const { location } = link.reference;
  const data = createTargetData(folder, anchor, "folder");
  const movedSuggestion = createMovedSuggestion(
    findMovedAnchor(site, createMissingLink(anchor, folder, link, site)),
    link,
    anchor,
  );
  if (movedSuggestion) {
    const args = { anchor, page: folder, other: movedSuggestion.other };
    return {
      message: "moved",
      args,
      at: location,
      data: { ...data, ...createSuggestionData(link, movedSuggestion.url, movedSuggestion.url) },
    };
  }
  const url = guess(`${folder}/\n${anchor}`, () => {
    const page = findPageNamedInFolder(site, folder, anchor);
    return page === undefined ? undefined : getPageUrl(site, page);
  });
  if (url === undefined) return { message: "folder", args: { anchor, folder }, at: location, data };
  return {
    message: "folderNear",
    args: { anchor, folder, near: url },
    at: location,
    data: { ...data, ...createSuggestionData(link, url, url) },
  };
}

/** Returns the finding for a link in a file that several pages include, if only some of them have the anchor. */
function createSnippetFinding(
  { anchor, page }: MissingAnchor,
  { reference: { location } }: ResolvedLink,
): MissingAnchorFinding {
  return { message: "onPage", args: { anchor, page }, at: location, data: createTargetData(page, anchor, "snippet") };
}

function createFinding(
  missingAnchor: MissingAnchor,
  link: ResolvedLink,
  site: Site,
  guess: SuggestionSource,
): MissingAnchorFinding {
  const { anchor, page, anchors } = missingAnchor;
  const { location } = link.reference;
  const isOnSamePage = isSamePage(link);
  const linkScope = isOnSamePage ? "here" : "elsewhere";
  const level = getLevelsWithoutAnchor(anchors).get(getInnerWords(anchor));
  if (level !== undefined) {
    const args = { anchor, level, max: maxAnchoredDepth, ...(!isOnSamePage && { page }) };
    return {
      message: isOnSamePage ? "lowLevelHere" : "lowLevel",
      args,
      at: location,
      data: createTargetData(page, anchor, linkScope),
    };
  }
  const args = { anchor, ...(!isOnSamePage && { page }) };
  const suggestion = findSuggestion(missingAnchor, link, site, guess);
  if (!suggestion) {
    const message = isOnSamePage ? "here" : anchors.ids.length === 0 ? "bare" : "missing";
    return { message, args, at: location, data: createTargetData(page, anchor, linkScope) };
  }
  const { url } = suggestion;
  const near = suggestion.kind === "near" ? suggestion.near : url;
  const suggestionData = createSuggestionData(link, near, url);
  if (suggestion.kind === "translated") {
    const { other, hasAnchor } = suggestion;
    const message = hasAnchor ? "moved" : url === other ? "otherLanguage" : "near";
    // Usually, the author forgot the language in all links.
    const translationData = { ...createTargetData("translations"), isTranslated: true };
    return { message, args: { ...args, other, near }, at: location, data: { ...translationData, ...suggestionData } };
  }
  // The suggestion doesn't fit links in the suggested section, which are therefore separate problems.
  const data = { ...createTargetData(page, anchor, linkScope, "suggestion"), ...suggestionData };
  if (suggestion.kind === "near")
    return { message: isOnSamePage ? "hereNear" : "near", args: { ...args, near }, at: location, data };
  return {
    message: isOnSamePage ? "movedHere" : "moved",
    args: { ...args, other: suggestion.other },
    at: location,
    data,
  };
}

function createSuggestionData({ reference }: ResolvedLink, near: string, url: string) {
  return { ...createLinkFixData(reference, url), near };
}

function findSuggestion(
  { anchor, page, anchors }: MissingAnchor,
  link: ResolvedLink,
  site: Site,
  guess: SuggestionSource,
): Suggestion | undefined {
  const { reference, targets } = link;
  const linkingPage = targets.length === 1 ? targets[0]?.page : undefined;
  const translation = linkingPage === undefined ? undefined : findTranslationFor(site, page, linkingPage);
  const translationUrl = translation && getPageUrl(site, translation.path);
  const translationAnchors = translation && getPageAnchors(site, translation.path);
  if (translationUrl !== undefined && translationAnchors?.has(anchor)) {
    const url = `${translationUrl}#${toFragment(decodeFragment(anchor))}`;
    return { kind: "translated", other: translationUrl, url, hasAnchor: true };
  }
  const id = guess(
    `${page}\n${anchor}`,
    () =>
      findNearestAnchor(anchor, anchors, isSamePage(link) ? listTextsOf(link, site) : []) ??
      findTranslatedAnchor(site, page, anchor),
  );
  const isOwnNumber = id !== undefined && removeNumber(anchor) === removeNumber(id);
  if (id !== undefined && (isOwnNumber || isRespelled(anchor, id) || !isInSection(site, reference.location, page, id)))
    return createNearSuggestion(reference, id);
  if (translationUrl !== undefined && translationAnchors) {
    const nearId = guess(`${translationUrl}\n${anchor}`, () => findNearestAnchor(anchor, translationAnchors));
    const url = nearId === undefined ? translationUrl : `${translationUrl}#${toFragment(nearId)}`;
    return { kind: "translated", other: translationUrl, url, hasAnchor: false };
  }
  if (targets.length > 1) return undefined;
  const missingLink = createMissingLink(anchor, page, link, site);
  const idWithWords = guess(`${page}?\n${anchor}`, () => findIdWithWords(anchor, anchors));
  const ownId =
    idWithWords === undefined || isInSection(site, reference.location, page, idWithWords) ? undefined : idWithWords;
  // The author named this page, so a heading with the anchor's words in it matters more than the anchor on another page.
  const isOnPage =
    ownId !== undefined &&
    !reference.url.startsWith("#") &&
    countSubjectWords(anchor) > 1 &&
    guess(`${page}!\n${anchor}`, () => (hasWordsInOrder(anchor, ownId) ? ownId : undefined)) !== undefined;
  // The author of `/start#install` on the page `start` meant this page, even if another page has the anchor.
  const isOwnPath = isSamePage(link) && !reference.url.startsWith("#");
  const movedAnchor = isOnPage || isOwnPath ? undefined : findMovedAnchor(site, missingLink);
  const movedSuggestion = createMovedSuggestion(movedAnchor, link, anchor);
  if (movedSuggestion) return movedSuggestion;
  const movedTranslation = isOnPage ? undefined : findMovedTranslation(site, missingLink);
  if (!movedTranslation) {
    const sibling = guess(`${page}/\n${anchor}`, () => findSiblingNamed(site, page, anchor));
    if (sibling !== undefined) return { kind: "near", near: sibling, url: sibling };
    return ownId === undefined ? undefined : createNearSuggestion(reference, ownId);
  }
  const url = `${movedTranslation.path}#${toFragment(movedTranslation.id)}`;
  return { kind: "near", near: url, url };
}

function createNearSuggestion({ url }: ResolvedLink["reference"], id: string): Suggestion {
  return { kind: "near", near: `#${id}`, url: url.replace(/#.*$/s, () => `#${toFragment(id)}`) };
}

/** Returns the anchor without the number of a repeated heading. */
function removeNumber(anchor: string): string {
  return anchor.replace(/-\d{1,3}$/, "");
}

function createMissingLink(anchor: string, page: SitePath, { reference }: ResolvedLink, site: Site): MissingAnchorLink {
  const { location, url } = reference;
  // The text of a link to the same page usually is the anchor, even if the section was never written.
  const text = url.startsWith("#")
    ? undefined
    : getLinkText(site.references.get(location.file)?.text ?? "", location.range);
  return { anchor, page, location, text };
}

function createMovedSuggestion(movedAnchor: MovedAnchor | undefined, { reference }: ResolvedLink, anchor: string) {
  if (!movedAnchor) return undefined;
  const { path, id } = movedAnchor;
  const fragment = id === decodeFragment(anchor) ? /#.*$/s.exec(reference.url)?.[0] : undefined;
  return { kind: "moved", other: path, url: path + (fragment ?? `#${toFragment(id)}`) } as const;
}

/**
 * If a page has links with the same message to many anchors on another page, changes their target so that they're
 * combined with each other instead of with links to the same anchor on other pages.
 */
function* combineFindingsOnPage(findings: readonly MissingAnchorFinding[]): Iterable<MissingAnchorFinding> {
  const getPairKey = ({ at, message, data }: MissingAnchorFinding) =>
    // The slashes around the paths make the target the same for translations of the pages, except for their folders.
    `${String(data?.["target"]).replace(/\n[^]*/, "")}/#/${at.file}\n${message}`;
  const findingsByPair = groupBy(findings, getPairKey);
  const hasManyAnchors = (pairFindings: readonly MissingAnchorFinding[] = []) =>
    new Set(pairFindings.map(({ args }) => args?.["anchor"])).size > maxSeparateAnchors;
  const combinedPairKeys = new Set(
    [...findingsByPair.keys()].filter((pairKey) => hasManyAnchors(findingsByPair.get(pairKey))),
  );
  const isRespelling = (finding: MissingAnchorFinding) => {
    const suggestion = getSuggestion(finding);
    const anchor = finding.args?.["anchor"];
    return typeof anchor === "string" && suggestion.startsWith("#") && isRespelled(anchor, suggestion);
  };
  const respelledByPair = groupBy(findings.filter(isRespelling), getPairKey);
  const isOftenRespelled = (pairFindings: readonly MissingAnchorFinding[] = []) =>
    new Set(pairFindings.map(({ args }) => args?.["anchor"])).size > maxRespelledAnchors;
  for (const finding of findings) {
    const pairKey = getPairKey(finding);
    const isInPair = combinedPairKeys.has(pairKey);
    const isInRespelled = !isInPair && isRespelling(finding) && isOftenRespelled(respelledByPair.get(pairKey));
    const isCombined =
      finding.message in manyLinksMessageKeys && !isTranslated(finding.data) && (isInPair || isInRespelled);
    const target = isInRespelled ? `${pairKey}\nrespelled` : pairKey;
    yield isCombined ? { ...finding, data: { ...finding.data, target, isOneOfMany: true } } : finding;
  }
}

function findMissingAnchor({ page: linkingPage, target }: TargetOnPage, site: Site): MissingAnchor | undefined {
  const finalTarget = getFinalTarget(target);
  const page =
    finalTarget.kind === "page" ? finalTarget.file : finalTarget.kind === "same-page" ? linkingPage : undefined;
  const anchor = finalTarget.kind === "page" || finalTarget.kind === "same-page" ? finalTarget.anchor : undefined;
  if (page === undefined || anchor === undefined || anchor === "") return undefined;
  return findMissingAnchorOnPage(page, anchor, site);
}

/**
 * Whether the link scrolls the page that contains it, even if the link contains the page's path. A link with a query
 * opens the page again.
 */
function isSamePage({ reference, targets }: ResolvedLink): boolean {
  const isOwnPage = ({ page, target }: TargetOnPage) =>
    target.kind === "same-page" || (target.kind === "page" && target.file === page);
  return !/^[^#]*\?/.test(reference.url) && targets.some(isOwnPage);
}
