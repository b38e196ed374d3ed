import { pageLanguage } from "./translate.ts";

/** Formats numbers and times in the author's language. */
export interface Formats {
  /** Formats relative times, such as “3 days ago” or “in 2 hours”. */
  readonly formatAgo: (time: number, now: number) => string;
  /** Formats a date and time in the local time zone, followed by the same time in UTC. */
  readonly formatExactTime: (time: number) => string;
  /** Formats a day in UTC. */
  readonly formatDay: (time: number) => string;
  /** Formats a short label for a bucket in the trend chart. */
  readonly formatShort: (time: number, unit: "day" | "week" | "month" | "year") => string;
  readonly formatNumber: (value: number) => string;
  /** Formats a list, such as “Page, Code”. */
  readonly formatList: (names: readonly string[]) => string;
  readonly formatPercent: (share: number) => string;
}

const relativeUnits: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** Creates formats for a locale that is valid for `Intl`. */
export function createFormats(language: string): Formats {
  const relativeFormat = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const localFormat = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const utcFormat = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  const dayFormat = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const numberFormat = new Intl.NumberFormat(language);
  const listFormat = new Intl.ListFormat(language, { type: "conjunction", style: "narrow" });
  const percentFormat = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const shortFormats = {
    day: new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" }),
    month: new Intl.DateTimeFormat(language, { month: "short", year: "2-digit", timeZone: "UTC" }),
    year: new Intl.DateTimeFormat(language, { year: "numeric", timeZone: "UTC" }),
  };
  return {
    formatAgo: (time, now) => {
      const difference = time - now;
      const relativeUnit = relativeUnits.find(([, unitMilliseconds]) => Math.abs(difference) >= unitMilliseconds);
      return relativeUnit
        ? relativeFormat.format(Math.trunc(difference / relativeUnit[1]), relativeUnit[0])
        : relativeFormat.format(0, "minute");
    },
    formatExactTime: (time) =>
      isDate(time) ? `${localFormat.format(time)} (${utcFormat.format(time)} UTC)` : String(time),
    formatDay: (time) => (isDate(time) ? dayFormat.format(time) : String(time)),
    formatShort: (time, unit) => shortFormats[unit === "week" ? "day" : unit].format(time),
    formatNumber: (value) => numberFormat.format(value),
    formatList: (names) => listFormat.format(names),
    formatPercent: (share) => percentFormat.format(share),
  };
}

/** Whether a `Date` can represent the time. */
function isDate(time: number): boolean {
  return Math.abs(time) <= 8_640_000_000_000_000;
}

/** The formats for the language of this page. */
export const formats = createFormats(pageLanguage.locale);
