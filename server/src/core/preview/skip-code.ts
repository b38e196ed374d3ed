/** Where code ends that begins somewhere in a page, told without parsing it. `looked` counts characters. */
export interface CodeEnd {
  /** Behind its last character; undefined when it is never closed, or the patience is at its end. */
  readonly end: number | undefined;
  readonly looked: number;
}

export interface TagEnd extends CodeEnd {
  readonly kind: "open" | "close" | "self-closing";
  readonly name: string;
}

const closers: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]" };

/** Behind the bracket that closes the one at `at`. Strings, templates and comments are passed over. */
export function endOfExpression(text: string, at: number, patience: number): CodeEnd {
  const open: string[] = [];
  const limit = Math.min(text.length, at + patience);
  let i = at;
  while (i < limit) {
    const char = text[i] ?? "";
    if (open.at(-1) === "`") {
      if (char === "`") open.pop();
      else if (char === "\\") i++;
      else if (char === "$" && text[i + 1] === "{") {
        open.push("}");
        i++;
      }
      i++;
      continue;
    }
    const closer = closers[char];
    if (closer !== undefined) open.push(closer);
    else if (char === open.at(-1)) {
      open.pop();
      if (open.length === 0) return { end: i + 1, looked: i + 1 - at };
    } else if (char === '"' || char === "'") i = endOfString(text, i, limit) - 1;
    else if (char === "`") {
      if (open.at(-1) === "`") open.pop();
      else open.push("`");
    } else if (char === "\\") i++;
    else if (char === "/" && text[i + 1] === "*") i = indexOr(text, "*/", i + 2, limit) + 1;
    else if (char === "/" && text[i + 1] === "/" && text[i - 1] !== ":") i = indexOr(text, "\n", i, limit);
    i++;
  }
  return { end: undefined, looked: i - at };
}

const tagStart = /<(\/?)[ \t]*([A-Za-z_$][\w$.:-]*)?/y;

/** Behind the `>` of the tag at `at`; undefined where no tag can begin. A tag that reaches over a blank line outside of braces is half typed. */
export function endOfTag(text: string, at: number, patience: number): TagEnd | undefined {
  tagStart.lastIndex = at;
  const found = tagStart.exec(text);
  const next = text[tagStart.lastIndex] ?? "";
  const name = found?.[2] ?? "";
  if (!found || (name === "" && next !== ">")) return undefined;
  const isClosing = found[1] === "/";
  const limit = Math.min(text.length, at + patience);
  let isLineBlank = false;
  for (let i = tagStart.lastIndex; i < limit; i++) {
    const char = text[i] ?? "";
    if (char === ">") {
      const kind = isClosing ? "close" : text[i - 1] === "/" ? "self-closing" : "open";
      return { kind, name, end: i + 1, looked: i - at };
    }
    if (char === "\n") {
      if (isLineBlank) return { kind: "open", name, end: undefined, looked: i - at };
      isLineBlank = true;
    } else if (char !== " " && char !== "\t" && char !== "\r") isLineBlank = false;
    if (char === "<") return { kind: "open", name, end: undefined, looked: i - at };
    if (char === "{") {
      const { end, looked } = endOfExpression(text, i, limit - i);
      if (end === undefined) return { kind: "open", name, end: undefined, looked: i - at + looked };
      i = end - 1;
    } else if (char === '"' || char === "'") {
      const close = text.indexOf(char, i + 1);
      const value = close < 0 ? undefined : text.slice(i, close);
      if (value === undefined || close >= limit || /\n[ \t\r]*\n/.test(value))
        return {
          kind: "open",
          name,
          end: undefined,
          looked: Math.min(close < 0 ? limit : close, limit) - at,
        };
      i = close;
    }
  }
  return { kind: "open", name, end: undefined, looked: limit - at };
}

/** Behind the backticks that close the code at `at`, within its paragraph. */
export function endOfCodeSpan(text: string, at: number): number | undefined {
  let start = at;
  while (text[start] === "`") start++;
  const run = start - at;
  const limit = Math.min(text.length, start + 5000);
  for (let i = start; i < limit; i++) {
    if (text[i] === "`") {
      let end = i;
      while (text[end] === "`") end++;
      if (end - i === run) return end;
      i = end - 1;
    } else if (text[i] === "\n" && /^\n[ \t\r]*(?:\n|$)/.test(text.slice(i, i + 100))) return undefined;
  }
  return undefined;
}

/** A string ends on its line at the latest: an apostrophe in the text of an element begins none. */
function endOfString(text: string, at: number, limit: number): number {
  for (let i = at + 1; i < limit; i++) {
    const char = text[i];
    if (char === "\\") i++;
    else if (char === text[at]) return i + 1;
    else if (char === "\n" || char === "\r") return at + 1;
  }
  return at + 1;
}

function indexOr(text: string, mark: string, from: number, limit: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 || found > limit ? limit : found;
}
