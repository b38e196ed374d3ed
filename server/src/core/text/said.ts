import { inEnglish } from "./say.ts";

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
