import type { TranslatedLanguage } from "./display-language.ts";

/** The texts of one language by their English text. Missing ones stay English. */
export interface Translations {
  readonly language: TranslatedLanguage;
  readonly texts: ReadonlyMap<string, string>;
}

/** Texts for one and for several. */
export interface PluralTexts<Text extends string = string> {
  readonly one: Text;
  readonly other: Text;
}

/** Returns the text that the language uses with this count. */
export function choosePlural<Text extends string>(
  count: number,
  { one, other }: PluralTexts<Text>,
  translations: Translations | undefined,
): Text {
  return new Intl.PluralRules(translations?.language ?? "en").select(count) === "one" ? one : other;
}

/** Returns the translation of a text, or the text itself if it has none. */
export function translate(text: string, translations: Translations | undefined): string {
  return translations?.texts.get(text) ?? text;
}
