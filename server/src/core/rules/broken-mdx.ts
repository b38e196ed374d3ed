import type { PageReferences } from "../page/page.ts";
import type { SyntaxFault } from "../page/syntax-problem.ts";
import type { Site } from "../site/site.ts";
import { endOfLine } from "../text/line-ends.ts";
import type { TextRange } from "../text/text-range.ts";

/** Faults of which the lines behind them are misread. */
const misleading: ReadonlySet<SyntaxFault> = new Set(["fence-not-closed", "fence-runs-on", "fence-within"]);
/** Faults of which the rest of their line is misread. */
const misleadingInLine: ReadonlySet<SyntaxFault> = new Set([
  "backtick-not-closed",
  "brace-not-closed",
  "tag-not-ended",
  "quote-not-closed",
]);
const unpaired: ReadonlySet<SyntaxFault> = new Set([
  "tag-not-closed",
  "closing-without-opening",
  "tags-crossed",
  "tag-across-blocks",
  "tag-not-ended",
  "tag-malformed",
  "quote-not-closed",
  "fence-not-closed",
]);

/**
 * Whether what a rule finds at `range` most likely comes of a mistake that `mdx/syntax` tells already: `<T>` in text is
 * no component, and a name is unknown when its import cannot be read. One mistake is told once.
 */
export function comesOfBrokenMdx(site: Site, page: PageReferences, range: TextRange, name: string): boolean {
  return (site.syntax.get(page.path) ?? []).some((problem) => {
    const { start, end } = problem.range;
    if (start <= range.end && range.start <= end) return true;
    if (misleading.has(problem.fault)) return range.start > start;
    if (misleadingInLine.has(problem.fault) && range.start > start)
      return range.start <= endOfLine(page.text, start);
    return problem.fault === "module" && page.text.slice(start, end).includes(name);
  });
}

/** Whether tags of the page do not match, so that nobody can tell what stands in what. */
export function hasUnpairedTags(site: Site, page: PageReferences): boolean {
  return (site.syntax.get(page.path) ?? []).some(({ fault }) => unpaired.has(fault));
}
