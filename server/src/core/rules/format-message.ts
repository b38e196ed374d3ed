import { escapeInvisible, translate, type Translations } from "../text/message.ts";
import { type ComposedPhrase, fillTemplate, formatNumber, formatPhrase, toCode, type Phrase } from "../text/phrase.ts";
import { takeFirstCharacters, takeLastCharacters } from "../text/text-edit.ts";

/**
 * The placeholders that appear outside code and quotation marks in messages. A plain string there would be in English
 * in every language, so the values of these placeholders must be numbers, translated phrases, or strings marked as
 * `verbatim`.
 */
export const prosePlaceholders = [
  "boost",
  "chain",
  "characters",
  "children",
  "columns",
  "count",
  "deepest",
  "dropped",
  "effect",
  "expected",
  "fence",
  "fileName",
  "files",
  "format",
  "found",
  "holder",
  "level",
  "library",
  "limit",
  "line",
  "max",
  "megabytes",
  "min",
  "mode",
  "most",
  "names",
  "needed",
  "otherLibrary",
  "ownCount",
  "parents",
  "place",
  "places",
  "props",
  "ratio",
  "reason",
  "rest",
  "section",
  "sourceCount",
  "start",
  "values",
  "version",
] as const;
type ProsePlaceholder = (typeof prosePlaceholders)[number];

/** The values for placeholders such as `{name}` in a message. */
export type MessageArgs = Readonly<Record<string, string | number | ComposedPhrase>> & {
  readonly [Name in ProsePlaceholder]?: number | Phrase;
};

export const maxMessageLength = 200;

/** The maximum lengths for a value, tried in this order until the message is short enough. */
const maxValueLengths = Array.from({ length: 28 }, (_, i) => 120 - 4 * i);

/**
 * Returns the message in the language of the translations, with its placeholders replaced. Values can contain text from
 * the site, so characters that could manipulate a terminal or reverse the text direction are made visible. Long values
 * are shortened in the middle until the English message has at most 200 characters. Short phrases are never shortened,
 * because a part of a phrase makes no sense. A translated message contains the same shortened values, so it can be
 * longer.
 */
export function formatMessage(template: string, args: MessageArgs = {}, translations?: Translations): string {
  const englishValues = formatValues(template, args);
  const isPhrase = (name: string) =>
    isPhraseValue(name, args[name]) && (englishValues[name] ?? "").length <= maxPhraseLength;
  const phrases = Object.fromEntries(Object.entries(englishValues).filter(([name]) => isPhrase(name)));
  let message = template;
  let maxLength = 0;
  for (maxLength of maxValueLengths) {
    message = fillTemplate(template, { ...shortenValues(englishValues, maxLength), ...phrases });
    if (message.length <= maxMessageLength) break;
  }
  if (!translations) return message;
  const fitsCompletely = (name: string) => isPhrase(name) || (englishValues[name] ?? "").length <= maxLength;
  const values = formatValues(template, args, translations);
  const shortValues = shortenValues(values, maxLength);
  return fillTemplate(
    translate(template, translations),
    mapValues(values, (value, name) => (fitsCompletely(name) ? value : (shortValues[name] ?? value))),
  );
}

const prosePlaceholderNames: ReadonlySet<string> = new Set(prosePlaceholders);

const maxPhraseLength = 48;

/** Whether the value is a phrase in the language of the message, and not text from the site. */
function isPhraseValue(name: string, value: MessageArgs[string] | undefined): boolean {
  if (typeof value === "string") return prosePlaceholderNames.has(name);
  return typeof value === "object" && !("verbatim" in value);
}

/**
 * Formats the values for a message. Outside code, strings are treated as phrases and translated, and numbers have
 * thousands separators. Inside code, they're text from the site and stay unchanged, except that an empty string gets
 * quotation marks so that readers can see it.
 */
function formatValues(
  template: string,
  args: MessageArgs,
  translations?: Translations,
): Readonly<Record<string, string>> {
  return mapValues(args, (value, name) => {
    if (value === "" && template.includes(`\`{${name}}\``)) return '""';
    if (typeof value === "number")
      return prosePlaceholderNames.has(name) ? formatNumber(value, translations) : String(value);
    if (typeof value === "string" && !prosePlaceholderNames.has(name)) return makeVisible(value);
    return makeVisible(formatPhrase(value as Phrase, translations));
  });
}

function mapValues<Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => string,
): Readonly<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) result[name] = change(value, name);
  return result;
}

/**
 * Returns a value with its invisible characters made visible. Only the start and end of a long value are kept. If the
 * cut splits a surrogate pair, the remaining half is dropped.
 */
function makeVisible(value: string): string {
  const excerpt = value.length > 2000 ? takeFirstCharacters(value, 1000) + takeLastCharacters(value, 1000) : value;
  return escapeInvisible(excerpt.replace(/^\p{Cs}|\p{Cs}$/gu, ""));
}

