import { afterBlanks, afterLineEnd, beforeBlanks, endOfLine } from "../text/text-edit.ts";
import type { OpenContainers } from "./open-containers.ts";
import type { PageCodeBlock } from "./page.ts";

const fenceStart = /(`{3,})[^`\r\n]*$|(~{3,})|(\${2,})[^$\r\n]*$/my;
const info = /[^\S\r\n]*([^\s]*)/y;

export interface Fenced {
  /** Absent for maths. */
  readonly block: PageCodeBlock | undefined;
  /** The start of the line behind it. */
  readonly next: number;
}

/** The marks of a fence of code or maths at `at`: ```` ``` ````, `~~~` or `$$`, or longer. */
export function fenceAt(text: string, at: number): string | undefined {
  if (!"`~$".includes(text[at] ?? " ")) return undefined;
  fenceStart.lastIndex = at;
  const found = fenceStart.exec(text);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

/**
 * The code or maths whose fence opens at `at`, up to its closing fence, the end of the list item or quote it is in,
 * or the end of the page.
 */
export function readFenced(
  text: string,
  at: number,
  lineEnd: number,
  containers: OpenContainers,
): Fenced | undefined {
  const fence = fenceAt(text, at);
  if (fence === undefined) return undefined;
  const start = afterLineEnd(text, lineEnd);
  let contentEnd = start;
  let end = lineEnd;
  let line = start;
  while (line < text.length) {
    const close = endOfLine(text, line);
    const inside = containers.continue(line, close);
    if (inside.depth < containers.depth) break;
    end = close;
    line = afterLineEnd(text, close);
    if (closes(text, fence, afterBlanks(text, inside.at, close), close))
      return { block: blockOf(text, fence, { at, lineEnd, start, contentEnd, end }), next: line };
    contentEnd = close;
  }
  return { block: blockOf(text, fence, { at, lineEnd, start, contentEnd, end }), next: line };
}

interface Places {
  readonly at: number;
  readonly lineEnd: number;
  readonly start: number;
  readonly contentEnd: number;
  readonly end: number;
}

function blockOf(text: string, fence: string, places: Places): PageCodeBlock | undefined {
  if (fence.startsWith("$")) return undefined;
  const { at, lineEnd, start, contentEnd, end } = places;
  info.lastIndex = at + fence.length;
  const language = info.exec(text)?.[1] ?? "";
  const metaStart = afterBlanks(text, Math.min(info.lastIndex, lineEnd), lineEnd);
  const metaRange = { start: metaStart, end: beforeBlanks(text, metaStart, lineEnd) };
  return {
    language: language === "" ? undefined : language,
    meta: text.slice(metaRange.start, metaRange.end),
    metaRange,
    range: { start: at, end },
    content: { start: Math.min(start, contentEnd), end: contentEnd },
  };
}

/** Whether a line's text is a fence of the same kind, at least as long. */
function closes(text: string, fence: string, at: number, lineEnd: number): boolean {
  if (!text.startsWith(fence, at)) return false;
  const end = beforeBlanks(text, at, lineEnd);
  for (let i = at + fence.length; i < end; i++) if (text[i] !== fence[0]) return false;
  return true;
}
