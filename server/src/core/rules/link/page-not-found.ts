import { findMissingFolder } from "../../site/links/file-suggestions.ts";
import { findNearestTarget } from "../../site/links/link-suggestions.ts";
import type { ResolvedLink } from "../../site/links/links.ts";
import { findOperationPage } from "../../site/links/moved-pages.ts";
import { getDestinationPath, parseRedirectPattern } from "../../site/links/redirects.ts";
import { containsPages, getFinalTarget, mayContainGeneratedPage, resolveLink } from "../../site/links/resolve-link.ts";
import { getPageSlug, createFieldRemoval, normalizeTitle } from "../../site/pages/pages.ts";
import { getFolderAboveIndex, listEditionFolders } from "../../site/navigation/editions.ts";
import { getListedSlugs, isHiddenPage } from "../../site/navigation/navigation-pages.ts";
import { isMissingProtocol } from "../../site/pages/urls.ts";
import { createIgnoreMatcher, isRepositoryFile } from "../../site/settings/ignore.ts";
import type { Site } from "../../site/site.ts";
import { toVerbatim } from "../../text/phrase.ts";
import { getFileName, getFolderPath, getTopFolder, removePageExtension } from "../../text/site-path.ts";
import { isWithin, type FileEdit, type SiteLocation, type SitePath } from "../../text/text-edit.ts";
import { defineRule, type Finding } from "../rule.ts";
import {
  createPageEdit,
  createSuggestionSource,
  type SuggestionSource,
  createLinkGroupFix,
  createLinkFixData,
  replacePath,
  createLinkFix,
  fixAnchor,
} from "../subjects/fixes.ts";
import { getLinkText, getTitleProp, isInStarter } from "../subjects/page-subjects.ts";
import { createAllEdits, groupByTarget, createTargetData } from "../subjects/same-target.ts";
import { getLinks, linkSubjectKinds, getOtherPage, findTargetOfKind } from "../subjects/site-subjects.ts";

const combinedMessageKeys = {
  missing: "links",
  near: "linksNear",
  ignored: "linksIgnored",
  excluded: "linksExcluded",
  repositoryFile: "linksRepositoryFile",
  placeholder: "linksPlaceholder",
  id: "linksId",
  starter: "linksStarter",
  template: "linksTemplate",
  noProtocol: "linksNoProtocol",
  brackets: "linksBrackets",
  fromIndex: "linksFromIndex",
  sentOn: "linksSentOn",
} as const;

/** The messages for links whose paths differ in the same way, because the author or another service wrote all of them. */
const messagesForHabits = {
  slash: "linksWithoutSlash",
  edition: "linksWithoutEdition",
  operation: "linksToOperations",
  folder: "linksToOtherFolder",
} as const;

