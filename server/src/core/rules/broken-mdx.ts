import type { PageReferences } from "../page/page.ts";
import type { SyntaxFault, SyntaxProblem } from "../page/syntax-problem.ts";
import type { Site } from "../site/site.ts";
import { endOfLine, type TextRange } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";

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
  const problems = site.syntax.get(page.path);
  if (!problems || problems.length === 0) return false;
  return misreadParts(page)(problems).some(
    ({ start, end, module }) => (start <= range.end && range.start <= end) || module?.includes(name),
  );
}

/** Longer modules are not searched for names. */
const longestModule = 20_000;

interface MisreadPart extends TextRange {
  /** Statements that cannot be read. */
  readonly module?: string;
}

/** What of a page is misread for its mistakes; found once for the thousands of names that a page may have. */
const misreadParts = derive(({ text }: PageReferences) =>
  derive((problems: readonly SyntaxProblem[]): readonly MisreadPart[] =>
    problems.map(({ fault, range: { start, end } }) => {
      if (misleading.has(fault)) return { start, end: text.length };
      if (misleadingInLine.has(fault)) return { start, end: Math.max(end, endOfLine(text, start)) };
      if (fault !== "module") return { start, end };
      return { start, end, module: text.slice(start, Math.min(end, start + longestModule)) };
    }),
  ),
);

/** Whether tags of the page do not match, so that nobody can tell what stands in what. */
export function hasUnpairedTags(site: Site, page: PageReferences): boolean {
  return (site.syntax.get(page.path) ?? []).some(({ fault }) => unpaired.has(fault));
}
