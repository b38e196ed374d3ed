import { findNextLineStart, getLineEnd, getLineStart, skipSpacesAndTabs } from "../../text/text-edit.ts";
import type { OpenFence } from "./open-fences.ts";
import { closesFence, type Fence, listItemPattern } from "./simple-lines.ts";
import { createInsertion, detectEol, type UnverifiedProblem } from "./unverified-problem.ts";

/** The maximum number of characters of code that are searched for prose. */
export const maxProseLength = 10_000;

/** Whether the code contains a heading, a component, or a sentence after a blank line. */
export function containsProse(content: string): boolean {
  return /(?:^|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)[ \t]*(?:#{2,6} \S|<\/?[A-Z]|[A-Z][\w'’]*(?: [^\s`]+){3,}[.!?:][ \t]*(?:[\r\n]|$))/.test(
    content.slice(0, maxProseLength),
  );
}

/**
 * Returns the error for the first closing fence of a block that is on a line with other text, where it doesn't end the
 * block. The text is code before the fence, or text of the page after it.
 */
export function findClosingFenceWithText(
  text: string,
  fence: Fence,
  endLimit: number,
): Omit<UnverifiedProblem, "kind"> | undefined {
  const { marker, indent } = fence;
  if (!marker.startsWith("`")) return undefined;
  // The last line may be a fence that the parser treats as the start of another block.
  const searchEnd = Math.min(endLimit + 1, text.length);
  for (let start = findNextLineStart(text, fence.end); start < searchEnd;) {
    const lineEnd = getLineEnd(text, start);
    const line = text.slice(start, lineEnd).trimEnd();
    const codeMarksStart = start < endLimit ? findMarksAfterCode(line, marker) : undefined;
    const marksStart = codeMarksStart ?? findMarksBeforeText(text, line, marker, lineEnd);
    if (marksStart !== undefined) {
      const range = { start: start + marksStart, end: start + marksStart + marker.length };
      const editStart = codeMarksStart === undefined ? range.end : start + line.slice(0, marksStart).trimEnd().length;
      const language = joinedTextPattern.exec(line.slice(marksStart + marker.length))?.[1] ?? "";
      const editEnd =
        codeMarksStart === undefined ? skipSpacesAndTabs(text, range.end + language.length, lineEnd) : range.start;
      const newText = `${detectEol(text)}${indent}`;
      const edits = [{ range: { start: editStart, end: editEnd }, newText }];
      return { range, text: marker, candidates: [{ kind: "fence-own-line", text: marker, edits }], patches: [] };
    }
    start = findNextLineStart(text, lineEnd);
  }
  return undefined;
}

/** Returns the index of a fence at the end of a line of code, or undefined if the line doesn't end with a fence. */
function findMarksAfterCode(line: string, marks: string): number | undefined {
  const code = line.slice(0, -marks.length);
  // If the line contains other backticks, these may end code in Markdown. If only comment or list marks precede the
  // fence, it isn't at the end of code.
  return line.endsWith(marks) && !/^[\s/*#>+!;%-]*$/.test(code) && !code.includes("`") ? code.length : undefined;
}

/**
 * Matches a heading, a numbered list item, bold text, or a thematic break after a fence. A language can precede bold
 * text and closing tags.
 */
const joinedTextPattern =
  /^(?:[ \t]*(?:#{2,6} +\S|\d{1,9}[.)] +[A-Z*]|\*\*\S|(?:-{3,}|\*{3,})$)|([\w+#-]*[A-Za-z][\w+#-]*)[ \t]+(?:\*\*\S|<\/[A-Z][\w.]*>$))/;

/**
 * Returns the index of a fence that ends a block according to the text after it: Markdown, a tag, punctuation, or a
 * sentence. The name of a language follows a fence directly, and the next fence ends its block.
 */
function findMarksBeforeText(text: string, line: string, marks: string, lineEnd: number): number | undefined {
  const index = line.length - line.trimStart().length;
  if (!line.startsWith(marks, index)) return undefined;
  const textAfter = line.slice(index + marks.length);
  if (/^[ \t]*<\/?[A-Za-z][^<]*>$|^[.,;:)\]][\s)\]]*(?:$| [A-Z])/.test(textAfter)) return index;
  if (joinedTextPattern.test(textAfter)) return index;
  if (!/^[ \t]+[A-Z][\w'’]*(?: [^\s=]+)+$/.test(textAfter)) return undefined;
  const nextFence = /(?:^|[\r\n])[ \t]*`{3,}([^`\r\n]*)/.exec(text.slice(lineEnd, lineEnd + maxNextFenceDistance));
  return nextFence?.[1]?.trim() === "" ? undefined : index;
}

