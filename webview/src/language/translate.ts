import type { ComponentChildren } from "preact";
import { createMessageFormatter, createPageTextFinder } from "../../../server/src/core/text/localized-message.ts";
import type { LocalizedMessage, PluralForms } from "../../../server/src/core/text/message.ts";

/** The language of a page, which is set in the page's document. */
export interface PageLanguage {
  /** The language tag of the messages. */
  readonly tag: string;
  /** The locale for dates and numbers, valid for `Intl`. */
  readonly locale: string;
  /** The translations, keyed by the English message. Empty if the language is English. */
  readonly texts: Readonly<Record<string, unknown>>;
}

/**
 * A message in English. If the message has plural forms, the first value is the count that determines which form is
 * used.
 */
export type EnglishMessage = string | PluralForms;

type Value = string | number;

export interface Translator {
  /**
   * Returns a message in the language of the page, with `{0}`, `{1}`, and so on replaced by the values. Numbers are
   * formatted for the language. If a message has no translation, returns it in English.
   */
  readonly translate: {
    (message: string, ...values: readonly Value[]): string;
    (message: PluralForms, count: number, ...values: readonly Value[]): string;
  };
  /**
   * Works like `translate`, but for values that are elements. Returns the text and the elements in the order that the
   * language requires.
   */
  readonly translateNodes: (message: string, ...values: readonly ComponentChildren[]) => ComponentChildren[];
  /** Translates a message that was created by the host or by code that hosts and webviews share. */
  readonly translateMessage: (message: LocalizedMessage) => string;
}

/**
 * Creates the functions that translate messages into a language. `texts` contains the translations, keyed by the
 * English message.
 */
export function createTranslator({ locale, texts }: Pick<PageLanguage, "locale" | "texts">): Translator {
  const {
    translate: findText,
    formatNumber,
    format,
    formatMessage,
  } = createMessageFormatter(locale, createPageTextFinder(texts));
  return {
    translate: format,
    translateMessage: formatMessage,
    translateNodes: (message, ...values) =>
      findText(message)
        .split(/\{(\d)\}/)
        .map((part, index) => {
          const value = index % 2 === 0 ? part : values[Number(part)];
          return typeof value === "number" ? formatNumber(value) : value;
        }),
  };
}

/**
 * Reads the language from the document that the host has created (`core/text/page-language.ts`). If there's no document
 * or its values are invalid, the language is English.
 */
function readPageLanguage(document: Document | undefined): PageLanguage {
  const { locale = "", texts = "{}" } = document?.documentElement.dataset ?? {};
  const tag = document?.documentElement.lang || "en";
  return { tag, locale: toValidLocale(locale), texts: parseMessageTable(texts) };
}

function parseMessageTable(text: string): Readonly<Record<string, unknown>> {
  try {
    const table: unknown = JSON.parse(text);
    return typeof table === "object" && table !== null ? (table as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

function toValidLocale(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? "en";
  } catch {
    return "en";
  }
}

/**
 * The language of this page. It can't change until the page is reloaded, so constants may contain translated messages.
 */
export const pageLanguage = readPageLanguage(globalThis.document);

export const { translate, translateNodes, translateMessage } = createTranslator(pageLanguage);
