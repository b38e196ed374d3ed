import { editDistance } from "../../text/similarity.ts";
import { afterSpaces, afterLineEnd, endOfLine, type TextEdit, startOfLine } from "../../text/text-edit.ts";
import type { SyntaxRepair } from "../syntax-problem.ts";
import { blankPatch, escapeRepair, type Fault, insertion, letterPatch, lineFault } from "./fault.ts";
import type { MdxStop } from "./mdx-parser.ts";
import { endOfOpenTag, findTagEnd, readWrittenTag, tagPatches } from "./tag-faults.ts";

const maxLength = 20_000;

/** Returns the error in the braces in which the parser stopped. */
export function expressionFault(text: string, stop: MdxStop, brace: number): Fault {
  if (stop.reason === "line") return lineFault(text, stop, stop.tag ?? brace);
  const end = matchingBrace(text, brace);
  const isOpen = end === undefined || stop.reason === "character";
  const isValue = stop.tag !== undefined;
  if (isOpen && !isValue && text.startsWith("{/*", brace)) return commentFault(text, brace);
  const [open, closed] = isValue
    ? (["value-brace-not-closed", "value"] as const)
    : (["brace-not-closed", "expression"] as const);
  return {
    fault: isOpen ? open : closed,
    range: { start: brace, end: isOpen ? brace + 1 : Math.min(end, endOfLine(text, brace)) },
    text: text.slice(brace, Math.min(end ?? endOfLine(text, brace), endOfLine(text, brace), brace + 30)),
    ...(stop.tag === undefined ? inText(text, brace, end) : inTag(text, stop.tag, brace, end)),
  };
}

/**
 * Returns the error for an unclosed comment, as in `{/* note`. The fix closes the comment at the end of the line,
 * because that's most likely what the author meant.
 */
function commentFault(text: string, brace: number): Fault {
  const end = text.slice(0, endOfLine(text, brace)).trimEnd().length;
  return {
    fault: "comment-not-closed",
    range: { start: brace, end: brace + "{/*".length },
    text: "{/*",
    candidates: [{ kind: "close", text: "*/}", edits: [insertion(end, " */}")] }],
    patches: [letterPatch(brace)],
  };
}

type FaultRecovery = Pick<Fault, "candidates" | "patches" | "ignoredTag">;

