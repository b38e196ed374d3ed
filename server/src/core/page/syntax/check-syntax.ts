import {
  afterBlanks,
  afterLineEnd,
  applyEdits,
  endOfLine,
  type TextEdit,
  type TextRange,
  wholeCharacters,
} from "../../text/text-edit.ts";
import { maxParsedLength, type SyntaxProblem, type SyntaxRepair, tooComplex } from "../syntax-problem.ts";
import { expressionFault, moduleFault } from "./expression-faults.ts";
import { type Fault, insertion, letterPatch } from "./fault.ts";
import { matchTags } from "./match-tags.ts";
import { type MdxStop, readMdx } from "./mdx-parser.ts";
import { withOpenSpans } from "./open-spans.ts";
import { tagFault } from "./tag-faults.ts";
import { maskCode } from "./trivially-valid.ts";

/**
 * Finds code that isn't closed, which causes its content to be parsed as MDX or the text after it to be parsed as code.
 * Replaces the resulting errors with a single problem at the start of the code.
 */
function findUnclosedCode(text: string, faults: readonly Fault[]): readonly Fault[] {
  return withOpenSpans(text, withOpenFences(text, faults));
}

interface Fence {
  readonly start: number;
  readonly end: number;
  readonly indent: string;
  readonly marks: string;
  readonly info: string;
}

interface OpenFence {
  readonly fence: Fence;
  /** The block before this one, and its last line. */
  readonly before: { readonly fence: Fence; readonly closing: number; readonly end: number } | undefined;
  /** The start of the next block or the end of the page. */
  readonly until: number;
  /**
   * Whether another block starts inside this one, which is always an error. If false, the block extends to the end of
   * the page, which may be intentional.
   */
  readonly swallows: boolean;
  /** Whether an indented block inside this one ends it, because the fences of both blocks have the same length. */
  readonly endsEarly?: true;
}

function withOpenFences(text: string, faults: readonly Fault[]): readonly Fault[] {
  let left = faults;
  const found: Fault[] = [];
  for (const open of openFences(text).slice(0, 5)) {
    const { before, fence, until } = open;
    const isSwapped = (fault: Fault) =>
      before !== undefined &&
      fence.info === "" &&
      fault.range.start >= before.end &&
      fault.range.start < fence.start;
    const swapped = left.filter(isSwapped);
    const content = text.slice(fence.end, until);
    const swallowed = left.filter(
      (fault) =>
        (fault.fault === "tag-not-closed" && content.includes(`</${fault.text}>`)) ||
        (fault.fault === "closing-without-opening" && content.includes(`<${fault.text}`)),
    );
    const caused = swapped.length > 0 ? swapped : swallowed;
    if (caused.length === 0 && !open.swallows) continue;
    if (!open.endsEarly) left = left.filter((fault) => !caused.includes(fault));
    if (open.endsEarly || (caused.length === 0 && /^(?:mdx?|markdown)\b/.test(fence.info))) {
      const range = { start: fence.start + fence.indent.length, end: fence.end };
      found.push({ fault: "fence-within", range, text: fence.marks, candidates: [], patches: [] });
      continue;
    }
    const isBefore = swapped.length > 0 && before !== undefined;
    const at = isBefore ? before.fence : fence;
    found.push({
      fault: caused.length > 0 ? "fence-not-closed" : "fence-runs-on",
      range: { start: at.start + at.indent.length, end: at.end },
      text: at.marks,
      candidates: placesToClose(text, at, isBefore ? before.closing : until).map((place) => ({
        kind: "close-code",
        text: at.marks,
        edits: [insertion(place, `${eolOf(text)}${at.indent}${at.marks}`)],
      })),
      patches: [],
    });
  }
  return [...left, ...found];
}

const fenceLine = /^([ \t]*)(`{3,}|~{3,})([^`\r\n]*)$/;

/**
 * Returns the blocks that contain the start of another block, and the block that is still open at the end of the page.
 * Skips comments.
 */
function openFences(text: string): OpenFence[] {
  const found: OpenFence[] = [];
  let open: Fence | undefined;
  let before: OpenFence["before"];
  /** The blocks without a language before the open block. Their fences may be paired incorrectly. */
  let unlabeled: PairedFences[] = [];
  let mayComment = true;
  /** Whether an indented block has started inside the open one. */
  let inner = false;
  let endsEarly = false;
  for (let start = 0; start < text.length;) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end);
    const fence = fenceAt(line, start, end);
    if (fence && !open) {
      open = fence;
      inner = false;
      endsEarly = false;
    } else if (fence && open && isLongEnough(open, fence)) {
      if (fence.info === "" && inner && isDeeper(open, fence)) {
        if (!endsEarly) found.push({ fence: open, before, until: start, swallows: true, endsEarly: true });
        endsEarly = true;
        inner = false;
      } else if (fence.info === "") {
        before = { fence: open, closing: start, end };
        if (open.info === "") unlabeled.push({ open, close: fence });
        else unlabeled = [];
        open = undefined;
      } else if (fence.marks === open.marks && isDeeper(open, fence)) inner = true;
      else if (startsAnother(open, fence)) {
        if (!endsEarly)
          found.push(
            findUnpairedFence(open, unlabeled) ?? { fence: open, before, until: start, swallows: true },
          );
        before = undefined;
        unlabeled = [];
        open = fence;
        inner = false;
        endsEarly = false;
      }
    }
    const comment = open || !mayComment ? -1 : line.lastIndexOf("{/*");
    const commentEnd = comment < 0 ? -1 : text.indexOf("*/", start + comment);
    if (comment >= 0 && commentEnd < 0) mayComment = false;
    start = afterLineEnd(text, commentEnd < end ? end : endOfLine(text, commentEnd));
  }
  if (open) found.push({ fence: open, before, until: text.length, swallows: false });
  return found;
}

