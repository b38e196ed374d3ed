import { getJsonValue, getNodeLocation } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import type { PageOutline } from "../../page/page.ts";
import { isPublishedWithProblem } from "../../page/syntax-problem.ts";
import { findRedirect, followRedirectChain, type Redirect, getRedirects } from "../../site/links/redirects.ts";
import { getBasePath, getFinalTarget, resolveLink } from "../../site/links/resolve-link.ts";
import { isGenerated } from "../../site/navigation/navigation-pages.ts";
import { findNearestEntry } from "../../site/navigation/navigation-suggestions.ts";
import {
  getPageSlug,
  isSnippet,
  getPageHeadLocation,
  getPageSlugs,
  getPublishedPages,
  listUrls,
} from "../../site/pages/pages.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { getOperationName } from "../../site/specs/generated-page-plan.ts";
import { indexGeneratedPagesBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { findReferences } from "../references/find-references.ts";
import { getTargetLocation } from "../spec/symbols-and-references.ts";
import {
  getReason,
  describeHiddenTarget,
  describeVisibleTarget,
  explainMissingPage,
  type Explanation,
  type Finding,
  formatNameList,
  toSteps,
} from "./explanation.ts";
import {
  explainBarrier,
  capitalize,
  describeElement,
  describeNavigationPath,
  describePlacement,
  findPlacements,
  getElementStart,
  type NavigationPlacement,
  getPlacementLocation,
} from "./placements.ts";

const maxRedirects = 5;

/** Returns the path of a page on its host, including the base path, such as `/docs/guides/start`. */
export function describePageUrl(site: Pick<Site, "settings">, slug: string): string {
  const [defaultPath = "/"] = listUrls(slug);
  const basePath = getBasePath(site);
  if (basePath === "") return defaultPath;
  return defaultPath === "/" ? `/${basePath}` : `/${basePath}${defaultPath}`;
}

/**
 * Yields findings about the page's URL and the redirects that affect it. A redirect takes precedence over a page with
 * the same URL.
 */
export function* explainPageUrl(site: Site, slug: string): Iterable<Finding> {
  const url = describePageUrl(site, slug);
  const otherPaths = listUrls(slug)
    .slice(1)
    .map((path) => `\`${path}\``);
  const note =
    otherPaths.length > 0 && slug !== "index" ? ` Readers can also open it at ${otherPaths.join(" and ")}.` : "";
  yield { kind: "address", state: "ok", sentence: `Its URL path is \`${url}\`.${note}` };
  const precedingRedirect =
    findRedirect(site, slug === "index" ? "/" : slug)?.redirect ?? findRedirect(site, slug)?.redirect;
  const outcome = precedingRedirect && followRedirectChain(site, precedingRedirect).kind;
  if (precedingRedirect && (outcome === "to-itself" || outcome === "loop"))
    yield {
      kind: "redirect",
      state: "stops",
      sentence: `The redirects from \`${url}\` form a loop, so browsers give up.`,
      location: getNodeLocation(precedingRedirect.sourceNode),
      reason: "the redirects from its URL form a loop",
      fix: "remove the redirect",
    };
  else if (precedingRedirect && !leadsTo(site, precedingRedirect.destination, slug))
    yield {
      kind: "redirect",
      state: "stops",
      sentence: `A redirect sends readers from \`${url}\` to \`${precedingRedirect.destination}\` before they see the page.`,
      location: getNodeLocation(precedingRedirect.sourceNode),
      reason: `a redirect sends its readers to \`${precedingRedirect.destination}\` instead`,
      fix: "remove the redirect",
    };
  yield* findRedirectsTo(site, slug);
}

function* findRedirectsTo(site: Site, slug: string): Iterable<Finding> {
  const incomingRedirects = getRedirects(site).filter(
    (redirect) => canLeadTo(redirect, slug) && leadsTo(site, redirect.destination, slug),
  );
  for (const { source, sourceNode } of incomingRedirects.slice(0, maxRedirects))
    yield {
      kind: "redirect",
      state: "note",
      sentence: `\`${source}\` redirects here.`,
      location: getNodeLocation(sourceNode),
    };
  if (incomingRedirects.length > maxRedirects)
    yield {
      kind: "redirect",
      state: "note",
      sentence: `It's the target of ${formatMoreCount(incomingRedirects.length - maxRedirects, "redirect")}.`,
    };
}

/**
 * Whether a redirect's destination contains the page's name. This quick check excludes most of the thousands of
 * redirects that a site can have.
 */
function canLeadTo({ destination }: Redirect, slug: string): boolean {
  const name =
    slug
      .replace(/(^|\/)index$/, "")
      .split("/")
      .at(-1) ?? "";
  return destination.includes(name);
}

function leadsTo(site: Site, destination: string, slug: string): boolean {
  const target = getFinalTarget(resolveLink(site, destination, undefined));
  if (target.kind === "page") return getPageSlug(target.file) === slug;
  return target.kind === "generated" && target.page.slug === slug;
}

/**
 * Returns the location that explanations show for a page: its title, its frontmatter, its first heading, or the start
 * of its file.
 */
export function getPageLocation(site: Site, file: SitePath): SiteLocation {
  const page = site.references.get(file);
  return page ? getPageHeadLocation(page) : { file, range: { start: 0, end: 0 } };
}

/**
 * Yields findings about the page's file that affect whether readers see the page: other files with the same URL, syntax
 * errors, and frontmatter.
 */
export function* explainPageFile(site: Site, slug: string, page: PageOutline): Iterable<Finding> {
  const { path } = page;
  yield {
    kind: "file",
    state: "ok",
    sentence: `\`${path}\` is the page's file.`,
    location: getPageLocation(site, path),
  };
  yield* explainSlugConflicts(site, slug, path);
  const [syntaxProblem] = (site.syntaxProblems.get(path) ?? []).filter(({ kind }) => !isPublishedWithProblem(kind));
  if (syntaxProblem) {
    const reason = `\`${path}\` isn't valid MDX, so the service can't publish it`;
    const location = { file: path, range: syntaxProblem.range };
    yield {
      kind: "syntax",
      state: "stops",
      sentence: `${reason}.`,
      location,
      reason,
      fix: "fix the errors that Docwright reports for it",
    };
  }
  yield* explainFrontmatter(site, page);
}

function* explainSlugConflicts(site: Site, slug: string, path: SitePath): Iterable<Finding> {
  for (const otherFile of [`${slug}.mdx`, `${slug}.md`]) {
    if (otherFile === path || !site.files.has(otherFile)) continue;
    const hasPrecedence = getPageSlugs(site.files).fileBySlug.get(slug) === path;
    const pageLocation = getPageLocation(site, otherFile);
    if (hasPrecedence)
      yield {
        kind: "conflict",
        state: "note",
        sentence: `\`${otherFile}\` has the same URL, but readers see only \`${path}\`.`,
        location: pageLocation,
      };
    else
      yield {
        kind: "conflict",
        state: "stops",
        sentence: `\`${otherFile}\` has the same URL and takes precedence.`,
        location: pageLocation,
        reason: `\`${otherFile}\` has the same URL and takes precedence`,
        fix: "rename or remove one of the files",
      };
  }
  if (isGenerated(site, slug))
    yield {
      kind: "conflict",
      state: "note",
      sentence: "A specification generates a page with the same URL, but readers see this file instead.",
    };
}

function* explainFrontmatter(site: Site, { path, fields }: PageOutline): Iterable<Finding> {
  const getFieldLocation = (name: string): { location: SiteLocation } => {
    const field = site.references.get(path)?.frontmatter.fields.get(name);
    if (!field) return { location: getPageLocation(site, path) };
    const { start } = field.keyRange;
    return { location: { file: path, range: { start, end: Math.max(start, field.valueRange.end) } } };
  };
  if (fields.get("hidden") === true)
    yield {
      kind: "frontmatter",
      state: "stops",
      sentence: "`hidden: true` in its frontmatter hides it from the navigation and search.",
      ...getFieldLocation("hidden"),
      reason: "`hidden: true` in its frontmatter hides it from the navigation",
      fix: "remove `hidden`",
    };
  const url = fields.get("url");
  if (typeof url === "string" && url.trim() !== "")
    yield {
      kind: "frontmatter",
      state: "note",
      sentence: `Its frontmatter makes it a link to \`${url}\`, so readers don't see the page itself.`,
      ...getFieldLocation("url"),
    };
  const groups = fields.get("groups");
  if (Array.isArray(groups) && groups.length > 0)
    yield { ...explainGroups(site, fields), ...getFieldLocation("groups") };
}

/** Returns a finding about the effect of `groups`, which depends on the service. */
function explainGroups(site: Site, fields: PageOutline["fields"]): Finding {
  const isAccessLimited =
    site.profile.groupsLimitPages && site.settings.authentication !== false && fields.get("playground") !== "auth";
  return {
    kind: "frontmatter",
    state: "note",
    sentence: isAccessLimited
      ? "`groups` in its frontmatter restricts it to signed-in readers who belong to one of those groups."
      : "`groups` in its frontmatter doesn't hide the page. It affects only the playground.",
  };
}

const maxReferences = 8;

/** Explains a file that isn't a page but is part of pages, and lists those pages. */
export function explainSnippet(site: Site, file: SitePath): Explanation {
  const references = findReferences(site, { kind: "page", file }).filter(
    ({ kind }) => kind === "import" || kind === "snippet",
  );
  const pageSlugs = findIncludingSlugs(site, file);
  const findings: Finding[] = [
    {
      kind: "part",
      state: "note",
      sentence: isSnippet(file)
        ? `\`${file}\` is in the snippets folder, so it's a snippet, not a page.`
        : `Another file imports \`${file}\`, so it's a snippet, not a page.`,
      location: getPageLocation(site, file),
    },
    ...references.slice(0, maxReferences).map(({ location }): Finding => ({
      kind: "use",
      state: "ok",
      sentence: `\`${location.file}\` includes it.`,
      location,
    })),
  ];
  if (references.length > maxReferences)
    findings.push({
      kind: "use",
      state: "note",
      sentence: `It's included in ${formatMoreCount(references.length - maxReferences, "location")}.`,
    });
  if (pageSlugs.length === 0) findings.push({ kind: "use", state: "stops", sentence: "No page includes it." });
  return {
    target: file,
    about: "part",
    shown: pageSlugs.length > 0,
    verdict:
      pageSlugs.length > 0
        ? `Readers see this snippet as part of ${formatNameList(pageSlugs)}.`
        : "Readers don't see this snippet because no page includes it. To show it, import it on a page.",
    ...(pageSlugs.length === 0 && { because: "no page includes this snippet" }),
    steps: toSteps(findings),
  };
}

const maxFiles = 500;

/** Returns the slugs of the pages that include a file, either directly or through other files. */
function findIncludingSlugs({ pages, references }: Site, file: SitePath): string[] {
  const { importersByFile, pagesBySlug } = getPublishedPages(pages);
  const legacyPagesBySnippet = new Map<string, string[]>();
  for (const { path, snippets } of pages.values())
    for (const snippet of snippets) {
      const name = snippet.replace(/^\/+/, "");
      legacyPagesBySnippet.set(name, [...(legacyPagesBySnippet.get(name) ?? []), path]);
    }
  const visitedFiles = new Set([file]);
  for (const path of visitedFiles) {
    if (visitedFiles.size > maxFiles) break;
    for (const includingFile of importersByFile.get(path) ?? []) visitedFiles.add(includingFile);
    for (const includingFile of legacyPagesBySnippet.get(path.replace(/^_?snippets\//, "")) ?? [])
      if (references.has(includingFile)) visitedFiles.add(includingFile);
  }
  return [...visitedFiles].flatMap((path) => {
    const slug = getPageSlug(path);
    return path !== file && slug !== undefined && pagesBySlug.get(slug)?.path === path ? [slug] : [];
  });
}

const maxPlacements = 8;

/**
 * Yields findings about the page's placements in the navigation. `subject` is the page's name as used in sentences,
 * such as `\`GET /users\``.
 */
export function* explainNavigation(
  site: Site,
  placements: readonly NavigationPlacement[],
  subject: string,
): Iterable<Finding> {
  for (const placement of placements.slice(0, maxPlacements)) yield* explainPlacement(site, placement, subject);
  if (placements.length > maxPlacements)
    yield {
      kind: "navigation",
      state: "note",
      sentence: `It appears in ${formatMoreCount(placements.length - maxPlacements, "location")} in the navigation.`,
    };
}

function* explainPlacement(site: Site, placement: NavigationPlacement, subject: string): Iterable<Finding> {
  const location = getPlacementLocation(placement);
  if (!placement.barrier) {
    yield {
      kind: "navigation",
      state: "ok",
      sentence: `It appears ${describePlacement(site, placement)}.`,
      ...(location && { location }),
    };
    return;
  }
  const navigationPath = describeNavigationPath(placement);
  yield {
    kind: "navigation",
    state: "note",
    sentence: `docs.json lists it ${navigationPath === "" ? "in its navigation" : `in ${navigationPath}`}, but readers don't see it there.`,
    ...(location && { location }),
  };
  yield explainBarrier(placement.barrier, subject);
}

/** Returns a finding for a page that no navigation entry refers to. The fix describes where to add the page. */
export function explainUnlistedPage(site: Site, slug: string): Finding {
  const navigation = getJsonValue(site.config.root, "navigation");
  const nearestEntry = findNearestEntry(site.config, slug);
  const location = nearestEntry ? getNodeLocation(nearestEntry.node) : navigation && getNodeLocation(navigation);
  const reason = navigation ? "no navigation entry refers to it" : "docs.json has no navigation";
  return {
    kind: "navigation",
    state: "stops",
    sentence: navigation ? "No navigation entry refers to it." : "docs.json has no navigation.",
    ...(location && { location }),
    reason,
    fix: nearestEntry
      ? `add \`"${slug}"\` to ${describeElement(nearestEntry.parent)}, which lists nearby pages`
      : `add \`"${slug}"\` to the \`pages\` of a group in docs.json`,
  };
}

/**
 * Explains why the page at this path is or isn't in the navigation. `readText` returns the text of a file in the site.
 */
export function explainPage(site: Site, slug: string, readText: (path: string) => string | undefined): Explanation {
  const file = getPageSlugs(site.files).fileBySlug.get(slug);
  const page = file === undefined ? undefined : site.pages.get(file);
  if (file !== undefined && page) {
    if (getPublishedPages(site.pages).importersByFile.has(file)) return explainSnippet(site, file);
    return createExplanation(site, slug, [...explainPageFile(site, slug, page)], `\`${slug}\``);
  }
  const generatedPage = file === undefined ? indexGeneratedPagesBySlug(site).get(slug) : undefined;
  if (!generatedPage) return explainMissingPage(site, slug, readText);
  return createExplanation(
    site,
    slug,
    [createGeneratedFinding(generatedPage)],
    `\`${getOperationName(generatedPage.target)}\``,
  );
}

function createExplanation(site: Site, slug: string, pageFindings: readonly Finding[], subject: string): Explanation {
  const placements = findPlacements(site, slug);
  const visiblePlacements = placements.filter(({ barrier }) => !barrier);
  const linkingElements = placements.length > 0 ? [] : findLinkingElements(site, slug);
  const urlFindings = [...explainPageUrl(site, slug)];
  const allFindings = [
    ...pageFindings,
    ...urlFindings,
    ...(placements.length > 0
      ? explainNavigation(site, placements, subject)
      : linkingElements.length > 0
        ? linkingElements.map((element) => explainLink(element))
        : [explainUnlistedPage(site, slug)]),
  ];
  // If readers see the page in at least one placement, its hidden placements are mentioned only as notes.
  const findings = visiblePlacements.length === 0 ? allFindings : allFindings.map(downgradeStop);
  const isListed = visiblePlacements.length > 0 || linkingElements.length > 0;
  const isVisible = isListed && !findings.some(({ state }) => state === "stops");
  const [linkingElement] = linkingElements;
  const isReachable = ![...pageFindings, ...urlFindings].some(
    ({ kind, state }) => state === "stops" && kind !== "frontmatter",
  );
  const url = describePageUrl(site, slug);
  return {
    target: slug,
    about: "page",
    shown: isVisible,
    verdict: !isVisible
      ? describeHiddenTarget(findings, "page", isReachable ? url : undefined)
      : linkingElement && visiblePlacements.length === 0
        ? `Readers open this page from ${describeElement(linkingElement)}.`
        : describeVisibleTarget(site, visiblePlacements, "page"),
    ...(!isVisible && { because: getReason(findings) ?? "the navigation doesn't include it" }),
    url,
    steps: toSteps(findings),
  };
}

/** Returns the visible elements, such as tabs or anchors, whose `href` leads to the page. */
function findLinkingElements(site: Site, slug: string): readonly NavElement[] {
  return getNavigation(site.config).elements.filter(
    ({ href, isHidden, isIgnored }) => href && !isHidden && !isIgnored && leadsTo(site, href.value, slug),
  );
}

function explainLink(element: NavElement): Finding {
  return {
    kind: "navigation",
    state: "ok",
    sentence: `${capitalize(describeElement(element))} opens it.`,
    location: getElementStart(element),
  };
}

function downgradeStop(finding: Finding): Finding {
  return finding.kind === "navigation" && finding.state === "stops" ? { ...finding, state: "note" } : finding;
}

function createGeneratedFinding({ spec, target }: GeneratedPage): Finding {
  return {
    kind: "specification",
    state: "ok",
    sentence: `The service generates this page from \`${getOperationName(target)}\` in \`${spec.path}\`.`,
    location: getTargetLocation(spec, target),
  };
}

function formatMoreCount(count: number, noun: string): string {
  return `${count} more ${noun}${count === 1 ? "" : "s"}`;
}
