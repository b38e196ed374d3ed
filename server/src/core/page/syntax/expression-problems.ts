import { computeEditDistance } from "../../text/similarity.ts";
import { skipSpacesAndTabs, findNextLineStart, getLineEnd, type TextEdit, getLineStart } from "../../text/text-edit.ts";
import type { SyntaxFix } from "../syntax-problem.ts";
import {
  createBlankPatch,
  createEscapeFix,
  type UnverifiedProblem,
  createInsertion,
  createLetterPatch,
  createLineProblem,
  findOpenTagEnd,
  findTagEnd,
} from "./unverified-problem.ts";
import type { MdxStop } from "./mdx-parser.ts";
import { readIntendedTag, createTagPatches } from "./tag-problems.ts";

const maxLength = 20_000;

/** Returns the error in the braces in which the parser stopped. */
export function createExpressionProblem(text: string, stop: MdxStop, braceOffset: number): UnverifiedProblem {
  if (stop.reason === "line") return createLineProblem(text, stop, stop.tagStart ?? braceOffset);
  const end = findMatchingBrace(text, braceOffset);
  const isOpen = end === undefined || stop.reason === "character";
  const isValue = stop.tagStart !== undefined;
  if (isOpen && !isValue && text.startsWith("{/*", braceOffset)) return createCommentProblem(text, braceOffset);
  if (!isValue && end !== undefined && /^\{\/_[^]*_\/\}$/.test(text.slice(braceOffset, end)))
    return createChangedCommentProblem(text, braceOffset, end);
  const joinEdit = isValue ? undefined : createJoinEdit(text, braceOffset);
  if (joinEdit)
    return {
      kind: "brace-in-code",
      range: { start: braceOffset, end: braceOffset + 1 },
      text: "{",
      candidates: [{ kind: "join-lines", text: "", edits: [joinEdit] }],
      patches: [createLetterPatch(braceOffset)],
    };
  const [openKind, closedKind] = isValue
    ? (["value-brace-not-closed", "value"] as const)
    : (["brace-not-closed", "expression"] as const);
  return {
    kind: isOpen ? openKind : closedKind,
    range: { start: braceOffset, end: isOpen ? braceOffset + 1 : Math.min(end, getLineEnd(text, braceOffset)) },
    text: text.slice(
      braceOffset,
      Math.min(end ?? getLineEnd(text, braceOffset), getLineEnd(text, braceOffset), braceOffset + 30),
    ),
    ...(stop.tagStart === undefined
      ? createTextRecovery(text, braceOffset, end)
      : createTagRecovery(text, stop.tagStart, braceOffset, end)),
  };
}

/**
 * Returns the edit that joins the line with the line before it if the brace is the first character of a line in inline
 * code. Lines are read before code, so the brace starts an expression.
 */
