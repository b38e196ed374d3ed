import {
  applyEdits,
  getLineEnd,
  getLineStart,
  type TextEdit,
  type TextRange,
  expandToCharacters,
} from "../../text/text-edit.ts";
import {
  isFenceProblem,
  maxParsedLength,
  type SyntaxProblemKind,
  type SyntaxProblem,
  type SyntaxFix,
  tooComplexProblem,
} from "../syntax-problem.ts";
import { createExpressionProblem, createModuleProblem } from "./expression-problems.ts";
import { createEscapeFix, type UnverifiedProblem, createInsertion, createLetterPatch } from "./unverified-problem.ts";
import { findMismatchedTags } from "./match-tags.ts";
import { type MdxStop, readMdx } from "./mdx-parser.ts";
import { addFenceProblems } from "./open-fences.ts";
import { findSplitCode, readSplitRow } from "./split-code.ts";
import { createTagProblem } from "./tag-problems.ts";
import { maskNonMdxSyntax } from "./trivially-valid.ts";

const maxLineLength = 2000;

/** Errors that occur if MDX parses code because the backtick before it is missing. */
const unclosedCodeErrors: ReadonlySet<SyntaxProblemKind> = new Set([
  "tag-not-closed",
  "void-not-closed",
  "placeholder",
  "tag-not-ended",
  "value-not-quoted",
  "tag-malformed",
  "angle-bracket",
  "brace-not-closed",
  "expression",
]);

/**
 * Replaces the errors on a line after an unclosed backtick with a single error at the backtick, and those in a table
 * row after a pipe in code with a single error at the pipe.
 */
export function mergeOpenSpanProblems(
  text: string,
  problems: readonly UnverifiedProblem[],
): readonly UnverifiedProblem[] {
  const reportedStarts = new Set<number>();
  return problems.flatMap((problem) => {
    const row = readSplitRow(text, problem.range.start);
    const splitCode = row && findSplitCode(row, problem.range.start);
    if (splitCode) {
      const { pipeOffsets, code } = splitCode;
      const [start] = pipeOffsets;
      if (reportedStarts.has(start)) return [];
      reportedStarts.add(start);
      const candidates = [createEscapeFix(pipeOffsets, "|")];
      const range = { start, end: start + 1 };
      return [{ kind: "bar-in-code", range, text: code.slice(0, 40), candidates, patches: problem.patches }];
    }
    const run = unclosedCodeErrors.has(problem.kind) ? findOpenSpan(text, problem.range.start) : undefined;
    if (!run) return [problem];
    if (reportedStarts.has(run.start)) return [];
    reportedStarts.add(run.start);
    const url = describeUrlProblem(text, run);
    if (url) return [{ kind: "backtick-in-url", range: run, ...url, patches: problem.patches }];
    const backticks = text.slice(run.start, run.end);
    const problemEnds = problems
      .filter(({ range }) => findOpenSpan(text, range.start)?.start === run.start)
      .map(({ range }) => range.end);
    const end = findWordEnd(text, Math.max(problem.range.end, ...problemEnds));
    return [
      {
        kind: "backtick-not-closed",
        range: run,
        text: text.slice(run.end, end).slice(0, 40),
        candidates: [{ kind: "close-code", text: backticks, edits: [createInsertion(end, backticks)] }],
        patches: problem.patches,
      },
    ];
  });
}

/**
 * Returns the sequence of backticks that precedes `offset` on the same line and isn't closed by a sequence of the same
 * length. Returns undefined if there's none.
 */
function findOpenSpan(text: string, offset: number): { start: number; end: number } | undefined {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  if (offset - lineStart > maxLineLength) return undefined;
  const runs = [...text.slice(lineStart, offset).matchAll(/\\`|`+/g)].filter(([run]) => run[0] === "`");
  for (let i = 0; i < runs.length; i++) {
    const length = runs[i]?.[0].length ?? 0;
    const closingIndex = runs.findIndex(([run], k) => k > i && run.length === length);
    const start = lineStart + (runs[i]?.index ?? 0);
    if (closingIndex < 0 && length < 3) return { start, end: start + length };
    if (closingIndex > i) i = closingIndex;
  }
  return undefined;
}

/**
 * Returns the offset after the rest of a tag at `offset` and the word that follows it, without its final punctuation.
 */
