import { english } from "./english.ts";
import type { PanelTable } from "./panel-words.ts";

/** The language of the panel, as its document tells it. */
export interface PageLanguage {
  /** For dates and numbers: one that `Intl` takes. */
  readonly locale: string;
  /** Empty for English. */
  readonly words: PanelTable;
}

/** Read from the document that the extension has made (`panelDocument`); what is odd in it is English. */
export function pageLanguage(document: Document): PageLanguage {
  const { locale = "" } = document.documentElement.dataset;
  const text = document.getElementById("dwf-words")?.textContent ?? "";
  return { locale: knownLocale(locale), words: tableIn(text) };
}

function tableIn(text: string): PanelTable {
  try {
    const table: unknown = JSON.parse(text);
    if (typeof table !== "object" || table === null) return {};
    return Object.fromEntries(Object.entries(table).filter(([word]) => Object.hasOwn(english, word)));
  } catch {
    return {};
  }
}

function knownLocale(locale: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale)[0] ?? "en";
  } catch {
    return "en";
  }
}