function createJoinEdit(text: string, braceOffset: number): TextEdit | undefined {
  const start = getLineStart(text, braceOffset);
  const previousLine = text.slice(getLineStart(text, Math.max(0, start - 1)), start).trimEnd();
  const isFirst = start > 0 && text.slice(start, braceOffset).trim() === "";
  const openBackticks = getOpenBackticks(previousLine);
  const line = text.slice(braceOffset, getLineEnd(text, braceOffset));
  if (
    !isFirst ||
    openBackticks === undefined ||
    !Array.from(line.matchAll(/`+/g), ([backticks]) => backticks).includes(openBackticks)
  )
    return undefined;
  return { range: { start: text.slice(0, start).trimEnd().length, end: braceOffset }, newText: " " };
}

/** Returns the backticks that start inline code and aren't closed on the line. Rows of tables and fences have none. */
function getOpenBackticks(line: string): string | undefined {
  if (/^\s*(?:```|~~~|\|)/.test(line)) return undefined;
  let openBackticks: string | undefined;
  for (const [backticks] of line.matchAll(/`+/g)) {
    if (openBackticks === undefined) openBackticks = backticks;
    else if (backticks === openBackticks) openBackticks = undefined;
  }
  return openBackticks;
}

/**
 * Returns the error for an unclosed comment, as in `{/* note`. The fix closes the comment at the end of the line,
 * because that's most likely what the author meant.
 */
function createCommentProblem(text: string, braceOffset: number): UnverifiedProblem {
  const end = text.slice(0, getLineEnd(text, braceOffset)).trimEnd().length;
  return {
    kind: "comment-not-closed",
    range: { start: braceOffset, end: braceOffset + "{/*".length },
    text: "{/*",
    candidates: [{ kind: "close", text: "*/}", edits: [createInsertion(end, " */}")] }],
    patches: [createLetterPatch(braceOffset)],
  };
}

/** Returns the error for a comment whose asterisks a formatter changed, as in `{/_ note _/}`. */
function createChangedCommentProblem(text: string, braceOffset: number, end: number): UnverifiedProblem {
  const marks = [braceOffset + "{/".length, end - "_/}".length];
  return {
    kind: "comment-changed",
    range: { start: braceOffset, end: braceOffset + "{/_".length },
    text: "{/_",
    candidates: [
      {
        kind: "comment",
        text: "{/* */}",
        edits: marks.map((start) => ({ range: { start, end: start + 1 }, newText: "*" })),
      },
    ],
    patches: [createBlankPatch(text, braceOffset, end)],
  };
}

type ProblemRecovery = Pick<UnverifiedProblem, "candidates" | "patches" | "ignoredTag">;

function createTextRecovery(text: string, braceOffset: number, end: number | undefined): ProblemRecovery {
  const braceOffsets = end === undefined ? [braceOffset] : findBraceOffsets(text, braceOffset, end);
  const canBeCode = end !== undefined && !/[`\r\n]/.test(text.slice(braceOffset, end));
  return {
    candidates: [
      createEscapeFix(braceOffsets, "{"),
      ...(canBeCode
        ? [
            {
              kind: "code" as const,
              text: "",
              edits: [createInsertion(braceOffset, "`"), createInsertion(end, "`")],
            },
          ]
        : []),
    ],
    patches: braceOffsets.map((offset) => createLetterPatch(offset)),
  };
}

function createTagRecovery(text: string, start: number, braceOffset: number, end: number | undefined): ProblemRecovery {
  const tag = readIntendedTag(text, start, braceOffset);
  if (!tag) return { candidates: [], patches: [createLetterPatch(start)] };
  const tagEnd = findTagEnd(text, end ?? braceOffset);
  // If neither the value nor the tag is closed, the rest of the tag is treated as part of the value, and only the
  // unclosed value is reported.
  if (end === undefined && tagEnd === undefined) {
    const restPatch = createBlankPatch(text, start + 1, findOpenTagEnd(text, braceOffset));
    return { candidates: [], patches: [createLetterPatch(start), restPatch], ignoredTag: tag.name };
  }
  const patches: TextEdit[] = createTagPatches(text, tag, tagEnd);
  const closeOffset = tagEnd === undefined ? undefined : text[tagEnd - 2] === "/" ? tagEnd - 2 : tagEnd - 1;
  const isEmpty = end !== undefined && text.slice(braceOffset + 1, end - 1).trim() === "";
  const innerText = end === undefined ? "" : text.slice(braceOffset + 1, end - 1);
  const isObject = /^\s*(?:[\w$]+|"[^"]*"|'[^']*')\s*:/.test(innerText);
  return {
    candidates: [
      ...(isObject && end !== undefined
        ? [
            {
              kind: "wrap-braces" as const,
              text: "",
              edits: [createInsertion(braceOffset, "{"), createInsertion(end, "}")],
            },
          ]
        : []),
      ...(isEmpty
        ? [{ kind: "quote" as const, text: "", edits: [{ range: { start: braceOffset, end }, newText: '""' }] }]
        : []),
      ...(end === undefined && closeOffset !== undefined
        ? [
            {
              kind: "close" as const,
              text: "}",
              edits: [createInsertion(findStartOfSpaces(text, closeOffset), "}")],
            },
          ]
        : []),
    ],
    patches,
    ...(patches[0]?.range.start === start ? { ignoredTag: tag.name } : {}),
  };
}

function findStartOfSpaces(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

/**
 * Returns the offset after the brace that closes the one at `start`. Quotes aren't treated as the start of a string,
 * because prose contains apostrophes.
 */
function findMatchingBrace(text: string, start: number): number | undefined {
  let depth = 0;
  for (let i = start; i < text.length && i < start + maxLength; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return i + 1;
  }
  return undefined;
}

function findBraceOffsets(text: string, start: number, end: number): number[] {
  const braceOffsets: number[] = [];
  for (let i = start; i < end; i++)
    if ((text[i] === "{" || text[i] === "}") && text[i - 1] !== "\\") braceOffsets.push(i);
  return braceOffsets;
}

const importStartPattern = /^import\s+(?:["'{*]|type\s|[\w$]+\s*(?:,|["']|from\b|$))/;
const exportStartPattern = /^export\s+(?:[{*]|(?:const|let|var|function|async|class|default|type|interface|enum)\b)/;
const declarationKeywords = ["const", "function", "default", "class"];

/** Returns the error in the `import` or `export` statement in which the parser stopped. */
export function createModuleProblem(text: string, stop: MdxStop, start: number): UnverifiedProblem {
  const { offset } = stop;
  const firstLineEnd = getLineEnd(text, start);
  const firstLine = text.slice(start, firstLineEnd);
  if (!isModule(firstLine)) return createWordProblem(firstLine, start);
  const lineStart = getLineStart(text, Math.max(start, Math.min(offset, text.length)));
  const code = text.slice(start, lineStart);
  if (lineStart > start && canBeComplete(code))
    return isModule(text.slice(lineStart, getLineEnd(text, lineStart)))
      ? createModuleProblem(text, stop, lineStart)
      : createMissingBlankLineProblem(text, start, lineStart);
  const stopOffset = skipSpacesAndTabs(text, Math.max(lineStart, start), text.length);
  // If nothing follows on the line, for example, at the end of the text, the error is reported at the start of the
  // statement.
  const errorStart = text.slice(stopOffset, getLineEnd(text, stopOffset)).trim() === "" ? start : stopOffset;
  return {
    kind: "module",
    range: { start: errorStart, end: Math.max(errorStart + 1, findTrimmedEnd(text, errorStart)) },
    text: firstLine.slice(0, 6),
    candidates: createModuleFixes(firstLine, start),
    patches: [createBlankPatch(text, start, findModuleEnd(text, start, offset))],
  };
}

function isModule(line: string): boolean {
  if (importStartPattern.test(line) || exportStartPattern.test(line)) return true;
  const word = /^export\s+([a-z]+)\s+[\w$]+\s*[=(]/.exec(line)?.[1];
  return (
    word !== undefined && declarationKeywords.some((declaration) => computeEditDistance(word, declaration, 2) <= 2)
  );
}

/**
 * Returns the error for text that starts with the word `import` or `export`, such as “import your data here”. A space
 * before the word would turn the line into text.
 */
function createWordProblem(line: string, start: number): UnverifiedProblem {
  const word = line.slice(0, 6);
  return {
    kind: "module-word",
    range: { start, end: start + word.length },
    text: word,
    candidates: [{ kind: "indent-word", text: word, edits: [createInsertion(start, " ")] }],
    patches: [createLetterPatch(start)],
  };
}

/** Returns the error for text directly after an import, without a blank line in between. */
function createMissingBlankLineProblem(text: string, start: number, lineStart: number): UnverifiedProblem {
  const textStart = skipSpacesAndTabs(text, lineStart, text.length);
  const isCrLf = text[lineStart - 2] === "\r";
  return {
    kind: "module-not-ended",
    range: { start: textStart, end: Math.max(textStart + 1, findTrimmedEnd(text, textStart)) },
    text: text.slice(start, start + 6),
    candidates: [{ kind: "blank-line", text: "", edits: [createInsertion(lineStart, isCrLf ? "\r\n" : "\n")] }],
    patches: [createBlankPatch(text, start, lineStart)],
  };
}

function createModuleFixes(line: string, start: number): SyntaxFix[] {
  const importWithoutFrom = /^import\s+(?:\{[^{}]*\}|[\w$]+|\*\s+as\s+[\w$]+)\s*(?=["'])/.exec(line)?.[0];
  if (importWithoutFrom !== undefined)
    return [{ kind: "add-from", text: "from", edits: [createInsertion(start + importWithoutFrom.length, "from ")] }];
  const sourceMatch = /^(import\s[^"']*from\s+)["']?([^\s"';]+)["']?/.exec(line);
  if (sourceMatch?.[1] !== undefined && sourceMatch[2] !== undefined) {
    const sourceStart = start + sourceMatch[1].length;
    const range = { start: sourceStart, end: start + sourceMatch[0].length };
    return [{ kind: "quote", text: sourceMatch[2], edits: [{ range, newText: `"${sourceMatch[2]}"` }] }];
  }
  const word = /^export\s+([a-z]+)/.exec(line)?.[1];
  const suggestion = declarationKeywords.find(
    (declaration) => word !== undefined && computeEditDistance(word, declaration, 2) <= 2,
  );
  if (word === undefined || suggestion === undefined || suggestion === word) return [];
  const wordStart = start + line.indexOf(word, "export".length);
  const range = { start: wordStart, end: wordStart + word.length };
  return [{ kind: "rename", text: suggestion, edits: [{ range, newText: suggestion }] }];
}

/** Whether the code can be a complete statement. */
function canBeComplete(code: string): boolean {
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
function findModuleEnd(text: string, start: number, errorOffset: number): number {
  let depth = 0;
  let fallbackEnd: number | undefined;
  for (let lineStart = start; lineStart < text.length;) {
    const end = getLineEnd(text, lineStart);
    const content = text.slice(lineStart, end);
    for (const char of content) {
      if ("({[".includes(char)) depth++;
      else if (")}]".includes(char)) depth--;
    }
    if (content.trim() === "" && lineStart > errorOffset) {
      if (depth <= 0) return lineStart;
      fallbackEnd ??= lineStart;
    }
    lineStart = findNextLineStart(text, end);
  }
  return depth <= 0 ? text.length : (fallbackEnd ?? text.length);
}

function findTrimmedEnd(text: string, start: number): number {
  return start + text.slice(start, getLineEnd(text, start)).trimEnd().length;
}
