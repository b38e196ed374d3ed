import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { english } from "./english.ts";

/**
 * A message, or its plural forms: `of` is the index of the value that determines the form, and the other keys are
 * categories of `Intl.PluralRules`.
 */
export type PanelTexts = string | PluralTexts;
export type PluralTexts = { readonly of: number } & {
  readonly [category in Intl.LDMLPluralRule]?: string;
} & { readonly other: string };

export type PanelTextKey = keyof typeof english;
export type PanelTable = Readonly<Partial<Record<PanelTextKey, PanelTexts>>>;

/** Returns a message of the panel with its placeholders filled in. Numbers are formatted for the language. */
export type TranslateText = (word: PanelTextKey, ...values: readonly (string | number)[]) => string;

/**
 * Creates a translate function for a message table. Messages that the table lacks are in English. `locale` must be
 * valid for `Intl`.
 */
export function createTranslate(table: PanelTable, locale: string): TranslateText {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  return (word, ...values) => {
    const words: PanelTexts = table[word] ?? english[word];
    return sentenceOf(words, values, plurals).replace(/\{(\d)\}/g, (_, at: string) => {
      const value = values[Number(at)] ?? "";
      return typeof value === "number" ? numbers.format(value) : value;
    });
  };
}

function sentenceOf(
  words: PanelTexts,
  values: readonly (string | number)[],
  plurals: Intl.PluralRules,
): string {
  if (typeof words === "string") return words;
  const count = values[words.of];
  return (typeof count === "number" ? words[plurals.select(count)] : undefined) ?? words.other;
}

/** Returns the label of a source, status, or rating. Values that the service has added since are shown as they are. */
export function getLanguageName(
  translate: TranslateText,
  kind: "source" | "status" | "rating",
  name: string,
): string {
  const word = `${kind}_${name}`;
  return Object.hasOwn(english, word) ? translate(word as PanelTextKey) : name;
}

export const TranslateContext = createContext<TranslateText>(createTranslate({}, "en"));
export const useTranslate = (): TranslateText => useContext(TranslateContext);

/** The language of the panel, as set in its document. */
export interface PageLanguage {
  /** The locale for dates and numbers, valid for `Intl`. */
  readonly locale: string;
  /** Empty for English. */
  readonly words: PanelTable;
}

/**
 * Reads the language from the document that the extension created (`panelDocument`). Invalid values fall back to
 * English.
 */
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

/** Formats numbers and times in the author's language. */
export interface RelativeTimeTexts {
  /** “3 days ago”, “in 2 hours”. */
  readonly ago: (time: number, now: number) => string;
  /** Date and time in the local time zone, followed by the same in UTC. */
  readonly exact: (time: number) => string;
  /** A day in UTC. */
  readonly day: (time: number) => string;
  /** A short label for a bucket of the trend. */
  readonly short: (time: number, unit: "day" | "week" | "month" | "year") => string;
  readonly number: (value: number) => string;
  /** “Page, Code” */
  readonly list: (names: readonly string[]) => string;
  readonly percent: (share: number) => string;
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** Creates the formatters for a locale that is valid for `Intl`. */
export function createRelativeTimeTexts(language: string): RelativeTimeTexts {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const local = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const utc = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const number = new Intl.NumberFormat(language);
  const list = new Intl.ListFormat(language, { type: "conjunction", style: "narrow" });
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const short = {
    day: new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" }),
    month: new Intl.DateTimeFormat(language, { month: "short", year: "2-digit", timeZone: "UTC" }),
    year: new Intl.DateTimeFormat(language, { year: "numeric", timeZone: "UTC" }),
  };
  return {
    ago: (time, now) => {
      const away = time - now;
      const step = steps.find(([, length]) => Math.abs(away) >= length);
      return step ? relative.format(Math.trunc(away / step[1]), step[0]) : relative.format(0, "minute");
    },
    exact: (time) => (isDate(time) ? `${local.format(time)} (${utc.format(time)} UTC)` : String(time)),
    day: (time) => (isDate(time) ? day.format(time) : String(time)),
    short: (time, unit) => short[unit === "week" ? "day" : unit].format(time),
    number: (value) => number.format(value),
    list: (names) => list.format(names),
    percent: (share) => percent.format(share),
  };
}

/** Whether the time is in the range of `Date`. */
function isDate(time: number): boolean {
  return Math.abs(time) <= 8_640_000_000_000_000;
}

export const MomentContext = createContext<RelativeTimeTexts>(createRelativeTimeTexts("en"));
export const useMoments = (): RelativeTimeTexts => useContext(MomentContext);
