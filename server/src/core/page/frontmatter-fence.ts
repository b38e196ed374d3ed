import { afterBlanks, afterLineEnd, beforeBlanks, endOfLine, type TextRange } from "../text/text-edit.ts";

/** What stands at the top of a page. Offsets count a byte order mark like any character. */
export type Fence =
  | { readonly kind: "none"; readonly bodyStart: number }
  | {
      readonly kind: "closed" | "not-closed" | "tagged";
      /** Both fences, without the line end behind the closing one. */
      readonly range: TextRange;
      /** The opening `---`, and the tag behind it if there is one. */
      readonly opening: TextRange;
      /** Between the fences, without the line end before the closing one. */
      readonly content: TextRange;
      /** `js` of `---js`, as written; empty unless `tagged`. */
      readonly tag: string;
      readonly bodyStart: number;
    };

/**
 * Splits the frontmatter off a page. Only `---` at the very start (after at most one byte order mark), with
 * nothing but blanks behind it on its line, opens plain frontmatter; `----` or an indented fence is page text, and
 * a tag behind the fence (`---js`) is told apart because the published service would hand it to a script engine.
 * As in the service, the first later line that begins with `---` closes. Unclosed frontmatter is taken to end at
 * the first blank line, so that a page being typed keeps its body.
 */
export function readFence(text: string): Fence {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!text.startsWith("---", start) || text[start + 3] === "-") return { kind: "none", bodyStart: start };
  const openingEnd = endOfLine(text, start);
  const tagStart = afterBlanks(text, start + 3, openingEnd);
  const tagEnd = beforeBlanks(text, tagStart, openingEnd);
  const contentStart = afterLineEnd(text, openingEnd);
  const { contentEnd, fenceEnd, closed } = findEnd(text, contentStart);
  const tag = text.slice(tagStart, tagEnd);
  return {
    kind: tag !== "" ? "tagged" : closed ? "closed" : "not-closed",
    range: { start, end: fenceEnd },
    opening: { start, end: Math.max(tagEnd, start + 3) },
    content: { start: contentStart, end: contentEnd },
    tag,
    bodyStart: afterLineEnd(text, fenceEnd),
  };
}

function findEnd(text: string, contentStart: number) {
  let firstBlank: number | undefined;
  let previousEnd = contentStart;
  for (let line = contentStart; line < text.length;) {
    const end = endOfLine(text, line);
    if (text.startsWith("---", line)) return { contentEnd: previousEnd, fenceEnd: end, closed: true };
    if (firstBlank === undefined && line > contentStart && afterBlanks(text, line, end) === end)
      firstBlank = previousEnd;
    previousEnd = end;
    line = afterLineEnd(text, end);
  }
  const contentEnd = firstBlank ?? previousEnd;
  return { contentEnd, fenceEnd: contentEnd, closed: false };
}
