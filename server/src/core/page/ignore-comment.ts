import { afterBlanks, afterLineEnd, endOfLine, type TextRange } from "../text/text-edit.ts";
import type { Frontmatter, IgnoreComment } from "./page.ts";

const inBraces = /\{\s*\/\*\s*docwright-ignore(?![\w-])/y;
const inYaml = /^[ \t]*(#[ \t]*docwright-ignore(?![\w-]).*)$/gm;
const maxCommentLength = 2000;
const maxCodes = 50;
/** Characters within which the line that a comment speaks of is looked for. */
const farthest = 2000;

/**
 * The rule codes of a comment `docwright-ignore link/page-not-found, mdx/*` in braces, undefined when it is another expression.
 * What follows ` -- ` is a reason for readers.
 */
export function ignoreCodes(text: string, start: number, end: number): IgnoreComment["codes"] | undefined {
  inBraces.lastIndex = start;
  if (!inBraces.test(text)) return undefined;
  const close = text.lastIndexOf("*/", end);
  return codesIn(text, inBraces.lastIndex, Math.max(inBraces.lastIndex, close));
}

/** `# docwright-ignore <code>` in the frontmatter. */
export function frontmatterIgnores(text: string, { content }: Frontmatter): IgnoreComment[] {
  if (!content) return [];
  const yaml = text.slice(content.start, content.end);
  if (!yaml.includes("docwright-ignore")) return [];
  return [...yaml.matchAll(inYaml)].slice(0, 1000).map((found) => {
    const comment = found[1] ?? "";
    const end = content.start + found.index + found[0].length;
    const start = end - comment.length;
    const codes = codesIn(text, start + comment.indexOf("docwright-ignore") + "docwright-ignore".length, end);
    return { codes, range: { start, end }, covers: lineBelow(text, end) };
  });
}

/** The next line with text on it. */
export function lineBelow(text: string, from: number): TextRange {
  const limit = Math.min(text.length, from + farthest);
  for (let line = afterLineEnd(text, endOfLine(text, from, limit)); line < limit;) {
    const lineEnd = endOfLine(text, line);
    const start = afterBlanks(text, line, lineEnd);
    if (start < lineEnd) return { start: line, end: lineEnd };
    line = afterLineEnd(text, lineEnd);
  }
  return { start: limit, end: limit };
}

function codesIn(text: string, start: number, end: number): IgnoreComment["codes"] {
  const listed = text.slice(start, Math.min(end, start + maxCommentLength)).split(" -- ", 1)[0] ?? "";
  return [...listed.matchAll(/[^\s,]+/g)].slice(0, maxCodes).map((found) => {
    const from = start + found.index;
    return { code: found[0], range: { start: from, end: from + found[0].length } };
  });
}
