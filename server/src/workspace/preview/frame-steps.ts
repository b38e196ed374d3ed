import type { DrawIcon } from "../../core/preview/frame/frame-icon.ts";
import { frameReading, type FrameReading } from "../../core/preview/frame/frame-reading.ts";
import type { Audience } from "../../core/preview/page-source.ts";
import type { TreeNode } from "../../core/site/navigation-with-pages.ts";
import type { Site } from "../../core/site/site.ts";

/**
 * Works out in steps what the site around a page is made of, all of which is remembered: of thousands of pages the
 * navigation first, then what menus show of each, at last `make`, which finds both there.
 */
export function* frameSteps(
  site: Site,
  audience: Audience,
  draw: DrawIcon,
  make: () => unknown,
): Generator<void, void> {
  const reading = frameReading(site, audience, draw);
  yield;
  if (reading.tree) yield* pagesBelow(reading, reading.tree);
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
