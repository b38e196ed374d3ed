import { type MessageValue, translate, type Translations } from "./message.ts";

/** An English phrase that is also the key for its translations. */
export type PhraseText = (typeof phrases)[number];

/**
 * Text that Docwright inserts into a message and that isn't code. The text must be in the same language as the message,
 * so its type isn't `string`: a plain string would stay in English.
 */
export type Phrase = PhraseText | ComposedPhrase;

export type ComposedPhrase =
  /** A phrase that contains `{name}` placeholders, and the values for these placeholders. */
  | { readonly phrase: PhraseText; readonly values: Readonly<Record<string, string | number>> }
  /** A list that ends with “or”. */
  | { readonly anyOf: readonly Phrase[] }
  /** A list that ends with “and”. */
  | { readonly allOf: readonly Phrase[] }
  /** Names, code, and numbers, which are the same in all languages. */
  | { readonly verbatim: string };

/** Wraps text that is the same in all languages, such as a file name. */
export function toVerbatim(text: string): Phrase {
  return { verbatim: text };
}

/** Formats text as inline code. */
export function toCode(text: string): Phrase {
  return { verbatim: `\`${text}\`` };
}

/** Returns the phrase in the language of the translations, or in English if `translations` is undefined. */
export function formatPhrase(phrase: Phrase, translations?: Translations): string {
  if (typeof phrase === "string") return translate(phrase, translations);
  if ("verbatim" in phrase) return phrase.verbatim;
  if ("phrase" in phrase)
    return fillTemplate(
      translate(phrase.phrase, translations),
      Object.fromEntries(
        Object.entries(phrase.values).map(([name, value]) => [
          name,
          typeof value === "number" ? formatNumber(value, translations) : value,
        ]),
      ),
    );
  const [type, parts] =
    "anyOf" in phrase ? (["disjunction", phrase.anyOf] as const) : (["conjunction", phrase.allOf] as const);
  const texts = parts.map((part) => formatPhrase(part, translations));
  return formatList(type, texts, translations?.language ?? "en");
}

/**
 * Formats a number in the language of the translations, such as `5,000` in English. All decimal places are preserved.
 */
export function formatNumber(value: number, translations?: Translations): string {
  // These numbers are the same in all languages, and creating the first formatter takes 13 ms.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  const language = translations?.language ?? "en";
  const format =
    numberFormatsByLanguage.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  numberFormatsByLanguage.set(language, format);
  return format.format(value);
}

const numberFormatsByLanguage = new Map<string, Intl.NumberFormat>();

/**
 * Converts a phrase to a message value so that the phrase is translated together with the message. A phrase with values
 * stays in English, because messages don't support placeholders with names.
 */
export function toMessageValue(phrase: Phrase): MessageValue {
  if (typeof phrase === "string") return { text: phrase };
  if ("anyOf" in phrase) return { list: phrase.anyOf.map(toMessageValue), last: "or" };
  if ("allOf" in phrase) return { list: phrase.allOf.map(toMessageValue), last: "and" };
  return formatPhrase(phrase);
}

/** Joins strings with commas and with “and” or “or” in the given language. */
export function formatList(type: "disjunction" | "conjunction", texts: readonly string[], language: string): string {
  // Creating the first formatter takes 13 ms.
  if (texts.length < 2) return texts.join("");
  const format = getListFormat(language, type);
  return language === "en" ? format.format(texts) : formatSpacedList(format, texts);
}

/** Adds spaces between code and “and” or “or” in Chinese and Japanese lists, as is common in these languages. */
function formatSpacedList(format: Intl.ListFormat, texts: readonly string[]): string {
  let count = 0;
  const template = format
    .formatToParts(texts)
    .map(({ type, value }) => (type === "element" ? `{${count++}}` : value.replace(hanBoundaryPattern, " ")))
    .join("");
  return fillTemplate(template, Object.fromEntries(texts.entries()));
}

const hanBoundaryPattern = /^(?=[\p{sc=Han}\p{sc=Hiragana}])|(?<=[\p{sc=Han}\p{sc=Hiragana}])$/gu;

const listFormatsByKey = new Map<string, Intl.ListFormat>();

/**
 * Returns the formatter for lists in a language. Formatters are cached, because creating one takes longer than
 * formatting thousands of lists.
 */
function getListFormat(language: string, type: "disjunction" | "conjunction"): Intl.ListFormat {
  const key = `${language} ${type}`;
  const format = listFormatsByKey.get(key) ?? new Intl.ListFormat(language, { type });
  listFormatsByKey.set(key, format);
  return format;
}

/** Matches a Chinese or Japanese character or punctuation mark. */
const eastAsianPattern = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