const strictLanguages =
  "bash|sh|shell|zsh|console|powershell|json|jsonc|ya?ml|toml|go|java|c|cpp|csharp|rust|sql|graphql|css";

/** Languages in which a line of prose or a component at the start of a line isn't code. */
export const strictLanguagePattern = new RegExp(`^(?:${strictLanguages})\\b`, "i");

/** Languages in which a block can't start with a blank line and Markdown. */
const codeLanguagePattern = new RegExp(
  `^(?:${strictLanguages}|kotlin|swift|rb|ruby|php|py|python|js|javascript|ts|typescript)$`,
  "i",
);

/**
 * Returns the error for a closing fence with a language, which the parser reads as code. Only code precedes it, and a
 * blank line or a tag and the text of the page follow, which can't be code in that language.
 */
export function findClosingFenceWithLanguage(
  text: string,
  fence: Fence,
  closing: Fence,
): Omit<UnverifiedProblem, "kind"> | undefined {
  const { marker, info, indent } = closing;
  if (marker !== fence.marker || !codeLanguagePattern.test(info)) return undefined;
  const code = text.slice(findNextLineStart(text, fence.end), closing.start);
  if (code.length > maxProseLength || code.trim() === "" || containsProse(code)) return undefined;
  if (!startsWithMarkdown(text.slice(closing.end, closing.end + maxProseLength))) return undefined;
  const range = { start: closing.start + indent.length, end: closing.end };
  const edits = [{ range, newText: marker }];
  return { range, text: marker, candidates: [{ kind: "shorten-fence", text: marker, edits }], patches: [] };
}

/**
 * Returns the error for a fence in the middle of the code of one block: it has the block's language, and the code after
 * it closes exactly the brackets that the code before it opens.
 */
export function findFenceInsideCode(
  text: string,
  fence: Fence,
  innerFence: Fence,
  blockEnd: number,
): UnverifiedProblem | undefined {
  const codeBefore = text.slice(fence.end, innerFence.start);
  const openBracketCount = countOpenBrackets(codeBefore);
  if (
    getLanguage(fence) !== getLanguage(innerFence) ||
    markdownPattern.test(fence.info) ||
    openBracketCount <= 0 ||
    countOpenBrackets(text.slice(innerFence.end, blockEnd)) !== -openBracketCount
  )
    return undefined;
  const range = { start: innerFence.start + innerFence.indent.length, end: innerFence.end };
  const edits = [{ range: { start: innerFence.start, end: findNextLineStart(text, innerFence.end) }, newText: "" }];
  const { marker } = innerFence;
  const candidates = [{ kind: "remove-fence" as const, text: marker, edits }];
  return { kind: "fence-inside-code", range, text: marker, candidates, patches: [] };
}

