import { findNearestTarget } from "../../site/links/link-suggestions.ts";
import type { ResolvedLink } from "../../site/links/links.ts";
import { getDestinationPath, parseRedirectPattern } from "../../site/links/redirects.ts";
import { getFinalTarget, containsPages } from "../../site/links/resolve-link.ts";
import { getPageSlug, createFieldRemoval } from "../../site/pages/pages.ts";
import { listEditionFolders } from "../../site/navigation/editions.ts";
import { isMissingProtocol } from "../../site/pages/urls.ts";
import { createIgnoreMatcher, isRepositoryFile } from "../../site/settings/ignore.ts";
import type { Site } from "../../site/site.ts";
import { toVerbatim } from "../../text/phrase.ts";
import { removePageExtension } from "../../text/site-path.ts";
import { isWithin, type FileEdit, type SiteLocation } from "../../text/text-edit.ts";
import { defineRule, type Finding } from "../rule.ts";
import {
  createPageEdit,
  createSuggestionSource,
  type SuggestionSource,
  createLinkGroupFix,
  createLinkFixData,
  replacePath,
  createLinkFix,
} from "../subjects/fixes.ts";
import { getLinkText } from "../subjects/page-subjects.ts";
import { createAllEdits, groupByTarget, createTargetData } from "../subjects/same-target.ts";
import { getLinks, linkSubjectKinds, getOtherPage, findTargetOfKind } from "../subjects/site-subjects.ts";

const combinedMessageKeys = {
  missing: "links",
  near: "linksNear",
  ignored: "linksIgnored",
  excluded: "linksExcluded",
  repositoryFile: "linksRepositoryFile",
  placeholder: "linksPlaceholder",
  noProtocol: "linksNoProtocol",
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
    ignored:
      "`{link}` is a path that `.mintignore` excludes, so readers who follow the link get a 404 page. Link to another page.",
    excluded:
      "`{link}` is a path that the service ignores, so readers who follow the link get a 404 page. Link to another page.",
    repositoryFile:
      "The service ignores files with the name of `{link}`, so readers who follow the link get a 404 page. Link to the file in your repository, or to another page.",
    placeholder:
      "`{link}` is a placeholder, so readers who follow the link get a 404 page. Use the URL of the target, or remove the link.",
    outside:
      "`{link}` points outside the site's folder, so readers who follow the link get a 404 page. Link to a page on this site, or use a full URL.",
    sentOn:
      "`{link}` redirects to `{to}`, which isn't a page on this site, so readers who follow the link get a 404 page. Fix the link.",
    noProtocol:
      "`{link}` has no `https://` and is treated as a path on this site, so readers get a 404 page. Use the full URL.",
    relativeUrl:
      "`{link}` isn't a full URL, so readers who open this page from the sidebar may get a 404 page. Use the full URL of another site, or remove `url`.",
    links:
      "`{link}` isn't a page on this site, so {count} links lead readers to a 404 page. Fix the links, or create the page.",
    linksNear:
      "`{link}` isn't a page on this site, so {count} links lead readers to a 404 page. Did you mean `{near}`?",
    linksIgnored:
      "`{link}` is a path that `.mintignore` excludes, so {count} links lead readers to a 404 page. Link to another page.",
    linksExcluded:
      "`{link}` is a path that the service ignores, so {count} links lead readers to a 404 page. Link to another page.",
    linksRepositoryFile:
      "The service ignores files with the name of `{link}`, so {count} links lead readers to a 404 page. Link to the file in your repository, or to another page.",
    linksPlaceholder:
      "`{link}` is a placeholder, so {count} links lead readers to a 404 page. Use the URLs of the targets, or remove the links.",
    linksNoProtocol:
      "`{link}` has no `https://` and is treated as a path on this site, so {count} links lead readers to a 404 page. Use the full URL.",
    linksPrefix:
      "The paths of {count} links, such as `{link}`, lack `{prefix}`, so readers who follow them get a 404 page. Did you mean `{near}`?",
    use: "Link to `{near}`",
    useAll: "Change all {count} links to `{near}`",
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
      if (missingTarget?.target.expectedKind === "page" && link.reference.targetKind === "place")
        yield createFinding(link, missingTarget, site, guess);
      else if (
        missingTarget?.target.expectedKind === "file" &&
        link.reference.targetKind === "place" &&
        isMissingProtocol(link.reference.url)
      )
        yield createMissingProtocolFinding(link);
      else if (link.reference.targetKind === "place") yield* findBrokenRedirects(link, site);
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
      },
    }),
    combinedMessage: ({ message, data }) =>
      getPrefix(data) === undefined ? combinedMessageKeys[message as keyof typeof combinedMessageKeys] : "linksPrefix",
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
 * Returns the folders that the link's path lacks, such as `/archived` for `/start` if the page is `/archived/start`.
 * The folder of a language or version doesn't count, because the same link on each translation has the same cause.
 */
