import { endOfLine } from "../text/text-edit.ts";

/** Double and single quote, backtick, brackets and slashes by their character codes, for loops over long texts. */
const code = {
  quote: 34,
  apostrophe: 39,
  star: 42,
  slash: 47,
  backslash: 92,
  backtick: 96,
  open: 123,
  close: 125,
} as const;

/**
 * Behind the brace (or backtick) that closes the one at `start`, or undefined when none does before `limit`. Strings, templates and
 * comments inside do not count; an apostrophe whose line has no second one is text (`{<p>don't</p>}`).
 */
export function endOfBraces(text: string, start: number, limit: number): number | undefined {
  // What is open around the current place: braces, and templates whose `${` braces came after them.
  const open: number[] = [];
  for (let i = start; i < limit; i++) {
    const char = text.charCodeAt(i);
    if (open.at(-1) === code.backtick) {
      if (char === code.backslash) i++;
      else if (char === code.backtick) {
        open.pop();
        if (open.length === 0) return i + 1;
      } else if (char === 36 && text.charCodeAt(i + 1) === code.open) {
        open.push(code.open);
        i++;
      }
    } else if (char === code.open || char === code.backtick) open.push(char);
    else if (char === code.close) {
      open.pop();
      if (open.length === 0) return i + 1;
    } else i = afterStringOrComment(text, i, limit) - 1;
  }
  return undefined;
}

/** Behind the string or comment that begins at `at`, else behind the one character there. */
export function afterStringOrComment(text: string, at: number, limit: number): number {
  const char = text.charCodeAt(at);
  if (char === code.quote || char === code.apostrophe) return afterString(text, at, limit, char);
  if (char !== code.slash) return at + 1;
  const next = text.charCodeAt(at + 1);
  if (next === code.star) {
    const end = text.indexOf("*/", at + 2);
    return end < 0 || end > limit ? limit : end + 2;
  }
  // `//` also stands in URLs of JSX text.
  return next === code.slash && text.charCodeAt(at - 1) !== 58 ? endOfLine(text, at, limit) : at + 1;
}

export function afterString(text: string, at: number, limit: number, quote: number): number {
  for (let i = at + 1; i < limit; i++) {
    const char = text.charCodeAt(i);
    if (char === quote) return i + 1;
    if (char === code.backslash) i++;
    else if (char === 10 || char === 13) break;
  }
  return at + 1;
}

/** Behind these words a value begins, so `<` is a tag and `/` a pattern. */
export const wordsBeforeValues: ReadonlySet<string> = new Set([
  "return",
  "typeof",
  "case",
  "default",
  "in",
  "of",
  "void",
  "delete",
  "else",
  "do",
  "await",
  "yield",
  "new",
  "extends",
]);

/** Behind the `/` and flags that end a pattern on the same line. */
export function afterPattern(text: string, at: number, limit: number): number | undefined {
  let inClass = false;
  for (let i = at + 1; i < limit; i++) {
    const char = text[i];
    if (char === "\n" || char === "\r") return undefined;
    if (char === "\\") i++;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) return i + 1;
  }
  return undefined;
}