/** Shortens the values. If different values would look the same, the first difference between them stays visible. */
function shortenValues(values: Readonly<Record<string, string>>, length: number): Readonly<Record<string, string>> {
  const shortValues = mapValues(values, (value) => shorten(value, length));
  return mapValues(shortValues, (text, name) => {
    const value = values[name] ?? "";
    const sameTextKey = Object.keys(values).find(
      (other) => values[other] !== value && looksSame(text, shortValues[other] ?? ""),
    );
    return sameTextKey === undefined
      ? text
      : shortenAround(value, findFirstDifference(value, values[sameTextKey] ?? ""), length);
  });
}

/** Whether both texts are equal, or both are shortened and their starts and ends differ only in length. */
function looksSame(a: string, b: string): boolean {
  const [start = "", end] = a.split("…");
  const [otherStart = "", otherEnd] = b.split("…");
  if (a === b || end === undefined || otherEnd === undefined) return a === b;
  const hasSameStart = start.startsWith(otherStart) || otherStart.startsWith(start);
  return hasSameStart && (end.endsWith(otherEnd) || otherEnd.endsWith(end));
}

function findFirstDifference(a: string, b: string): number {
  let position = 0;
  while (position < a.length && a[position] === b[position]) position++;
  return position;
}

/** Returns the part of a value around a position, with an ellipsis instead of each part that's left out. */
function shortenAround(value: string, position: number, length: number): string {
  const code = /^`([^`]*)`$/.exec(value)?.[1];
  if (code !== undefined) return `\`${shortenAround(code, position - 1, length - 2)}\``;
  const start = Math.max(0, Math.min(position - (length >> 1), value.length - length));
  const part = value.slice(start, start + length).replace(/^\p{Cs}|\p{Cs}$/gu, "");
  return closeCode(value, `${start > 0 ? "…" : ""}${part}${start + length < value.length ? "…" : ""}`);
}

/** Matches the extension in the path of a file, but not in a URL. */
const extensionPattern = /^(?![a-z][a-z\d+.-]*:)[^\s]*\/[^\s/]*(\.[a-z]{2,5})$/i;

function shorten(value: string, length: number): string {
  return value.length <= length ? value : closeCode(value, cut(value, length));
}

/** Adds the backtick that's missing if a cut is in code, as in a list of paths. */
function closeCode(value: string, text: string): string {
  const hasUnpairedBacktick = (part: string) => part.split("`").length % 2 === 0;
  if (hasUnpairedBacktick(value) || !hasUnpairedBacktick(text)) return text;
  const [start = "", ...otherSegments] = text.split("…");
  const end = otherSegments.join("…");
  return hasUnpairedBacktick(start) ? `${start}\`…${end}` : `${start}…\`${end}`;
}

function cut(value: string, length: number): string {
  // A value that consists of code stays code, even if only a part of it remains.
  const code = /^`([^`]*)`$/.exec(value)?.[1];
  if (code !== undefined) return `\`${cut(code, length - 2)}\``;
  const [start, end] = findPathEnds(value, length) ?? [];
  if (start !== undefined && end !== undefined) return `${start}…${end}`;
  const endLength = Math.floor(length / 3);
  // If nothing but the extension of a file's name would remain at the end, the end of the name is more useful.
  if ((extensionPattern.exec(value)?.[1] ?? "").length >= endLength) return `…${takeLastCharacters(value, length - 1)}`;
  return `${takeFirstCharacters(value, length - endLength - 1)}…${takeLastCharacters(value, endLength)}`;
}

/**
 * Returns the start and end of a path, a URL, or a setting's path that fit into `length` characters with an ellipsis
 * between them. Both consist of full segments. The end can have up to two-thirds of the length, because the last
 * segments are the most specific. Returns undefined if there are no segments, if the last segment is too long or too
 * short to be useful, or if a URL's host doesn't fit.
 */
function findPathEnds(value: string, length: number): [start: string, end: string] | undefined {
  const separator = /\s/.test(value) ? undefined : value.includes("/") ? "/" : ".";
  // The slashes and periods in an anchor don't separate segments.
  if (separator === undefined || value.startsWith("#")) return undefined;
  const endStart = value.indexOf(separator, value.length - Math.floor((length * 2) / 3));
  const end = endStart === -1 ? "" : value.slice(separator === "." ? endStart + 1 : endStart);
  if (end.length < length / 4) return undefined;
  const start = value.slice(0, value.lastIndexOf(separator, length - end.length - 2) + 1);
  const origin = /^[a-z][a-z\d+.-]*:\/\/[^/]*\//i.exec(value)?.[0] ?? "";
  return start.startsWith(origin) ? [start, end] : undefined;
}

/**
 * Formats the allowed values of a setting, field, or prop for a message, such as "`a`, `b`, or `c`". If the English
 * list is longer than `maxLength`, it contains only the first values and ends with "or another valid value".
 */
export function formatChoices(values: readonly string[], maxLength: number): Phrase {
  const phrases = values.map(toCode);
  for (let count = phrases.length; count > 0; count--) {
    const list: Phrase = {
      anyOf: count < phrases.length ? [...phrases.slice(0, count), "another valid value"] : phrases,
    };
    if (formatPhrase(list).length <= maxLength) return list;
  }
  return "another valid value";
}