/**
 * Replaces `{name}` in a template with its value. A placeholder without a value stays unchanged. A space between two
 * Chinese or Japanese characters is removed, because text in these languages has spaces only next to code and numbers.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(
    /( ?)\{(\w+)\}( ?)/g,
    (placeholder, textBefore: string, name: string, textAfter: string, offset: number) => {
      if (!Object.hasOwn(values, name)) return placeholder;
      const value = String(values[name]);
      const isTightBefore = eastAsianPattern.test(template[offset - 1] ?? "") && eastAsianPattern.test(value[0] ?? "");
      const isTightAfter =
        eastAsianPattern.test(template[offset + placeholder.length] ?? "") && eastAsianPattern.test(value.at(-1) ?? "");
      return `${isTightBefore ? "" : textBefore}${value}${isTightAfter ? "" : textAfter}`;
    },
  );
}

/**
 * The phrases that Docwright inserts into messages. Each of them must have an entry in every translation
 * (`server/translations`). A translation must have the same grammatical role in the message as the English phrase, such
 * as a noun phrase or a clause.
 */
export const phrases = [
  // What the service does with an invalid value in docs.json.
  "the service rejects the file",
  "the service ignores it",
  "readers see nothing under `{parent}`",
  // Kinds of values that are present or required.
  "a string",
  "a number",
  "an integer",
  "a boolean",
  "a list",
  "an array",
  "an object",
  "a map",
  "a date",
  "text",
  "text or a map",
  "true or false",
  "`true` or `false`",
  "true or false, without quotes",
  "a number, without quotes",
  "a list of group names",
  "a list of links, or false",
  "an icon name or a map with a name",
  "a list of strings",
  "a list of text",
  "a list that contains a list",
  "a list that contains a map",
  "a list of samples",
  "any value",
  "a valid value",
  "one of {values}",
  "one of {values}, or {count} more",
  "one of the listed values",
  "another valid value",
  "another allowed value",
  "an object with only one key",
  "an email address",
  "a JavaScript regular expression",
  "a complete URL with percent-encoded special characters",
  "a URL with percent-encoded special characters",
  "an object with at most {limit} keys",
  "a list with only one item",
  "a list with at most {limit} items",
  "{limit} or more",
  "{limit} or less",
  "more than {limit}",
  "a path that starts with `/`",
  "a status code, a range such as `2XX`, or `default`",
  "a version such as `3.1.0`",
  "a name that contains only letters, digits, `.`, `-`, and `_`",
  "the name of another tag",
  "a tag that isn't below this one",

  // Reasons why a file or sample can't be read.
  "JSON doesn't allow comments",
  "a trailing comma isn't allowed",
  "a comma is missing",
  "a colon is missing",
  "a value is missing",
  "a quote is missing",
  "a bracket isn't closed",
  "a bracket isn't closed, or a comma is missing",
  "a string has no closing double quote",
  "a string contains a character that JSON doesn't allow",
  "a string isn't in double quotes",
  "there's unexpected text",
  "there's text after the last bracket",
  "there's text after the end",
  "a character isn't valid here",
  "a key appears twice",
  "the key `{key}` appears twice",
  "a value that contains a colon and a space isn't in quotes",
  "a tab is used where spaces are required",
  "the indentation is wrong",
  "a quote isn't closed",
  "a backslash is followed by a character that can't be escaped",
  "a character isn't allowed in YAML",
  "a key has no colon, or its value needs quotes",
  "an anchor or alias is incomplete",
  "a tag isn't recognized",
  "the tag `{tag}` isn't recognized",
  "the line doesn't belong to the content above it",
  "a value starts with a character that needs quotes",
  "a second document starts after `---`",
  "the anchor `{anchor}` isn't defined",
  "its merge keys copy too many values",
  "the line can't be read",
  "it's nested too deeply",
  "it has too many values",
  "it's larger than 20 MB",
  "parsing it takes more than {count} seconds",
  "parsing it takes too much memory",
  "parsing it was canceled",

  // Parts of a request or response that can contain a field.
  "the query string",
  "the path",
  "the request headers",
  "the cookies",
  "the request",
  "the request body",
  "the response",
  "the {status} response",

  // Effects on readers if a component lacks a prop.
  "readers don't see it",
  "readers can't choose it",
  "readers can't tell what the prompt is for",
  "readers don't see the type of the field",
  "the tab has no label",
  "the step has no heading or anchor",
  "the entry has no date or anchor",
  "readers see only its description",
  "it shows nothing",
  "the file or folder has no name",
  "the tooltip is empty",
  "the line that expands it is blank",
  "there's no color to show",
  "the service can't determine how to show the colors",
  "the service can't determine who sees the content",
  "it doesn't link to anything",

  // Other phrases.
  "light",
  "dark",
  "the site's root folder",
  "{count} more",
] as const;
