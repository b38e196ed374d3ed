import { getJsonValue, getNodeLocation, getJsonString } from "../../config/json/json-tree.ts";
import type { FieldValue, PageOutline } from "../../page/page.ts";
import { findNearestTarget } from "../../site/links/link-suggestions.ts";
import { getBasePath, getFinalTarget, type LinkTarget, resolveLink } from "../../site/links/resolve-link.ts";
import type { TreeElement, TreeNode } from "../../site/navigation/navigation-tree.ts";
import { getPageSlug, getPageSlugs } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { indexGeneratedPagesBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import { decodePercent } from "../../text/decode-text.ts";
import { getFolderPath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { type Audience, toFrontmatterText, isFrontmatterMap, isList } from "../source/page-source.ts";
import type { FrameLink, FramePage, FrameLocation } from "../view/site-frame.ts";
import { resolveHref, getPageHref } from "./frame-links.ts";
import {
  getCachedView,
  readContextMenu,
  getAudienceContext,
  type FrameContext,
  isListed,
  findPageTarget,
  readFlag,
  deriveTitle,
} from "./frame-reading.ts";
import { getSectionTarget, findPageLocations, findFirstPageInFolder, findFirstPage } from "./page-locations.ts";
import { buildLevelTrees, createDirectory, type OrderedPage, type Sidebar, getSidebar } from "./sidebar.ts";

/** The page or other content that the published site serves at a URL. */
export type PageAtUrl =
  | {
      readonly kind: "page";
      readonly slug: string;
      /** Undefined for a page generated from a specification. */
      readonly file: SitePath | undefined;
      readonly generatedPage: GeneratedPage | undefined;
      /** The page's own URL path with the anchor, such as `/docs/guides/start#install`. */
      readonly href: string;
      readonly anchor?: string;
      /** Set if the URL redirects to this page. */
      readonly isRedirected?: true;
    }
  /** The URL leads to an image or another file in the site. */
  | { readonly kind: "file"; readonly file: SitePath }
  /** The URL leads to another site, through a redirect or a page that is a link. */
  | { readonly kind: "external"; readonly url: string }
  /** The URL is a route that the service itself handles, such as `/llms.txt`. */
  | { readonly kind: "route"; readonly path: string }
  /**
   * The preview can't resolve the URL because it refers to a page from a remote specification or to a path on the host
   * outside the docs.
   */
  | { readonly kind: "unknown"; readonly path: string; readonly reason: string }
  | {
      readonly kind: "not-found";
      /** The path below the base path, without leading or trailing slashes. */
      readonly path: string;
      /** The page that the author probably meant, if there is a similar one. */
      readonly suggestion?: { readonly slug: string; readonly href: string; readonly title: string };
    };

const findNoIcon = () => undefined;
const publicAudience: Audience = { reader: "human", signedIn: false, groups: [] };

/** Returns the page at a path on the site, such as `/docs/guides/start?x#install`, or at a full URL. */
export function findPageAtUrl(site: Site, url: string): PageAtUrl {
  return resolveParameter(site, url) ?? resolveUrl(site, url, 0);
}

/** The maximum number of links to follow. Pages that are links may link to each other in a cycle. */
const maxLinks = 5;

function resolveUrl(site: Site, url: string, linkCount: number): PageAtUrl {
  const target = resolveLink(site, url.startsWith("/") || /^https?:/i.test(url) ? url : `/${url}`, undefined);
  const result = resolveTarget(site, target, getFinalTarget(target), linkCount);
  return target.kind === "redirect" && result.kind === "page" ? { ...result, isRedirected: true } : result;
}

function resolveTarget(site: Site, linkTarget: LinkTarget, finalTarget: LinkTarget, linkCount: number): PageAtUrl {
  // The published site doesn't have a page with this spelling, but the spelling suggests which page the author meant.
  if (linkTarget.kind === "spelling") return createNotFoundPage(site, linkTarget.path, linkTarget.otherSpelling.path);
  switch (finalTarget.kind) {
    case "page": {
      const slug = getPageSlug(finalTarget.file) ?? finalTarget.slug;
      const urlField = site.pages.get(finalTarget.file)?.fields.get("url");
      const { href, isExternal } = typeof urlField === "string" ? resolveHref(site, urlField) : {};
      if (href !== undefined && isExternal) return { kind: "external", url: href };
      if (href?.startsWith("/") && linkCount < maxLinks) {
        const result = resolveUrl(site, href, linkCount + 1);
        return result.kind === "page" ? { ...result, isRedirected: true } : result;
      }
      return createPage(site, slug, finalTarget.file, undefined, finalTarget.anchor);
    }
    case "generated":
      return createPage(site, finalTarget.page.slug, undefined, finalTarget.page, finalTarget.anchor);
    case "file":
      return { kind: "file", file: finalTarget.file };
    case "external":
      return { kind: "external", url: finalTarget.url };
    case "route":
      return finalTarget.path === "" ? getHomePage(site) : { kind: "route", path: finalTarget.path };
    case "folder":
      return getFirstPageInFolder(site, finalTarget.path);
    case "unverifiable":
      return { kind: "unknown", path: getUnverifiablePath(site, linkTarget), reason: finalTarget.reason };
    case "missing":
      return createNotFoundPage(site, finalTarget.path);
    case "same-page":
      return getHomePage(site);
    case "scheme":
    case "unsafe":
    case "redirect":
    case "spelling":
      return createNotFoundPage(site, "");
  }
}

/**
 * Resolves a link to a parameter. Such a link has the endpoint's path after the page's path. For example,
 * `/api/users/read/users/{id}#id` is `#id` on `/api/users/read`.
 */
function resolveParameter(site: Site, url: string): PageAtUrl | undefined {
  const [, path = "", anchor] = /^([^?#]*)(?:\?[^#]*)?#(.+)$/.exec(url) ?? [];
  if (anchor === undefined || site.profile.name === "mintlify") return undefined;
  const decodedPath = decodePercent(path);
  for (const page of indexGeneratedPagesBySlug(site).values()) {
    const operation = "operation" in page.target ? page.target.operation : undefined;
    const href = getPageHref(site, page.slug);
    if (operation && decodedPath === href + operation.path) return createPage(site, page.slug, undefined, page, anchor);
  }
  return undefined;
}

function getUnverifiablePath(site: Site, target: LinkTarget): string {
  return target.kind === "redirect" ? target.destination.replace(/^\/+/, "") : getBasePath(site);
}

function createPage(
  site: Site,
  slug: string,
  file: SitePath | undefined,
  generatedPage: GeneratedPage | undefined,
  anchor: string | undefined,
): PageAtUrl {
  const href = getPageHref(site, slug) + (anchor === undefined ? "" : `#${anchor}`);
  return { kind: "page", slug, file, generatedPage, href, ...(anchor !== undefined && { anchor }) };
}

/** Returns the page at the site's root. If there is no `index` page, readers land on the first page in the menu. */
function getHomePage(site: Site): PageAtUrl {
  const context = getFrameContext(site);
  const firstPage = context.tree && findFirstPage(context, context.tree);
  return firstPage ? createFoundPage(site, firstPage.slug) : createNotFoundPage(site, "");
}

/**
 * Returns the page for a folder URL. The service opens the first page in the folder that's listed in the menu or, if
 * none is listed, the first page in the folder.
 */
function getFirstPageInFolder(site: Site, folder: string): PageAtUrl {
  const firstSlug =
    findFirstPageInFolder(getFrameContext(site), folder) ??
    [...(getPageSlugs(site.files).slugsByFolder.get(folder) ?? [])].sort()[0];
  return firstSlug === undefined ? createNotFoundPage(site, folder) : createFoundPage(site, firstSlug);
}

function createFoundPage(site: Site, slug: string): PageAtUrl {
  const pageTarget = findPageTarget(site, slug);
  return pageTarget
    ? createPage(site, slug, pageTarget.file, pageTarget.generatedPage, undefined)
    : createNotFoundPage(site, slug);
}

function getFrameContext(site: Site): FrameContext {
  return getAudienceContext(site, publicAudience, findNoIcon);
}

function createNotFoundPage(site: Site, path: string, suggestedSlug?: string): PageAtUrl {
  const nearestUrl = suggestedSlug === undefined ? findNearestTarget(site, path, undefined) : `/${suggestedSlug}`;
  const target = nearestUrl === undefined ? undefined : resolveLink(site, nearestUrl, undefined);
  const slug =
    target?.kind === "page" ? getPageSlug(target.file) : target?.kind === "generated" ? target.page.slug : undefined;
  const pageTarget = slug === undefined ? undefined : findPageTarget(site, slug);
  if (!pageTarget || slug === undefined) return { kind: "not-found", path };
  const { title } = getFrameContext(site).getShownPage(pageTarget);
  return { kind: "not-found", path, suggestion: { slug, href: getPageHref(site, slug), title } };
}

/**
 * Returns a page's counterparts in other languages and versions, which readers land on when they switch. A counterpart
 * has the same path below the common folder of its language or version.
 */
export function findCounterparts(
  context: FrameContext,
  slug: string,
  chain: readonly TreeElement[],
): FramePage["counterparts"] {
  return buildLevelTrees(context, chain).flatMap(({ kind, shownTrees, current: currentIndex }, level) => {
    const currentSection = shownTrees[currentIndex ?? -1];
    if (!currentSection || (kind !== "language" && kind !== "version")) return [];
    return shownTrees.flatMap((otherSection, choiceIndex) => {
      const counterpart =
        otherSection === currentSection ? undefined : findCounterpart(context, slug, currentSection, otherSection);
      return counterpart === undefined
        ? []
        : [{ level, choice: choiceIndex, href: getPageHref(context.site, counterpart) }];
    });
  });
}

function findCounterpart(
  context: FrameContext,
  slug: string,
  currentSection: TreeElement,
  otherSection: TreeElement,
): string | undefined {
  const [currentPages, otherPages] = [listPagesBelow(context, currentSection), listPagesBelow(context, otherSection)];
  const relativeSlugs = [currentPages.folder, currentSection.element.label?.value ?? ""].flatMap((folder) => {
    if (folder === "") return [slug];
    return slug.startsWith(`${folder}/`) ? [slug.slice(folder.length + 1)] : [];
  });
  const folders = [otherPages.folder, otherSection.element.label?.value ?? "", ""];
  for (const relativeSlug of relativeSlugs)
    for (const folder of folders) {
      const candidate = folder === "" ? relativeSlug : `${folder}/${relativeSlug}`;
      if (candidate !== slug && otherPages.slugs.has(candidate)) return candidate;
    }
  return undefined;
}

interface DescendantPages {
  readonly slugs: ReadonlySet<string>;
  /** The innermost folder that contains all these pages, or an empty string if they don't share a folder. */
  readonly folder: string;
}

function listPagesBelow(context: FrameContext, tree: TreeElement): DescendantPages {
  return getCachedView(context, "pagesBelow", tree, () => {
    const slugs = new Set<string>();
    const visit = (node: TreeNode): void => {
      if (node.kind === "page" && isListed(context, node)) slugs.add(node.slug);
      if ((node.kind === "element" || node.kind === "group") && !node.hiddenReason) node.children.forEach(visit);
    };
    visit(tree);
    const [firstSlug = "", ...rest] = slugs;
    let folder = getFolderPath(firstSlug);
    for (const slug of rest) while (folder !== "" && !slug.startsWith(`${folder}/`)) folder = getFolderPath(folder);
    return { slugs, folder };
  });
}

const fileStart: FrameLocation["range"] = { start: 0, end: 0 };

/** Returns the content that the frame shows for a page in these sections. */
export function createFramePage(context: FrameContext, slug: string, chain: readonly TreeElement[]): FramePage {
  const { site } = context;
  const pageTarget = findPageTarget(site, slug);
  const outline = pageTarget?.file === undefined ? undefined : site.pages.get(pageTarget.file);
  const shownPage = pageTarget && context.getShownPage(pageTarget);
  const section = chain.at(-1);
  const sidebar = section && getSidebar(context, section);
  const sidebarLocation = sidebar?.locations.get(slug);
  const getField = (name: string) => getFieldValue(outline, pageTarget?.generatedPage?.metadata, name);
  const directory = sidebar && createDirectory(context, sidebar, slug);
  const contextual = readContextMenu(context, getField("contextual"));
  const neighborIndexes =
    sidebarLocation && sidebar && getField("hideFooterPagination") !== true
      ? [sidebarLocation.index - 1, sidebarLocation.index + 1]
      : [];
  const [previous, next] = neighborIndexes.map((index) => sidebar?.orderedPages[index]);
  const updatedText = toFrontmatterText(getField("lastUpdatedDate"));
  const timestamp = getField("timestamp");
  const unlistedReason = sidebarLocation
    ? undefined
    : (shownPage?.unlistedReason ?? (findPageLocations(context, slug).length > 0 ? "hidden" : "not-listed"));
  return {
    slug,
    href: getPageHref(site, slug),
    title: shownPage?.title ?? deriveTitle(slug),
    mode: resolveMode(context, toFrontmatterText(getField("mode"))),
    ...(sidebarLocation && { current: sidebarLocation.n }),
    openGroupNumbers: sidebarLocation?.groups.map(({ n }) => n) ?? [],
    eyebrows: sidebar ? createEyebrows(context, sidebar, chain, slug) : [],
    showsFullPath: hasBreadcrumbs(context),
    ...(previous && { previous: toLink(previous) }),
    ...(next && { next: toLink(next) }),
    ...(directory && { directory }),
    ...(contextual && { contextual }),
    relatedPages: resolveRelatedPages(context, outline, getField("related")),
    showsChangeDate:
      typeof timestamp === "boolean"
        ? timestamp
        : (readFlag(getJsonValue(site.config.root, "metadata"), "timestamp") ?? false),
    ...(updatedText !== undefined && { lastUpdated: updatedText }),
    counterparts: findCounterparts(context, slug, chain),
    ...(unlistedReason && { unlistedReason }),
  };
}

/** Page modes that only some themes support. With other themes, the page has the default layout. */
const themesByMode: Readonly<Record<string, readonly string[]>> = {
  frame: ["aspen", "almond", "luma", "sequoia"],
  center: ["mint", "linden", "willow", "maple"],
};
const modes: ReadonlySet<string> = new Set(["wide", "custom", "assistant", "frame", "center"]);

function resolveMode({ site }: FrameContext, mode = "default"): string {
  const themes = Object.hasOwn(themesByMode, mode) ? themesByMode[mode] : undefined;
  const theme = getJsonString(site.config.root, "theme") ?? "mint";
  return modes.has(mode) && (!themes || themes.includes(theme)) ? mode : "default";
}

function getFieldValue(
  outline: PageOutline | undefined,
  metadata: Readonly<Record<string, unknown>> | undefined,
  name: string,
): FieldValue | undefined {
  if (outline) return outline.fields.get(name);
  const value = metadata && Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  return typeof value === "string" || typeof value === "boolean" || typeof value === "number" ? value : undefined;
}

function toLink({ label, href, location }: OrderedPage): FrameLink {
  return { label, href, location };
}

/**
 * Returns the links above the title: the page's group or, with `breadcrumbs`, the full path without languages and
 * versions.
 */
function createEyebrows(
  context: FrameContext,
  sidebar: Sidebar,
  chain: readonly TreeElement[],
  slug: string,
): readonly FrameLink[] {
  const sidebarLocation = sidebar.locations.get(slug);
  if (!sidebarLocation) return [];
  const groups = sidebarLocation.groups.map(({ n, label, location }): FrameLink => {
    const href = sidebar.hrefByGroupNumber.get(n);
    return { label, location, ...(href !== undefined && { href }) };
  });
  if (!hasBreadcrumbs(context)) return groups.slice(-1);
  const sections = chain.flatMap((tree): FrameLink[] => {
    const { kind, label, node } = tree.element;
    if (kind === "root" || kind === "language" || kind === "version" || !label) return [];
    const name = kind === "product" ? (getJsonString(node, "name") ?? label.value) : label.value;
    return [{ label: name, ...getSectionTarget(context, tree), location: getNodeLocation(label) }];
  });
  return [...sections, ...groups];
}

function hasBreadcrumbs({ site }: FrameContext): boolean {
  return getJsonString(getJsonValue(site.config.root, "styling"), "eyebrows") === "breadcrumbs";
}

/** Returns the links in the `related` field, such as `related: [/guides/start, { Billing: /billing }]`. */
function resolveRelatedPages(
  { site, getShownPage }: FrameContext,
  outline: PageOutline | undefined,
  value: FieldValue | undefined,
): readonly FrameLink[] {
  if (!outline || !isList(value)) return [];
  const location = { file: outline.path, range: fileStart };
  const createLink = (pathOrUrl: string, label: string | undefined): FrameLink => {
    const pageTarget = findPageTarget(site, pathOrUrl.replace(/^\/+/, ""));
    return {
      label: label ?? (pageTarget ? getShownPage(pageTarget).title : pathOrUrl),
      ...resolveHref(site, pathOrUrl),
      location,
    };
  };
  return value.slice(0, 50).flatMap((entry): FrameLink[] => {
    if (typeof entry === "string") return [createLink(entry, undefined)];
    if (!isFrontmatterMap(entry)) return [];
    return [...entry].flatMap(([label, url]) => (typeof url === "string" ? [createLink(url, label)] : []));
  });
}
