import { findMissingAnchorOnPage } from "../../site/links/anchors.ts";
import { findNearestAnchor } from "../../site/links/anchor-suggestions.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import { getNodeLocation } from "../../config/json/json-tree.ts";
import { hasUnsafeScheme } from "../../config/settings/check-value.ts";
import { findNearestTarget } from "../../site/links/link-suggestions.ts";
import {
  followRedirectChain,
  getDestinationPath,
  hasRedirectsBelow,
  parseRedirectPattern,
  type Redirect,
  getRedirects,
} from "../../site/links/redirects.ts";
import { containsPages, type LinkTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { toFragment } from "../../site/links/written-path.ts";
import { isOutsideSite } from "../../site/pages/urls.ts";
import type { Site } from "../../site/site.ts";
import { mayBeGenerated } from "../../site/specs/unread-pages.ts";
import { getParentFolders } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { checkConfig, defineRule, createReplaceEdits } from "../rule.ts";
import { createSuggestionSource, type SuggestionSource, replacePath } from "../subjects/fixes.ts";
import { createJsonStringGroupFix, groupByTarget, createTargetData } from "../subjects/same-target.ts";

const combinedMessageKeys = { missing: "redirects", near: "redirectsNear", folder: "redirectsFolder" } as const;

export const targetNotFound = defineRule({
  code: "redirect/target-not-found",
  subjectKinds: ["config"],
  requires: ["pages", "specs"],
  severity: "warning",
  summary: "A redirect to a page or heading that doesn't exist.",
  why: "Readers with an old link or bookmark are redirected to a page that doesn't exist, or to an anchor that doesn't exist on the page. Pages, files, pages generated from specifications, and static routes are valid destinations.",
  howToFix: "Use the path of the page that replaces the old one, or remove the redirect.",
  whenToTurnOff:
    "Turn off this rule if your redirects lead to pages that another application provides on the same domain.",
  messages: {
    missing:
      "`{destination}` doesn't exist, so readers who follow old links get a 404 page. Use the path of the page that replaced it.",
    near: "`{destination}` doesn't exist, so readers who follow old links get a 404 page. Did you mean `{near}`?",
    home: "The home page redirects to `{destination}`, which doesn't exist, so readers get a 404 page. Use the path of an existing page, or remove the redirect.",
    "home-near":
      "The home page redirects to `{destination}`, which doesn't exist, so readers get a 404 page. Did you mean `{near}`?",
    anchor:
      "`#{anchor}` doesn't exist on `{page}`, so readers who follow old links start at the top of the page. Redirect to one of its headings, or remove the anchor.",
    "anchor-near":
      "`#{anchor}` doesn't exist on `{page}`, so readers who follow old links start at the top of the page. Did you mean `#{near}`?",
    folder:
      "`{folder}` contains no pages, so readers who follow old links get a 404 page. Use the path where the pages are now.",
    unsafe:
      "`{destination}` isn't a URL that browsers open after a redirect, so readers who follow old links see an error. Use a path on this site or an `https://` URL.",
    example:
      "`{destination}` is the path of an example, so readers who follow the redirect get a 404 page. Remove the redirect.",
    redirects:
      "`{destination}` doesn't exist, so {count} redirects lead readers to a 404 page. Use the path of the page that replaced it.",
    redirectsNear:
      "`{destination}` doesn't exist, so {count} redirects lead readers to a 404 page. Did you mean `{near}`?",
    redirectsFolder:
      "`{folder}` contains no pages, so {count} redirects lead readers to a 404 page. Use the path where the pages are now.",
    next: "The next redirect in the chain.",
    use: "Redirect to `{near}`",
    useAll: "Change all {count} to `{near}`",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": { "pages": ["index", "guides/start"] },
  "redirects": [
    { "source": "/start", "destination": [|"/guides/strat"|] },
    { "source": "/v1/:slug*", "destination": [|"/old/:slug*"|] }
  ]
}
//- index.mdx
//- guides/start.mdx
`,
      good: `
//- docs.json
{
  "navigation": { "pages": ["index", "guides/start"] },
  "redirects": [
    { "source": "/start", "destination": "/guides/start#install" },
    { "source": "/v1/:slug*", "destination": "/guides/:slug*" },
    { "source": "/chat", "destination": "https://chat.example.com" }
  ]
}
//- index.mdx
//- guides/start.mdx
## Install
`,
    },
  ],
  check: checkConfig(function* (_, site) {
    const guess = createSuggestionSource();
    for (const redirect of getRedirects(site)) {
      const chain = followRedirectChain(site, redirect);
      const at = getNodeLocation(redirect.destinationNode);
      if (chain.kind === "direct") {
        const problem = findMissingTarget(redirect, site, guess);
        if (problem) yield { ...problem, at };
      } else if (chain.kind === "chain" && !isTargetMissing(chain.lastRedirect, site)) {
        // The last redirect's pattern matches, but the path that it leads to from here doesn't exist.
        const problem = findMissingTarget({ ...redirect, destination: chain.destination }, site, guess);
        const nextLocation = getNodeLocation(chain.nextRedirect.sourceNode);
        if (problem) yield { ...problem, at, relatedLocations: [{ at: nextLocation, message: "next" }] };
      }
    }
  }),
  *createFixes({ at, data }) {
    const suggestion = data?.["near"];
    if (typeof suggestion === "string")
      yield {
        title: "use",
        args: { near: suggestion },
        edits: createReplaceEdits(at, toJsonString(suggestion)),
      };
  },
  grouping: groupByTarget({
    combinedMessages: combinedMessageKeys,
    createFixes: (findings) => createJsonStringGroupFix(findings),
  }),
});

/** Whether the destination is a page, file, or heading that doesn't exist, or a URL that browsers don't open. */
export function isTargetMissing(redirect: Redirect, site: Site): boolean {
  return findMissingTarget(redirect, site, () => undefined) !== undefined;
}

function findMissingTarget(redirect: Redirect, site: Site, guess: SuggestionSource) {
  const { destination } = redirect;
  if (hasUnsafeScheme(destination)) return { message: "unsafe", args: { destination } } as const;
  const path = getDestinationPath(site, destination);
  if (path === undefined) return undefined;
  const pattern = parseRedirectPattern(path);
  if (pattern) return findMissingFolder(pattern.prefix, site);
  const target = resolveLink(site, destination.startsWith("/") ? destination : `/${destination}`, undefined);
  const args = { destination };
  // Readers who open the home page don't follow old links.
  const isHomePage = redirect.path === "";
  if (target.kind === "spelling") {
    const suggestion = replacePath(destination, `/${target.otherSpelling.path.replace(/\/index$/, "")}`);
    const data = { ...createTargetData(path), near: suggestion };
    return { message: isHomePage ? "home-near" : "near", args: { ...args, near: suggestion }, data } as const;
  }
  if (target.kind === "page") return checkAnchor(redirect, target, site, guess);
  if (target.kind !== "missing" || isOutsideSite(site, path)) return undefined;
  if (examplePattern.test(path)) return { message: "example", args } as const;
  const suggestion = guess(target.path, () => findNearestTarget(site, target.path, undefined));
  const data = createTargetData(target.path);
  if (suggestion === undefined) return { message: isHomePage ? "home" : "missing", args, data } as const;
  return {
    message: isHomePage ? "home-near" : "near",
    args: { ...args, near: suggestion },
    data: { ...data, near: suggestion },
  } as const;
}

/**
 * Returns the problem with a redirect to a page that exists but doesn't have the anchor. Anchors that contain part of
 * the source, such as `#:name`, are unknown.
 */
function checkAnchor(
  { destination, pattern }: Redirect,
  { file, anchor = "" }: Extract<LinkTarget, { kind: "page" }>,
  site: Site,
  guess: SuggestionSource,
) {
  const missingAnchor =
    anchor === "" || (pattern && parseRedirectPattern(anchor))
      ? undefined
      : findMissingAnchorOnPage(file, anchor, site);
  if (!missingAnchor) return undefined;
  const suggestion = guess(`${missingAnchor.page}\n${anchor}`, () => findNearestAnchor(anchor, missingAnchor.anchors));
  const args = { anchor, page: missingAnchor.page };
  if (suggestion === undefined) return { message: "anchor", args } as const;
  return {
    message: "anchor-near",
    args: { ...args, near: suggestion },
    data: { near: destination.replace(/#.*$/s, () => `#${toFragment(suggestion)}`) },
  } as const;
}

/** Matches the destinations in the service's documentation of redirects. */
const examplePattern = /^\/?(?:destination\/path|path\/to\/destination)$/;

const getFolders = derive((files: ReadonlySet<SitePath>) => getParentFolders(files));

/**
 * Returns the problem with a redirect pattern whose destination folder has no pages. It's unknown which pages a pattern
 * leads to, but they must be in this folder.
 */
function findMissingFolder(folder: string, site: Site) {
  const folderCandidates = folder.startsWith("docs/") ? [folder, folder.slice("docs/".length)] : [folder];
  const mayExist = folderCandidates.some(
    (path) =>
      path === "" ||
      path === "docs" ||
      getFolders(site.files).has(path) ||
      containsPages(site, path) ||
      hasRedirectsBelow(site, path) ||
      mayBeGenerated(site, `${path}/x`),
  );
  return mayExist
    ? undefined
    : ({
        message: "folder",
        args: { folder: `/${folder}` },
        data: createTargetData(folder, "folder"),
      } as const);
}
