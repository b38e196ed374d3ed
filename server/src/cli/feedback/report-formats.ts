import { isOpen, maskContact } from "../../feedback/entries/entry.ts";
import { toCsv } from "../../feedback/entries/export.ts";
import { computeShareChange } from "../../feedback/entries/ratings.ts";
import type { CommandHost } from "../command.ts";
import { choosePalette, type Palette } from "../terminal/output.ts";
import { countColumns, fitToColumns, getTerminalWidth, toVisibleText, wrapText } from "../terminal/text.ts";
import type { FeedbackOptions } from "./feedback-command.ts";
import {
  type FeedbackReport,
  type ReportedEntry,
  type ReportedQuery,
  sumTotalsByFile,
  type TotalsReport,
} from "./feedback-report.ts";

/** Prints the result in the requested format. */
export function printFeedback(
  report: FeedbackReport | TotalsReport,
  format: FeedbackOptions["format"],
  host: CommandHost,
): void {
  const isEntryReport = "entries" in report;
  switch (format) {
    case "json":
      host.stdout.write(`${isEntryReport ? formatFeedbackJson(report) : formatTotalsJson(report)}\n`, "json");
      return;
    case "csv":
      host.stdout.write(isEntryReport ? formatFeedbackCsv(report) : formatTotalsCsv(report));
      return;
    case "table": {
      const palette = choosePalette(host.stdout.isTTY ?? false, host.environment);
      const options = { palette, columns: getTerminalWidth(host) };
      const lines = isEntryReport ? formatFeedbackTable(report, options) : formatTotalsTable(report, options);
      for (const line of lines) host.stdout.write(`${line}\n`);
    }
  }
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats the age in at most five characters, such as `5 min`, `3 h`, `12 d`, `7 w`, `14 mo`, or `3 y`. */
function formatFeedbackAge(time: number | undefined, now: number): string {
  if (time === undefined) return "?";
  const elapsedTime = now - time;
  // Clocks may differ by a few minutes, but a time that is more than a day in the future must be wrong.
  if (elapsedTime < -day) return "?";
  if (elapsedTime < minute) return "now";
  if (elapsedTime < hour) return `${Math.floor(elapsedTime / minute)} min`;
  if (elapsedTime < 2 * day) return `${Math.floor(elapsedTime / hour)} h`;
  if (elapsedTime < 30 * day) return `${Math.floor(elapsedTime / day)} d`;
  if (elapsedTime < 60 * day) return `${Math.floor(elapsedTime / (7 * day))} w`;
  if (elapsedTime < 730 * day) return `${Math.floor(elapsedTime / (30.44 * day))} mo`;
  return `${Math.min(999, Math.floor(elapsedTime / (365.25 * day)))} y`;
}

/**
 * Yields the lines below a table: the counts, how to see more entries, and the number of requests left in the hourly
 * limit.
 */
function* formatFeedbackFooter(
  report: ReportedQuery & { readonly nextCursor?: string },
  summaryText: string,
  { palette, columns }: { readonly palette: Palette; readonly columns: number },
): Generator<string> {
  const { nextCursor, budget } = report;
  const budgetText = `${budget.remainingRequests} of ${budget.limit} requests left this hour`;
  const fitsOnLine = countColumns(summaryText.replace(colorPattern, "")) + 3 + budgetText.length <= columns;
  yield fitsOnLine ? `${summaryText}${palette.muted(` · ${budgetText}`)}` : summaryText;
  if (!fitsOnLine) yield palette.muted(budgetText);
  if (nextCursor !== undefined)
    for (const line of wrapText(
      ["More entries are available: use --all, or continue with", `--cursor ${quoteCursor(nextCursor)}`].flatMap(
        (part, i) => (i === 0 ? part.split(" ") : [part]),
      ),
      columns,
    ))
      yield palette.muted(line.join(" "));
}

const colorPattern = /\u001b\[[\d;]*m/g;

/** Quotes the cursor for a shell. */
function quoteCursor(cursor: string): string {
  const visibleCursor = toVisibleText(cursor);
  return /^[\w./+=:-]+$/.test(visibleCursor) ? visibleCursor : `'${visibleCursor.replaceAll("'", `'\\''`)}'`;
}

interface TableOptions {
  readonly palette: Palette;
  /** The width of the terminal. */
  readonly columns: number;
}

const columnWidths = { age: 6, status: 11, source: 12 } as const;
/**
 * Comments are indented to the status column so that only ratings and ages are in the columns before them.
 */
const commentIndent = " ".repeat(3 + columnWidths.age + 2);

/** Yields two lines for each entry. The first contains its kind and location, and the second contains its comment. */
function* formatFeedbackTable(report: FeedbackReport, options: TableOptions): Generator<string> {
  const { palette } = options;
  if (report.entries.length > 0) {
    const columnNames = ["", "Age", "Status", "Source"] as const;
    yield palette.muted(
      `   ${columnNames[1].padEnd(columnWidths.age)}  ${columnNames[2].padEnd(columnWidths.status)}  ${columnNames[3].padEnd(columnWidths.source)}  Page`,
    );
  }
  for (const entry of report.entries) {
    yield formatEntryHeader(entry, report, options);
    const comment = formatComment(entry, options);
    if (comment !== undefined) yield comment;
  }
  if (report.entries.length > 0) yield "";
  if (report.themes && report.entries.length > 0) yield* formatThemes(report.themes, options);
  yield* formatFeedbackFooter(report, formatCountLine(report, options), options);
}

/** Yields the number of comments for each theme, and how many of those comments have a negative rating. */
function* formatThemes(
  themes: NonNullable<FeedbackReport["themes"]>,
  { palette, columns }: TableOptions,
): Generator<string> {
  if (themes.length === 0) yield "No themes found in these comments.";
  else yield palette.muted("Comments     ▼  Theme");
  for (const { label, count, down } of themes)
    yield `${String(count).padStart(8)}${String(down).padStart(6)}  ${fitToColumns(label, columns - 16)}`;
  yield "";
}

function formatEntryHeader(
  { entry, location }: ReportedEntry,
  { now, hasSite }: FeedbackReport,
  { palette, columns }: TableOptions,
): string {
  const { helpful, createdAt, status, source } = entry;
  const symbol =
    helpful === undefined ? palette.muted("·") : helpful ? palette.success("▲") : palette.severity.error("▼");
  const prefixWidth = 3 + columnWidths.age + columnWidths.status + columnWidths.source + 6;
  const statusCell = fitToColumns(status, columnWidths.status, "end");
  const pageCell = formatPageCell(location?.file ?? entry.path, location?.operation, columns - prefixWidth);
  return [
    `${symbol}  ${palette.muted(fitToColumns(formatFeedbackAge(createdAt, now), columnWidths.age, "end"))}`,
    isOpen(entry) ? statusCell : palette.muted(statusCell),
    palette.muted(fitToColumns(source, columnWidths.source, "end")),
    // The question mark identifies entries without a file, even if colors are off.
    hasSite && !location
      ? palette.muted(`? ${formatPageCell(entry.path, undefined, columns - prefixWidth - 2)}`)
      : pageCell,
  ].join("  ");
}

/**
 * Returns the cell for a page. If an operation and its path don't both fit, the path is omitted. If any other path
 * doesn't fit, it's truncated at its start, because its end is more informative.
 */
function formatPageCell(path: string, operation: string | undefined, columns: number): string {
  const label = operation === undefined ? path : `${operation} · ${path}`;
  if (countColumns(toVisibleText(label)) <= columns) return fitToColumns(label, columns);
  if (operation !== undefined) return fitToColumns(operation, columns);
  return `…${fitToColumns(path.slice(1 - columns), columns - 1)}`;
}

function formatComment({ entry }: ReportedEntry, { palette, columns }: TableOptions): string | undefined {
  const { comment, snippet, contact } = entry;
  const contactText = contact === undefined ? "" : `  ${fitToColumns(maskContact(contact), 30)}`;
  const maxColumns = columns - commentIndent.length - countColumns(contactText);
  const firstLine = getFirstLine(comment);
  if (firstLine !== "") return `${commentIndent}${fitToColumns(firstLine, maxColumns)}${palette.muted(contactText)}`;
  const code = getFirstLine(snippet?.code);
  if (code !== "")
    return `${commentIndent}${palette.muted(fitToColumns(`code: ${code}`, maxColumns))}${palette.muted(contactText)}`;
  return contactText === "" ? undefined : `${commentIndent}${palette.muted(contactText.trim())}`;
}

function getFirstLine(text = ""): string {
  return (
    text
      .slice(0, 4000)
      .trim()
      .split(/[\r\n]/, 1)[0]
      ?.trim() ?? ""
  );
}

function formatCountLine({ entries, receivedCount }: FeedbackReport, { palette }: TableOptions): string {
  const upCount = entries.filter(({ entry }) => entry.helpful === true).length;
  const downCount = entries.filter(({ entry }) => entry.helpful === false).length;
  const openCount = entries.filter(({ entry }) => isOpen(entry)).length;
  const totalSuffix = receivedCount > entries.length ? ` of ${receivedCount}` : "";
  const countText = `${entries.length}${totalSuffix} ${entries.length === 1 && totalSuffix === "" ? "entry" : "entries"}`;
  if (entries.length === 0)
    return receivedCount > 0
      ? `None of the fetched feedback (${receivedCount} ${receivedCount === 1 ? "entry" : "entries"}) is about these pages.`
      : "No matching feedback.";
  return `${countText} · ${palette.success(`▲ ${upCount}`)}  ${palette.severity.error(`▼ ${downCount}`)} · ${openCount} open`;
}

/** Yields a line with the ratings for each page. The worst page comes first. */
function* formatTotalsTable(report: TotalsReport, { palette, columns }: TableOptions): Generator<string> {
  const { hasMore, hasSite, countedEntryCount: countedFrom } = report;
  const allTotals = sumTotalsByFile(report.pages);
  const shownTotals = allTotals.slice(0, report.maxPages);
  const hiddenCount = allTotals.length - shownTotals.length;
  const formatCell = (text: string) => text.padStart(6);
  if (shownTotals.length > 0)
    yield palette.muted(`${formatCell("▲")}${formatCell("▼")}${formatCell("Code")}${formatCell("All")}  Page`);
  for (const { totals, location } of shownTotals) {
    const { up, down, code, total, path } = totals;
    const cells = [
      palette.success(formatCell(String(up))),
      down > 0 ? palette.severity.error(formatCell(String(down))) : formatCell("0"),
      formatCell(String(code)),
      formatCell(String(total)),
    ];
    const pageText = location
      ? location.operation === undefined
        ? location.file
        : `${location.operation} · ${location.file}`
      : path;
    const symbol = hasSite && !location ? "? " : "";
    yield `${cells.join("")}  ${symbol}${fitToColumns(pageText, columns - 26 - symbol.length)}`;
  }
  if (shownTotals.length > 0) yield "";
  const change = formatChangeLine(report);
  if (change !== undefined) yield change;
  const moreNote = hiddenCount > 0 ? ` · ${hiddenCount} more with --format json` : hasMore ? " · more available" : "";
  const sourceNote =
    countedFrom === undefined ? "" : `, based on ${countedFrom} ${countedFrom === 1 ? "entry" : "entries"}`;
  const summaryText =
    shownTotals.length === 0
      ? createMissingPagesMessage(report.receivedCount)
      : `${shownTotals.length} ${shownTotals.length === 1 ? "page" : "pages"}, worst first${sourceNote}${moreNote}`;
  yield* formatFeedbackFooter(report, summaryText, { palette, columns });
}

/**
 * Returns the share of positive ratings and how it has changed, such as `Helpful: 61%, −4 points compared with the 30
 * days before`.
 */
function formatChangeLine({ pages, previousTotals }: TotalsReport): string | undefined {
  if (!previousTotals) return undefined;
  const sumRatings = (name: "up" | "down"): number => pages.reduce((total, { totals }) => total + totals[name], 0);
  const currentTotals = { up: sumRatings("up"), down: sumRatings("down") };
  const points = computeShareChange(previousTotals, currentTotals);
  if (points === undefined) return undefined;
  const sign = points > 0 ? "+" : points < 0 ? "−" : "±";
  const periodText = previousTotals.days === 1 ? "the day before" : `the ${previousTotals.days} days before`;
  return `Helpful: ${Math.round((100 * currentTotals.up) / (currentTotals.up + currentTotals.down))}%, ${sign}${Math.abs(points)} points compared with ${periodText}`;
}

function createMissingPagesMessage(pageCount: number): string {
  if (pageCount === 0) return "No pages have matching feedback.";
  return pageCount === 1
    ? "The only page with feedback doesn't match."
    : `None of the ${pageCount} pages with feedback match.`;
}

/**
 * Returns one JSON object. Entries use the field names of the service's response and include the file that they're
 * about.
 */
function formatFeedbackJson(report: FeedbackReport): string {
  const { entries, themes, nextCursor, isComplete } = report;
  return toSafeJson({
    version: 1,
    feedback: entries.map(toJsonEntry),
    ...(themes && { themes: themes.map(({ label, count, down }) => ({ theme: label, comments: count, thumbsDown: down })) }), // prettier-ignore
    nextCursor: nextCursor ?? null,
    hasMore: nextCursor !== undefined,
    complete: isComplete,
    ...toJsonQuery(report),
  });
}

function formatTotalsJson(report: TotalsReport): string {
  const { pages, hasMore, previousTotals, countedEntryCount: countedFrom } = report;
  return toSafeJson({
    version: 1,
    feedback: pages.map(({ totals, location }) => ({
      path: totals.path,
      thumbsUp: totals.up,
      thumbsDown: totals.down,
      code: totals.code,
      total: totals.total,
      ...(report.hasSite && { file: location?.file ?? null }),
    })),
    hasMore,
    ...(previousTotals && {
      previous: {
        from: previousTotals.from,
        through: previousTotals.through,
        thumbsUp: previousTotals.up,
        thumbsDown: previousTotals.down,
      },
    }),
    ...(countedFrom !== undefined && { countedFrom }),
    ...toJsonQuery(report),
  });
}

function toJsonEntry({ entry, location }: ReportedEntry): unknown {
  const { id, path, comment, createdAt, createdAtText, source, status, helpful, contact, snippet } = entry;
  return {
    id,
    path,
    comment: comment ?? null,
    createdAt: createdAt === undefined ? (createdAtText ?? null) : new Date(createdAt).toISOString(),
    source,
    status,
    ...(helpful !== undefined && { helpful }),
    ...(contact !== undefined && { contact: maskContact(contact) }),
    ...(snippet && { code: snippet.code, filename: snippet.filename ?? null, lang: snippet.lang ?? null }),
    ...(location && {
      file: location.file,
      line: location.line,
      url: location.url,
      ...(location.operation !== undefined && { operation: location.operation }),
    }),
    ...(entry.incomplete.length > 0 && { incomplete: entry.incomplete }),
  };
}

function toJsonQuery({ baseUrl, projectId, warnings, failure, budget }: ReportedQuery): Record<string, unknown> {
  return {
    baseUrl,
    projectId,
    budget: {
      left: budget.remainingRequests,
      limit: budget.limit,
      ...(budget.nextAt !== undefined && { nextAt: new Date(budget.nextAt).toISOString() }),
    },
    warnings,
    ...(failure && { failure: { kind: failure.kind, message: failure.message } }),
  };
}

/**
 * Returns equivalent JSON in which all characters that change the text direction or control a terminal are escaped.
 */
function toSafeJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

// prettier-ignore
const csvColumnNames = [
  "id", "createdAt", "rating", "source", "status", "path", "file", "line", "comment", "code", "filename", "lang", "contact",
] as const;

/** Returns a header row with the column names, followed by a row for each entry. */
export function formatFeedbackCsv({ entries }: FeedbackReport): string {
  return toCsv([csvColumnNames, ...entries.map(createCsvCells)]);
}

function formatTotalsCsv({ pages }: TotalsReport): string {
  const rows = pages.map(({ totals: { path, up, down, code, total }, location }) => [
    path,
    location?.file ?? "",
    ...[up, down, code, total].map(String),
  ]);
  return toCsv([["path", "file", "thumbsUp", "thumbsDown", "code", "total"], ...rows]);
}

function createCsvCells({ entry, location }: ReportedEntry): string[] {
  const { id, path, comment = "", createdAt, createdAtText = "", source, status, contact, snippet } = entry;
  return [
    id,
    createdAt === undefined ? createdAtText : new Date(createdAt).toISOString(),
    entry.helpful === undefined ? "" : entry.helpful ? "up" : "down",
    source,
    status,
    path,
    location?.file ?? "",
    location ? String(location.line) : "",
    comment,
    snippet?.code ?? "",
    snippet?.filename ?? "",
    snippet?.lang ?? "",
    contact === undefined ? "" : maskContact(contact),
  ];
}
