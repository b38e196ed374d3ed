/** The languages whose words the panel has, besides English: names of `dist/webview/panel-words/NAME.json.br`. */
export const panelLanguages = ["de", "es", "fr", "ja", "pt-br", "zh-cn"] as const;
export type PanelLanguageName = (typeof panelLanguages)[number];

/** In which language the panel speaks to somebody. */
export interface PanelLanguage {
  /** The table of its words; absent for English. */
  readonly table?: PanelLanguageName;
  /** For `<html lang>`: the language of the words. */
  readonly tag: string;
  /** For dates and numbers; of the same language as the words, so that no sentence is of two. */
  readonly locale: string;
}

const tags: Readonly<Record<PanelLanguageName, string>> = {
  de: "de",
  es: "es",
  fr: "fr",
  ja: "ja",
  "pt-br": "pt-BR",
  "zh-cn": "zh-CN",
};

/** The nearest to a display language of the editor (`de-AT`, `pt-br`); English where there is none. */
export function panelLanguage(displayLanguage: string): PanelLanguage {
  const [language = "", ...regions] = displayLanguage.toLowerCase().split(/[-_]/);
  const isTraditional = regions.some((region) => ["tw", "hk", "mo", "hant"].includes(region));
  if (language === "en") return { tag: "en", locale: displayLanguage };
  const table =
    language === "zh"
      ? isTraditional
        ? undefined
        : "zh-cn"
      : panelLanguages.find((name) => name.split("-")[0] === language);
  // Dates of a language within English sentences would be neither.
  return table ? { table, tag: tags[table], locale: displayLanguage } : { tag: "en", locale: "en" };
}