function getLanguage({ info }: Fence): string | undefined {
  return /^[\w+#-]+/.exec(info)?.[0].toLowerCase();
}

/** Returns the number of brackets that the code opens minus the number of those that it closes. */
function countOpenBrackets(code: string): number {
  return code.replace(/[^([{]/g, "").length - code.replace(/[^)\]}]/g, "").length;
}

/**
 * Whether the text after a fence, up to the next one, starts with a tag, or with a blank line and Markdown. Because
 * comments in code can look like headings, Markdown or the next block must follow a heading. If nothing is between the
 * fence and the start of the next block, the fence doesn't start a block.
 */
function startsWithMarkdown(text: string): boolean {
  const [, ...lines] = text.split(/\r\n|\n|\r/);
  let isSeparated = false;
  let hasHeading = false;
  let isEmpty = true;
  for (const line of lines.map((line) => line.trim())) {
    const isHeading = /^#{2,6} \S/.test(line);
    if (/^(?:```|~~~)/.test(line)) return hasHeading || (isEmpty && /^(?:`+|~+)[\w+#-]/.test(line));
    isEmpty &&= line === "";
    if (/^<\/?[A-Z][\w.]*(?:\s[^<]*)?>?$/.test(line)) return true;
    if (isHeading && isSeparated && hasHeading) return true;
    if (isHeading && isSeparated) hasHeading = true;
    else if (line !== "" && !/^-{3,}$/.test(line))
      return (isSeparated || hasHeading) && (isMarkdownLine(line) || (hasHeading && sentencePattern.test(line)));
    isSeparated = line === "" || (isSeparated && !isHeading);
  }
  return hasHeading;
}

/** Whether the last line of the text isn't code: a fence, a tag, a heading, or other Markdown. */
export function endsWithMarkdown(text: string): boolean {
  const content = text.trimEnd();
  const lastLine = content.slice(getLineStart(content, content.length)).trim();
  return /^(?:`{3,}|~{3,})$|^<\/?[A-Z][\w.]*>$|^#{2,6} \S/.test(lastLine) || isMarkdownLine(lastLine);
}

const sentencePattern = /^\w[\w'’.-]*(?: [^\s{}=;]+){3,}[.!?:]$/;

/** Whether a line is a table row, or a sentence or list item that starts with bold text, code, or a capital letter. */
function isMarkdownLine(line: string): boolean {
  const content = line.replace(/^(?:[-*]|\d{1,9}[.)]) +/, "").replace(/`[^`]*`/g, "X");
  return /^\|.*\|$|^\*\*[^*]|^[A-Z](?:[a-z'’][\w'’-]*)?[,:]?(?: [^\s{}=;]+){2}/.test(content);
}

/** The maximum number of characters in which the next fence is looked for. */
const maxNextFenceDistance = 5000;

/**
 * Returns the line ends at which the author may have meant the block to end: before a blank line followed by prose or a
 * tag, or before the text that follows the block.
 */
export function findClosingOffsets(text: string, { end: fenceEnd, indent, info }: Fence, endLimit: number): number[] {
  const offsets: number[] = [];
  let lastContentEnd = fenceEnd;
  let isSeparated = false;
  for (let start = getLineEnd(text, fenceEnd) + 1; start < endLimit && offsets.length < 3;) {
    const end = getLineEnd(text, start);
    const isBlank = text.slice(start, end).trim() === "";
    const textStart = skipSpacesAndTabs(text, start, end);
    const isProse = prosePattern.test(text.slice(textStart, end)) && !isCodeLine(info, text.slice(textStart, end));
    const isTag = /^<\/?[A-Z]/.test(text.slice(textStart, end));
    if (
      !isBlank &&
      lastContentEnd > fenceEnd &&
      (isTag || (isProse && isSeparated && textStart - start <= indent.length))
    )
      offsets.push(lastContentEnd);
    if (!isBlank) lastContentEnd = end;
    isSeparated = isBlank;
    start = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  return [...offsets.slice(0, 1), ...offsets.slice(1).reverse(), text.slice(0, endLimit).trimEnd().length];
}

const prosePattern = /^(?:#{1,6} |<\/?[A-Z]|[A-Z][\w']* |[-*] |\d+\. )/;

/** Whether a line that looks like text is a comment, a YAML list item, or a statement. */
function isCodeLine(info: string, line: string): boolean {
  if (line.startsWith("# ")) return !markdownPattern.test(info);
  if (line.startsWith("- ")) return /^ya?ml\b/.test(info);
  return /^[A-Z]/.test(line) && /[={};]|\($/.test(line);
}

/** Matches the language of a block with Markdown. */
export const markdownPattern = /^(?:mdx?|markdown)\b/;

/**
 * Returns the error for code in a list item that is indented less than its fences. The block ends before the code, and
 * its closing fence starts another block.
 */
export function findOutdentedCode(
  text: string,
  fence: Fence,
  precedingBlock: OpenFence["precedingBlock"],
): Omit<UnverifiedProblem, "kind"> | undefined {
  const { indent, start } = fence;
  if (!precedingBlock?.closing.isImplied || !closesFence(precedingBlock.fence, fence)) return undefined;
  // The closing fence may start in the first column, like the code.
  const isFenceOutdented = precedingBlock.fence.indent !== indent;
  if (isFenceOutdented && (indent !== "" || precedingBlock.fence.info === "")) return undefined;
  const codeStart = precedingBlock.closing.start;
  const code = text.slice(codeStart, start);
  // After a blank line, the text of the page may follow.
  if (text.slice(precedingBlock.fence.end, codeStart).trim() !== "" || /(?:\n|\r(?!\n))[ \t]*[\r\n]/.test(code))
    return undefined;
  // The next list item isn't code, except in languages with lists.
  if (listItemPattern.test(code) && !/^(?:ya?ml|mdx?|markdown)\b/.test(precedingBlock.fence.info)) return undefined;
  const lines = [...code.matchAll(/[^\r\n]+/g)].map(({ index }) => codeStart + index);
  const outdentedLines = isFenceOutdented ? [...lines, start] : lines;
  return {
    range: { start: codeStart, end: getLineEnd(text, codeStart) },
    text: precedingBlock.fence.marker,
    candidates: [
      {
        kind: "indent-code",
        text: "",
        edits: outdentedLines.map((offset) => createInsertion(offset, precedingBlock.fence.indent)),
      },
    ],
    patches: [],
  };
}