export const pageNotFound = defineRule({
  code: "link/page-not-found",
  subjectKinds: linkSubjectKinds,
  requires: ["pages"],
  severity: "warning",
  summary: "A link to a page that doesn't exist.",
  why: "Links can point to the site's pages, generated pages, files, and redirects. If none of them matches, readers who follow the link get a 404 page. Relative links are resolved from the folder that contains the page.",
  howToFix: "Fix the link, create the page, or add a redirect from this path.",
  whenToTurnOff: "Turn off this rule if your links lead to pages that another application provides on the same domain.",
  messages: {
    missing:
      "`{link}` isn't a page on this site, so readers who follow the link get a 404 page. Fix the link, or create the page.",
    near: "`{link}` isn't a page on this site, so readers who follow the link get a 404 page. Did you mean `{near}`?",
    onPage:
      "On `{page}`, which includes this file, `{link}` doesn't lead to a page, so readers get a 404 page. Use a path that starts with `/`.",
    fromIndex:
      "On this index page, `{link}` is resolved from the folder above, so readers who follow the link get a 404 page. Did you mean `{near}`?",
    linksFromIndex:
      "On index pages such as this one, {count} links, such as `{link}`, are resolved from the folder above, so readers get a 404 page. Did you mean `{near}`?",
    ignored:
      "`{link}` is a path that `.mintignore` excludes, so readers who follow the link get a 404 page. Link to another page.",
    excluded:
      "`{link}` is a path that the service ignores, so readers who follow the link get a 404 page. Link to another page.",
    repositoryFile:
      "The service ignores files with the name of `{link}`, so readers who follow the link get a 404 page. Link to the file in your repository, or to another page.",
    placeholder:
      "`{link}` is a placeholder, so readers who follow the link get a 404 page. Use the URL of the target, or remove the link.",
    starter:
      "`{link}` is in the sample content of the starter kit, so readers who follow the link get a 404 page. Delete this page if you don't need it, or remove the link.",
    template:
      "`{link}` is a placeholder in a template that the service publishes, so readers who follow the link get a 404 page. Add the template to `.mintignore`.",
    outside:
      "`{link}` points outside the site's folder, so readers who follow the link get a 404 page. Link to a page on this site, or use a full URL.",
    sentOn:
      "`{link}` redirects to `{to}`, which isn't a page on this site, so readers who follow the link get a 404 page. Fix the link.",
    linksSentOn:
      "{count} links, such as `{link}`, redirect to missing pages, such as `{to}`, so readers get a 404 page. Fix the links or the redirect.",
    noProtocol:
      "`{link}` has no `https://` and is treated as a path on this site, so readers get a 404 page. Use the full URL.",
    brackets:
      "Because of `<` and `>`, `{link}` is treated as a path on this site, so readers who follow the link get a 404 page. Remove `<` and `>`.",
    id: "`{link}` isn't a page on this site, so readers who follow the link get a 404 page. Use the full URL if it's on another site, or remove the link.",
    relativeUrl:
      "`{link}` isn't a full URL, so readers who open this page from the sidebar may get a 404 page. Use the full URL of another site, or remove `url`.",
    links:
      "`{link}` isn't a page on this site, so {count} links lead readers to a 404 page. Fix the links, or create the page.",
    linksNear:
      "`{link}` isn't a page on this site, so {count} links lead readers to a 404 page. Did you mean `{near}`?",
    linksFolder:
      "The folder `{folder}` doesn't exist, so {count} links, such as `{link}`, lead readers to a 404 page. Fix the links, create the pages, or use full URLs of another site.",
    linksIgnored:
      "`{link}` is a path that `.mintignore` excludes, so {count} links lead readers to a 404 page. Link to another page.",
    linksExcluded:
      "`{link}` is a path that the service ignores, so {count} links lead readers to a 404 page. Link to another page.",
    linksRepositoryFile:
      "The service ignores files with the name of `{link}`, so {count} links lead readers to a 404 page. Link to the file in your repository, or to another page.",
    linksPlaceholder:
      "`{link}` is a placeholder, so {count} links lead readers to a 404 page. Use the URLs of the targets, or remove the links.",
    linksStarter:
      "{count} links in the sample content of the starter kit, such as `{link}`, lead readers to a 404 page. Delete these pages if you don't need them, or remove the links.",
    linksId:
      "`{link}` isn't a page on this site, so {count} links lead readers to a 404 page. Use the full URL if it's on another site, or remove the links.",
    linksTemplate:
      "{count} placeholders in templates that the service publishes, such as `{link}`, lead readers to a 404 page. Add the templates to `.mintignore`.",
    linksNoProtocol:
      "`{link}` has no `https://` and is treated as a path on this site, so {count} links lead readers to a 404 page. Use the full URL.",
    linksBrackets:
      "Because of `<` and `>`, {count} URLs, such as `{link}`, are treated as paths on this site, so readers get a 404 page. Remove `<` and `>`.",
    linksPrefix:
      "The paths of {count} links, such as `{link}`, lack `{prefix}`, so readers who follow them get a 404 page. Did you mean `{near}`?",
    linksWithoutSlash:
      "{count} links, such as `{link}`, lack `/` at the start, so readers who follow them get a 404 page. Did you mean `{near}`?",
    linksWithoutEdition:
      "The paths of {count} links, such as `{link}`, lack the language or version, so readers who follow them get a 404 page. Did you mean `{near}`?",
    linksToOperations:
      "{count} links, such as `{link}`, have the name of an operation, not the path of its page, so readers get a 404 page. Did you mean `{near}`?",
    linksToOtherFolder:
      "The pages of {count} links, such as `{link}`, are in another folder, so readers get a 404 page. Did you mean `{near}`?",
    use: "Link to `{near}`",
    useAll: "Change all {count} links to `{near}`",
    useEach: "Change all {count} links to the suggested pages",
    removeBrackets: "Remove `<` and `>` from all {count} links",
    addPrefix: "Add `{prefix}` to all {count} links",
    create: "Create the page {fileName}",
    remove: "Remove `{key}`",
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

Read the [first steps]([|/guides/strat|]) or <a href="[|./guides/missing|]">more</a>.
//- guides/start.mdx
---
title: Start
---
`,
      good: `
//- docs.json
{
  "navigation": { "pages": ["index", "guides/start"] },
  "redirects": [{ "source": "/old/:page", "destination": "/guides/:page" }]
}
//- index.mdx
---
title: Home
---

Read the [first steps](/guides/start), [again](./guides/start#top), [as before](/old/start)
or what [language models](/llms.txt) get.
//- guides/start.mdx
---
title: Start
---
`,
    },
  ],
  *check(subject, site) {
    const guess = createSuggestionSource();
    for (const link of getLinks(subject, site)) {
      const missingTarget = findTargetOfKind(link, "missing");
      if (missingTarget?.target.expectedKind === "page" && link.reference.targetKind === "place") {
        if (!worksFromRoot(link.reference.url, missingTarget.target.reason, site))
          yield createFinding(link, missingTarget, site, guess);
      } else if (
        missingTarget?.target.expectedKind === "file" &&
        link.reference.targetKind === "place" &&
        isMissingProtocol(link.reference.url)
      )
        yield createMissingProtocolFinding(link);
      else if (link.reference.targetKind === "place") {
        yield* findBrokenRedirects(link, site);
        yield* findLinksFromIndex(link, site);
      }
    }
  },
  *createFixes(finding, site) {
    const { at, data } = finding;
    yield* createLinkFix(finding);
    const slug = data?.["slug"];
    const page = typeof slug === "string" ? createPageEdit(site, slug) : undefined;
    if (page) yield { title: "create", args: { fileName: toVerbatim(page.file) }, edits: [page] };
    const key = data?.["remove"];
    const references = typeof key === "string" ? site.references.get(at.file) : undefined;
    if (typeof key === "string" && references)
      yield { title: "remove", args: { key }, edits: createFieldRemoval(references, key) };
  },
  grouping: {
    ...groupByTarget({
      combinedMessages: combinedMessageKeys,
      *createFixes(findings) {
        yield* createLinkGroupFix(findings);
        const [prefix] = findings.flatMap(({ data }) => getPrefix(data) ?? []);
        const hasDifferentSuggestions = new Set(findings.map(({ args }) => args?.["near"])).size > 1;
        const edits = prefix !== undefined && hasDifferentSuggestions ? createAllEdits(findings, createLinkEdits) : [];
        if (prefix !== undefined && edits.length > 0)
          yield { title: "addPrefix", args: { prefix, count: findings.length }, edits };
        const [first] = findings;
        const isHabit = first?.message === "fromIndex" || first?.data?.["habit"] !== undefined;
        const habitEdits = hasDifferentSuggestions && isHabit ? createAllEdits(findings, createLinkEdits) : [];
        if (habitEdits.length > 0) yield { title: "useEach", args: { count: findings.length }, edits: habitEdits };
        const urlEdits =
          first?.message === "brackets" && new Set(findings.map(({ data }) => data?.["use"])).size > 1
            ? createAllEdits(findings, createLinkEdits)
            : [];
        if (urlEdits.length > 0) yield { title: "removeBrackets", args: { count: findings.length }, edits: urlEdits };
      },
    }),
    combinedMessage: ({ message, data }) => {
      if (typeof data?.["folder"] === "string") return "linksFolder";
      const habit = data?.["habit"];
      if (typeof habit === "string" && habit in messagesForHabits)
        return messagesForHabits[habit as keyof typeof messagesForHabits];
      return getPrefix(data) === undefined
        ? combinedMessageKeys[message as keyof typeof combinedMessageKeys]
        : "linksPrefix";
    },
  },
});

function getPrefix(data: Finding["data"]): string | undefined {
  const prefix = data?.["prefix"];
  return typeof prefix === "string" ? prefix : undefined;
}

function createLinkEdits(finding: Finding): readonly FileEdit[] {
  return [...createLinkFix(finding)].flatMap(({ edits }) => edits);
}

/**
 * Returns what's wrong with the link's path: it lacks the slash at its start or the folder of a language or version, or
 * its name is that of an operation. Returns undefined if something else is wrong.
 */
function findHabit(site: Site, url: string, suggestion: string): keyof typeof messagesForHabits | undefined {
  const path = url.replace(/[?#].*$/s, "").replace(/\.mdx?$/i, "");
  if (path !== "" && suggestion === `/${path}`) return "slash";
  if (findOperationPage(site, { slug: path }, () => true) === suggestion.slice(1)) return "operation";
  if (!url.startsWith("/") || path === "/" || !suggestion.endsWith(path)) return undefined;
  const editionFolders = listEditionFolders(site.config);
  const folders = suggestion.slice(1, -path.length).split("/");
  return folders.every((folder) => editionFolders.has(folder)) ? "edition" : undefined;
}

/**
 * Returns the folders that the link's path lacks, such as `/archived` for `/start` if the page is `/archived/start`.
 * Leaves out the folders of languages and versions, which are a habit.
 */
function findMissingPrefix(site: Site, url: string, path: string, suggestion: string): string | undefined {
  const editionFolders = listEditionFolders(site.config);
  const folder = getTopFolder(path);
  if (folder !== "" && editionFolders.has(folder) && suggestion.startsWith(`/${folder}/`))
    return findMissingPrefix(site, url, path.slice(folder.length + 1), suggestion.slice(folder.length + 1));
  if (!url.startsWith("/") || path === "" || !suggestion.endsWith(`/${path}`)) return undefined;
  const prefix = suggestion.slice(0, -path.length - 1);
  return prefix === "" || prefix.split("/").some((folder) => editionFolders.has(folder)) ? undefined : prefix;
}

/**
 * Yields links that are redirected to a missing page. If a redirect always leads to the same page, a rule for redirects
 * reports the redirect. If it inserts parts of the link's path, the link is probably wrong.
 */
function* findBrokenRedirects({ reference, targets }: ResolvedLink, site: Site) {
  for (const { target } of targets) {
    if (target.kind !== "redirect" || getFinalTarget(target).kind !== "missing") continue;
    const folder = parseRedirectPattern(getDestinationPath(site, target.redirect.destination) ?? "")?.prefix;
    if (folder === undefined || !containsPages(site, folder)) continue;
    const args = { link: reference.url, to: target.destination };
    const data = createTargetData("redirect", String(target.redirect.index));
    yield { message: "sentOn", args, at: reference.location, data } as const;
    return;
  }
}

/**
 * Yields a link without `./` on the index page of a folder that leads to a page only from this folder. The service
 * resolves links that start with `./` or `../` from the folder of the file. Browsers resolve others from the page's URL.
 * The sidebar opens `guides/index` at `/guides`, where `start` leads to `/start`.
 */
function* findLinksFromIndex({ reference, targets }: ResolvedLink, site: Site) {
  const { location, url } = reference;
  const [link] = targets;
  if (link?.target.kind !== "page" || targets.length > 1 || !/^\w/.test(url) || isUrlField(site, location)) return;
  const folder = link.page === undefined ? undefined : getFolderAboveIndex(site, link.page);
  const end = folder === undefined ? undefined : resolveLink(site, `/${folder}/${url}`.replace(/^\/+/, "/"), undefined);
  if (end?.kind !== "missing") return;
  const near = `/${link.target.slug.replace(/\/index$/, "")}`;
  const data = { ...createTargetData("index"), ...createLinkFixData(reference, replacePath(url, near)) };
  yield { message: "fromIndex", args: { link: url, near }, at: location, data } as const;
}

/** Whether browsers open a page although the URL contains too many `../`, which they ignore in the root. */
function worksFromRoot(url: string, reason: string, site: Site): boolean {
  const urlFromRoot = url.replace(/^(?:\.\.?\/)+/, "/");
  return (
    reason === "outside-site" && urlFromRoot !== url && resolveLink(site, urlFromRoot, undefined).kind !== "missing"
  );
}

type MissingTarget = NonNullable<ReturnType<typeof findTargetOfKind<"missing">>>;

function createFinding(link: ResolvedLink, missingTarget: MissingTarget, site: Site, guess: SuggestionSource) {
  const { reference, targets } = link;
  const { path, reason } = missingTarget.target;
  const { location } = reference;
  if (isMissingProtocol(reference.url)) return createMissingProtocolFinding(link);
  const args = { link: reference.url };
  // In props, the angle brackets of Markdown are part of the URL.
  const [, fullUrl] = /^<((?:https?:\/\/|mailto:)[^<>]+)>$/i.exec(reference.url) ?? [];
  if (fullUrl !== undefined)
    return {
      message: "brackets",
      args,
      at: location,
      data: { ...createTargetData("brackets"), ...createLinkFixData(reference, fullUrl) },
    } as const;
  if (isInStarter(location.file, reference.url) && isHiddenPage(site, location.file))
    return { message: "starter", args, at: location, data: createTargetData("starter") } as const;
  // The author of `[text]((/guides/start))` wrote the link's parentheses twice.
  const url = /^\(([^()]+)\)$|^<([^<>]+)>$/.exec(reference.url)?.slice(1).find(Boolean) ?? reference.url;
  const pageText = site.references.get(location.file)?.text ?? "";
  const text = getLinkText(pageText, location.range) ?? getTitleProp(pageText, location.range);
  const guessTarget = (linkText: string | undefined) =>
    guess([missingTarget.page ?? String(location.range.start), path, reference.url, linkText ?? ""].join("\n"), () =>
      findNearestTarget(site, path, missingTarget.page, location, reference.url, linkText),
    );
  // If the link has a folder, its text matters only if the path doesn't fit any page.
  const hasFolder = reference.url.replace(/^\.?\//, "").includes("/");
  const source = missingTarget.page === undefined ? undefined : { path: missingTarget.page };
  const isTargetInParentheses =
    url !== reference.url && !url.startsWith("#") && resolveLink(site, url, source).kind !== "missing";
  const pathSuggestion = isTargetInParentheses
    ? url.replace(/[?#].*$/s, "")
    : guessTarget(hasFolder ? undefined : text);
  const nearestPage = pathSuggestion ?? (hasFolder && text !== undefined ? guessTarget(text) : undefined);
  const suggestion = nearestPage !== undefined && isAboutFolder(text, path, nearestPage) ? undefined : nearestPage;
  const page = getOtherPage(link, missingTarget);
  const worksOnOtherPages = targets.some(({ target }) => target.kind !== "missing");
  if (page !== undefined && worksOnOtherPages)
    return { message: "onPage", args: { ...args, page }, at: location } as const;
  // Links without a folder can have different suggestions, depending on their texts.
  const targetData = createTargetData(path, pathSuggestion ?? "");
  const isRelativeUrlField = !reference.url.startsWith("/") && isUrlField(site, location);
  // A page whose `url` leads to the page itself would link to itself in the sidebar.
  const leadsToItself = isRelativeUrlField && suggestion === `/${getPageSlug(location.file)}`;
  if (suggestion !== undefined && !leadsToItself) {
    const newUrl = fixAnchor(site, suggestion, replacePath(url, suggestion), guess);
    // If the author wrote `guides/start` instead of `/guides/start`, they don't want to create a page in a subfolder
    // with the same name.
    const isPath = replacePath(url, suggestion) !== `/${reference.url}` && url === reference.url;
    const canCreate = reason === "not-found" && isPath && !isRelativeUrlField;
    const prefix = findMissingPrefix(site, reference.url, path, suggestion);
    const isInOtherFolder = prefix === undefined && getFileName(path) === getFileName(suggestion);
    const habit = findHabit(site, reference.url, suggestion) ?? (isInOtherFolder ? "folder" : undefined);
    const habitTarget = habit === "folder" ? [getFolderPath(path), "moved", getFolderPath(suggestion)] : [habit ?? ""];
    const data = {
      ...targetData,
      // Links that lack the same folders are combined, because they have one cause: the pages were moved.
      ...(prefix !== undefined && { ...createTargetData(prefix, "prefix"), prefix }),
      ...(habit !== undefined && { ...createTargetData(...habitTarget), habit }),
      ...createLinkFixData(reference, newUrl),
      ...(canCreate && { slug: path }),
    };
    return {
      message: "near",
      args: { ...args, near: suggestion, ...(prefix !== undefined && { prefix }) },
      at: location,
      data,
    } as const;
  }
  if (isRelativeUrlField) return { message: "relativeUrl", args, at: location, data: { remove: "url" } } as const;
  if (reason === "outside-site") return { message: "outside", args, at: location } as const;
  if (reason === "ignored") {
    const message = getIgnoredMessageKey(path);
    const ignoredArgs = message === "repositoryFile" ? { link: getFileName(path) } : args;
    return { message, args: ignoredArgs, at: location, data: createTargetData(path, "ignored") } as const;
  }
  if (isPlaceholder(reference.url) && isTemplate(site, location.file))
    return { message: "template", args, at: location, data: createTargetData("template") } as const;
  if (isPlaceholder(reference.url)) return { message: "placeholder", args, at: location, data: targetData } as const;
  if (isInStarter(location.file, reference.url))
    return { message: "starter", args, at: location, data: createTargetData("starter") } as const;
  const isUnwritten = getListedSlugs(site.config).has(path) && !site.previousPages?.slugs.has(path);
  if (idPattern.test(getFileName(path)) && !isUnwritten)
    return { message: "id", args, at: location, data: targetData } as const;
  const folder = mayContainGeneratedPage(site, getTopFolder(path)) ? undefined : findMissingFolder(path, site.files);
  const data = {
    ...(folder === undefined ? targetData : { ...createTargetData(folder, "folder"), folder }),
    ...(reason === "not-found" && { slug: path }),
  };
  return {
    message: "missing",
    args: { ...args, ...(folder !== undefined && { folder }) },
    at: location,
    data,
    // `nav/page-not-found` reports a page that was never written. If the page was deleted, its links must change, too.
    ...(isUnwritten && { severity: "hint" as const }),
  } as const;
}

/**
 * Whether the link's text is the name of a folder in the link's path, as with `[Concepts](/concepts/flows)`, and the
 * suggested page isn't in a folder with this name. The link is then about the folder's subject.
 */
function isAboutFolder(text: string | undefined, path: string, suggestion: string): boolean {
  const subject = normalizeTitle(text ?? "").replace(/s$/, "");
  const getFolders = (slug: string) => slug.split("/").slice(0, -1).map(normalizeTitle);
  if (subject === "" || !getFolders(path).some((folder) => folder.replace(/s$/, "") === subject)) return false;
  // The folder may have another name now, such as `guide` or `api-reference`.
  return ![...getFolders(suggestion), normalizeTitle(getFileName(suggestion))].some((name) => name.startsWith(subject));
}

/** Returns the key of the message for a path that the service itself or `.mintignore` excludes. */
function getIgnoredMessageKey(path: string) {
  if (isRepositoryFile(removePageExtension(path), isIgnoredByService)) return "repositoryFile";
  return [path, `${path}.mdx`].some(isIgnoredByService) ? "excluded" : "ignored";
}

const isIgnoredByService = createIgnoreMatcher();

/** Matches the text that authors write instead of a URL that they don't know yet. */
const placeholderPattern =
  /^(?:\/?(?:tb[acd]|to-?do|fix-?me|x{3,}|placeholder|(?:your|insert|add)[-_](?:[a-z]+[-_])?(?:link|url)(?:[-_]here)?|(?:the[-_](?:[a-z]+[-_])?)?(?:link|url)[-_]here)|(?:the[-_](?:[a-z]+[-_])?)?(?:link|url))\/?$/i;

/** Matches a placeholder in a template, such as `API_REF_PATH`. */
const templatePattern = /^\/?(?:[A-Z]+_)*(?:HREF|LINK|PATH|URL)$/;

function isPlaceholder(url: string): boolean {
  return url.length <= maxPlaceholderLength && (placeholderPattern.test(url) || templatePattern.test(url));
}

const maxPlaceholderLength = 50;

/** Whether the page isn't in the navigation, and its name is that of a template or a private file. */
function isTemplate(site: Site, file: SitePath): boolean {
  return (
    isHiddenPage(site, file) && /^_|(?:^|[-_.])templates?(?:[-_.]|$)/i.test(removePageExtension(getFileName(file)))
  );
}

/** Matches the ID of a record in an app, such as a UUID or an address on a blockchain. */
const idPattern = /^(?:0x[\da-f]{16,}|(?=.*\d)[\da-f]{24,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Whether the location is the value of a page's `url`, which turns the page's sidebar entry into a link. */
function isUrlField(site: Site, { file, range }: SiteLocation): boolean {
  const field = site.references.get(file)?.frontmatter.fields.get("url");
  return field !== undefined && isWithin(range, field.valueRange);
}

function createMissingProtocolFinding({ reference }: ResolvedLink) {
  const { url, location } = reference;
  const data = { ...createTargetData(url, "noProtocol"), ...createLinkFixData(reference, `https://${url}`) };
  return { message: "noProtocol", args: { link: url }, at: location, data } as const;
}
