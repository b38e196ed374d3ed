import { getLineEnd, type TextRange } from "../../text/text-edit.ts";
import type { PageCursor } from "./page-cursor.ts";

const fencePattern = /(`{3,}|~{3,})/g;

/**
 * Returns the cursor in the info string of a fenced code block, or a `text` cursor if the offset is inside the block.
 * Returns undefined if the offset isn't in a code block.
 */
export function findCodeCursor(text: string, offset: number, bodyStart: number): PageCursor | undefined {
  let openFence: { readonly fence: string; readonly fenceStart: number } | undefined;
  fencePattern.lastIndex = bodyStart;
  for (let match = fencePattern.exec(text); match && match.index < offset; match = fencePattern.exec(text)) {
    const lineStart = text.lastIndexOf("\n", match.index - 1) + 1;
    if (!/^[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|>)[ \t]+)*$/.test(text.slice(lineStart, match.index))) continue;
    const [fence] = match;
    const lineEnd = getLineEnd(text, match.index);
    if (!openFence) {
      if (fence.startsWith("`") && text.slice(fencePattern.lastIndex, lineEnd).includes("`")) continue;
      openFence = { fence, fenceStart: match.index };
      if (offset <= lineEnd)
        return offset < match.index + fence.length ? { kind: "text" } : getInfoStringCursor(text, offset, openFence);
    } else if (fence.startsWith(openFence.fence) && text.slice(fencePattern.lastIndex, lineEnd).trim() === "")
      openFence = undefined;
  }
  return openFence ? { kind: "text" } : undefined;
}

function getInfoStringCursor(
  text: string,
  offset: number,
  { fence, fenceStart }: { fence: string; fenceStart: number },
): PageCursor {
  const lineEnd = getLineEnd(text, fenceStart);
  const start = fenceStart + fence.length;
  const infoString = text.slice(start, lineEnd);
  const language = /^\S*/.exec(infoString)?.[0] ?? "";
  if (offset <= start + language.length) {
    const followingText = text.slice(lineEnd, lineEnd + 4000);
    const closingOffset = followingText.search(new RegExp(`\\n[ \\t>]*${fence}`));
    return {
      kind: "code-language",
      replace: { start, end: start + language.length },
      typedText: text.slice(start, offset),
      fence,
      needsClosing: closingOffset < 0 && infoString.trim() === language,
      title: infoString.slice(language.length),
      code: (closingOffset < 0 ? "" : followingText.slice(0, closingOffset)).trim(),
    };
  }
  const textBefore = text.slice(start + language.length, offset);
  const typedText = /[^\s]*$/.exec(textBefore)?.[0] ?? "";
  if (/["'{]/.test(typedText)) return { kind: "text" };
  const textAfter = /^[\w-]*/.exec(text.slice(offset, lineEnd))?.[0] ?? "";
  return {
    kind: "code-meta",
    replace: { start: offset - typedText.length, end: offset + textAfter.length },
    typedText,
    meta: `${textBefore.slice(0, textBefore.length - typedText.length)} ${text.slice(offset + textAfter.length, lineEnd)}`,
  };
}

/**
 * Whether the position appears to be in a code span, which is the case if an odd number of backticks precede it on its
 * line and at least one follows.
 */
export function isInCodeSpan(text: string, offset: number): boolean {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  let backtickCount = 0;
  for (let i = start; i < offset; i++) if (text[i] === "`") backtickCount++;
  if (backtickCount % 2 === 0) return false;
  const end = getLineEnd(text, offset);
  return text.slice(offset, end).includes("`");
}