function inText(text: string, brace: number, end: number | undefined): FaultRecovery {
  const braces = end === undefined ? [brace] : bracesIn(text, brace, end);
  const isShort = end !== undefined && !/[`\r\n]/.test(text.slice(brace, end));
  return {
    candidates: [
      escapeRepair(braces, "{"),
      ...(isShort
        ? [{ kind: "code" as const, text: "", edits: [insertion(brace, "`"), insertion(end, "`")] }]
        : []),
    ],
    patches: braces.map((at) => letterPatch(at)),
  };
}

function inTag(text: string, start: number, brace: number, end: number | undefined): FaultRecovery {
  const tag = readWrittenTag(text, start, brace);
  if (!tag) return { candidates: [], patches: [letterPatch(start)] };
  const tagEnd = findTagEnd(text, end ?? brace);
  // If neither the value nor the tag is closed, the rest of the tag is treated as part of the value, and only the
  // unclosed value is reported.
  if (end === undefined && tagEnd === undefined) {
    const rest = blankPatch(text, start + 1, endOfOpenTag(text, brace));
    return { candidates: [], patches: [letterPatch(start), rest], ignoredTag: tag.name };
  }
  const patches: TextEdit[] = tagPatches(text, tag, tagEnd);
  const close = tagEnd === undefined ? undefined : text[tagEnd - 2] === "/" ? tagEnd - 2 : tagEnd - 1;
  const isEmpty = end !== undefined && text.slice(brace + 1, end - 1).trim() === "";
  const inner = end === undefined ? "" : text.slice(brace + 1, end - 1);
  const isObject = /^\s*(?:[\w$]+|"[^"]*"|'[^']*')\s*:/.test(inner);
  return {
    candidates: [
      ...(isObject && end !== undefined
        ? [
            {
              kind: "wrap-braces" as const,
              text: "",
              edits: [insertion(brace, "{"), insertion(end, "}")],
            },
          ]
        : []),
      ...(isEmpty
        ? [{ kind: "quote" as const, text: "", edits: [{ range: { start: brace, end }, newText: '""' }] }]
        : []),
      ...(end === undefined && close !== undefined
        ? [{ kind: "close" as const, text: "}", edits: [insertion(beforeSpaces(text, close), "}")] }]
        : []),
    ],
    patches,
    ...(patches[0]?.range.start === start ? { ignoredTag: tag.name } : {}),
  };
}

function beforeSpaces(text: string, at: number): number {
  return text.slice(0, at).trimEnd().length;
}

/**
 * Returns the offset after the brace that closes the one at `start`. Quotes aren't treated as the start of a string,
 * because prose contains apostrophes.
 */
function matchingBrace(text: string, start: number): number | undefined {
  let depth = 0;
  for (let i = start; i < text.length && i < start + maxLength; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return i + 1;
  }
  return undefined;
}

function bracesIn(text: string, start: number, end: number): number[] {
  const found: number[] = [];
  for (let i = start; i < end; i++)
    if ((text[i] === "{" || text[i] === "}") && text[i - 1] !== "\\") found.push(i);
  return found;
}

const importStart = /^import\s+(?:["'{*]|type\s|[\w$]+\s*(?:,|["']|from\b|$))/;
const exportStart = /^export\s+(?:[{*]|(?:const|let|var|function|async|class|default|type|interface|enum)\b)/;
const declarations = ["const", "function", "default", "class"];

/** Returns the error in the `import` or `export` statement in which the parser stopped. */
export function moduleFault(text: string, stop: MdxStop, start: number): Fault {
  const { at } = stop;
  const firstEnd = endOfLine(text, start);
  const first = text.slice(start, firstEnd);
  if (!isModule(first)) return wordFault(first, start);
  const line = startOfLine(text, Math.max(start, Math.min(at, text.length)));
  const code = text.slice(start, line);
  if (line > start && isWhole(code))
    return isModule(text.slice(line, endOfLine(text, line)))
      ? moduleFault(text, stop, line)
      : belowFault(text, start, line);
  const stopped = afterSpaces(text, Math.max(line, start), text.length);
  // If nothing follows on the line, for example, at the end of the text, the error is reported at the start of the
  // statement.
  const from = text.slice(stopped, endOfLine(text, stopped)).trim() === "" ? start : stopped;
  return {
    fault: "module",
    range: { start: from, end: Math.max(from + 1, trimmedEnd(text, from)) },
    text: first.slice(0, 6),
    candidates: moduleRepairs(first, start),
    patches: [blankPatch(text, start, endOfModule(text, start, at))],
  };
}

function isModule(line: string): boolean {
  if (importStart.test(line) || exportStart.test(line)) return true;
  const word = /^export\s+([a-z]+)\s+[\w$]+\s*[=(]/.exec(line)?.[1];
  return word !== undefined && declarations.some((known) => editDistance(word, known, 2) <= 2);
}

/**
 * Returns the error for text that starts with the word `import` or `export`, such as “import your data here”. A space
 * before the word would turn the line into text.
 */
function wordFault(line: string, start: number): Fault {
  const word = line.slice(0, 6);
  return {
    fault: "module-word",
    range: { start, end: start + word.length },
    text: word,
    candidates: [{ kind: "indent-word", text: word, edits: [insertion(start, " ")] }],
    patches: [letterPatch(start)],
  };
}

/** Returns the error for text directly after an import, without a blank line in between. */
function belowFault(text: string, start: number, line: number): Fault {
  const from = afterSpaces(text, line, text.length);
  const isCrLf = text[line - 2] === "\r";
  return {
    fault: "module-not-ended",
    range: { start: from, end: Math.max(from + 1, trimmedEnd(text, from)) },
    text: text.slice(start, start + 6),
    candidates: [{ kind: "blank-line", text: "", edits: [insertion(line, isCrLf ? "\r\n" : "\n")] }],
    patches: [blankPatch(text, start, line)],
  };
}

function moduleRepairs(line: string, start: number): SyntaxRepair[] {
  const noFrom = /^import\s+(?:\{[^{}]*\}|[\w$]+|\*\s+as\s+[\w$]+)\s*(?=["'])/.exec(line)?.[0];
  if (noFrom !== undefined)
    return [{ kind: "add-from", text: "from", edits: [insertion(start + noFrom.length, "from ")] }];
  const bare = /^(import\s[^"']*from\s+)["']?([^\s"';]+)["']?/.exec(line);
  if (bare?.[1] !== undefined && bare[2] !== undefined) {
    const at = start + bare[1].length;
    const range = { start: at, end: start + bare[0].length };
    return [{ kind: "quote", text: bare[2], edits: [{ range, newText: `"${bare[2]}"` }] }];
  }
  const word = /^export\s+([a-z]+)/.exec(line)?.[1];
  const meant = declarations.find((known) => word !== undefined && editDistance(word, known, 2) <= 2);
  if (word === undefined || meant === undefined || meant === word) return [];
  const from = start + line.indexOf(word, "export".length);
  const range = { start: from, end: from + word.length };
  return [{ kind: "rename", text: meant, edits: [{ range, newText: meant }] }];
}

/** Whether the code can be a complete statement. */
function isWhole(code: string): boolean {
  let depth = 0;
  for (const char of code) {
    if ("({[".includes(char)) depth++;
    else if (")}]".includes(char)) depth--;
  }
  return depth === 0 && /["'`;)}\]\w]\s*$/.test(code);
}

/**
 * Returns the end of the code: the first blank line outside brackets or, if all blank lines are inside brackets, the
 * first blank line after the error.
 */
function endOfModule(text: string, start: number, at: number): number {
  let depth = 0;
  let fallback: number | undefined;
  for (let line = start; line < text.length;) {
    const end = endOfLine(text, line);
    const content = text.slice(line, end);
    for (const char of content) {
      if ("({[".includes(char)) depth++;
      else if (")}]".includes(char)) depth--;
    }
    if (content.trim() === "" && line > at) {
      if (depth <= 0) return line;
      fallback ??= line;
    }
    line = afterLineEnd(text, end);
  }
  return depth <= 0 ? text.length : (fallback ?? text.length);
}

function trimmedEnd(text: string, from: number): number {
  return from + text.slice(from, endOfLine(text, from)).trimEnd().length;
}
