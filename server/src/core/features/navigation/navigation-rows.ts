import { getNodeLocation, getJsonValue } from "../../config/json/json-tree.ts";
import type { NavElement, NavNode } from "../../config/settings/navigation.ts";
import { getListedSlugs } from "../../site/navigation/navigation-pages.ts";
import {
  getNavigationTree,
  type TreeElement,
  type TreeGroup,
  type TreeNode,
  type TreePage,
} from "../../site/navigation/navigation-tree.ts";
import { getPublishedPages } from "../../site/pages/pages.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import type { GeneratedPage } from "../../site/specs/generated-pages.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { mapInSteps } from "../../text/maps.ts";
import { getTargetLocation } from "../spec/symbols-and-references.ts";
import { elementLabels } from "./drag-and-drop.ts";

/** A row in the navigation tree. The rows are in the same order as in the site's sidebar. */
export interface NavigationRow {
  readonly kind: "division" | "group" | "generated" | "page" | "operation" | "link" | "nothing" | "unlisted";
  readonly label: string;
  /** The kind of section, such as `tab` or `language`. Undefined for other rows. */
  readonly sectionKind?: string;
  /**
   * The text shown next to the label: a badge (such as `beta`), the target of a link, or the reason why an entry
   * doesn't show anything (such as `page-not-found`).
   */
  readonly detail?: string;
  /** The icon as written in docs.json or the page, such as `rocket`. */
  readonly icon?: string;
  /** The operation's method, such as `GET`. */
  readonly method?: string;
  /**
   * The operation, webhook, or channel that a page is generated from, such as `GET /users`, `WEBHOOK shipped`, or
   * `CHANNEL orders`.
   */
  readonly operation?: string;
  /** The location of the entry or element in docs.json. Undefined for generated pages. */
  readonly location?: SiteLocation;
  /** The location to open when the row is selected: the page, or the operation in its specification. */
  readonly openTarget?: SiteLocation;
  /** The page's slug, such as `guides/start`. */
  readonly slug?: string;
  /** The reason why readers don't see the row's page or element. Undefined if they do. */
  readonly hidden?: "hidden" | "dropped";
  readonly isDefault?: boolean;
  /**
   * Whether this is a section with an `href`, which leads readers to another site or to a page elsewhere on this site.
   */
  readonly isLink?: true;
  /** Whether the element is in `global`. If so, the site shows it on every page of the parent element. */
  readonly isGlobal?: true;
  readonly children: readonly NavigationRow[];
}

/**
 * Returns the top-level rows of the navigation tree, followed by pages that aren't in the navigation. Returns undefined
 * if docs.json has no navigation. Yields after each row, because a site can have thousands of rows.
 */
export function* createNavigationRows(site: Site): Generator<void, readonly NavigationRow[] | undefined> {
  const tree = getNavigationTree(site);
  if (!tree) return undefined;
  yield;
  const rows = yield* createElementRows(site, tree);
  const unlistedRows = createUnlistedRows(site);
  if (unlistedRows.length > 0) rows.push({ kind: "unlisted", label: "Unlisted", children: unlistedRows });
  return rows;
}

function* createElementRows(site: Site, { children, globalElement }: TreeElement): Generator<void, NavigationRow[]> {
  const rows = yield* createRows(site, children);
  if (globalElement)
    for (const row of yield* createElementRows(site, globalElement)) rows.push({ ...row, isGlobal: true });
  return rows;
}

function createRows(site: Site, nodes: readonly TreeNode[]): Generator<void, NavigationRow[]> {
  return mapInSteps(nodes, (node) => createRow(site, node));
}

function* createRow(site: Site, node: TreeNode): Generator<void, NavigationRow> {
  switch (node.kind) {
    case "element":
      return createElementRow(site, node, yield* createElementRows(site, node));
    case "group":
      return createGroupRow(node, yield* createRows(site, node.children));
    case "page":
      return createPageRow(site, node);
    case "link":
      return { kind: "link", label: node.url, location: getNodeLocation(node.entry.node), children: [] };
    case "nothing":
      return {
        kind: "nothing",
        label: node.entry.text,
        detail: node.reason,
        location: getNodeLocation(node.entry.node),
        children: [],
      };
  }
}

function createElementRow(site: Site, tree: TreeElement, children: readonly NavigationRow[]): NavigationRow {
  const { element, hiddenReason } = tree;
  const tag = getText(element, "tag");
  const icon = getText(element, "icon");
  const isGroup = element.kind === "group";
  const detail = tag ?? element.href?.value;
  return {
    kind: isGroup ? "group" : "division",
    label: element.label?.value ?? elementLabels[element.kind],
    ...(!isGroup && { sectionKind: elementLabels[element.kind] }),
    ...(detail !== undefined && { detail }),
    ...(icon !== undefined && { icon }),
    location: getNodeLocation(element.node),
    ...(hiddenReason && { hidden: hiddenReason }),
    ...(element.isDefault && (element.kind === "language" || element.kind === "version") && { isDefault: true }),
    ...(!isGroup && element.href && { isLink: true as const }),
    ...findRootPage(site, element),
    children,
  };
}

