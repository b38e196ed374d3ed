import { firstCharacters, lastCharacters } from "./text-edit.ts";

/** Puts a sentence into the language of whoever reads it: in English as it is given, `{0}` stands for the first of `values`. */
export type Say = (words: string, ...values: readonly (string | number)[]) => string;

/** The sentence as the code has it, with its values in it. */
export const inEnglish: Say = (words, ...values) =>
  words.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ""));

/** A sentence that travels to whoever says it in the language of the editor. */
export interface Said {
  /** In English; `{0}` stands for the first value. */
  readonly words: string;
  /** Names, numbers, or sentences that can be said in another language too. */
  readonly values?: readonly string[];
}

/** A sentence with its values. */
export function said(words: string, ...values: readonly string[]): Said {
  return values.length === 0 ? { words } : { words, values };
}

/** Sentences in English, one behind the other. */
export function saidInEnglish(sentences: readonly Said[]): string {
  return sentences.map(({ words, values = [] }) => inEnglish(words, ...values)).join(" ");
}

/** The text, or its beginning when it is longer than a message has room for. */
export function firstPart(text: string, longest: number): string {
  return text.length <= longest ? text : `${firstCharacters(text, longest - 1)}…`;
}

/** The text, or its end when it is longer than a message has room for: of a path the last keys tell most. */
export function lastPart(text: string, longest: number): string {
  return text.length <= longest ? text : `…${lastCharacters(text, longest - 1)}`;
}
