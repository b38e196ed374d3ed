import { afterBlanks, afterLineEnd, endOfLine, type TextRange } from "../text/text-edit.ts";
import type { Frontmatter, IgnoreComment } from "./page.ts";

const inBraces = /\{\s*\/\*\s*docwright-ignore(?![\w-])/y;
const inYaml = /^[ \t]*(#[ \t]*docwright-ignore(?![\w-]).*)$/gm;
const maxCommentLength = 2000;
const maxCodes = 50;
/** The maximum number of characters between a comment and the line it applies to. */
const farthest = 2000;

/**
 * Returns the rule codes of a comment such as `docwright-ignore link/page-not-found, mdx/*` in braces, or undefined for
 * another expression. Text after ` -- ` is a reason for human readers.
 */
export function ignoreCodes(text: string, start: number, end: number): IgnoreComment["codes"] | undefined {
  inBraces.lastIndex = start;
  if (!inBraces.test(text)) return undefined;
  const close = text.lastIndexOf("*/", end);
  return codesIn(text, inBraces.lastIndex, Math.max(inBraces.lastIndex, close));
}

/** Returns the `# docwright-ignore <code>` comments in the frontmatter. */
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

/** Returns the next line that isn't blank. */
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
