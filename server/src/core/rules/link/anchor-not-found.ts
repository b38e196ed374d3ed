import { maxAnchoredDepth } from "../../page/headings.ts";
import {
  areInSameSection,
  countSubjectWords,
  findNearestAnchor,
  findOtherPageWithAnchor,
  findPageNamedInFolder,
  findTranslatedAnchor,
  findTranslationFor,
  getInnerWords,
  getLevelsWithoutAnchor,
  isRespelled,
  toFragment,
} from "../../site/links/anchor-suggestions.ts";
import { type Anchors, getPageAnchors, mayBeInFolder } from "../../site/links/anchors.ts";
import type { LinkReference, ResolvedLink, TargetOnPage } from "../../site/links/links.ts";
import { getFinalTarget, mayContainGeneratedPage, resolveLink } from "../../site/links/resolve-link.ts";
import { getVisibleSlugs } from "../../site/navigation/navigation-pages.ts";
import { getPageSlug, listUrls, normalizeTitle } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { decodeFragment } from "../../text/decode-text.ts";
import { groupBy } from "../../text/maps.ts";
import type { FileEdit, SitePath } from "../../text/text-edit.ts";
import { defineRule, type Finding, type Subject } from "../rule.ts";
import {
  changeLink,
  createLinkFixData,
  createLinkFixEdits,
  createSuggestionSource,
  type SuggestionSource,
} from "../subjects/fixes.ts";
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
  lowLevel: "lowLevelLinks",
  lowLevelHere: "lowLevelLinksHere",
  folder: "folderLinks",
  folderNear: "folderLinksNear",
  otherLanguage: "linksOtherLanguage",
} as const;

/** The messages for links from one page to many different anchors that don't exist on another page. */
const messagesForManyLinks = {
  missing: "manyLinks",
  near: "manyLinksNear",
  here: "manyLinksHere",
  hereNear: "manyLinksHereNear",
  bare: "manyLinksBare",
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
      "`#{anchor}` doesn't exist on `{page}`, so the link opens the top of the page. Link to an existing section, or remove the anchor.",
    near: "`#{anchor}` doesn't exist on `{page}`, so the link opens the top of the page. Did you mean `{near}`?",
    here: "`#{anchor}` doesn't exist on this page, so the link does nothing. Add the heading, or remove the link.",
    hereNear: "`#{anchor}` doesn't exist on this page, so the link does nothing. Did you mean `{near}`?",
    links:
      "`#{anchor}` doesn't exist on `{page}`, so {count} links open the top of the page. Link to an existing section, or remove the anchor.",
    linksNear:
      "`#{anchor}` doesn't exist on `{page}`, so {count} links open the top of the page. Did you mean `{near}`?",
    linksHere:
      "`#{anchor}` doesn't exist on this page, so {count} links do nothing. Add the heading, or remove the links.",
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
      "`#{anchor}` and other anchors don't exist on this page, so {count} links do nothing. Add the headings, or remove the links.",
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
    folder:
      "`#{anchor}` doesn't exist on any page in `{folder}`, so the link opens the top of the first one. Link to a page, or remove the anchor.",
    folderLinks:
      "`#{anchor}` doesn't exist on any page in `{folder}`, so {count} links open the top of the first one. Link to a page, or remove the anchor.",
    folderNear:
      "`#{anchor}` doesn't exist on any page in `{folder}`, so the link opens the top of the first one. Did you mean `{near}`?",
    folderLinksNear:
      "`#{anchor}` doesn't exist on any page in `{folder}`, so {count} links open the top of the first one. Did you mean `{near}`?",
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
    const use = data?.["use"];
    const suggestion = data?.["near"];
    if (typeof use !== "string" || typeof suggestion !== "string") return;
    const edits = createLinkFixEdits(at, data?.["writeAs"], use);
    yield { title: suggestion.startsWith("#") ? "use" : "useOther", args: { near: suggestion }, edits };
  },
  grouping: {
    ...groupByTarget({
      combinedMessages: combinedKeys,
      maxSeparate: ({ data }) => (isOneOfMany(data) ? maxAnchors : 1),
      *createFixes(findings) {
        yield* changeAll(findings, getSuggestion, createEdits);
        const edits = new Set(findings.map(getSuggestion)).size > 1 ? createAllEdits(findings, createEdits) : [];
        if (edits.length > 0) yield { title: "useEach", args: { count: findings.length }, edits };
      },
    }),
    combinedMessage: ({ message, data }) => {
      if (isTranslated(data)) return "linksTranslated";
      return isOneOfMany(data) ? getMessage(messagesForManyLinks, message) : getMessage(combinedKeys, message);
    },
  },
});

