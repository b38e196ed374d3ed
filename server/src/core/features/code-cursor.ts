import { endOfLine } from "../text/text-edit.ts";
import type { PageCursor } from "./page-caret.ts";

const fenceMarks = /(`{3,}|~{3,})/g;

/** The head of a fenced block with the caret in it; `text` within the block; undefined outside. */
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
  const head = text.slice(start, lineEnd);
  const language = /^\S*/.exec(head)?.[0] ?? "";
  if (offset <= start + language.length) {
    const rest = text.slice(lineEnd, lineEnd + 4000);
    const closing = rest.search(new RegExp(`\\n[ \\t>]*${marks}`));
    return {
      kind: "code-language",
      replace: { start, end: start + language.length },
      typed: text.slice(start, offset),
      fence: marks,
      needsClosing: closing < 0 && head.trim() === language,
      title: head.slice(language.length),
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

/** Whether an odd number of backticks stands before it on its line. */
export function isInCodeSpan(text: string, at: number): boolean {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  let marks = 0;
  for (let i = start; i < at; i++) if (text[i] === "`") marks++;
  if (marks % 2 === 0) return false;
  const end = endOfLine(text, at);
  return text.slice(at, end).includes("`");
}
