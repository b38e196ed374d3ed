import { findProperty, type JsonProperty, getKeyLocation, getNodeLocation } from "../../config/json/json-tree.ts";
import {
  canHaveHref,
  childOrder,
  type SectionKey,
  type NavElement,
  type NavNode,
} from "../../config/settings/navigation.ts";
import {
  getNavigationTree,
  type TreeElement,
  type TreeGroup,
  type TreeNode,
  type TreePage,
} from "../../site/navigation/navigation-tree.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import type { SiteLocation } from "../../text/text-edit.ts";
import { elementLabels } from "../navigation/drag-and-drop.ts";
import type { Finding } from "./explanation.ts";

/** A position in the navigation at which a page is listed, even if readers don't see it. */
export interface NavigationPlacement {
  readonly slug: string;
  /** The elements and groups that contain the page, with the outermost first. The navigation itself isn't included. */
  readonly chain: readonly (TreeElement | TreeGroup)[];
  /** The page. Undefined if the page is the `root` of the last element in the chain. */
  readonly page: TreePage | undefined;
  /** The nodes in the same list, including the page itself. */
  readonly siblings: readonly TreeNode[];
  /** The reason why readers don't see the page at this placement. Undefined if they do. */
  readonly barrier: VisibilityBarrier | undefined;
}

/** The reason why a placement isn't visible in the navigation. */
export type VisibilityBarrier =
  /**
   * The page is under a key that the service ignores, either because another key takes precedence or because the
   * element doesn't allow the key.
   */
  | {
      readonly kind: "lost";
      readonly parent: NavElement;
      readonly key: SectionKey | undefined;
      readonly property: JsonProperty | undefined;
      /** The key that takes precedence, which is `href` if the parent has one. Undefined if no key takes precedence. */
      readonly retainedKey: SectionKey | "href" | undefined;
    }
  | { readonly kind: "hidden"; readonly element: NavElement }
  /** A reason that applies to a generated page. */
  | { readonly kind: "generated"; readonly cause: "mark" | "metadata" | "root" };

/**
 * Returns all placements of a page. Visible placements come first, followed by hidden ones. Within each of these
 * groups, placements are in docs.json order.
 */
export function findPlacements(
  site: Pick<Site, "config" | "specs" | "profile" | "files">,
  slug: string,
): readonly NavigationPlacement[] {
  const tree = getNavigationTree(site);
  return (tree && getPlacements(tree).get(slug)) ?? [];
}

/** Returns the reason why the service omits this node from the navigation, or undefined if the service includes it. */
export function findRemovalBarrier(node: NavNode): VisibilityBarrier | undefined {
  let outermostNode: NavNode | undefined;
  for (let ancestor: NavNode | undefined = node; ancestor; ancestor = ancestor.parent)
    if (ancestor.isIgnored) outermostNode = ancestor;
  const parent = outermostNode?.parent;
  if (!outermostNode || !parent) return undefined;
  const { node: removedNode } = outermostNode;
  const removedChildKey = parent.childProperties.find(({ array }) => array?.items.some((item) => item === removedNode));
  const retainedKey = parent.href && canHaveHref(parent.kind) ? "href" : parent.retainedKey;
  return {
    kind: "lost",
    parent,
    key: removedChildKey?.key,
    property: removedChildKey?.property,
    retainedKey,
  };
}

const getPlacements = derive((tree: TreeElement): ReadonlyMap<string, readonly NavigationPlacement[]> => {
  const placementsBySlug = new Map<string, NavigationPlacement[]>();
  const add = (placement: NavigationPlacement): void => addToGroup(placementsBySlug, placement.slug, placement);
  const visit = (
    node: TreeNode,
    chain: NavigationPlacement["chain"],
    siblings: readonly TreeNode[],
    parentBarrier: VisibilityBarrier | undefined,
  ): void => {
    switch (node.kind) {
      case "page":
        return add({
          slug: node.slug,
          chain,
          page: node,
          siblings,
          barrier: parentBarrier ?? findBarrier(node),
        });
      case "group":
        for (const child of node.children) visit(child, [...chain, node], node.children, parentBarrier);
        return;
      case "element": {
        const { element } = node;
        const innerChain = element.kind === "root" ? chain : [...chain, node];
        const barrier =
          parentBarrier ??
          (element.isIgnored ? findRemovalBarrier(element) : undefined) ??
          (element.isHidden ? { kind: "hidden" as const, element } : undefined);
        const pageEntry = element.root && readPageEntry(element.root.value);
        if (pageEntry?.kind === "page")
          add({ slug: pageEntry.slug, chain: innerChain, page: undefined, siblings: [], barrier });
        for (const child of node.children) visit(child, innerChain, node.children, barrier);
        return;
      }
      case "link":
      case "nothing":
    }
  };
  visit(tree, [], [], undefined);
  for (const placements of placementsBySlug.values())
    placements.sort((a, b) => Number(a.barrier !== undefined) - Number(b.barrier !== undefined));
  return placementsBySlug;
});

function findBarrier({ hiddenReason, entry }: TreePage): VisibilityBarrier | undefined {
  if (hiddenReason === undefined) return undefined;
  if (hiddenReason !== "dropped") return { kind: "generated", cause: hiddenReason };
  return entry && findRemovalBarrier(entry);
}

/**
 * Returns a phrase such as `the group \`Basics\`` or `the navigation`. If the element has no label, returns a phrase
 * such as `an unnamed tab`.
 */
