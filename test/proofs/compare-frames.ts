import { createSiteFrame } from "../../server/src/core/preview/frame/site-frame.ts";
import type { SidebarItem } from "../../server/src/core/preview/view/site-frame.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { siteOf } from "../harness/site-of.ts";
import { urlOf } from "./independent-made-pages.ts";
import { sidebarsIndependently, type ListedPage } from "./independent-sidebars.ts";

export interface FrameComparison {
  readonly pages: number;
  /** The total number of lines in all sidebars. */
  readonly lines: number;
  readonly differences: readonly string[];
}

const everybody = { reader: "human", signedIn: false, groups: [] } as const;

/**
 * Compares the results of the product with those of the independent implementation for every page in a menu: the
 * sidebar and the links to the previous and next page.
 */
export function compareFrames(files: ReadonlyMap<string, string>): FrameComparison {
  const site = siteOf(files, "mintlify");
  const expected = sidebarsIndependently((path) => files.get(path));
  return {
    pages: expected.size,
    lines: [...expected.values()].reduce((count, page) => count + page.lines.length, 0),
    differences: [...expected.values()].flatMap((page) => compare(site, page)),
  };
}

function compare(site: Site, expected: ListedPage): string[] {
  const { menu, page } = createSiteFrame(site, expected.slug, everybody);
  const lines = linesOf(menu.sidebar, 0);
  const count = Math.max(lines.length, expected.lines.length);
  const at = Array.from({ length: count }, (_, i) => i).find((i) => lines[i] !== expected.lines[i]);
  const urls = [page.previous?.href ?? "", page.next?.href ?? ""];
  const required = [expected.previous, expected.next].map((slug) => slug && urlOf(slug));
  const here = `${expected.slug}:`;
  return [
    ...(at === undefined
      ? []
      : [`${here} line ${at}: \`${lines[at] ?? ""}\`, expected \`${expected.lines[at] ?? ""}\``]),
    ...(urls.join() === required.join() ? [] : [`${here} neighbors ${urls.join(" ")}, expected ${required.join(" ")}`]),
  ];
}

function linesOf(items: readonly SidebarItem[], depth: number): string[] {
  return items.flatMap((item) => {
    const href = item.href === undefined ? "" : ` -> ${item.href}`;
    const own = `${depth} ${item.kind} ${item.label}${href}`;
    return item.kind === "page" ? [own] : [own, ...linesOf(item.items, depth + 1)];
  });
}