function findMissingPrefix(site: Site, url: string, path: string, suggestion: string): string | undefined {
  if (!url.startsWith("/") || path === "" || !suggestion.endsWith(`/${path}`)) return undefined;
  const prefix = suggestion.slice(0, -path.length - 1);
  const editionFolders = listEditionFolders(site.config);
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
    yield { message: "sentOn", args, at: reference.location } as const;
    return;
  }
}

type MissingTarget = NonNullable<ReturnType<typeof findTargetOfKind<"missing">>>;

function createFinding(link: ResolvedLink, missingTarget: MissingTarget, site: Site, guess: SuggestionSource) {
  const { reference, targets } = link;
  const { path, reason } = missingTarget.target;
  const { location: at } = reference;
  if (isMissingProtocol(reference.url)) return createMissingProtocolFinding(link);
  const args = { link: reference.url };
  const hasFolder = reference.url.replace(/^\.\//, "").includes("/");
  // If the link has a folder, its text doesn't determine which page it means.
  const text = hasFolder ? undefined : getLinkText(site.references.get(at.file)?.text ?? "", at.range);
  const key = [missingTarget.page ?? String(at.range.start), path, reference.url, text ?? ""].join("\n");
  const suggestion = guess(key, () => findNearestTarget(site, path, missingTarget.page, at, reference.url, text));
  const page = getOtherPage(link, missingTarget);
  const worksOnOtherPages = targets.some(({ target }) => target.kind !== "missing");
  if (page !== undefined && worksOnOtherPages) return { message: "onPage", args: { ...args, page }, at } as const;
  // Links with different texts can have different suggestions.
  const targetData = createTargetData(path, suggestion ?? "");
  const isRelativeUrlField = !reference.url.startsWith("/") && isUrlField(site, at);
  // A page whose `url` leads to the page itself would link to itself in the sidebar.
  const leadsToItself = isRelativeUrlField && suggestion === `/${getPageSlug(at.file)}`;
  if (suggestion !== undefined && !leadsToItself) {
    const newUrl = replacePath(reference.url, suggestion);
    // If the author wrote `guides/start` instead of `/guides/start`, they don't want to create a page in a subfolder
    // with the same name.
    const canCreate = reason === "not-found" && newUrl !== `/${reference.url}` && !isRelativeUrlField;
    const prefix = findMissingPrefix(site, reference.url, path, suggestion);
    const data = {
      // Links that lack the same folders are combined, because they have one cause: the pages were moved.
      ...(prefix === undefined ? targetData : { ...createTargetData(prefix, "prefix"), prefix }),
      ...createLinkFixData(reference, newUrl),
      ...(canCreate && { slug: path }),
    };
    return {
      message: "near",
      args: { ...args, near: suggestion, ...(prefix !== undefined && { prefix }) },
      at,
      data,
    } as const;
  }
  if (isRelativeUrlField) return { message: "relativeUrl", args, at, data: { remove: "url" } } as const;
  if (reason === "outside-site") return { message: "outside", args, at } as const;
  if (reason === "ignored")
    return { message: getIgnoredMessageKey(path), args, at, data: createTargetData(path, "ignored") } as const;
  if (isPlaceholder(reference.url)) return { message: "placeholder", args, at, data: targetData } as const;
  const data = { ...targetData, ...(reason === "not-found" && { slug: path }) };
  return { message: "missing", args, at, data } as const;
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

function isPlaceholder(url: string): boolean {
  return url.length <= maxPlaceholderLength && placeholderPattern.test(url);
}

const maxPlaceholderLength = 50;

/** Whether the location is the value of a page's `url`, which turns the page's sidebar entry into a link. */
function isUrlField(site: Site, { file, range }: SiteLocation): boolean {
  const field = site.references.get(file)?.frontmatter.fields.get("url");
  return field !== undefined && isWithin(range, field.valueRange);
}

function createMissingProtocolFinding({ reference }: ResolvedLink) {
  const { url, location: at } = reference;
  const data = { ...createTargetData(url, "noProtocol"), ...createLinkFixData(reference, `https://${url}`) };
  return { message: "noProtocol", args: { link: url }, at, data } as const;
}