interface PairedFences {
  readonly open: Fence;
  readonly close: Fence;
}

/**
 * Returns the block whose fences probably don't belong together: the only unlabeled block whose fences have different
 * indentation. Because one of its fences has no counterpart, all fences after it, up to one with a language, are paired
 * incorrectly.
 */
function findUnpairedFence(open: Fence, unlabeled: readonly PairedFences[]): OpenFence | undefined {
  const [uneven, ...others] =
    open.info === "" ? unlabeled.filter((pair) => pair.open.indent !== pair.close.indent) : [];
  if (!uneven || others.length > 0) return undefined;
  return { fence: uneven.open, before: undefined, until: uneven.close.start, swallows: true };
}

function fenceAt(line: string, start: number, end: number): Fence | undefined {
  const [, indent = "", marks, info = ""] = fenceLine.exec(line) ?? [];
  return marks === undefined ? undefined : { start, end, indent, marks, info: info.trim() };
}

/**
 * Whether a fence is of the right kind and long enough to close the block. It can be indented by any number of spaces,
 * because MDX doesn't support indented code.
 */
function isLongEnough(open: Fence, { marks }: Fence): boolean {
  return marks[0] === open.marks[0] && marks.length >= open.marks.length;
}

function startsAnother(open: Fence, { marks, info }: Fence): boolean {
  return marks === open.marks && /^[\w+#-]+( |$)/.test(info);
}

/** Whether the fence is indented so far that it's certainly part of the block's code. */
function isDeeper(open: Fence, { indent }: Fence): boolean {
  return indent.length > open.indent.length + 3;
}

/**
 * Returns the line ends at which the author may have meant the block to end: before a blank line followed by prose or a
 * tag, or before the text that follows the block.
 */
function placesToClose(text: string, { end: from, indent }: Fence, until: number): number[] {
  const places: number[] = [];
  let lastWritten = from;
  let isApart = false;
  for (let start = endOfLine(text, from) + 1; start < until && places.length < 3;) {
    const end = endOfLine(text, start);
    const isBlank = text.slice(start, end).trim() === "";
    const first = afterBlanks(text, start, end);
    const isProse = /^(?:#{1,6} |<\/?[A-Z]|[A-Z][\w']* |[-*] |\d+\. )/.test(text.slice(first, end));
    const isTag = /^<\/?[A-Z]/.test(text.slice(first, end));
    if (!isBlank && lastWritten > from && (isTag || (isProse && isApart && first - start <= indent.length)))
      places.push(lastWritten);
    if (!isBlank) lastWritten = end;
    isApart = isBlank;
    start = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  return [...places.slice(0, 1), ...places.slice(1).reverse(), text.slice(0, until).trimEnd().length];
}

function eolOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
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
  let left: number = parseBudget.repair;
  const problems = reported.map((fault): SyntaxProblem => {
    const seen = new Set<string>();
    const repairs = fault.candidates.filter((repair) => {
      const title = `${repair.kind} ${repair.text}`;
      if (!found.isComplete || seen.has(title)) return false;
      const isTried = found.faults.length <= maxTriedWhole || !found.faults.includes(fault);
      left -= found.work * (isTried ? found.faults.length + 1 : 1);
      if (left < 0) return false;
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
      const own = pairs.filter((pair) => !stops.some((stop) => isCausedBy(pair, stop)));
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
  const dropped = stops.includes(fault) ? pairs.filter((pair) => isCausedBy(pair, fault)).length : 1;
  return left <= pairs.length - dropped;
}

/**
 * Whether a mismatched tag results from an error that stopped the parser. If a tag can't be parsed to its end, it
 * shouldn't also be reported as unclosed.
 */
function isCausedBy(pair: Fault, stop: Fault): boolean {
  return stop.fault === "tag-not-ended" && pair.range.start === stop.range.start;
}

function asFault({ fault, range, text }: SyntaxProblem): Fault {
  return { fault, range, text, candidates: [], patches: [] };
}
