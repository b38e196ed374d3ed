import type { phrases } from "./phrases.ts";
import { translate, type Translations } from "./translations.ts";

/** A phrase in English, which is also its key in the translations. */
export type PhraseText = (typeof phrases)[number];

/**
 * Text that Docwright inserts into a message outside code, in the language of the message. A plain string can't be one,
 * because it would stay in English.
 */
export type Phrase = PhraseText | ComposedPhrase;

export type ComposedPhrase =
  /** A phrase with values for `{name}`. */
  | { readonly phrase: PhraseText; readonly values: Readonly<Record<string, string | number>> }
  /** A list that ends with “or”. */
  | { readonly anyOf: readonly Phrase[] }
  /** A list that ends with “and”. */
  | { readonly allOf: readonly Phrase[] }
  /** Names, code, and numbers, which are the same in all languages. */
  | { readonly verbatim: string };

/** Wraps text that's the same in all languages, such as a file name. */
export function verbatim(text: string): Phrase {
  return { verbatim: text };
}

/** Formats text as inline code. */
export function inCode(text: string): Phrase {
  return { verbatim: `\`${text}\`` };
}

/** Returns the phrase in the language of the translations, or in English. */
export function formatPhrase(phrase: Phrase, translations?: Translations): string {
  if (typeof phrase === "string") return translate(phrase, translations);
  if ("verbatim" in phrase) return phrase.verbatim;
  if ("phrase" in phrase) return fillIn(translate(phrase.phrase, translations), phrase.values);
  const [type, parts] =
    "anyOf" in phrase ? (["disjunction", phrase.anyOf] as const) : (["conjunction", phrase.allOf] as const);
  const format = listFormat(translations?.language ?? "en", type);
  const texts = parts.map((part) => formatPhrase(part, translations));
  return translations ? formatSpacedList(format, texts) : format.format(texts);
}

/** Puts spaces between code and a Chinese or Japanese “and” or “or”, as is usual in these languages. */
function formatSpacedList(format: Intl.ListFormat, texts: readonly string[]): string {
  let count = 0;
  const template = format
    .formatToParts(texts)
    .map(({ type, value }) => (type === "element" ? `{${count++}}` : value.replace(besideLetters, " ")))
    .join("");
  return fillIn(template, Object.fromEntries(texts.entries()));
}

const besideLetters = /^(?=[\p{sc=Han}\p{sc=Hiragana}])|(?<=[\p{sc=Han}\p{sc=Hiragana}])$/gu;

const listFormats = new Map<string, Intl.ListFormat>();

/** Creating a format takes longer than formatting thousands of lists. */
function listFormat(language: string, type: "disjunction" | "conjunction"): Intl.ListFormat {
  const key = `${language} ${type}`;
  const format = listFormats.get(key) ?? new Intl.ListFormat(language, { type });
  listFormats.set(key, format);
  return format;
}

/** A letter or punctuation mark of Chinese or Japanese. */
const eastAsian = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

/**
 * Replaces `{name}` in a template with its value. A placeholder without a value stays unchanged. Chinese and Japanese have
 * spaces next to code and numbers, but not between their own characters, so a space between two of them is removed.
 */
export function fillIn(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(
    /( ?)\{(\w+)\}( ?)/g,
    (full, before: string, name: string, after: string, at: number) => {
      if (!Object.hasOwn(values, name)) return full;
      const value = String(values[name]);
      const isTightBefore = eastAsian.test(template[at - 1] ?? "") && eastAsian.test(value[0] ?? "");
      const isTightAfter =
        eastAsian.test(template[at + full.length] ?? "") && eastAsian.test(value.at(-1) ?? "");
      return `${isTightBefore ? "" : before}${value}${isTightAfter ? "" : after}`;
    },
  );
}
