import type { PageReferences } from "../../page/page.ts";
import {
  isFenceProblem,
  type RenderedIssue,
  type SyntaxProblemKind,
  type SyntaxProblem,
} from "../../page/syntax-problem.ts";
import type { Site } from "../../site/site.ts";
import { toVerbatim } from "../../text/phrase.ts";
import { getLineEnd, type SitePath, type TextRange } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import type { Finding } from "../rule.ts";

/** Errors that cause the parser to misread the rest of the line. */
const lineMisreadErrors: ReadonlySet<SyntaxProblemKind> = new Set([
  "backtick-not-closed",
  "backtick-in-url",
  "bar-in-code",
  "brace-not-closed",
  "value-brace-not-closed",
  "tag-not-ended",
  "quote-not-closed",
  "quote-in-value",
]);
const unpairedTagErrors: ReadonlySet<SyntaxProblemKind> = new Set([
  "tag-not-closed",
  "closing-escaped",
  "closing-without-opening",
  "tags-crossed",
  "tag-across-blocks",
  "tag-not-ended",
  "tag-malformed",
  "quote-not-closed",
  "quote-in-value",
  "fence-not-closed",
  "code-outdented",
  "code-end-not-closing",
  "code-end-with-language",
]);

/**
 * Whether a finding at `range` is probably caused by an error that `mdx/syntax` already reports. For example, `<T>` in
 * text isn't a component, and a name is undefined if its import can't be parsed. Such findings aren't reported.
 */
export function isCausedByBrokenMdx(site: Site, page: PageReferences, range: TextRange, name: string): boolean {
  const problems = site.syntaxProblems.get(page.path);
  if (!problems || problems.length === 0) return false;
  return findMisreadRanges(page)(problems).some(
    ({ start, end, module }) => (start <= range.end && range.start <= end) || module?.includes(name),
  );
}

/** The number of characters at the start of an import or export that are searched for names. */
const maxModuleLength = 20_000;

interface MisreadRange extends TextRange {
  /** The text of an import or export that can't be parsed. */
  readonly module?: string;
}

/**
 * The parts of a page that are misread because of errors. They're computed only once, because a page can contain
 * thousands of names.
 */
const findMisreadRanges = derive(({ text }: PageReferences) =>
  derive((problems: readonly SyntaxProblem[]): readonly MisreadRange[] =>
    problems.map(({ kind, range: { start, end } }) => {
      if (isFenceProblem(kind)) return { start, end: text.length };
      if (lineMisreadErrors.has(kind)) return { start, end: Math.max(end, getLineEnd(text, start)) };
      if (kind !== "module") return { start, end };
      return { start, end, module: text.slice(start, Math.min(end, start + maxModuleLength)) };
    }),
  ),
);

/** Whether the page has unpaired tags, in which case the nesting of its tags is uncertain. */
export function hasUnpairedTags(site: Site, page: PageReferences): boolean {
  return (site.syntaxProblems.get(page.path) ?? []).some(({ kind }) => unpairedTagErrors.has(kind));
}

/** The rules that report errors from open previews. If no preview is open, they report nothing. */
export const previewRuleCodes: ReadonlySet<string> = new Set(["mdx/formula", "mdx/not-rendered"]);

/**
 * Yields findings about content in a file that open previews couldn't render. Each finding contains the preview's
 * English message.
 */
export function* createPreviewFindings(
  file: SitePath,
  site: Site,
  isReported: (issue: RenderedIssue) => boolean,
): Iterable<Finding<"rendered">> {
  const text = site.references.get(file)?.text ?? "";
  for (const issue of site.renderedIssues?.get(file) ?? [])
    if (isReported(issue)) {
      const [start, messageEnd] = splitMessage(issue.message);
      yield {
        message: "rendered",
        at: { file, range: shortenToTagName(issue.range, text) },
        args: { start: toVerbatim(start), rest: toVerbatim(messageEnd) },
      };
    }
}

/**
 * If the range starts with a tag, returns only the range of the opening tag's name, because the element can be several
 * pages long.
 */
function shortenToTagName({ start, end }: TextRange, text: string): TextRange {
  const [tag] = /^<[\w.:-]{1,100}/.exec(text.slice(start, Math.min(end, start + 101))) ?? [];
  return { start, end: tag === undefined ? end : start + tag.length };
}

/** Splits a message into two arguments, because a single argument with the full message would be shortened. */
function splitMessage(message: string): readonly [string, string] {
  const index = message.indexOf(" ", Math.floor(message.length / 2));
  return index < 0 ? [message, ""] : [message.slice(0, index), message.slice(index + 1)];
}
