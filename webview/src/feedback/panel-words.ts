import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { english } from "./english.ts";

/** A sentence, or its forms by number: `of` names the value that decides, the others are categories of `Intl.PluralRules`. */
export type Words = string | PluralWords;
export type PluralWords = { readonly of: number } & {
  readonly [category in Intl.LDMLPluralRule]?: string;
} & { readonly other: string };

export type PanelWord = keyof typeof english;
export type PanelTable = Readonly<Partial<Record<PanelWord, Words>>>;

/** A word or sentence of the panel, with what is put into it: numbers as the language writes them. */
export type Say = (word: PanelWord, ...values: readonly (string | number)[]) => string;

/** What the panel says by a table; what the table lacks it says in English. `locale` is one that `Intl` takes. */
export function sayBy(table: PanelTable, locale: string): Say {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  return (word, ...values) => {
    const words: Words = table[word] ?? english[word];
    return sentenceOf(words, values, plurals).replace(/\{(\d)\}/g, (_, at: string) => {
      const value = values[Number(at)] ?? "";
      return typeof value === "number" ? numbers.format(value) : value;
    });
  };
}

function sentenceOf(words: Words, values: readonly (string | number)[], plurals: Intl.PluralRules): string {
  if (typeof words === "string") return words;
  const count = values[words.of];
  return (typeof count === "number" ? words[plurals.select(count)] : undefined) ?? words.other;
}

/** What a source, status or rating is called; what the service has added since is called as it calls it. */
export function nameOf(say: Say, kind: "source" | "status" | "rating", name: string): string {
  const word = `${kind}_${name}`;
  return Object.hasOwn(english, word) ? say(word as PanelWord) : name;
}

export const SayContext = createContext<Say>(sayBy({}, "en"));
export const useSay = (): Say => useContext(SayContext);
