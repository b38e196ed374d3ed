/**
 * The languages of the service in their own words, as the Unicode CLDR has them (capital first). Written down, since a
 * browser takes 20 ms to load its own table, before anything is painted.
 */
// prettier-ignore
const names: Readonly<Record<string, string>> = {
  "ar": "العربية", "ca": "Català", "cs": "Čeština", "cn": "简体中文", "zh-Hant": "繁體中文", "nl": "Nederlands",
  "en": "English", "fi": "Suomi", "fr": "Français", "de": "Deutsch", "he": "עברית", "hi": "हिन्दी", "hu": "Magyar",
  "id": "Indonesia", "it": "Italiano", "jp": "日本語", "ko": "한국어", "lv": "Latviešu", "no": "Norsk", "pl": "Polski",
  "pt-BR": "Português (Brasil)", "ro": "Română", "ru": "Русский", "es": "Español", "sv": "Svenska", "tr": "Türkçe",
  "uk": "Українська", "uz": "O‘zbek", "vi": "Tiếng Việt", "zh": "中文", "zh-Hans": "简体中文", "zh-CN": "中文（中国）",
  "zh-TW": "中文（台灣）", "fr-CA": "Français canadien", "fr-ca": "Français canadien", "ja": "日本語", "ja-jp": "日本語",
  "ja-JP": "日本語 (日本)", "pt": "Português", "da": "Dansk",
};

/** A language in its own words: `Deutsch` for `de`; the code where nobody knows it. */
export function languageName(code: string): string {
  if (Object.hasOwn(names, code)) return names[code] ?? code;
  try {
    const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
  } catch {
    return code;
  }
}
