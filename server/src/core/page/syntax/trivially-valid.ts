import { maskCustomIds } from "../headings.ts";
import { readFrontmatterRanges } from "../frontmatter.ts";
import { canBeOneCodeBlock } from "./open-fences.ts";
import { SimpleLineChecker } from "./simple-lines.ts";

/** Matches a variable. After `=`, double braces contain an object in JSX, as in `style={{color}}`. */
const variablePattern = /(?<!=)\{\{[\w.-]+\}\}/g;

/**
 * Returns the page's text as it's passed to the MDX parser. Frontmatter is replaced with blank lines. Syntax that the
 * service replaces before parsing (`{{variable}}`, a heading's `{#id}`) is replaced with plain text of the same length
 * so that offsets stay the same.
 */
export function maskNonMdxSyntax(text: string): string {
  const { bodyStart } = readFrontmatterRanges(text);
  const body = text.slice(bodyStart);
  const maskedBody = body.replace(variablePattern, (placeholder) => "x".repeat(placeholder.length));
  return replaceWithSpaces(text.slice(0, bodyStart)) + maskCustomIds(maskedBody, "x");
}

/**
 * Replaces everything except line breaks with spaces. A byte order mark is replaced with a line break, because the
 * parser would otherwise omit it from its offsets.
 */
function replaceWithSpaces(text: string): string {
  return text.replace(/\ufeff/, "\n").replace(/[^\r\n]/g, " ");
}

const fencePattern = /^([ \t]*)(`{3,}(?=[^`\r\n]*$)|~{3,})/;
const markedFencePattern = /^[ \t]*(?:[>*+-]|\d{1,9}[.)])[ \t>*+\-\d.)]*(?:`{3}|~{3})/;
/** Matches the characters that the parser counts toward the limit for a paragraph, heading, or table cell. */
const markerPattern = /[!$&*[\]\\_`~<{\r\n]/g;
const maxMarkers = 10_000;
const blankLinePattern = /(?:\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)/;

/**
 * Whether a page's MDX can be recognized as valid without parsing it. This is the case if the page's code, tags, and
 * imports can be read line by line (`simple-lines.ts`). If false, only the parser can determine whether the page is
 * valid.
 */
export function isTriviallyValid(text: string): boolean {
  const maskedText = maskNonMdxSyntax(text);
  if (maskedText.length > maxMarkers && maskedText.split(blankLinePattern).some(hasTooManyMarkers)) return false;
  if (canBeOneCodeBlock(maskedText)) return false;
  const lines = maskedText.split(/\r\n|\n|\r/);
  const simpleLines = new SimpleLineChecker();
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? "";
    const openingMatch = fencePattern.exec(line);
    if (openingMatch) {
      const end = findFenceEnd(lines, i, openingMatch);
      if (end === undefined || !simpleLines.skipFence(openingMatch[1] ?? "")) return false;
      i = end + 1;
      continue;
    }
    const lineCount = markedFencePattern.test(line) ? undefined : simpleLines.read(lines, i);
    if (lineCount === undefined) return false;
    i += lineCount;
  }
  return simpleLines.isComplete;
}

/** Whether the text between two blank lines may contain a paragraph that exceeds the parser's limit. */
function hasTooManyMarkers(part: string): boolean {
  return part.length > maxMarkers && (part.match(markerPattern)?.length ?? 0) > maxMarkers;
}

/**
 * Returns the index of the line that closes the fence. Returns undefined if a line in between is indented less than the
 * fence, because a list item might end inside the block.
 */
function findFenceEnd(
  lines: readonly string[],
  start: number,
  [, indent = "", marker = ""]: readonly string[],
): number | undefined {
  for (let i = start + 1; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (line.trim() === "") continue;
    if (!line.startsWith(indent)) return undefined;
    const content = line.trim();
    // Another block starts inside this one, which is an error.
    if (content.startsWith(marker) && /^[`~]+[ \t]*[^\s`~]/.test(content)) return undefined;
    if (content.length >= marker.length && content === (marker[0] ?? "").repeat(content.length)) return i;
  }
  // The text after a fence that isn't closed may be prose.
  return undefined;
}

/**
 * The maximum nesting depth of brackets in code. It's far greater than the depth of real code, and far less than the
 * depth at which the parser's stack overflows.
 */
const maxDepth = 250;

/**
 * Whether code in the text is nested too deeply to be parsed. Normally, a parser throws an error if the stack
 * overflows. However, if a regular expression is compiled at that depth, V8 terminates the entire process, even from a
 * worker thread. Brackets in prose and unclosed braces are ignored, because they're never parsed as code.
 */
export function isTooDeep(text: string): boolean {
  const firstBrace = text.indexOf("{");
  if (firstBrace < 0 || !(text.includes("}", firstBrace) || /^(?:import|export)\b/m.test(text))) return false;
  let depth = 0;
  for (let offset = firstBrace; offset < text.length; offset++) {
    switch (text.charCodeAt(offset)) {
      case 0x7b: // {
        if (++depth > maxDepth) return true;
        break;
      case 0x28: // (
      case 0x5b: // [
        if (depth > 0 && ++depth > maxDepth) return true;
        break;
      case 0x7d: // }
      case 0x29: // )
      case 0x5d: // ]
        if (depth > 0) depth--;
    }
  }
  return false;
}