export function findImportCursor(text: string, offset: number, lineRange: TextRange): PageCursor | undefined {
  const textBefore = text.slice(lineRange.start, offset);
  if (!/^(import|export)\b/.test(textBefore)) return undefined;
  const textAfter = text.slice(offset, lineRange.end);
  const sourceMatch = /^(?:import|export)\b([^"']*?)(?:\bfrom\s*)?(["'])([^"']*)$/.exec(textBefore);
  if (sourceMatch) {
    const [, clause = "", quote = "", typedText = ""] = sourceMatch;
    const sourceAfter = /^[^"'\s;]*/.exec(textAfter)?.[0] ?? "";
    const range = { start: offset - typedText.length, end: offset + sourceAfter.length };
    return {
      kind: "import-source",
      clause: clause.trim(),
      quote,
      replace: range,
      typedText,
      needsClosing: text[range.end] !== quote,
    };
  }
  const importMatch = /^import\b(.*?)\bfrom\s+$/.exec(textBefore);
  if (importMatch && !/^["']/.test(textAfter))
    return {
      kind: "import-source",
      clause: (importMatch[1] ?? "").trim(),
      quote: "",
      replace: { start: offset, end: offset },
      typedText: "",
      needsClosing: true,
    };
  return textBefore.startsWith("import") ? findImportNameCursor(text, offset, lineRange) : undefined;
}

function findImportNameCursor(text: string, offset: number, lineRange: TextRange): PageCursor | undefined {
  const lineText = text.slice(lineRange.start, lineRange.end);
  const source = /\bfrom\s*(["'])([^"']*)\1/.exec(lineText)?.[2];
  const clauseMatch = /^import\s+(.*?)(?:\bfrom\b|$)/.exec(lineText);
  const start = lineRange.start + "import ".length;
  if (source === undefined || !clauseMatch || offset < start) return undefined;
  const textBefore = text.slice(start, offset);
  const typedText = /[\w$]*$/.exec(textBefore)?.[0] ?? "";
  const textAfter = /^[\w$]*/.exec(text.slice(offset, lineRange.end))?.[0] ?? "";
  return {
    kind: "import-name",
    source,
    isInBraces: textBefore.lastIndexOf("{") > textBefore.lastIndexOf("}"),
    clause: clauseMatch[1] ?? "",
    replace: { start: offset - typedText.length, end: offset + textAfter.length },
    typedText,
  };
}

export function findVariableCursor(text: string, offset: number, lineRange: TextRange): PageCursor | undefined {
  const openOffset = text.lastIndexOf("{{", offset - 1);
  if (openOffset < lineRange.start || openOffset + 2 > offset) return undefined;
  const typedName = text.slice(openOffset + 2, offset);
  if (!/^[ \t]*[\w.-]*$/.test(typedName) || text[openOffset - 1] === "=") return undefined;
  const typedText = typedName.trimStart();
  const textAfter = /^[\w.-]*/.exec(text.slice(offset, lineRange.end))?.[0] ?? "";
  const end = offset + textAfter.length;
  return {
    kind: "variable",
    replace: { start: offset - typedText.length, end },
    typedText,
    needsClosing: !/^[ \t]*\}\}/.test(text.slice(end, lineRange.end)),
  };
}

/**
 * Returns the cursor in a link's target: `[text](target|)`, `![alt](target|)`, or `[name]: target|` (`|` marks the
 * caret).
 */
export function findLinkCursor(text: string, offset: number, lineRange: TextRange): PageCursor | undefined {
  const textBefore = text.slice(lineRange.start, offset);
  const definitionMatch = /^[ \t]*\[([^\]]+)\]:[ \t]+(\S*)$/.exec(textBefore);
  const markerOffset = textBefore.lastIndexOf("](");
  const typedText = definitionMatch ? (definitionMatch[2] ?? "") : textBefore.slice(markerOffset + 2);
  if ((!definitionMatch && markerOffset < 0) || /[\s()<>]/.test(typedText) || isInCodeSpan(text, offset))
    return undefined;
  const targetAfter = /^[^\s()<>]*/.exec(text.slice(offset, lineRange.end))?.[0] ?? "";
  const end = offset + targetAfter.length;
  const openOffset = definitionMatch ? 0 : findOpeningBracket(textBefore, markerOffset);
  return {
    kind: !definitionMatch && textBefore[openOffset - 1] === "!" ? "image" : "link",
    text: definitionMatch ? (definitionMatch[1] ?? "") : textBefore.slice(openOffset + 1, markerOffset),
    replace: { start: offset - typedText.length, end },
    typedText,
    needsClosing: !definitionMatch && !/^\s*[)"']/.test(text.slice(end, lineRange.end)),
  };
}

function findOpeningBracket(line: string, closingOffset: number): number {
  let depth = 0;
  for (let i = closingOffset; i >= 0; i--) {
    if (line[i] === "]") depth++;
    else if (line[i] === "[" && --depth === 0) return i;
  }
  return 0;
}
