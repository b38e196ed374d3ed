import { afterBlanks, endOfLine, startOfLine } from "../../text/text-edit.ts";
import type { SyntaxFault } from "../syntax-problem.ts";
import { escapeRepair, type Fault, insertion } from "./fault.ts";

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
  if (text[afterBlanks(text, lineStart, run.start)] !== "|") return [];
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
