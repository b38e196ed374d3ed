/** The forms of a message by the categories of `Intl.PluralRules`. */
export type PluralForms = { readonly [category in Intl.LDMLPluralRule]?: string } & {
  readonly other: string;
};

/** The language of a page, as set in its document. */
export interface PageLanguage {
  /** The language tag of the messages. */
  readonly tag: string;
  /** The locale for dates and numbers, valid for `Intl`. */
  readonly locale: string;
  /** Translations by their English message. Empty for English. */
  readonly texts: Readonly<Record<string, string | PluralForms>>;
}

/**
 * Reads the language from the document that the host created (`core/text/page-language.ts`). Without a document, or if
 * its values are invalid, the language is English.
 */
export function readPageLanguage(document: Document | undefined): PageLanguage {
  const { locale = "", texts = "{}" } = document?.documentElement.dataset ?? {};
  const tag = document?.documentElement.lang || "en";
  return { tag, locale: toValidLocale(locale), texts: parseTexts(texts) };
}

function parseTexts(text: string): PageLanguage["texts"] {
  try {
    const table: unknown = JSON.parse(text);
    return typeof table === "object" && table !== null ? (table as PageLanguage["texts"]) : {};
  } catch {
    return {};
  }
}

function toValidLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? "en";
  } catch {
    return "en";
  }
}
