import type { TreeElement } from "../../site/navigation-with-pages.ts";
import { linkTo, type LinkFacts } from "./frame-link.ts";
import { once, type FrameReading } from "./frame-reading.ts";
import { landingBelow } from "./page-places.ts";
import { sidebarOf, type OrderedPage } from "./sidebar.ts";

/** Where a click on a division leads: its `href`, else the first page that readers find in it; nowhere without either. */
export function divisionTarget(reading: FrameReading, tree: TreeElement): LinkFacts {
  const { href } = tree.element;
  if (href) return linkTo(reading.site, href.value);
  const first = firstPage(reading, tree);
  return first ? { href: first.href } : {};
}

/** The page that readers land on in a division: of the default language and version, else of the first of everything. */
export function firstPage(reading: FrameReading, tree: TreeElement): OrderedPage | undefined {
  return once(reading, "firstPage", tree, () => {
    const below = landingBelow(reading, tree);
    return (below && firstPage(reading, below)) ?? sidebarOf(reading, tree).order[0];
  });
}
