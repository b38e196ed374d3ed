import type { NavElement, NavEntry, NavNode } from "../../config/settings/navigation.ts";
import type { Profile } from "../../config/settings/profile.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { getPageSlugs } from "../pages/pages.ts";
import { getNavigation, readPageEntry } from "../settings/navigation.ts";
import { type Site, createSiteView } from "../site.ts";
import {
  indexGeneratedPagesBySlug,
  type GeneratedPage,
  getGenerationResult,
  type ExcludedOperation,
} from "../specs/generated-pages.ts";
import { getEndpointEntries, isReferenceShown, type Resolution } from "../specs/operation-references.ts";
import { groupBy } from "../../text/maps.ts";

/** An item in the navigation tree. If an item isn't shown, it also contains the reason. */
export type TreeNode = TreeElement | TreeGroup | TreePage | TreeLink | MissingTreeNode;

/** A navigation element in docs.json. */
export interface TreeElement {
  readonly kind: "element";
  readonly element: NavElement;
  /** The items from docs.json, in order, followed by the generated items. */
  readonly children: readonly TreeNode[];
  /**
   * Where the service adds generated groups. If the element is a group, they're added after its pages. Otherwise,
   * they're added among the element's groups.
   */
  readonly groupsKey: "pages" | "groups" | undefined;
  /** Operations in the element's specifications that don't have a page in this element, and the reasons. */
  readonly excludedOperations: readonly ExcludedOperation[];
  /** The `global` element, which is shown on every page inside this element. */
  readonly globalElement: TreeElement | undefined;
  /**
   * The reason why the element isn't shown. `dropped` means that the element is under a key that another key overrides.
   */
  readonly hiddenReason: "dropped" | "hidden" | undefined;
}

/** A group that the service generates from a tag. */
export interface TreeGroup {
  readonly kind: "group";
  readonly label: string;
  /** The tag. Undefined for the group of operations without a tag. */
  readonly tag: string | undefined;
  /** The element that sets the specification. */
  readonly element: NavElement;
  readonly children: readonly (TreeGroup | TreePage)[];
  /** The reason why the group isn't shown. `empty` means that none of its pages are shown. */
  readonly hiddenReason: "empty" | undefined;
}

/**
 * A page in the tree. If a file has the same URL as a generated page, the file takes precedence, and its title is in
 * `site.pages.get(file)`. Otherwise, the title is in `generatedPage`.
 */
export interface TreePage {
  readonly kind: "page";
  readonly slug: string;
  readonly file: SitePath | undefined;
  readonly generatedPage: GeneratedPage | undefined;
  /**
   * The entry that lists the page. Undefined if the page was generated because an element refers to an entire
   * specification.
   */
  readonly entry: NavEntry | undefined;
  readonly hiddenReason: GeneratedPage["unlistedReason"] | "dropped";
}

export interface TreeLink {
  readonly kind: "link";
  readonly entry: NavEntry;
  readonly url: string;
}

/** An entry that readers don't see. */
export interface MissingTreeNode {
  readonly kind: "nothing";
  readonly entry: NavEntry;
  readonly reason: "excluded" | "not-a-page" | "page-not-found" | Exclude<Resolution["kind"], "found">;
}

/** The parts of a site that determine its navigation tree. Excludes the titles of pages. */
export type TreeParts = Pick<Site, "config" | "specs" | "profile" | "files">;

/** Returns the navigation including all generated items, or undefined if the site has no navigation. */
export const getNavigationTree = createSiteView(
  ["config", "specs", "profile", "files"],
  (site): TreeElement | undefined => buildRootElement(site),
);

interface TreeContext {
  readonly profile: Profile;
  readonly pagesByNode: ReadonlyMap<NavNode, readonly GeneratedPage[]>;
  readonly excludedOperationsByElement: ReadonlyMap<NavElement, readonly ExcludedOperation[]>;
  readonly resolutionsByEntry: ReadonlyMap<NavEntry, Resolution>;
  readonly pagesBySlug: ReadonlyMap<string, GeneratedPage>;
  readonly fileBySlug: ReadonlyMap<string, SitePath>;
}

