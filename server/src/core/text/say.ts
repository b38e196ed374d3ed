/** Puts a sentence into the language of whoever reads it: in English as it is given, `{0}` stands for the first of `values`. */
export type Say = (words: string, ...values: readonly (string | number)[]) => string;

/** The sentence as the code has it, with its values in it. */
export const inEnglish: Say = (words, ...values) =>
  words.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ""));
