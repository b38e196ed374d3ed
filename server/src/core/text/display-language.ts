/** The languages other than English that Docwright is translated into, as VS Code names them. */
export const translatedLanguages = ["de", "es", "fr", "ja", "pt-br", "zh-cn"] as const;
export type TranslatedLanguage = (typeof translatedLanguages)[number];

/** Returns whether a display language is English: `en`, `en-GB`, `en_US.UTF-8`. */
export function isEnglish(displayLanguage: string): boolean {
  return getSubtags(displayLanguage)[0] === "en";
}

function getSubtags(displayLanguage: string): readonly string[] {
  return displayLanguage.toLowerCase().split(/[-_.@]/);
}

/**
 * Returns the translation for a display language such as `de-AT` or `pt_BR`, or undefined for English and languages
 * that have no translation. Any Portuguese is `pt-br`; Traditional Chinese has no translation.
 */
export function findTranslatedLanguage(displayLanguage: string): TranslatedLanguage | undefined {
  const [language = "", ...regions] = getSubtags(displayLanguage);
  if (language === "zh")
    return regions.some((region) => ["tw", "hk", "mo", "hant"].includes(region)) ? undefined : "zh-cn";
  return translatedLanguages.find((name) => name.split("-")[0] === language);
}