function findWordEnd(text: string, offset: number): number {
  const lineEnd = getLineEnd(text, offset);
  const remainingLine = text.slice(offset, lineEnd);
  const tagLength = /^[^\s<>`]*>+/.exec(remainingLine)?.[0].length ?? 0;
  const word = /^[^\s`<>{}]*/.exec(remainingLine.slice(tagLength))?.[0] ?? "";
  return offset + tagLength + word.replace(/[.,;:!?)]+$/, "").length;
}

/**
 * Returns the text and the fixes of an error after backticks that belong to a URL, as in ``http://a:`<port>` ``. GFM
 * looks for URLs before it looks for code, and URLs can contain backticks. Returns undefined if that's not the cause.
 */
function describeUrlProblem(
  text: string,
  run: { start: number; end: number },
): Pick<UnverifiedProblem, "text" | "candidates"> | undefined {
  const textBefore = text.slice(getLineStart(text, run.start), run.start);
  const urlPrefixLength = /(?<![a-z\d])(?:https?:\/\/|www\.)[^\s<]*$/i.exec(textBefore)?.[0].length;
  const textAfter = text.slice(run.end, Math.min(getLineEnd(text, run.end), run.end + maxLineLength));
  const backticks = text.slice(run.start, run.end);
  const closingMatch = [...textAfter.matchAll(/`+/g)].find(([other]) => other === backticks);
  if (urlPrefixLength === undefined || !closingMatch) return undefined;
  const closingRun = { start: run.end + closingMatch.index, end: run.end + closingMatch.index + backticks.length };
  const word = /^[^\s`<>{}'")\]]*/.exec(text.slice(closingRun.end, getLineEnd(text, closingRun.end)))?.[0] ?? "";
  const end = closingRun.end + word.replace(/[.,;:!?]+$/, "").length;
  const edits = [
    createInsertion(run.start - urlPrefixLength, backticks),
    { range: run, newText: "" },
    ...(end > closingRun.end ? [{ range: closingRun, newText: "" }, createInsertion(end, backticks)] : []),
  ];
  return {
    text: textAfter.slice(0, closingMatch.index).slice(0, 40),
    candidates: [{ kind: "code", text: backticks, edits }],
  };
}

/**
 * Finds code that isn't closed, which causes its content to be parsed as MDX or the text after it to be parsed as code.
 * Replaces the resulting errors with a single problem at the start of the code.
 */
function findUnclosedCode(text: string, problems: readonly UnverifiedProblem[]): readonly UnverifiedProblem[] {
  return mergeOpenSpanProblems(text, addFenceProblems(text, problems));
}

const maxProblems = 20;
const maxTries = 40;
/**
 * The maximum number of errors on a page for which fixes are tried on the complete page. If there are more, each fix is
 * tried while all other errors are masked.
 */
const maxProblemsTriedTogether = 4;
/**
 * The maximum number of characters to parse for one page: first to find its errors (`find`), and then to try their
 * fixes (`repair`).
 */
const parseBudget = { find: 1_000_000, repair: 900_000 } as const;
/** The cost of parsing one tag, expressed as a number of characters. */
const tagCost = 20;

/**
 * Finds the errors that prevent a page's MDX from being parsed. Whenever an error stops the parser, the error is masked
 * and the page is parsed again, so all independent errors are found. For ordinary pages, the time is proportional to
 * their length. For some pages, such as one that repeats `>` 4,000 times, parsing takes very long, so call this
 * function only in a thread that can be terminated. Never throws an error. When more problems are found, calls
 * `onProblems` with all problems found so far, without their fixes.
 */
export function checkSyntax(
  text: string,
  onProblems?: (problems: readonly SyntaxProblem[]) => void,
): readonly SyntaxProblem[] {
  if (text.length > maxParsedLength) return [tooComplexProblem];
  const maskedText = maskNonMdxSyntax(text);
  const selectReportableProblems = (detectedProblems: readonly UnverifiedProblem[]) =>
    removeRepeats(maskedText, findUnclosedCode(maskedText, detectedProblems));
  const report =
    onProblems &&
    ((detectedProblems: readonly UnverifiedProblem[]) =>
      onProblems(selectReportableProblems(detectedProblems).map((problem) => toProblem(problem, [], text))));
  const result = findProblems(maskedText, report);
  const unverifiedProblems = selectReportableProblems(result.problems);
  let remainingLength: number = parseBudget.repair;
  const selectFixes = (problem: UnverifiedProblem, candidates: readonly SyntaxFix[]) => {
    const fixTitles = new Set<string>();
    const fixes = candidates.filter((fix) => {
      const title = `${fix.kind} ${fix.text}`;
      if (!result.isComplete || fixTitles.has(title)) return false;
      const isTriedOnFullPage =
        result.problems.length <= maxProblemsTriedTogether || !result.problems.includes(problem);
      remainingLength -= result.cost * (isTriedOnFullPage ? result.problems.length + 1 : 1);
      if (remainingLength < 0) return false;
      const isVerified = isTriedOnFullPage
        ? isImprovement(maskedText, unverifiedProblems, problem, fix)
        : isResolved(maskedText, result, problem, fix);
      if (isVerified) fixTitles.add(title);
      return isVerified;
    });
    return fixes.slice(0, 3);
  };
  const problems = unverifiedProblems.map((problem): SyntaxProblem => {
    const fixes = selectFixes(problem, problem.candidates);
    const { alternative } = problem;
    return alternative && fixes.length === 0
      ? toProblem(alternative, selectFixes(problem, alternative.candidates), text)
      : toProblem(problem, fixes, text);
  });
  return problems.sort((a, b) => a.range.start - b.range.start);
}

function toProblem(
  { kind, range, text, other }: UnverifiedProblem,
  fixes: readonly SyntaxFix[],
  pageText: string,
): SyntaxProblem {
  const fullRange = expandToCharacters(pageText, clampRange(range, pageText.length));
  return { kind, range: fullRange, text, ...(other && { other }), fixes };
}

/**
 * Removes errors of the same kind that directly follow each other, as in `{{{{` or `<!--<!--`. The first one is enough.
 */
function removeRepeats(text: string, problems: readonly UnverifiedProblem[]): readonly UnverifiedProblem[] {
  const sortedProblems = [...problems].sort((a, b) => a.range.start - b.range.start);
  return sortedProblems.filter((problem, index) => {
    const previousProblem = sortedProblems[index - 1];
    return (
      previousProblem?.kind !== problem.kind ||
      !/^[ \t]*$/.test(text.slice(previousProblem.range.end, problem.range.start))
    );
  });
}

function clampRange({ start, end }: TextRange, length: number): TextRange {
  return { start: Math.min(start, length), end: Math.min(end, length) };
}

interface SearchResult {
  readonly problems: readonly UnverifiedProblem[];
  /** Errors that stopped the parser. All other errors are mismatched tags. */
  readonly stops: readonly UnverifiedProblem[];
  /** Mismatched tags, including those that result from an error that stopped the parser. */
  readonly tagProblems: readonly UnverifiedProblem[];
  /** Whether the parser reached the end of the page. */
  readonly isComplete: boolean;
  /** The cost of parsing the page once, expressed as a number of characters. */
  readonly cost: number;
}

function findProblems(text: string, report?: (problems: readonly UnverifiedProblem[]) => void): SearchResult {
  const stops: UnverifiedProblem[] = [];
  let maskedText = text;
  let remainingLength: number = parseBudget.find;
  let lastStopKey = "";
  for (
    let attemptCount = 0;
    attemptCount < maxTries && stops.length < maxProblems && remainingLength > 0;
    attemptCount++
  ) {
    remainingLength -= text.length;
    const result = readMdx(maskedText);
    if (result.kind === "too-complex")
      return {
        problems: [...stops, toUnverifiedProblem(tooComplexProblem)],
        stops,
        tagProblems: [],
        isComplete: false,
        cost: text.length,
      };
    if (result.kind === "read") {
      const tagProblems = findMismatchedTags(text, result.tags, listIgnoredTags(stops));
      const causedTagProblems = new Set(stops.flatMap((stop) => findCausedTagProblems(tagProblems, stop)));
      const independentTagProblems = tagProblems.filter((tagProblem) => !causedTagProblems.has(tagProblem));
      const problems = [...stops, ...independentTagProblems].slice(0, maxProblems);
      report?.(problems);
      return { problems, stops, tagProblems, isComplete: true, cost: text.length + tagCost * result.tags.length };
    }
    const start = getConstructStart(result.stop);
    // The parser stopped at the same position again, so the mask isn't valid MDX. Only the first character is masked
    // instead.
    const patches = `${start} ${result.stop.offset}` === lastStopKey ? [createLetterPatch(start)] : undefined;
    const problem = createProblem(maskedText, result.stop, start);
    if (patches) replaceLastMask(stops, patches);
    else stops.push(problem);
    report?.(stops);
    const patchedText = applyEdits(maskedText, patches ?? problem.patches);
    maskedText =
      patchedText.length === text.length && patchedText !== maskedText
        ? patchedText
        : applyEdits(maskedText, [createLetterPatch(start)]);
    lastStopKey = `${start} ${result.stop.offset}`;
  }
  return { problems: stops, stops, tagProblems: [], isComplete: false, cost: text.length };
}

function getConstructStart({ construct, tagStart, braceStart, moduleStart, offset }: MdxStop): number {
  return (construct === "module" ? moduleStart : (tagStart ?? braceStart)) ?? offset;
}

function createProblem(text: string, stop: MdxStop, start: number): UnverifiedProblem {
  if (stop.construct === "module") return createModuleProblem(text, stop, start);
  if (stop.construct === "expression" && stop.braceStart !== undefined)
    return createExpressionProblem(text, stop, stop.braceStart);
  return createTagProblem(text, stop, start);
}

/** Replaces the mask for the last error. */
function replaceLastMask(stops: UnverifiedProblem[], patches: readonly TextEdit[]): void {
  const lastStop = stops.pop();
  if (lastStop)
    stops.push({
      ...lastStop,
      patches: [...lastStop.patches.filter(({ range }) => range.start !== patches[0]?.range.start), ...patches],
    });
}

function listIgnoredTags(stops: readonly UnverifiedProblem[]): string[] {
  return stops.flatMap(({ ignoredTag }) => ignoredTag ?? []);
}

/**
 * Whether the page has fewer errors after this fix is applied. A fence without a counterpart hides the errors of the
 * fences after it, so a fix of such a fence may reveal one of them.
 */
function isImprovement(
  text: string,
  problems: readonly UnverifiedProblem[],
  problem: UnverifiedProblem,
  { edits }: SyntaxFix,
): boolean {
  const fixedText = applyEdits(text, edits);
  const remainingProblems = findUnclosedCode(fixedText, findProblems(fixedText).problems);
  if (remainingProblems.length < problems.length) return true;
  if (remainingProblems.length > problems.length || !isFenceProblem(problem.kind)) return false;
  const countUpToProblem = (pageProblems: readonly UnverifiedProblem[]) =>
    pageProblems.filter(({ range }) => range.start <= problem.range.start).length;
  return countUpToProblem(remainingProblems) < countUpToProblem(problems);
}

/**
 * Whether the fix resolves the error while all other errors are masked. For pages with many errors, this is faster than
 * `isImprovement`, because it takes only one parse.
 */
function isResolved(
  text: string,
  { tagProblems, stops }: SearchResult,
  problem: UnverifiedProblem,
  { edits }: SyntaxFix,
): boolean {
  const otherStops = stops.filter((stop) => stop !== problem);
  const maskedText = applyEdits(
    text,
    otherStops.flatMap(({ patches }) => patches),
  );
  const result = readMdx(applyEdits(maskedText, edits));
  if (result.kind !== "read") return false;
  const remainingTagProblemCount = findMismatchedTags(
    applyEdits(maskedText, edits),
    result.tags,
    listIgnoredTags(otherStops),
  ).length;
  const droppedCount = stops.includes(problem) ? findCausedTagProblems(tagProblems, problem).length : 1;
  return remainingTagProblemCount <= tagProblems.length - droppedCount;
}

/**
 * Returns the mismatched tags that result from an error that stopped the parser. If a tag can't be parsed to its end,
 * it shouldn't also be reported as unclosed. The same applies to the opening tag of a closing tag without `>`.
 */
function findCausedTagProblems(
  tagProblems: readonly UnverifiedProblem[],
  { kind, text, range }: UnverifiedProblem,
): readonly UnverifiedProblem[] {
  if (kind !== "tag-not-ended") return [];
  if (!text.startsWith("/")) return tagProblems.filter((tagProblem) => tagProblem.range.start === range.start);
  const precedingTagProblems = tagProblems.filter(
    (tagProblem) =>
      tagProblem.kind === "tag-not-closed" && `/${tagProblem.text}` === text && tagProblem.range.start < range.start,
  );
  return precedingTagProblems.toSorted((a, b) => a.range.start - b.range.start).slice(-1);
}

function toUnverifiedProblem({ kind, range, text }: SyntaxProblem): UnverifiedProblem {
  return { kind, range, text, candidates: [], patches: [] };
}
