import { getPageLanguage } from "../../core/text/page-language.ts";
import { fillTemplate, formatPhrase, toVerbatim } from "../../core/text/phrase.ts";
import { createTableFormatter, type MessageFormatter } from "../../core/text/localized-message.ts";
import type { PluralForms, Translations } from "../../core/text/message.ts";

/**
 * The strings of the human-readable report, its notices, and its progress messages. Each string must have an entry in
 * every translation (`server/translations`). If a string has plural forms, `count` determines which one is used.
 */
export const reportMessages = {
  error: "error",
  warning: "warning",
  information: "info",
  hint: "hint",
  errors: { one: "{count} error", other: "{count} errors" },
  warnings: { one: "{count} warning", other: "{count} warnings" },
  infos: { one: "{count} info message", other: "{count} info messages" },
  hints: { one: "{count} hint", other: "{count} hints" },
  problems: { one: "{count} problem", other: "{count} problems" },
  files: { one: "{count} file", other: "{count} files" },

  pages: { one: "{count} page", other: "{count} pages" },
  pagesOf: { one: "{shown} of {count} page", other: "{shown} of {count} pages" },
  acrossSites: "{pages} across {count} sites",
  inPages: "{problems} in {pages}",
  inFile: "{problems} in {file}, none in {pages}",
  inFiles: "{problems} in {count} other files, none in {pages}",
  inFileAndPages: "{problems} in {file} and {pages}",
  inPagesAndFiles: "{problems} in {pages} and {count} other files",
  noProblems: "No problems in {pages}",
  noErrors: "No errors in {pages}",
  noWarnings: "No errors or warnings in {pages}",
  noInfos: "No errors, warnings, or info messages in {pages}",
  seconds: "{time} s",
  notShown: "{count} more not shown (--max-problems {max})",
  fixable: "{count} can be fixed with --fix",
  known: "{count} in the baseline not shown",
  knownAndGone:
    "{count} in the baseline not shown; {gone} no longer found (use --write-baseline to update the baseline)",
  quiet: "{problems} not shown; use --min-severity {severity} to show them",
  byRule: "Problems by rule, most severe first:",

  fixed: "{problems} fixed in {files}: {names}",
  fixedDry: "{problems} would be fixed in {files}: {names}",
  nothingFixed: "No problems fixed",
  nothingFixedDry: "No problems can be fixed automatically",
  listed: "{first}, {next}",
  andMore: "{names}, and {count} more",
  baselineWritten: "Wrote {problems} to {file}",

  noOperations: "The site's specifications don't define any operations.",
  covered: "{shown} of {total} operations are in the navigation ({percent}%)",
  coveredTooFew: "{shown} of {total} operations are in the navigation ({percent}%), below the required {min}%",
  withExample: "{shown} of {total} have an example",
  withExampleAndHidden: {
    one: "{shown} of {total} have an example; {count} more is intentionally excluded",
    other: "{shown} of {total} have an example; {count} more are intentionally excluded",
  },
  noExample: "no example",
  markedHidden: "marked x-hidden",
  markedExcluded: "marked x-excluded",
  faulty: "excluded: has validation errors",
  missing: "not on any page",
  missingDeprecated: "not on any page (deprecated)",
  otherPages: "{url} and {count} more",
  notInNavigation: "{url}, not in the navigation",
  ambiguous: "{url}, ambiguous: several specifications define it",
  hasProblems: "The site has {problems}; run check without --coverage to show them",

  reading: "{file}: reading {done} of {count} pages",
  parsing: "{file}: parsing {done} of {count} pages",
  analyzing: "{file}: analyzing",
  checking: "{file}: checking {count} pages",

  noPermission: "no permission to read {file}.",
  noPermissionForFolder: "no permission to read the folder {folder}; skipping it.",
  tooManyFiles: "{folder} has too many files; some of them weren't checked.",
  tooManyFilesHere: "the folder has too many files; some of them weren't checked.",
  ruleFailed: "the rule {code} failed, so its problems aren't reported: {reason}.",
  everythingOff: "{file} turns off all rules, so nothing was checked.",
  changedBeforeFix: "no files were fixed, because {file} has changed; run the command again",
  changedMeanwhile: "{file} wasn't fixed because it changed during the run; run the command again",
  outsideSite: "{file} wasn't fixed because it's outside the site's folder",
  notWritable: "{file} wasn't fixed because it isn't writable",

  fetching: "fetching {url}",
  unusedHost: "--fetch {host}: no site uses a specification from this host.",
  redirected: "{url} redirects to {host}; to allow that, use --fetch {host}.",
  copyUsed: "using the local copy of {url}, fetched on {time} UTC; to update it, use {option} {host}.",
  staleCopyUsed: "using a stale local copy of {url}, fetched on {time} UTC; to update it, use {option} {host}.",

  baselineUnreadable: "can't read the baseline {file}",
  baselineInvalid: "{file} isn't a baseline; create one with --write-baseline",
  baselineUnwritable: "can't write the baseline {file}",
} as const satisfies Readonly<Record<string, string | PluralForms>>;

type ReportTextKey = keyof typeof reportMessages;

/** Formats the text and numbers of a report in one language. */
export class ReportText {
  readonly #translations: Translations | undefined;
  /** The language tag of the report (RFC 5646), such as `pt-BR`. */
  readonly language: string;

  /** Formats a message that another module created. */
  readonly formatMessage: MessageFormatter["formatMessage"];
  readonly isEnglish: boolean;
  readonly #formatter: MessageFormatter;

  constructor(translations?: Translations) {
    this.#translations = translations;
    this.isEnglish = translations === undefined;
    this.language = translations ? getPageLanguage(translations.language).tag : "en-US";
    this.#formatter = createTableFormatter(translations);
    this.formatMessage = this.#formatter.formatMessage;
  }

  format(key: ReportTextKey, values: Readonly<Record<string, string | number>> = {}): string {
    return fillTemplate(
      this.#formatter.translate(reportMessages[key], values["count"]),
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === "number" ? this.formatNumber(value) : value,
        ]),
      ),
    );
  }

  formatNumber(value: number): string {
    return this.#formatter.formatNumber(value);
  }

  /** Formats a duration in seconds with one decimal place, or with two if it's less than 100 ms. */
  formatSeconds(milliseconds: number): string {
    const digits = milliseconds < 100 ? 2 : 1;
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
    return this.format("seconds", { time: (milliseconds / 1000).toLocaleString(this.language, options) });
  }

  /** Joins the parts with commas. Requires at least one part. */
  joinWithCommas(parts: readonly string[]): string {
    return parts.reduce((first, next) => this.format("listed", { first, next }));
  }

  /** Joins the parts into a list, with “and” before the last one. */
  joinWithAnd(parts: readonly string[]): string {
    return formatPhrase({ allOf: parts.map(toVerbatim) }, this.#translations);
  }
}

/** The text of reports in English. */
export const englishReport = new ReportText();
