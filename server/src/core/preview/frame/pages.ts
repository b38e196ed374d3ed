import { getJsonValue, locationOfNode, stringOf } from "../../config/json/json-tree.ts";
import type { FieldValue, PageOutline } from "../../page/page.ts";
import { nearestTarget } from "../../site/links/link-suggestions.ts";
import { basePath, finalTarget, type LinkTarget, resolveLink } from "../../site/links/resolve-link.ts";
import type { TreeElement, TreeNode } from "../../site/navigation/navigation-tree.ts";
import { getPageSlug, pageSlugsOf } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { generatedBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import { decodePercent } from "../../text/decode-text.ts";
import { folderOf } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { type Audience, getFrontmatterText, isFrontmatterMap, isList } from "../source/page-source.ts";
import type { FrameLink, FramePage, FramePlace } from "../view/site-frame.ts";
import { linkTo, pageHref } from "./frame-links.ts";
import {
  cachedView,
  contextualMenu,
  frameReading,
  type FrameReading,
  isListed,
  pageSpot,
  readFlag,
  titleOfPath,
} from "./frame-reading.ts";
import { divisionTarget, findPagePlaces, firstInFolder, firstPage } from "./page-places.ts";
import { buildLevelTrees, directoryListing, type OrderedPage, type Sidebar, sidebarOf } from "./sidebar.ts";

/** The page or other content that the published site serves at a URL. */
export type PageAtUrl =
  | {
      readonly kind: "page";
      readonly slug: string;
      /** Undefined for a page generated from a specification. */
      readonly file: SitePath | undefined;
      readonly generated: GeneratedPage | undefined;
      /** The page's own URL path with the anchor, such as `/docs/guides/start#install`. */
      readonly href: string;
      readonly anchor?: string;
      /** Set if the URL redirects to this page. */
      readonly redirected?: true;
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
      readonly near?: { readonly slug: string; readonly href: string; readonly title: string };
    };

const drawNothing = () => undefined;
const everybody: Audience = { reader: "human", signedIn: false, groups: [] };

/** Returns the page at a path on the site, such as `/docs/guides/start?x#install`, or at a full URL. */
export function pageAtUrl(site: Site, url: string): PageAtUrl {
  return parameterAt(site, url) ?? answerAt(site, url, 0);
}

/** The maximum number of links to follow. Pages that are links may link to each other in a cycle. */
const maxLinks = 5;

function answerAt(site: Site, url: string, links: number): PageAtUrl {
  const target = resolveLink(site, url.startsWith("/") || /^https?:/i.test(url) ? url : `/${url}`, undefined);
  const answer = answerOf(site, target, finalTarget(target), links);
  return target.kind === "redirect" && answer.kind === "page" ? { ...answer, redirected: true } : answer;
}

function answerOf(site: Site, full: LinkTarget, target: LinkTarget, links: number): PageAtUrl {
  // The published site doesn't have a page with this spelling, but the spelling suggests which page the author meant.
  if (full.kind === "spelling") return notFound(site, full.path, full.other.path);
  switch (target.kind) {
    case "page": {
      const slug = getPageSlug(target.file) ?? target.slug;
      const link = site.pages.get(target.file)?.fields.get("url");
      const { href, external } = typeof link === "string" ? linkTo(site, link) : {};
      if (href !== undefined && external) return { kind: "external", url: href };
      if (href?.startsWith("/") && links < maxLinks) {
        const answer = answerAt(site, href, links + 1);
        return answer.kind === "page" ? { ...answer, redirected: true } : answer;
      }
      return pageOf(site, slug, target.file, undefined, target.anchor);
    }
    case "generated":
      return pageOf(site, target.page.slug, undefined, target.page, target.anchor);
    case "file":
      return { kind: "file", file: target.file };
    case "external":
      return { kind: "external", url: target.url };
    case "route":
      return target.path === "" ? home(site) : { kind: "route", path: target.path };
    case "folder":
      return firstOfFolder(site, target.path);
    case "unverifiable":
      return { kind: "unknown", path: pathOf(site, full), reason: target.reason };
    case "missing":
      return notFound(site, target.path);
    case "same-page":
      return home(site);
    case "scheme":
    case "unsafe":
    case "redirect":
    case "spelling":
      return notFound(site, "");
  }
}

/**
 * Resolves a link to a parameter. Such a link has the endpoint's path after the page's path. For example,
 * `/api/users/read/users/{id}#id` is `#id` on `/api/users/read`.
 */
function parameterAt(site: Site, url: string): PageAtUrl | undefined {
  const [, path = "", anchor] = /^([^?#]*)(?:\?[^#]*)?#(.+)$/.exec(url) ?? [];
  if (anchor === undefined || site.profile.name === "mintlify") return undefined;
  const written = decodePercent(path);
  for (const page of generatedBySlug(site).values()) {
    const operation = "operation" in page.target ? page.target.operation : undefined;
    const href = pageHref(site, page.slug);
    if (operation && written === href + operation.path)
      return pageOf(site, page.slug, undefined, page, anchor);
  }
  return undefined;
}

function pathOf(site: Site, target: LinkTarget): string {
  return target.kind === "redirect" ? target.destination.replace(/^\/+/, "") : basePath(site);
}

function pageOf(
  site: Site,
  slug: string,
  file: SitePath | undefined,
  generated: GeneratedPage | undefined,
  anchor: string | undefined,
): PageAtUrl {
  const href = pageHref(site, slug) + (anchor === undefined ? "" : `#${anchor}`);
  return { kind: "page", slug, file, generated, href, ...(anchor !== undefined && { anchor }) };
}

/** Returns the page at the site's root. If there is no `index` page, readers land on the first page in the menu. */
function home(site: Site): PageAtUrl {
  const reading = frameReadingOf(site);
  const first = reading.tree && firstPage(reading, reading.tree);
  return first ? found(site, first.slug) : notFound(site, "");
}

/**
 * Returns the page for a folder URL. The service opens the first page in the folder that's listed in the menu or, if
 * none is listed, the first page in the folder.
 */
function firstOfFolder(site: Site, folder: string): PageAtUrl {
  const first =
    firstInFolder(frameReadingOf(site), folder) ??
    [...(pageSlugsOf(site.files).byFolder.get(folder) ?? [])].sort()[0];
  return first === undefined ? notFound(site, folder) : found(site, first);
}

function found(site: Site, slug: string): PageAtUrl {
  const spot = pageSpot(site, slug);
  return spot ? pageOf(site, slug, spot.file, spot.generated, undefined) : notFound(site, slug);
}

function frameReadingOf(site: Site): FrameReading {
  return frameReading(site, everybody, drawNothing);
}

function notFound(site: Site, path: string, known?: string): PageAtUrl {
  const near = known === undefined ? nearestTarget(site, path, undefined) : `/${known}`;
  const target = near === undefined ? undefined : resolveLink(site, near, undefined);
  const slug =
    target?.kind === "page"
      ? getPageSlug(target.file)
      : target?.kind === "generated"
        ? target.page.slug
        : undefined;
  const spot = slug === undefined ? undefined : pageSpot(site, slug);
  if (!spot || slug === undefined) return { kind: "not-found", path };
  const { title } = frameReadingOf(site).shown(spot);
  return { kind: "not-found", path, near: { slug, href: pageHref(site, slug), title } };
}

/**
 * Returns a page's counterparts in other languages and versions, which readers land on when they switch. A counterpart
 * has the same path below the common folder of its language or version.
 */
export function findCounterparts(
  reading: FrameReading,
  slug: string,
  chain: readonly TreeElement[],
): FramePage["elsewhere"] {
  return buildLevelTrees(reading, chain).flatMap(({ kind, shown, current }, level) => {
    const own = shown[current ?? -1];
    if (!own || (kind !== "language" && kind !== "version")) return [];
    return shown.flatMap((other, choice) => {
      const same = other === own ? undefined : counterpartIn(reading, slug, own, other);
      return same === undefined ? [] : [{ level, choice, href: pageHref(reading.site, same) }];
    });
  });
}

function counterpartIn(
  reading: FrameReading,
  slug: string,
  own: TreeElement,
  other: TreeElement,
): string | undefined {
  const [from, to] = [pagesBelow(reading, own), pagesBelow(reading, other)];
  const below = [from.folder, own.element.label?.value ?? ""].flatMap((folder) => {
    if (folder === "") return [slug];
    return slug.startsWith(`${folder}/`) ? [slug.slice(folder.length + 1)] : [];
  });
  const folders = [to.folder, other.element.label?.value ?? "", ""];
  for (const rest of below)
    for (const folder of folders) {
      const candidate = folder === "" ? rest : `${folder}/${rest}`;
      if (candidate !== slug && to.slugs.has(candidate)) return candidate;
    }
  return undefined;
}

interface PagesBelow {
  readonly slugs: ReadonlySet<string>;
  /** The innermost folder that contains all these pages, or an empty string if they don't share a folder. */
  readonly folder: string;
}

function pagesBelow(reading: FrameReading, tree: TreeElement): PagesBelow {
  return cachedView(reading, "pagesBelow", tree, () => {
    const slugs = new Set<string>();
    const visit = (node: TreeNode): void => {
      if (node.kind === "page" && isListed(reading, node)) slugs.add(node.slug);
      if ((node.kind === "element" || node.kind === "group") && !node.hidden) node.children.forEach(visit);
    };
    visit(tree);
    const [first = "", ...rest] = slugs;
    let folder = folderOf(first);
    for (const slug of rest)
      while (folder !== "" && !slug.startsWith(`${folder}/`)) folder = folderOf(folder);
    return { slugs, folder };
  });
}

const top: FramePlace["range"] = { start: 0, end: 0 };

/** Returns the content that the frame shows for a page in these sections. */
export function pageFacts(reading: FrameReading, slug: string, chain: readonly TreeElement[]): FramePage {
  const { site } = reading;
  const spot = pageSpot(site, slug);
  const outline = spot?.file === undefined ? undefined : site.pages.get(spot.file);
  const shown = spot && reading.shown(spot);
  const division = chain.at(-1);
  const sidebar = division && sidebarOf(reading, division);
  const place = sidebar?.places.get(slug);
  const field = (name: string) => fieldOf(outline, spot?.generated?.metadata, name);
  const directory = sidebar && directoryListing(reading, sidebar, slug);
  const contextual = contextualMenu(reading, field("contextual"));
  const neighbors =
    place && sidebar && field("hideFooterPagination") !== true ? [place.index - 1, place.index + 1] : [];
  const [previous, next] = neighbors.map((index) => sidebar?.order[index]);
  const updated = getFrontmatterText(field("lastUpdatedDate"));
  const timestamp = field("timestamp");
  const unlisted = place
    ? undefined
    : (shown?.unlisted ?? (findPagePlaces(reading, slug).length > 0 ? "hidden" : "not-listed"));
  return {
    slug,
    href: pageHref(site, slug),
    title: shown?.title ?? titleOfPath(slug),
    mode: modeOf(reading, getFrontmatterText(field("mode"))),
    ...(place && { current: place.n }),
    open: place?.groups.map(({ n }) => n) ?? [],
    eyebrows: sidebar ? eyebrowsOf(reading, sidebar, chain, slug) : [],
    trail: hasBreadcrumbs(reading),
    ...(previous && { previous: linkOf(previous) }),
    ...(next && { next: linkOf(next) }),
    ...(directory && { directory }),
    ...(contextual && { contextual }),
    related: relatedOf(reading, outline, field("related")),
    timestamp:
      typeof timestamp === "boolean"
        ? timestamp
        : (readFlag(getJsonValue(site.config.root, "metadata"), "timestamp") ?? false),
    ...(updated !== undefined && { lastUpdated: updated }),
    elsewhere: findCounterparts(reading, slug, chain),
    ...(unlisted && { unlisted }),
  };
}

/** Page modes that only some themes support. With other themes, the page has the default layout. */
const themesOf: Readonly<Record<string, readonly string[]>> = {
  frame: ["aspen", "almond", "luma", "sequoia"],
  center: ["mint", "linden", "willow", "maple"],
};
const modes: ReadonlySet<string> = new Set(["wide", "custom", "assistant", "frame", "center"]);

function modeOf({ site }: FrameReading, mode = "default"): string {
  const themes = Object.hasOwn(themesOf, mode) ? themesOf[mode] : undefined;
  const theme = stringOf(site.config.root, "theme") ?? "mint";
  return modes.has(mode) && (!themes || themes.includes(theme)) ? mode : "default";
}

function fieldOf(
  outline: PageOutline | undefined,
  metadata: Readonly<Record<string, unknown>> | undefined,
  name: string,
): FieldValue | undefined {
  if (outline) return outline.fields.get(name);
  const value = metadata && Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  return typeof value === "string" || typeof value === "boolean" || typeof value === "number"
    ? value
    : undefined;
}

function linkOf({ label, href, at }: OrderedPage): FrameLink {
  return { label, href, at };
}

/**
 * Returns the links above the title: the page's group or, with `breadcrumbs`, the full path without languages and
 * versions.
 */
function eyebrowsOf(
  reading: FrameReading,
  sidebar: Sidebar,
  chain: readonly TreeElement[],
  slug: string,
): readonly FrameLink[] {
  const place = sidebar.places.get(slug);
  if (!place) return [];
  const groups = place.groups.map(({ n, label, at }): FrameLink => {
    const href = sidebar.firstSlugs.get(n);
    return { label, at, ...(href !== undefined && { href }) };
  });
  if (!hasBreadcrumbs(reading)) return groups.slice(-1);
  const divisions = chain.flatMap((tree): FrameLink[] => {
    const { kind, label, node } = tree.element;
    if (kind === "root" || kind === "language" || kind === "version" || !label) return [];
    const name = kind === "product" ? (stringOf(node, "name") ?? label.value) : label.value;
    return [{ label: name, ...divisionTarget(reading, tree), at: locationOfNode(label) }];
  });
  return [...divisions, ...groups];
}

function hasBreadcrumbs({ site }: FrameReading): boolean {
  return stringOf(getJsonValue(site.config.root, "styling"), "eyebrows") === "breadcrumbs";
}

/** Returns the links in the `related` field, such as `related: [/guides/start, { Billing: /billing }]`. */
function relatedOf(
  { site, shown }: FrameReading,
  outline: PageOutline | undefined,
  value: FieldValue | undefined,
): readonly FrameLink[] {
  if (!outline || !isList(value)) return [];
  const at = { file: outline.path, range: top };
  const link = (written: string, label: string | undefined): FrameLink => {
    const spot = pageSpot(site, written.replace(/^\/+/, ""));
    return { label: label ?? (spot ? shown(spot).title : written), ...linkTo(site, written), at };
  };
  return value.slice(0, 50).flatMap((entry): FrameLink[] => {
    if (typeof entry === "string") return [link(entry, undefined)];
    if (!isFrontmatterMap(entry)) return [];
    return [...entry].flatMap(([label, to]) => (typeof to === "string" ? [link(to, label)] : []));
  });
}
