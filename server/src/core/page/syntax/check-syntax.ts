import { applyEdits, type TextEdit, type TextRange, wholeCharacters } from "../../text/text-edit.ts";
import { maxParsedLength, type SyntaxProblem, type SyntaxRepair, tooComplex } from "../syntax-problem.ts";
import { expressionFault, moduleFault } from "./expression-faults.ts";
import { type Fault, letterPatch } from "./fault.ts";
import { matchTags } from "./match-tags.ts";
import { type MdxStop, readMdx } from "./mdx-parser.ts";
import { findUnclosedCode } from "./unclosed-code.ts";
import { tagFault } from "./tag-faults.ts";
import { maskCode } from "./trivially-valid.ts";

const maxProblems = 20;
const maxTries = 40;
/** If a page has more errors, the others are masked while a fix is tried. */
const maxTriedWhole = 4;
/** The number of characters that may be parsed for one page: to find its errors, and then to try the fixes. */
const work = { find: 1_000_000, repair: 900_000 } as const;
/** The cost of parsing a tag, in characters of text. */
const tagWork = 20;

/**
 * Finds the positions at which a page's MDX can't be parsed. Masks each error that stops the parser and parses the page
 * again, to find all independent errors. Takes time in proportion to the length for ordinary pages but can take very
 * long for some (`>` four thousand times), so run it where it can be terminated. Never throws. Calls `onFound` with the
 * problems found so far, without fixes, whenever there are more.
 */
export function checkSyntax(
  text: string,
  onFound?: (problems: readonly SyntaxProblem[]) => void,
): readonly SyntaxProblem[] {
  if (text.length > maxParsedLength) return [tooComplex];
  const neutral = maskCode(text);
  const tellable = (faults: readonly Fault[]) => withoutRuns(neutral, findUnclosedCode(neutral, faults));
  const report =
    onFound &&
    ((faults: readonly Fault[]) => onFound(tellable(faults).map((fault) => toProblem(fault, [], text))));
  const found = findFaults(neutral, report);
  const reported = tellable(found.faults);
  let left: number = work.repair;
  const problems = reported.map((fault): SyntaxProblem => {
    const seen = new Set<string>();
    const repairs = fault.candidates.filter((repair) => {
      const title = `${repair.kind} ${repair.text}`;
      if (!found.isComplete || seen.has(title)) return false;
      const isTried = found.faults.length <= maxTriedWhole || !found.faults.includes(fault);
      left -= found.work * (isTried ? found.faults.length + 1 : 1);
      if (left < 0) return false;
      const isWayOut = isTried ? solves(neutral, reported, repair) : helps(neutral, found, fault, repair);
      if (isWayOut) seen.add(title);
      return isWayOut;
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

/** Removes directly repeated errors of the same kind: for `{{{{` or `<!--<!--`, the first one is enough. */
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
  /** Errors at which the parser stopped. All others are mismatched tags. */
  readonly stops: readonly Fault[];
  /** Mismatched tags, including consequences of a stop. */
  readonly pairs: readonly Fault[];
  /** Whether the parser reached the end of the page. */
  readonly isComplete: boolean;
  /** The cost of parsing the page once, in characters. */
  readonly work: number;
}

function findFaults(text: string, report?: (faults: readonly Fault[]) => void): Found {
  const stops: Fault[] = [];
  let current = text;
  let left: number = work.find;
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
      const pairs = matchTags(text, reading.tags, takenTags(stops));
      const own = pairs.filter((pair) => !stops.some((stop) => comesOf(pair, stop)));
      const faults = [...stops, ...own].slice(0, maxProblems);
      report?.(faults);
      return { faults, stops, pairs, isComplete: true, work: text.length + tagWork * reading.tags.length };
    }
    const start = startOf(reading.stop);
    // A mask may itself be invalid MDX. In that case, only the first character is masked.
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

/** Masks the last error in a different way. */
function amend(stops: Fault[], patches: readonly TextEdit[]): void {
  const last = stops.pop();
  if (last)
    stops.push({
      ...last,
      patches: [...last.patches.filter(({ range }) => range.start !== patches[0]?.range.start), ...patches],
    });
}

function takenTags(stops: readonly Fault[]): string[] {
  return stops.flatMap(({ takenTag }) => takenTag ?? []);
}

/** Whether the page has one error less with this fix applied. */
function solves(text: string, reported: readonly Fault[], { edits }: SyntaxRepair): boolean {
  const repaired = applyEdits(text, edits);
  return findUnclosedCode(repaired, findFaults(repaired).faults).length < reported.length;
}

/**
 * Whether the page has one error less with this fix applied and all other errors masked. For pages with many errors,
 * this takes only one parse.
 */
function helps(text: string, { pairs, stops }: Found, fault: Fault, { edits }: SyntaxRepair): boolean {
  const others = stops.filter((stop) => stop !== fault);
  const covered = applyEdits(
    text,
    others.flatMap(({ patches }) => patches),
  );
  const reading = readMdx(applyEdits(covered, edits));
  if (reading.kind !== "read") return false;
  const left = matchTags(applyEdits(covered, edits), reading.tags, takenTags(others)).length;
  const dropped = stops.includes(fault) ? pairs.filter((pair) => comesOf(pair, fault)).length : 1;
  return left <= pairs.length - dropped;
}

/**
 * Whether a mismatched tag results from a stop: a tag that couldn't be parsed to its end isn't also reported as
 * unclosed.
 */
function comesOf(pair: Fault, stop: Fault): boolean {
  return stop.fault === "tag-not-ended" && pair.range.start === stop.range.start;
}

function asFault({ fault, range, text }: SyntaxProblem): Fault {
  return { fault, range, text, candidates: [], patches: [] };
}