export function describeElement({ kind, label }: Pick<NavElement, "kind" | "label">): string {
  const name = label?.value.trim() ?? "";
  if (name !== "") return `the ${elementLabels[kind]} \`${name}\``;
  return kind === "root" ? "the navigation" : `an unnamed ${elementLabels[kind]}`;
}

/** Returns a trail such as `Guides › Basics`, or an empty string at the top of the navigation. */
export function describeNavigationPath({ chain }: Pick<NavigationPlacement, "chain">): string {
  return chain
    .map((node) =>
      node.kind === "group" ? node.label : node.element.label?.value.trim() || elementLabels[node.element.kind],
    )
    .join(" › ");
}

/** Returns a phrase that can follow “Readers find this page”, such as `in Guides › Basics, as the second page`. */
export function describePlacement(site: Pick<Site, "pages">, placement: NavigationPlacement): string {
  const navigationPath = describeNavigationPath(placement);
  const locationText = navigationPath === "" ? "at the top level of the navigation" : `in ${navigationPath}`;
  if (!placement.page) return `${locationText}, as its root page`;
  const position = findPosition(site, placement);
  return position === undefined ? locationText : `${locationText}, as the ${formatOrdinal(position)} page`;
}

/**
 * Returns the location of the placement's entry in docs.json or, if it has no entry, the location of the element that
 * contains it.
 */
export function getPlacementLocation({ page, chain }: NavigationPlacement): SiteLocation | undefined {
  if (page?.entry) return getNodeLocation(page.entry.node);
  const elements = chain.flatMap((node) => (node.kind === "element" ? [node.element] : []));
  const lastElement = elements.at(-1);
  if (!lastElement) return undefined;
  if (!page && lastElement.root) return getNodeLocation(lastElement.root);
  return getElementStart(lastElement);
}

export function getElementStart(element: NavElement): SiteLocation {
  if (element.label) return getNodeLocation(element.label);
  const { file, range } = getNodeLocation(element.node);
  return { file, range: { start: range.start, end: range.start + 1 } };
}

/** Returns a finding that describes why a placement isn't visible and how to change that. */
export function explainBarrier(barrier: VisibilityBarrier, subject: string): Finding {
  switch (barrier.kind) {
    case "hidden": {
      const { element } = barrier;
      const name = describeElement(element);
      const property = findProperty(element.node, "hidden");
      return {
        kind: "navigation",
        state: "stops",
        sentence: `${capitalize(name)} is hidden, so the navigation doesn't show its contents.`,
        location: property ? getKeyLocation(property) : getElementStart(element),
        reason: `${name} is hidden`,
        fix: `remove \`hidden\` from ${name}`,
      };
    }
    case "lost":
      return createLostFinding(barrier);
    case "generated":
      return explainGeneratedPage(barrier.cause, subject);
  }
}

function createLostFinding({
  parent,
  key,
  property,
  retainedKey,
}: Extract<VisibilityBarrier, { kind: "lost" }>): Finding {
  const name = describeElement(parent);
  const quotedKey = key === undefined ? "this entry" : `\`${key}\``;
  const canContain = key !== undefined && childOrder[parent.kind].includes(key);
  const reason =
    retainedKey !== undefined && retainedKey !== key
      ? `${name} has both \`${retainedKey}\` and ${quotedKey}, but the service uses only \`${retainedKey}\``
      : `${quotedKey} isn't allowed in ${name}`;
  const location = property ? getKeyLocation(property) : getElementStart(parent);
  return {
    kind: "navigation",
    state: "stops",
    sentence: `${capitalize(reason)}, so readers don't see it.`,
    location,
    reason,
    fix:
      retainedKey === "href"
        ? "remove `href`, or move the other keys to another element"
        : retainedKey !== undefined && canContain
          ? `move it into \`${retainedKey}\`, or remove \`${retainedKey}\``
          : "move it up one level",
  };
}

function explainGeneratedPage(cause: "mark" | "metadata" | "root", subject: string): Finding {
  const explanation = {
    mark: {
      reason: `${subject} is marked \`x-hidden\``,
      fix: "remove `x-hidden`, or add it to the navigation explicitly",
    },
    metadata: {
      reason: `the metadata of ${subject} sets \`hidden: true\``,
      fix: "remove `hidden` from the metadata",
    },
    root: {
      reason: "a specification set directly on `navigation` generates pages but doesn't list them",
      fix: "add the specification to a tab or group",
    },
  }[cause];
  return {
    kind: "navigation",
    state: "stops",
    sentence: `${capitalize(explanation.reason)}.`,
    ...explanation,
  };
}

/** Returns a page's position among the visible pages in the same list, starting at 1. */
function findPosition({ pages }: Pick<Site, "pages">, { page, siblings }: NavigationPlacement): number | undefined {
  let position = 0;
  for (const sibling of siblings) {
    if (sibling.kind !== "page") continue;
    const isThisPage = sibling === page;
    const outline = sibling.file === undefined ? undefined : pages.get(sibling.file);
    if (!isThisPage && (sibling.hiddenReason || outline?.fields.get("hidden") === true)) continue;
    position++;
    if (isThisPage) return position;
  }
  return undefined;
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** Formats a position as an ordinal, such as `second` or `21st`. */
function formatOrdinal(position: number): string {
  const ordinalWord = ordinals[position - 1];
  if (ordinalWord !== undefined) return ordinalWord;
  const [tensDigit, onesDigit] = [Math.floor(position / 10) % 10, position % 10];
  const ending = tensDigit === 1 ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[onesDigit] ?? "th");
  return `${position}${ending}`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
