import type { DrawIcon } from "../../core/preview/frame/frame-links.ts";
import { frameReading, type FrameReading } from "../../core/preview/frame/frame-reading.ts";
import { divisionsAround, type Way } from "../../core/preview/frame/page-places.ts";
import { sidebarSteps } from "../../core/preview/frame/sidebar.ts";
import type { Audience } from "../../core/preview/source/page-source.ts";
import type { TreeNode } from "../../core/site/navigation/navigation-tree.ts";
import type { Site } from "../../core/site/site.ts";

/** Which page is looked at, by whom, and how they have come there. */
export interface LookedAt {
  readonly slug: string;
  readonly audience: Audience;
  readonly way: Way;
}

/**
 * Works out in steps what the site around a page is made of, all of which is remembered: of thousands of pages the
 * navigation first, then what menus show of each, then the menu beside the page, at last `make`, which finds all there.
 */
export function* frameSteps(
  site: Site,
  { slug, audience, way }: LookedAt,
  draw: DrawIcon,
  make: () => unknown,
): Generator<void, void> {
  const reading = frameReading(site, audience, draw);
  yield;
  if (reading.tree) yield* pagesBelow(reading, reading.tree);
  const division = divisionsAround(reading, slug, way).at(-1);
  yield;
  if (division) yield* sidebarSteps(reading, division);
  make();
}

function* pagesBelow(reading: FrameReading, node: TreeNode): Generator<void, void> {
  if (node.kind === "page") {
    reading.shown(node);
    yield;
  }
  if (node.kind === "element" || node.kind === "group")
    for (const child of node.children) yield* pagesBelow(reading, child);
}
