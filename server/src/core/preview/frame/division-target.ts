import type { TreeElement, TreeNode } from "../../site/navigation/navigation-tree.ts";
import { linkTo, type LinkFacts } from "./frame-link.ts";
import { hrefOf, isListed, once, rootPage, type FrameReading, type PageSpot } from "./frame-reading.ts";
import { landingBelow } from "./page-places.ts";

/** Where a click on a division leads: its `href`, else the first page that readers find in it; nowhere without either. */
export function divisionTarget(reading: FrameReading, tree: TreeElement): LinkFacts {
  const { href } = tree.element;
  if (href) return linkTo(reading.site, href.value);
  const first = firstPage(reading, tree);
  return first ? { href: hrefOf(reading, first) } : {};
}

/** The page that readers land on in a division: of the default language and version, else of the first of everything. */
export function firstPage(reading: FrameReading, tree: TreeElement): PageSpot | undefined {
  return once(reading, "firstPage", tree, () => {
    const below = landingBelow(reading, tree);
    return (below && firstPage(reading, below)) ?? firstIn(reading, tree.children);
  });
}

/** The first page as the sidebar lists them; found without making the sidebar of each division that has a tab. */
function firstIn(reading: FrameReading, nodes: readonly TreeNode[]): PageSpot | undefined {
  for (const node of nodes) {
    if (node.kind === "page" && isListed(reading, node) && !isLink(reading, node)) return node;
    if (node.kind !== "element" && node.kind !== "group") continue;
    if (node.hidden || (node.kind === "element" && node.element.kind !== "group")) continue;
    const found = (node.kind === "element" && rootPage(reading, node)) || firstIn(reading, node.children);
    if (found) return found;
  }
  return undefined;
}

/** A page with `url` leads elsewhere. */
function isLink(reading: FrameReading, page: PageSpot): boolean {
  const { url } = reading.shown(page);
  return url !== undefined && linkTo(reading.site, url).href !== undefined;
}
