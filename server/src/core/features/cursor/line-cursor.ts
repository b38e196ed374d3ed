import { endOfLine, type TextRange } from "../../text/text-edit.ts";
import type { PageCursor } from "./page-cursor.ts";

const fenceMarks = /(`{3,}|~{3,})/g;

/**
 * Returns the cursor in the info string of a fenced code block, or a `text` cursor if the offset is inside the block.
 * Returns undefined if the offset isn't in a code block.
 */
export function codeAt(text: string, offset: number, from: number): PageCursor | undefined {
  let open: { readonly marks: string; readonly at: number } | undefined;
  fenceMarks.lastIndex = from;
  for (let found = fenceMarks.exec(text); found && found.index < offset; found = fenceMarks.exec(text)) {
    const lineStart = text.lastIndexOf("\n", found.index - 1) + 1;
    if (!/^[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|>)[ \t]+)*$/.test(text.slice(lineStart, found.index))) continue;
    const [marks] = found;
    const lineEnd = endOfLine(text, found.index);
    if (!open) {
      if (marks.startsWith("`") && text.slice(fenceMarks.lastIndex, lineEnd).includes("`")) continue;
      open = { marks, at: found.index };
      if (offset <= lineEnd)
        return offset < found.index + marks.length ? { kind: "text" } : headAt(text, offset, open);
    } else if (marks.startsWith(open.marks) && text.slice(fenceMarks.lastIndex, lineEnd).trim() === "")
      open = undefined;
  }
  return open ? { kind: "text" } : undefined;
}

function headAt(text: string, offset: number, { marks, at }: { marks: string; at: number }): PageCursor {
  const lineEnd = endOfLine(text, at);
  const start = at + marks.length;
  const fenceHead = text.slice(start, lineEnd);
  const language = /^\S*/.exec(fenceHead)?.[0] ?? "";
  if (offset <= start + language.length) {
    const rest = text.slice(lineEnd, lineEnd + 4000);
    const closing = rest.search(new RegExp(`\\n[ \\t>]*${marks}`));
    return {
      kind: "code-language",
      replace: { start, end: start + language.length },
      typed: text.slice(start, offset),
      fence: marks,
      needsClosing: closing < 0 && fenceHead.trim() === language,
      title: fenceHead.slice(language.length),
      code: (closing < 0 ? "" : rest.slice(0, closing)).trim(),
    };
  }
  const before = text.slice(start + language.length, offset);
  const typed = /[^\s]*$/.exec(before)?.[0] ?? "";
  if (/["'{]/.test(typed)) return { kind: "text" };
  const after = /^[\w-]*/.exec(text.slice(offset, lineEnd))?.[0] ?? "";
  return {
    kind: "code-meta",
    replace: { start: offset - typed.length, end: offset + after.length },
    typed,
    meta: `${before.slice(0, before.length - typed.length)} ${text.slice(offset + after.length, lineEnd)}`,
  };
}

/**
 * Whether the position appears to be in a code span, which is the case if an odd number of backticks precede it on its
 * line and at least one follows.
 */
export function isInCodeSpan(text: string, at: number): boolean {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  let marks = 0;
  for (let i = start; i < at; i++) if (text[i] === "`") marks++;
  if (marks % 2 === 0) return false;
  const end = endOfLine(text, at);
  return text.slice(at, end).includes("`");
}

export function importAt(text: string, offset: number, line: TextRange): PageCursor | undefined {
  const before = text.slice(line.start, offset);
  if (!/^(import|export)\b/.test(before)) return undefined;
  const after = text.slice(offset, line.end);
  const source = /^(?:import|export)\b([^"']*?)(?:\bfrom\s*)?(["'])([^"']*)$/.exec(before);
  if (source) {
    const [, clause = "", quote = "", typed = ""] = source;
    const rest = /^[^"'\s;]*/.exec(after)?.[0] ?? "";
    const range = { start: offset - typed.length, end: offset + rest.length };
    return {
      kind: "import-source",
      clause: clause.trim(),
      quote,
      replace: range,
      typed,
      needsClosing: text[range.end] !== quote,
    };
  }
  const importMatch = /^import\b(.*?)\bfrom\s+$/.exec(before);
  if (importMatch && !/^["']/.test(after))
    return {
      kind: "import-source",
      clause: (importMatch[1] ?? "").trim(),
      quote: "",
      replace: { start: offset, end: offset },
      typed: "",
      needsClosing: true,
    };
  return before.startsWith("import") ? importNameAt(text, offset, line) : undefined;
}

function importNameAt(text: string, offset: number, line: TextRange): PageCursor | undefined {
  const lineText = text.slice(line.start, line.end);
  const source = /\bfrom\s*(["'])([^"']*)\1/.exec(lineText)?.[2];
  const clause = /^import\s+(.*?)(?:\bfrom\b|$)/.exec(lineText);
  const start = line.start + "import ".length;
  if (source === undefined || !clause || offset < start) return undefined;
  const before = text.slice(start, offset);
  const typed = /[\w$]*$/.exec(before)?.[0] ?? "";
  const after = /^[\w$]*/.exec(text.slice(offset, line.end))?.[0] ?? "";
  return {
    kind: "import-name",
    source,
    isInBraces: before.lastIndexOf("{") > before.lastIndexOf("}"),
    clause: clause[1] ?? "",
    replace: { start: offset - typed.length, end: offset + after.length },
    typed,
  };
}

export function variableCursorAt(text: string, offset: number, line: TextRange): PageCursor | undefined {
  const open = text.lastIndexOf("{{", offset - 1);
  if (open < line.start || open + 2 > offset) return undefined;
  const typedName = text.slice(open + 2, offset);
  if (!/^[ \t]*[\w.-]*$/.test(typedName) || text[open - 1] === "=") return undefined;
  const typed = typedName.trimStart();
  const after = /^[\w.-]*/.exec(text.slice(offset, line.end))?.[0] ?? "";
  const end = offset + after.length;
  return {
    kind: "variable",
    replace: { start: offset - typed.length, end },
    typed,
    needsClosing: !/^[ \t]*\}\}/.test(text.slice(end, line.end)),
  };
}

/** Returns the cursor in a link's target: `[words](target|)`, `![alt](target|)`, or `[name]: target|`. */
export function linkAt(text: string, offset: number, line: TextRange): PageCursor | undefined {
  const before = text.slice(line.start, offset);
  const definition = /^[ \t]*\[([^\]]+)\]:[ \t]+(\S*)$/.exec(before);
  const marker = before.lastIndexOf("](");
  const typed = definition ? (definition[2] ?? "") : before.slice(marker + 2);
  if ((!definition && marker < 0) || /[\s()<>]/.test(typed) || isInCodeSpan(text, offset)) return undefined;
  const rest = /^[^\s()<>]*/.exec(text.slice(offset, line.end))?.[0] ?? "";
  const end = offset + rest.length;
  const open = definition ? 0 : openingBracket(before, marker);
  return {
    kind: !definition && before[open - 1] === "!" ? "image" : "link",
    text: definition ? (definition[1] ?? "") : before.slice(open + 1, marker),
    replace: { start: offset - typed.length, end },
    typed,
    needsClosing: !definition && !/^\s*[)"']/.test(text.slice(end, line.end)),
  };
}

function openingBracket(line: string, closing: number): number {
  let depth = 0;
  for (let i = closing; i >= 0; i--) {
    if (line[i] === "]") depth++;
    else if (line[i] === "[" && --depth === 0) return i;
  }
  return 0;
}