function buildRootElement(site: TreeParts): TreeElement | undefined {
  const root = getNavigation(site.config).root;
  const { pages, excludedOperations } = getGenerationResult(site);
  const context: TreeContext = {
    profile: site.profile,
    pagesByNode: groupBy(pages, ({ node }) => node),
    excludedOperationsByElement: groupBy(excludedOperations, ({ element }) => element),
    resolutionsByEntry: new Map(getEndpointEntries(site).map(({ entry, resolution }) => [entry, resolution])),
    pagesBySlug: indexGeneratedPagesBySlug(site),
    fileBySlug: getPageSlugs(site.files).fileBySlug,
  };
  return root && buildTree(root, context);
}

function buildTree(element: NavElement, context: TreeContext): TreeElement {
  const pages = context.pagesByNode.get(element) ?? [];
  return {
    kind: "element",
    element,
    children: [
      ...element.children.map((child) =>
        child.type === "element" ? buildTree(child, context) : buildEntry(child, context),
      ),
      ...buildGroups(element, pages, context),
    ],
    groupsKey: pages.length === 0 ? undefined : element.kind === "group" ? "pages" : "groups",
    excludedOperations: context.excludedOperationsByElement.get(element) ?? [],
    globalElement: element.globalElement && buildTree(element.globalElement, context),
    hiddenReason: element.isIgnored ? "dropped" : element.isHidden ? "hidden" : undefined,
  };
}

function buildEntry(entry: NavEntry, context: TreeContext): TreeNode {
  const hiddenReason = entry.isIgnored ? "dropped" : undefined;
  const resolution = context.resolutionsByEntry.get(entry);
  if (resolution) {
    const [page] = context.pagesByNode.get(entry) ?? [];
    if (page) return buildPageNode(page, entry, context);
    if (resolution.kind !== "found") return { kind: "nothing", entry, reason: resolution.kind };
    return {
      kind: "nothing",
      entry,
      reason: isReferenceShown(resolution, context.profile) ? "excluded" : "target-not-found",
    };
  }
  const pageEntry = readPageEntry(entry.text);
  if (pageEntry.kind === "url") return { kind: "link", entry, url: entry.text };
  if (pageEntry.kind !== "page") return { kind: "nothing", entry, reason: "not-a-page" };
  const { slug } = pageEntry;
  const file = context.fileBySlug.get(slug);
  const generatedPage = file === undefined ? context.pagesBySlug.get(slug) : undefined;
  if (file === undefined && !generatedPage) return { kind: "nothing", entry, reason: "page-not-found" };
  return { kind: "page", slug, file, generatedPage, entry, hiddenReason };
}

function buildPageNode(page: GeneratedPage, entry: NavEntry | undefined, { fileBySlug }: TreeContext): TreePage {
  const file = fileBySlug.get(page.slug);
  return { kind: "page", slug: page.slug, file, generatedPage: page, entry, hiddenReason: page.unlistedReason };
}

interface GroupBuilder {
  readonly label: string;
  readonly tag: string | undefined;
  readonly children: (GroupBuilder | TreePage)[];
  readonly groups: Map<string, GroupBuilder>;
}

/** Creates the generated groups, in the order of their first pages. */
function buildGroups(element: NavElement, pages: readonly GeneratedPage[], context: TreeContext): TreeGroup[] {
  const rootGroup: GroupBuilder = { label: "", tag: undefined, children: [], groups: new Map() };
  for (const page of pages) {
    let currentGroup = rootGroup;
    for (const { key, tag, label } of page.tagGroups) {
      const childGroup = currentGroup.groups.get(key) ?? { label, tag, children: [], groups: new Map() };
      if (!currentGroup.groups.has(key)) {
        currentGroup.groups.set(key, childGroup);
        currentGroup.children.push(childGroup);
      }
      currentGroup = childGroup;
    }
    currentGroup.children.push(buildPageNode(page, undefined, context));
  }
  return rootGroup.children.flatMap((child) => ("groups" in child ? toTreeGroup(child, element) : []));
}

function toTreeGroup({ label, tag, children: nodes }: GroupBuilder, element: NavElement): TreeGroup {
  const children = nodes.map((child) => ("groups" in child ? toTreeGroup(child, element) : child));
  const isEmpty = children.every(({ hiddenReason }) => hiddenReason !== undefined);
  return { kind: "group", label, tag, element, children, hiddenReason: isEmpty ? "empty" : undefined };
}