/** Returns the page that opens when a reader selects a group with a `root`. */
function findRootPage(site: Site, element: NavElement): { openTarget?: SiteLocation; slug?: string } {
  const slug = element.root?.value.replace(/^\/+|\.mdx?$/g, "");
  const page = slug === undefined ? undefined : getPublishedPages(site.pages).pagesBySlug.get(slug);
  return page && slug !== undefined ? { openTarget: getFileStart(page.path), slug } : {};
}

function createGroupRow({ label, hiddenReason }: TreeGroup, children: readonly NavigationRow[]): NavigationRow {
  return { kind: "generated", label, ...(hiddenReason && { hidden: "hidden" as const }), children };
}

function createPageRow(site: Site, { slug, file, generatedPage, entry, hiddenReason }: TreePage): NavigationRow {
  const outline = file === undefined ? undefined : site.pages.get(file);
  const method = generatedPage?.method;
  const pageStart = file === undefined ? undefined : getFileStart(file);
  const openTarget = pageStart ?? (generatedPage && getTargetLocation(generatedPage.spec, generatedPage.target));
  const icon = outline?.fields.get("icon");
  const tag = outline?.fields.get("tag") ?? generatedPage?.badge;
  return {
    kind: generatedPage && file === undefined ? "operation" : "page",
    label: getTitle(site, file) ?? generatedPage?.sidebarTitle ?? generatedPage?.title ?? slug,
    ...(typeof tag === "string" && { detail: tag }),
    ...(typeof icon === "string" && { icon }),
    ...(method !== undefined && { method }),
    ...(generatedPage && file === undefined && { operation: formatOperation(generatedPage) }),
    ...(entry && { location: getNodeLocation(entry.node) }),
    ...(openTarget && { openTarget }),
    slug,
    ...(hiddenReason && { hidden: hiddenReason === "dropped" ? ("dropped" as const) : ("hidden" as const) }),
    children: [],
  };
}

function formatOperation({ target }: GeneratedPage): string {
  switch (target.kind) {
    case "operation":
      return `${target.operation.method} ${target.operation.path}`;
    case "webhook":
      return `WEBHOOK ${target.operation.path}`;
    case "channel":
      return `CHANNEL ${target.channel.id}`;
  }
}

/**
 * Returns published MDX pages that aren't in the navigation, except for the index page. Pages that the author
 * intentionally left out are marked as hidden.
 */
function createUnlistedRows(site: Site): NavigationRow[] {
  const navigationSlugs = getListedSlugs(site.config).exactSlugs;
  const rows: NavigationRow[] = [];
  for (const [slug, { path, fields }] of getPublishedPages(site.pages).pagesBySlug) {
    if (navigationSlugs.has(slug) || !path.endsWith(".mdx") || slug === "index") continue;
    const isHidden = fields.get("hidden") === true;
    rows.push({
      kind: "page",
      label: getTitle(site, path) ?? slug,
      detail: slug,
      openTarget: getFileStart(path),
      slug,
      ...(isHidden && { hidden: "hidden" as const }),
      children: [],
    });
  }
  return rows.sort((a, b) => ((a.slug ?? "") < (b.slug ?? "") ? -1 : 1));
}

function getTitle(site: Site, file: SitePath | undefined): string | undefined {
  const fields = file === undefined ? undefined : site.pages.get(file)?.fields;
  for (const name of ["sidebarTitle", "title"]) {
    const title = fields?.get(name);
    if (typeof title === "string" && title.trim() !== "") return title;
  }
  return undefined;
}

/**
 * Returns the start of the file instead of the title's location, because finding the titles of thousands of pages would
 * slow down typing.
 */
function getFileStart(file: SitePath): SiteLocation {
  return { file, range: { start: 0, end: 0 } };
}

function getText({ node }: NavElement, key: string): string | undefined {
  const value = getJsonValue(node, key);
  return value?.kind === "string" ? value.value : undefined;
}

/** The number of problems of each severity. */
export interface ProblemCounts {
  readonly error: number;
  readonly warning: number;
  readonly information: number;
  readonly hint: number;
}

/** The reader ratings of a page: thumbs up, thumbs down, and unresolved comments. */
export interface Rating {
  readonly up: number;
  readonly down: number;
  readonly open: number;
}

export const noProblems: ProblemCounts = { error: 0, warning: 0, information: 0, hint: 0 };

/** Returns the sum of two problem counts. A group's count is the sum of the counts of all its pages. */
export function addProblemCounts(a: ProblemCounts, b: ProblemCounts): ProblemCounts {
  return {
    error: a.error + b.error,
    warning: a.warning + b.warning,
    information: a.information + b.information,
    hint: a.hint + b.hint,
  };
}

/** Returns the sum of two ratings, or undefined if both are missing. */
export function addRatings(a: Rating | undefined, b: Rating | undefined): Rating | undefined {
  return a && b ? { up: a.up + b.up, down: a.down + b.down, open: a.open + b.open } : (a ?? b);
}

/**
 * Returns the entry or element that starts at the location. Returns undefined if there is none, for example, because
 * the text has changed.
 */
export function findRowNode(site: Site, { file, range }: SiteLocation): NavNode | undefined {
  const { entries, elements } = getNavigation(site.config);
  const isAtLocation = ({ node }: NavNode) => node.file === file && node.range.start === range.start;
  return entries.find(isAtLocation) ?? elements.find(isAtLocation);
}
