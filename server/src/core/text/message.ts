import type { TranslatedLanguage } from "./page-language.ts";
import { takeFirstCharacters, takeLastCharacters } from "./text-edit.ts";

/**
 * A function that translates an English sentence into the user's language. If the sentence isn't translated, the
 * function returns the English text. `{0}` is replaced with the first of the `values`.
 */
export type Translate = (text: string, ...values: readonly (string | number)[]) => string;

/** Returns the English sentence with the values inserted. */
export const formatInEnglish: Translate = (text, ...values) => replacePlaceholders(text, values);

/** Replaces `{0}` with the first value, `{1}` with the second, and so on. A placeholder without a value is removed. */
export function replacePlaceholders(text: string, values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ""));
}

/** A message that the client, a webview, or the command line translates when it shows the message. */
export interface LocalizedMessage {
  /**
   * The English text. `{0}` is replaced with the first value. If the message has plural forms, this text is the plural
   * (`other`).
   */
  readonly text: string;
  /** The English singular. Set only if the first value is a count. */
  readonly one?: string;
  /** The values, which are names, numbers, or messages. Messages are translated, too. */
  readonly values?: readonly MessageValue[];
}

/** A name, a number, a message that is also translated, or a list of such values. */
export type MessageValue = string | number | LocalizedMessage | MessageList;

export interface MessageList {
  readonly list: readonly MessageValue[];
  readonly last: "and" | "or";
}

export function createMessage(text: string | PluralForms, ...values: readonly MessageValue[]): LocalizedMessage {
  const texts = typeof text === "string" ? { text } : { text: text.other, one: text.one };
  return values.length === 0 ? texts : { ...texts, values };
}

/** The result of an action that isn't possible. `reason` contains sentences that explain why and what to do. */
export interface Refusal {
  readonly ok: false;
  readonly reason: LocalizedMessage;
}

export function refuse(reason: LocalizedMessage): Refusal {
  return { ok: false, reason };
}

/** Wraps text that can't be translated, such as an error message from a service. */
export function createVerbatimMessage(text: string): LocalizedMessage {
  return { text: "{0}", values: [text] };
}

/**
 * Replaces invisible and bidirectional characters, except for the joiner in emoji, with escapes such as `\u{202e}`.
 * Lone surrogates are also replaced, because UTF-8 can't represent them.
 */
export function escapeInvisible(text: string): string {
  return text.replace(/(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** Whether the text is invisible to readers, because it's empty or contains only spaces and invisible characters. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}]*$/u.test(text);
}

/** Returns the text, with its end replaced by an ellipsis if it's longer than `maxLength`. */
export function truncateEnd(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${takeFirstCharacters(text, maxLength - 1)}…`;
}

/**
 * Returns the text, with its start replaced by an ellipsis if it's longer than `maxLength`. Use this function for key
 * paths, because their last keys are the most informative.
 */
export function truncateStart(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `…${takeLastCharacters(text, maxLength - 1)}`;
}

/** The translations into one language, keyed by English text. Text without a translation stays in English. */
export interface Translations {
  readonly language: TranslatedLanguage;
  readonly texts: ReadonlyMap<string, string>;
}

/** The singular and plural forms of a string. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/** Returns the translation of a string, or the string itself if it isn't translated. */
export function translate(text: string, translations: Translations | undefined): string {
  return translations?.texts.get(text) ?? text;
}