function getMessage<Key>(messages: Readonly<Record<string, Key>>, message: string): Key | undefined {
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
    if (missingFolderAnchor) yield createFolderFinding(missingFolderAnchor, link, site, guess);
    if (missingAnchor) yield createFinding(missingAnchor, link, site, guess);
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
): MissingFinding {
  const { at } = link.reference;
  const data = createTargetData(folder, anchor, "folder");
  const otherAnchor = findOtherAnchor({ anchor, page: folder }, link, site);
  if (otherAnchor)
    return {
      message: "moved",
      args: { anchor, page: folder, other: otherAnchor.other },
      at,
      data: { ...data, ...createSuggestionData(link, otherAnchor.url, otherAnchor.url) },
    };
  const url = guess(`${folder}/\n${anchor}`, () => {
    const page = findPageNamedInFolder(site, folder, anchor);
    return page === undefined ? undefined : getUrl(site, page);
  });
  if (url === undefined) return { message: "folder", args: { anchor, folder }, at, data };
  return {
    message: "folderNear",
    args: { anchor, folder, near: url },
    at,
    data: { ...data, ...createSuggestionData(link, url, url) },
  };
}

function createFinding(
  missingAnchor: MissingAnchor,
  link: ResolvedLink,
  site: Site,
  guess: SuggestionSource,
): MissingFinding {
  const { anchor, page, anchors } = missingAnchor;
  const { at } = link.reference;
  const isSame = isSamePage(link);
  const data = createTargetData(page, anchor, isSame ? "here" : "elsewhere");
  const level = getLevelsWithoutAnchor(anchors).get(getInnerWords(anchor));
  if (level !== undefined) {
    const args = { anchor, level, max: maxAnchoredDepth, ...(!isSame && { page }) };
    return { message: isSame ? "lowLevelHere" : "lowLevel", args, at, data };
  }
  const args = { anchor, ...(!isSame && { page }) };
  const suggestion = findSuggestion(missingAnchor, link, site, guess);
  switch (suggestion?.kind) {
    case undefined:
      return { message: isSame ? "here" : anchors.ids.length === 0 ? "bare" : "missing", args, at, data };
    case "near": {
      const { near, url } = suggestion;
      const suggestionData = createSuggestionData(link, near, url);
      return {
        message: isSame ? "hereNear" : "near",
        args: { ...args, near },
        at,
        data: { ...data, ...suggestionData },
      };
    }
    case "moved": {
      const { other, url } = suggestion;
      const suggestionData = createSuggestionData(link, url, url);
      return {
        message: isSame ? "movedHere" : "moved",
        args: { ...args, other },
        at,
        data: { ...data, ...suggestionData },
      };
    }
    case "translated": {
      const { other, url, hasAnchor } = suggestion;
      const message = hasAnchor ? "moved" : url === other ? "otherLanguage" : "near";
      const suggestionData = createSuggestionData(link, url, url);
      // Usually, the author forgot the language in all links.
      const translationData = { ...createTargetData("translations"), isTranslated: true };
      return { message, args: { ...args, other, near: url }, at, data: { ...translationData, ...suggestionData } };
    }
  }
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
  const from = targets.length === 1 ? targets[0]?.page : undefined;
  const translation = from === undefined ? undefined : findTranslationFor(site, page, from);
  const translationUrl = translation && getUrl(site, translation.path);
  const translationAnchors = translation && getPageAnchors(site, translation.path);
  if (translationUrl !== undefined && translationAnchors?.has(anchor)) {
    const url = `${translationUrl}#${toFragment(decodeFragment(anchor))}`;
    return { kind: "translated", other: translationUrl, url, hasAnchor: true };
  }
  const id = guess(
    `${page}\n${anchor}`,
    () => findNearestAnchor(anchor, anchors) ?? findTranslatedAnchor(site, page, anchor),
  );
  if (id !== undefined && (isRespelled(anchor, id) || !isInSection(reference, page, id, site))) {
    const url = reference.url.replace(/#.*$/s, () => `#${toFragment(id)}`);
    return { kind: "near", near: `#${id}`, url };
  }
  if (translationUrl !== undefined && translationAnchors) {
    const nearId = guess(`${translationUrl}\n${anchor}`, () => findNearestAnchor(anchor, translationAnchors));
    const url = nearId === undefined ? translationUrl : `${translationUrl}#${toFragment(nearId)}`;
    return { kind: "translated", other: translationUrl, url, hasAnchor: false };
  }
  return findOtherAnchor({ anchor, page }, link, site);
}

/** Whether the link is in the text directly below the heading. A link to its own section doesn't help readers. */
function isInSection({ at }: LinkReference, page: SitePath, id: string, site: Site): boolean {
  if (at.file !== page) return false;
  const headings = site.references.get(page)?.headings ?? [];
  return headings.findLast(({ range }) => range.start <= at.range.start)?.id === id;
}

/**
 * Returns the only other page in the same language and version that has the anchor, if it's about the same subject. An
 * anchor of only a few words may be unique by chance, so the page must be in the same section. If the anchor is a single
 * word, the link's text must also match the heading.
 */
function findOtherAnchor(
  { anchor, page }: Pick<MissingAnchor, "anchor" | "page">,
  { reference, targets }: ResolvedLink,
  site: Site,
): (Suggestion & { readonly kind: "moved" }) | undefined {
  const id = decodeFragment(anchor);
  const found = targets.length === 1 ? findOtherPageWithAnchor(site, page, id) : undefined;
  if (!found || !getVisibleSlugs(site.config).has(found.slug)) return undefined;
  const wordCount = countSubjectWords(id);
  if (wordCount < 3 && !areInSameSection(site, found.slug, getPageSlug(page) ?? page)) return undefined;
  if (wordCount < 2) {
    // The text of a link to the same page usually is the anchor, even if the section was never written.
    const linkText = getLinkText(site.references.get(reference.at.file)?.text ?? "", reference.at.range);
    if (reference.url.startsWith("#") || linkText === undefined || !found.heading) return undefined;
    if (normalizeTitle(linkText) !== normalizeTitle(found.heading.text)) return undefined;
  }
  if (isInSection(reference, found.page, found.id, site)) return undefined;
  const other = getUrl(site, found.page);
  if (other === undefined) return undefined;
  const fragment = found.id === id ? /#.*$/s.exec(reference.url)?.[0] : undefined;
  return { kind: "moved", other, url: other + (fragment ?? `#${toFragment(found.id)}`) };
}

/** Returns the URL of a page, or undefined if readers can't open the page there. */
function getUrl(site: Site, page: SitePath): string | undefined {
  const slug = getPageSlug(page);
  const [url] = slug === undefined ? [] : listUrls(slug);
  const target = url === undefined ? undefined : resolveLink(site, url, undefined);
  return target?.kind === "page" && target.file === page ? url : undefined;
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
    const isCombined = finding.message in messagesForManyLinks && !isTranslated(finding.data) && targets.has(target);
    yield isCombined ? { ...finding, data: { ...finding.data, target, isOneOfMany: true } } : finding;
  }
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

interface MissingFolderAnchor {
  readonly anchor: string;
  readonly folder: string;
}

/** Returns the anchor of a link to a folder if no page in the folder has it. */
function findMissingInFolder({ target }: TargetOnPage, site: Site): MissingFolderAnchor | undefined {
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

/**
 * Whether the link scrolls the page that contains it, even if the link contains the page's path. A link with a query
 * opens the page again.
 */
function isSamePage({ reference, targets }: ResolvedLink): boolean {
  const isOwnPage = ({ page, target }: TargetOnPage) =>
    target.kind === "same-page" || (target.kind === "page" && target.file === page);
  return !/^[^#]*\?/.test(reference.url) && targets.some(isOwnPage);
}
