import { firstCharacters, lastCharacters } from "./text-edit.ts";

/** Puts a sentence into the language of whoever reads it: in English as it is given, `{0}` stands for the first of `values`. */
export type Translate = (words: string, ...values: readonly (string | number)[]) => string;

/** The sentence as the code has it, with its values in it. */
export const formatInEnglish: Translate = (words, ...values) =>
  words.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ""));

/** A sentence that travels to whoever says it in the language of the editor. */
export interface LocalizedMessage {
  /** In English; `{0}` stands for the first value. */
  readonly words: string;
  /** Names, numbers, or sentences that can be said in another language too. */
  readonly values?: readonly string[];
}

/** A sentence with its values. */
export function createMessage(words: string, ...values: readonly string[]): LocalizedMessage {
  return values.length === 0 ? { words } : { words, values };
}

/** Sentences in English, one behind the other. */
export function formatMessagesInEnglish(sentences: readonly LocalizedMessage[]): string {
  return sentences.map(({ words, values = [] }) => formatInEnglish(words, ...values)).join(" ");
}

/** The text, or its beginning when it is longer than a message has room for. */
export function truncateEnd(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${firstCharacters(text, maxLength - 1)}…`;
}

/** The text, or its end when it is longer than a message has room for: of a path the last keys tell most. */
export function truncateStart(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `…${lastCharacters(text, maxLength - 1)}`;
}
