import type { Config } from "../../config/config.ts";
import type { JsonProblemKind } from "../../config/json/json-reader.ts";
import type { PageReferences } from "../../page/page.ts";
import type { RenderedIssue } from "../../page/rendered-issue.ts";
import type { SyntaxFault, SyntaxProblem } from "../../page/syntax-problem.ts";
import type { Site } from "../../site/site.ts";
import { endOfLine, type SiteLocation, type SitePath, type TextRange } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import type { Finding } from "../rule.ts";

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
const maxModuleLength = 20_000;

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
      return { start, end, module: text.slice(start, Math.min(end, start + maxModuleLength)) };
    }),
  ),
);

/** Whether tags of the page do not match, so that nobody can tell what stands in what. */
export function hasUnpairedTags(site: Site, page: PageReferences): boolean {
  return (site.syntax.get(page.path) ?? []).some(({ fault }) => unpaired.has(fault));
}

/** Faults whose own text cannot be taken at its word. */
const breaking: ReadonlySet<JsonProblemKind> = new Set([
  "unclosed-string",
  "invalid-string",
  "unquoted",
  "missing-colon",
  "missing-value",
  "unexpected",
]);

/** The rules that speak of broken text themselves. */
const ownVoices: ReadonlySet<string> = new Set(["config/syntax", "config/duplicate-key"]);

/**
 * Whether a rule would judge text of docs.json that is not JSON yet, as `"theme": "mi` while it is typed. Its
 * author has one problem there, not two.
 */
export function checksBrokenText(code: string, at: SiteLocation, config: Config): boolean {
  if (ownVoices.has(code)) return false;
  const broken = brokenRanges(config).get(at.file);
  return broken?.some(({ start, end }) => start < at.range.end && at.range.start < end) ?? false;
}

const brokenRanges = derive(
  (config: Config): ReadonlyMap<SitePath, readonly TextRange[]> =>
    new Map(
      config.files
        .filter(({ problems }) => problems.length > 0)
        .map(({ path, problems }) => [
          path,
          problems.filter(({ kind }) => breaking.has(kind)).map(({ range }) => range),
        ]),
    ),
);

/** The rules that speak of what an open preview has found; where there is none they are silent. */
export const renderedCodes: ReadonlySet<string> = new Set(["mdx/formula", "mdx/not-rendered"]);

/** What previews that are open could not show of a file; each finding says what the preview says in its place. */
export function* renderedFindings(
  file: SitePath,
  site: Site,
  speaksOf: (issue: RenderedIssue) => boolean,
): Iterable<Finding<"told">> {
  const text = site.references.get(file)?.text ?? "";
  for (const issue of site.rendered?.get(file) ?? [])
    if (speaksOf(issue)) {
      const [begin, end] = halves(issue.message);
      yield { message: "told", at: { file, range: tight(issue.range, text) }, args: { begin, end } };
    }
}

/** Of an element its name: it may be pages long. */
function tight({ start, end }: TextRange, text: string): TextRange {
  const [tag] = /^<[\w.:-]{1,100}/.exec(text.slice(start, Math.min(end, start + 101))) ?? [];
  return { start, end: tag === undefined ? end : start + tag.length };
}

/** A whole sentence would be shortened as a value; two halves are short enough to stay. */
function halves(message: string): readonly [string, string] {
  const at = message.indexOf(" ", Math.floor(message.length / 2));
  return at < 0 ? [message, ""] : [message.slice(0, at), message.slice(at + 1)];
}
