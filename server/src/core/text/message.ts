import type { TranslatedLanguage } from "./page-language.ts";
import { firstCharacters, lastCharacters } from "./text-edit.ts";

/**
 * A function that translates a sentence into the user's language, or returns the English sentence. `{0}` is replaced
 * with the first of the `values`.
 */
export type Translate = (text: string, ...values: readonly (string | number)[]) => string;

/** Returns the English sentence from the code with its values inserted. */
export const formatInEnglish: Translate = (text, ...values) => replacePlaceholders(text, values);

/** Replaces `{0}` with the first value. A placeholder without a value is removed. */
export function replacePlaceholders(text: string, values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ""));
}

/** A message that is translated when it's shown: by the client, a webview, or the command line. */
export interface LocalizedMessage {
  /**
   * The English text. `{0}` is replaced with the first value. If there are plural forms, this is the one for `other`.
   */
  readonly text: string;
  /** The English singular. Only for messages whose first value is a count. */
  readonly one?: string;
  /** The values: names, numbers, or messages that are also translated. */
  readonly values?: readonly MessageValue[];
}

/** A name or number, a message that is also translated, or a list of these. */
export type MessageValue = string | number | LocalizedMessage | MessageList;

export interface MessageList {
  readonly list: readonly MessageValue[];
  readonly last: "and" | "or";
}

export function createMessage(
  text: string | PluralTexts,
  ...values: readonly MessageValue[]
): LocalizedMessage {
  const texts = typeof text === "string" ? { text } : { text: text.other, one: text.one };
  return values.length === 0 ? texts : { ...texts, values };
}

/** A result that isn't available. `reason` contains sentences about why and what to do. */
export interface Refusal {
  readonly ok: false;
  readonly reason: LocalizedMessage;
}

export function refuse(reason: LocalizedMessage): Refusal {
  return { ok: false, reason };
}

/** Wraps text that isn't translated, such as the message of a service. */
export function verbatimMessage(text: string): LocalizedMessage {
  return { text: "{0}", values: [text] };
}

/**
 * Replaces invisible and bidirectional characters, except for the joiner in emoji, with escapes such as `\u{202e}`.
 * Does the same for lone surrogates, which UTF-8 can't represent.
 */
export function escapeInvisible(text: string): string {
  return text.replace(/(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Whether text is invisible to readers, because it's empty or contains only spaces and invisible characters. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}]*$/u.test(text);
}

/** Returns the text, shortened at the end with an ellipsis if it exceeds `maxLength`. */
export function truncateEnd(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${firstCharacters(text, maxLength - 1)}…`;
}

/**
 * Returns the text, shortened at the start with an ellipsis if it exceeds `maxLength`. Used for paths, whose last keys
 * are the most informative.
 */
export function truncateStart(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `…${lastCharacters(text, maxLength - 1)}`;
}

/** The translations into one language, by their English text. Text without a translation stays in English. */
export interface Translations {
  readonly language: TranslatedLanguage;
  readonly texts: ReadonlyMap<string, string>;
}

/** The singular and plural forms of a text. */
export interface PluralTexts {
  readonly one: string;
  readonly other: string;
}

/** Returns the translation of a text, or the text itself if it has none. */
export function translate(text: string, translations: Translations | undefined): string {
  return translations?.texts.get(text) ?? text;
}
