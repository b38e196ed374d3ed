import { startOfLine, type TextRange } from "../text/text-edit.ts";

/**
 * Matches a heading with a custom ID. The groups are the text before the ID and the ID, such as `## Install` and
 * `{#setup}`. The service replaces IDs before it parses the page, but only in headings that start with `#` and are
 * indented by at most three spaces. Everywhere else, `{#setup}` is an invalid expression (`mint` 4.2.941).
 */
const headingWithId = /^( {0,3}#{1,6}[ \t]+\S[^\r\n]*?)(\{[ \t]*#[^{}\r\n]+\})(?=[ \t]*$)/gm;
const idAtEnd = /[ \t]*\{[ \t]*#([^{}\r\n]+)\}$/;

/** The maximum length of a custom ID, in UTF-16 code units. Longer IDs are ignored. */
const maxIdLength = 200;

/** Replaces the custom IDs of all headings with text of the same length, which preserves offsets. */
export function maskCustomIds(text: string, replacement: "x" | " "): string {
  if (!/\{[ \t]*#/.test(text)) return text;
  return text.replace(headingWithId, (found, before: string) => before.padEnd(found.length, replacement));
}

/** Splits a heading into its text and its custom ID, as written. Returns undefined if it has no custom ID. */
export function splitCustomId(
  text: string,
  { start, end }: TextRange,
): { readonly id: string; readonly heading: string } | undefined {
  const found = idAtEnd.exec(text.slice(Math.max(start, end - maxIdLength), end));
  const [all = "", id] = found ?? [];
  const heading = text.slice(start, end - all.length);
  return id !== undefined && heading !== "" && canHaveCustomId(text, { start, end })
    ? { id, heading }
    : undefined;
}

/** Whether the text consists of a custom ID: `{#setup}`. */
export function isCustomId(text: string): boolean {
  return idAtEnd.exec(text)?.[0] === text;
}

/**
 * Whether the service supports a custom ID after a heading. Custom IDs aren't supported for headings that are
 * underlined, closed with `#`, in a list or quote, or indented by more than three spaces.
 */
export function canHaveCustomId(text: string, { start, end }: TextRange): boolean {
  const isAlone = /^ {0,3}#{1,6}[ \t]+$/.test(text.slice(startOfLine(text, start), start));
  return isAlone && /^[ \t]*(?:[\r\n]|$)/.test(text.slice(end, end + 200));
}
