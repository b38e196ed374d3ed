/** The languages that Docwright is translated into, with the names that VS Code uses. English isn't included. */
export const translatedLanguages = ["de", "es", "fr", "ja", "pt-br", "zh-cn"] as const;
export type TranslatedLanguage = (typeof translatedLanguages)[number];

/** Whether a display language is English, such as `en`, `en-GB`, or `en_US.UTF-8`. */
export function isEnglish(displayLanguage: string): boolean {
  return getSubtags(displayLanguage)[0] === "en";
}

function getSubtags(displayLanguage: string): readonly string[] {
  return displayLanguage.toLowerCase().split(/[-_.@]/);
}

/**
 * Returns the translation language for a display language such as `de-AT` or `pt_BR`, or undefined for English and for
 * languages without a translation, such as Traditional Chinese. All variants of Portuguese use `pt-br`.
 */
export function findTranslatedLanguage(displayLanguage: string): TranslatedLanguage | undefined {
  const [language = "", ...regions] = getSubtags(displayLanguage);
  if (language === "zh")
    return regions.some((region) => ["tw", "hk", "mo", "hant"].includes(region)) ? undefined : "zh-cn";
  return translatedLanguages.find((name) => name.split("-")[0] === language);
}

/** The language of a webview or of a page in the browser preview. */
export interface PageLanguage {
  /** The name of the language's message table (see `webview/translations`). Undefined for English. */
  readonly table: TranslatedLanguage | undefined;
  /** The language of the messages, as an attribute value for `<html lang>`. */
  readonly tag: string;
  /**
   * The locale for formatting dates and numbers. The locale has the same language as the messages so that sentences
   * don't mix two languages.
   */
  readonly locale: string;
}

/** Translations, keyed by English message. Each value is either text or an object with plural forms. */
export type PageMessages = Readonly<Record<string, unknown>>;

/**
 * Returns the page language that is closest to a display language such as `de-AT` or `pt-br`. The default is English.
 */
export function getPageLanguage(displayLanguage: string): PageLanguage {
  if (isEnglish(displayLanguage)) return { table: undefined, tag: "en", locale: displayLanguage };
  const table = findTranslatedLanguage(displayLanguage);
  // If the messages are in English, dates must also be in English, because they appear in the same sentences.
  return table
    ? { table, tag: table.replace(/-.*/, (region) => region.toUpperCase()), locale: displayLanguage }
    : { table, tag: "en", locale: "en" };
}

/**
 * Returns the most preferred language in an `Accept-Language` header that is English or has a translation. The default
 * is English.
 */
export function getAcceptedLanguage(header = ""): PageLanguage {
  const acceptedLanguages = header
    .slice(0, 1000)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((each) => each.trim());
      const quality = parameters.find((each) => each.startsWith("q="))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => quality > 0 && (isEnglish(tag) || findTranslatedLanguage(tag)))
    .sort((a, b) => b.quality - a.quality);
  return getPageLanguage(acceptedLanguages[0]?.tag ?? "en");
}

/** The language of a document, and the translations into that language. */
export interface DocumentLanguage {
  readonly language: Pick<PageLanguage, "tag" | "locale">;
  readonly texts: PageMessages;
}

/**
 * Returns the attributes for a page's `html` element. The page's script reads these attributes (see
 * `language/page-language.ts`).
 */
export function formatLanguageAttributes({ language: { tag, locale }, texts }: DocumentLanguage): string {
  const attributes = {
    lang: tag,
    dir: getDirection(tag),
    "data-locale": locale,
    ...(Object.keys(texts).length > 0 && { "data-texts": JSON.stringify(texts) }),
  };
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeAttribute(value)}"`)
    .join(" ");
}

/** Escapes text for a double-quoted HTML attribute. */
export function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/**
 * Returns the text direction of a language. Docwright isn't translated into a right-to-left language yet, but adding
 * one would require only a message table.
 */
function getDirection(tag: string): "ltr" | "rtl" {
  return /^(ar|fa|he|ur|yi)\b/i.test(tag) ? "rtl" : "ltr";
}
