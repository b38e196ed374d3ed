import { firstPart } from "../text/shorten.ts";

const longest = 300;

/** Text of a site as it is to be read in Markdown: no mark in it means anything, one line, at most 300 characters. */
export function plainText(text: string): string {
  return shortened(text).replace(/[\\`*_{}[\]()<>#+.!|~&$-]/g, "\\$&");
}

/** Text of a site as code in a sentence. */
export function codeText(text: string): string {
  const shown = shortened(text);
  const longestRun = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longestRun + 1);
  return longestRun > 0 || shown === "" ? `${fence} ${shown} ${fence}` : fence + shown + fence;
}

/** What is there, with a blank line between. */
export function paragraphs(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

function shortened(text: string): string {
  const line = text
    .slice(0, longest + 1)
    .replace(/[\s\u2028\u2029]+/g, " ")
    .replace(/[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, "")
    .trim();
  return firstPart(line, longest);
}
