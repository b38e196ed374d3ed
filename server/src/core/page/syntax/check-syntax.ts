import {
  afterSpaces,
  applyEdits,
  endOfLine,
  startOfLine,
  type TextEdit,
  type TextRange,
  wholeCharacters,
} from "../../text/text-edit.ts";
import {
  maxParsedLength,
  type SyntaxFault,
  type SyntaxProblem,
  type SyntaxRepair,
  tooComplex,
} from "../syntax-problem.ts";
import { expressionFault, moduleFault } from "./expression-faults.ts";
import { escapeRepair, type Fault, insertion, letterPatch } from "./fault.ts";
import { matchTags } from "./match-tags.ts";
import { type MdxStop, readMdx } from "./mdx-parser.ts";
import { withOpenFences } from "./open-fences.ts";
import { tagFault } from "./tag-faults.ts";
import { maskCode } from "./trivially-valid.ts";

const maxLineLength = 2000;

/** Errors that occur if MDX parses code because the backtick before it is missing. */
const readInOpenCode: ReadonlySet<SyntaxFault> = new Set([
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

/** Replaces the errors on a line after an unclosed backtick with a single error at the backtick. */
export function withOpenSpans(text: string, faults: readonly Fault[]): readonly Fault[] {
  const reported = new Set<number>();
  return faults.flatMap((fault) => {
    const run = readInOpenCode.has(fault.fault) ? openSpanBefore(text, fault.range.start) : undefined;
    if (!run) return [fault];
    if (reported.has(run.start)) return [];
    reported.add(run.start);
    const [bar, ...moreBars] = barsInCode(text, run);
    if (bar !== undefined)
      return [
        {
          fault: "bar-in-code",
          range: { start: bar, end: bar + 1 },
          text: text.slice(run.end, bar).trim().slice(0, 40),
          candidates: [escapeRepair([bar, ...moreBars], "|")],
          patches: fault.patches,
        },
      ];
    const url = urlWithRun(text, run);
    if (url) return [{ fault: "backtick-in-url", range: run, ...url, patches: fault.patches }];
    const marks = text.slice(run.start, run.end);
    const ends = faults
      .filter(({ range }) => openSpanBefore(text, range.start)?.start === run.start)
      .map(({ range }) => range.end);
    const end = endOfWord(text, Math.max(fault.range.end, ...ends));
    return [
      {
        fault: "backtick-not-closed",
        range: run,
        text: text.slice(run.end, end).slice(0, 40),
        candidates: [{ kind: "close-code", text: marks, edits: [insertion(end, marks)] }],
        patches: fault.patches,
      },
    ];
  });
}

/**
 * Returns the sequence of backticks that precedes `at` on the same line and isn't closed by a sequence of the same
 * length. Returns undefined if there's none.
 */
function openSpanBefore(text: string, at: number): { start: number; end: number } | undefined {
  const lineStart = Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  if (at - lineStart > maxLineLength) return undefined;
  const runs = [...text.slice(lineStart, at).matchAll(/\\`|`+/g)].filter(([run]) => run[0] === "`");
  for (let i = 0; i < runs.length; i++) {
    const length = runs[i]?.[0].length ?? 0;
    const close = runs.findIndex(([run], k) => k > i && run.length === length);
    const start = lineStart + (runs[i]?.index ?? 0);
    if (close < 0 && length < 3) return { start, end: start + length };
    if (close > i) i = close;
  }
  return undefined;
}

/**
 * Returns the offsets of the pipes in code in a table row. `run` contains the backticks that open the code. GFM splits
 * a row into cells before it looks for code, so the closing backticks are in another cell.
 */
function barsInCode(text: string, run: { start: number; end: number }): number[] {
  const lineStart = Math.max(text.lastIndexOf("\n", run.start), text.lastIndexOf("\r", run.start)) + 1;
  if (text[afterSpaces(text, lineStart, run.start)] !== "|") return [];
  const rest = text.slice(run.end, Math.min(endOfLine(text, run.end), run.end + maxLineLength));
  const length = run.end - run.start;
  const close = [...rest.matchAll(/`+/g)].find(([marks]) => marks.length === length);
  if (!close) return [];
  return [...rest.slice(0, close.index).matchAll(/(?<!\\)\|/g)].map(({ index }) => run.end + index);
}

/**
 * Returns the offset after the tag or braces that contain `at` and after any text that follows them without a space.
 */
function endOfWord(text: string, at: number): number {
  const lineEnd = endOfLine(text, at);
  const rest = text.slice(at, lineEnd);
  const behindTag = /^[^\s<>`]*>+/.exec(rest)?.[0].length ?? 0;
  const word = /^[^\s`<>{}]*/.exec(rest.slice(behindTag))?.[0] ?? "";
  return at + behindTag + word.replace(/[.,;:!?)]+$/, "").length;
}

/**
 * Returns the text and the fixes of an error after backticks that belong to a URL, as in ``http://a:`<port>` ``. GFM
 * looks for URLs before it looks for code, and URLs can contain backticks. Returns undefined if that's not the cause.
 */
function urlWithRun(
  text: string,
  run: { start: number; end: number },
): Pick<Fault, "text" | "candidates"> | undefined {
  const before = text.slice(startOfLine(text, run.start), run.start);
  const start = /(?<![a-z\d])(?:https?:\/\/|www\.)[^\s<]*$/i.exec(before)?.[0].length;
  const rest = text.slice(run.end, Math.min(endOfLine(text, run.end), run.end + maxLineLength));
  const marks = text.slice(run.start, run.end);
  const close = [...rest.matchAll(/`+/g)].find(([other]) => other === marks);
  if (start === undefined || !close) return undefined;
  const closing = { start: run.end + close.index, end: run.end + close.index + marks.length };
  const word = /^[^\s`<>{}'")\]]*/.exec(text.slice(closing.end, endOfLine(text, closing.end)))?.[0] ?? "";
  const end = closing.end + word.replace(/[.,;:!?]+$/, "").length;
  const edits = [
    insertion(run.start - start, marks),
    { range: run, newText: "" },
    ...(end > closing.end ? [{ range: closing, newText: "" }, insertion(end, marks)] : []),
  ];
  return {
    text: rest.slice(0, close.index).slice(0, 40),
    candidates: [{ kind: "code", text: marks, edits }],
  };
}

/**
 * Finds code that isn't closed, which causes its content to be parsed as MDX or the text after it to be parsed as code.
 * Replaces the resulting errors with a single problem at the start of the code.
 */
function findUnclosedCode(text: string, faults: readonly Fault[]): readonly Fault[] {
  return withOpenSpans(text, withOpenFences(text, faults));
}

const maxProblems = 20;
const maxTries = 40;
/**
 * The maximum number of errors on a page for which fixes are tried on the complete page. If there are more, each fix is
 * tried while all other errors are masked.
 */
const maxTriedWhole = 4;
/**
 * The maximum number of characters to parse for one page: first to find its errors (`find`), and then to try their
 * fixes (`repair`).
 */
const parseBudget = { find: 1_000_000, repair: 900_000 } as const;
/** The cost of parsing one tag, expressed as a number of characters. */
const tagWork = 20;

/**
 * Finds the errors that prevent a page's MDX from being parsed. Whenever an error stops the parser, the error is masked
 * and the page is parsed again, so all independent errors are found. For ordinary pages, the time is proportional to
 * their length. For some pages, such as one that repeats `>` 4,000 times, parsing takes very long, so call this
 * function only in a thread that can be terminated. Never throws an error. When more problems are found, calls
 * `onFound` with all problems found so far, without their fixes.
 */
export function checkSyntax(
  text: string,
  onFound?: (problems: readonly SyntaxProblem[]) => void,
): readonly SyntaxProblem[] {
  if (text.length > maxParsedLength) return [tooComplex];
  const neutral = maskCode(text);
  const reportable = (faults: readonly Fault[]) => withoutRuns(neutral, findUnclosedCode(neutral, faults));
  const report =
    onFound &&
    ((faults: readonly Fault[]) => onFound(reportable(faults).map((fault) => toProblem(fault, [], text))));
  const found = findFaults(neutral, report);
  const reported = reportable(found.faults);
  let remaining: number = parseBudget.repair;
  const problems = reported.map((fault): SyntaxProblem => {
    const seen = new Set<string>();
    const repairs = fault.candidates.filter((repair) => {
      const title = `${repair.kind} ${repair.text}`;
      if (!found.isComplete || seen.has(title)) return false;
      const isTried = found.faults.length <= maxTriedWhole || !found.faults.includes(fault);
      remaining -= found.work * (isTried ? found.faults.length + 1 : 1);
      if (remaining < 0) return false;
      const isFix = isTried ? improves(neutral, reported, repair) : resolves(neutral, found, fault, repair);
      if (isFix) seen.add(title);
      return isFix;
    });
    return toProblem(fault, repairs.slice(0, 3), text);
  });
  return problems.sort((a, b) => a.range.start - b.range.start);
}

function toProblem(
  { fault, range, text, other }: Fault,
  repairs: readonly SyntaxRepair[],
  full: string,
): SyntaxProblem {
  const inText = wholeCharacters(full, within(range, full.length));
  return { fault, range: inText, text, ...(other && { other }), repairs };
}

/**
 * Removes errors of the same kind that directly follow each other, as in `{{{{` or `<!--<!--`. The first one is enough.
 */
function withoutRuns(text: string, faults: readonly Fault[]): readonly Fault[] {
  const ordered = [...faults].sort((a, b) => a.range.start - b.range.start);
  return ordered.filter((fault, index) => {
    const before = ordered[index - 1];
    return before?.fault !== fault.fault || !/^[ \t]*$/.test(text.slice(before.range.end, fault.range.start));
  });
}

function within({ start, end }: TextRange, length: number): TextRange {
  return { start: Math.min(start, length), end: Math.min(end, length) };
}

interface Found {
  readonly faults: readonly Fault[];
  /** Errors that stopped the parser. All other errors are mismatched tags. */
  readonly stops: readonly Fault[];
  /** Mismatched tags, including those that result from an error that stopped the parser. */
  readonly pairs: readonly Fault[];
  /** Whether the parser reached the end of the page. */
  readonly isComplete: boolean;
  /** The cost of parsing the page once, expressed as a number of characters. */
  readonly work: number;
}

function findFaults(text: string, report?: (faults: readonly Fault[]) => void): Found {
  const stops: Fault[] = [];
  let current = text;
  let left: number = parseBudget.find;
  let last = "";
  for (let tries = 0; tries < maxTries && stops.length < maxProblems && left > 0; tries++) {
    left -= text.length;
    const reading = readMdx(current);
    if (reading.kind === "too-complex")
      return {
        faults: [...stops, asFault(tooComplex)],
        stops,
        pairs: [],
        isComplete: false,
        work: text.length,
      };
    if (reading.kind === "read") {
      const pairs = matchTags(text, reading.tags, ignoredTags(stops));
      const caused = new Set(stops.flatMap((stop) => pairsCausedBy(pairs, stop)));
      const own = pairs.filter((pair) => !caused.has(pair));
      const faults = [...stops, ...own].slice(0, maxProblems);
      report?.(faults);
      return { faults, stops, pairs, isComplete: true, work: text.length + tagWork * reading.tags.length };
    }
    const start = startOf(reading.stop);
    // The parser stopped at the same position again, so the mask isn't valid MDX. Only the first character is masked
    // instead.
    const patches = `${start} ${reading.stop.at}` === last ? [letterPatch(start)] : undefined;
    const fault = faultAt(current, reading.stop, start);
    if (patches) amend(stops, patches);
    else stops.push(fault);
    report?.(stops);
    const patched = applyEdits(current, patches ?? fault.patches);
    current =
      patched.length === text.length && patched !== current
        ? patched
        : applyEdits(current, [letterPatch(start)]);
    last = `${start} ${reading.stop.at}`;
  }
  return { faults: stops, stops, pairs: [], isComplete: false, work: text.length };
}

function startOf({ where, tag, brace, module, at }: MdxStop): number {
  return (where === "module" ? module : (tag ?? brace)) ?? at;
}

function faultAt(text: string, stop: MdxStop, start: number): Fault {
  if (stop.where === "module") return moduleFault(text, stop, start);
  if (stop.where === "expression" && stop.brace !== undefined) return expressionFault(text, stop, stop.brace);
  return tagFault(text, stop, start);
}

/** Replaces the mask for the last error. */
function amend(stops: Fault[], patches: readonly TextEdit[]): void {
  const last = stops.pop();
  if (last)
    stops.push({
      ...last,
      patches: [...last.patches.filter(({ range }) => range.start !== patches[0]?.range.start), ...patches],
    });
}

function ignoredTags(stops: readonly Fault[]): string[] {
  return stops.flatMap(({ ignoredTag }) => ignoredTag ?? []);
}

/** Whether the page has fewer errors after this fix is applied. */
function improves(text: string, reported: readonly Fault[], { edits }: SyntaxRepair): boolean {
  const repaired = applyEdits(text, edits);
  return findUnclosedCode(repaired, findFaults(repaired).faults).length < reported.length;
}

/**
 * Whether the fix resolves the error while all other errors are masked. For pages with many errors, this is faster than
 * `solves`, because it takes only one parse.
 */
function resolves(text: string, { pairs, stops }: Found, fault: Fault, { edits }: SyntaxRepair): boolean {
  const others = stops.filter((stop) => stop !== fault);
  const covered = applyEdits(
    text,
    others.flatMap(({ patches }) => patches),
  );
  const reading = readMdx(applyEdits(covered, edits));
  if (reading.kind !== "read") return false;
  const left = matchTags(applyEdits(covered, edits), reading.tags, ignoredTags(others)).length;
  const dropped = stops.includes(fault) ? pairsCausedBy(pairs, fault).length : 1;
  return left <= pairs.length - dropped;
}

/**
 * Returns the mismatched tags that result from an error that stopped the parser. If a tag can't be parsed to its end, it
 * shouldn't also be reported as unclosed. The same applies to the opening tag of a closing tag without `>`.
 */
function pairsCausedBy(pairs: readonly Fault[], { fault, text, range }: Fault): readonly Fault[] {
  if (fault !== "tag-not-ended") return [];
  if (!text.startsWith("/")) return pairs.filter((pair) => pair.range.start === range.start);
  const before = pairs.filter(
    (pair) => pair.fault === "tag-not-closed" && `/${pair.text}` === text && pair.range.start < range.start,
  );
  return before.toSorted((a, b) => a.range.start - b.range.start).slice(-1);
}

function asFault({ fault, range, text }: SyntaxProblem): Fault {
  return { fault, range, text, candidates: [], patches: [] };
}
