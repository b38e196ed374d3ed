import { truncateEnd } from "./message.ts";

const maxLength = 300;

/** Matches text that clients automatically convert to a link. Characters in the text may be escaped. */
const urlPattern = /(?:(?:https?|ftp):\/\/|www\.)\S*[^\s.,;:!?)\]}"'*_~]|[\w.+-]+@[\w.-]*\w/gi;

/**
 * Escapes text from a site for Markdown so that it contains no markup or links. Returns one line with at most 300
 * characters. URLs and email addresses are formatted as code, because clients would otherwise convert them to links. If
 * characters were escaped, such links could even lead to another host.
 */
export function escapeMarkdown(text: string): string {
  const excerpt = toShortLine(text);
  const parts: string[] = [];
  let lastEnd = 0;
  for (const { 0: link, index } of excerpt.matchAll(urlPattern)) {
    parts.push(escapeCharacters(excerpt.slice(lastEnd, index)), formatInlineCode(link));
    lastEnd = index + link.length;
  }
  return parts.join("") + escapeCharacters(excerpt.slice(lastEnd));
}

function escapeCharacters(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#+.!|~&$-]/g, "\\$&");
}

/** Formats text from a site as inline code. Characters in the text can't end the code. */
export function formatInlineCode(text: string): string {
  const excerpt = toShortLine(text);
  const longestRunLength = Math.max(0, ...[...excerpt.matchAll(/`+/g)].map(([backticks]) => backticks.length));
  const fence = "`".repeat(longestRunLength + 1);
  return longestRunLength > 0 || excerpt === "" ? `${fence} ${excerpt} ${fence}` : fence + excerpt + fence;
}

/**
 * Matches the markup that Docwright generates: escaped characters, inline code, images, links, bold text, and
 * horizontal rules. Lengths are limited so that the time is proportional to the length of the text.
 */
const markupPattern =
  /\\([!-/:-@[-`{-~])|(?<!`)(`{1,100})(?!`)(.{0,2000}?)(?<!`)\2(?!`)|!\[[^\]]{0,200}\]\([^()]{0,50000}\)\s*|\[((?:\\.|`[^`]{0,1000}`|[^\]\\`]){0,1000})\]\([^)]{0,5000}\)|\*\*|^---\n+/gm;

/**
 * Converts Markdown that Docwright generated to plain text, for clients that don't render Markdown. The text of links
 * is preserved, and images are removed.
 */
export function toPlainText(markdown: string): string {
  return markdown.replace(
    markupPattern,
    (_, character?: string, fence?: string, code?: string, label?: string) =>
      character ?? (fence === undefined ? toPlainText(label ?? "") : (code ?? "").replace(/^ (.*[^ ].*) $/, "$1")),
  );
}

/** Joins the parts with blank lines. Omits empty parts. */
export function joinParagraphs(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

function toShortLine(text: string): string {
  const line = text
    .slice(0, maxLength + 1)
    .replace(/[\s\u2028\u2029]+/g, " ")
    .replace(/[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, "")
    .trim();
  return truncateEnd(line, maxLength);
}
