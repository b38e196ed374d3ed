import type { TranslatedLanguage } from "./display-language.ts";

/** The translations to one language, by their English text. Text without a translation stays in English. */
export interface Translations {
  readonly language: TranslatedLanguage;
  readonly texts: ReadonlyMap<string, string>;
}

/** The singular and plural forms of a text. */
export interface PluralTexts<Text extends string = string> {
  readonly one: Text;
  readonly other: Text;
}

/** Returns the form that the language uses for this count. */
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
