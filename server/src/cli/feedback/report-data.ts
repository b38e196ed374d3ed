import { maskContact } from "../../feedback/entries/entry.ts";
import { csvOf } from "../../feedback/entries/export.ts";
import type { ReportedQuery, FeedbackReport, ReportedEntry, TotalsReport } from "./feedback-report.ts";

/** Returns one JSON object. Entries use the field names of the service's response, with the file that each is about. */
export function reportFeedbackJson(report: FeedbackReport): string {
  const { entries, themes, nextCursor, complete } = report;
  return harmlessJson({
    version: 1,
    feedback: entries.map(jsonEntry),
    ...(themes && { themes: themes.map(({ label, count, down }) => ({ theme: label, comments: count, thumbsDown: down })) }), // prettier-ignore
    nextCursor: nextCursor ?? null,
    hasMore: nextCursor !== undefined,
    complete,
    ...toReportedQuery(report),
  });
}

export function reportTotalsJson(report: TotalsReport): string {
  const { pages, hasMore, previous, countedFrom } = report;
  return harmlessJson({
    version: 1,
    feedback: pages.map(({ totals, place }) => ({
      path: totals.path,
      thumbsUp: totals.up,
      thumbsDown: totals.down,
      code: totals.code,
      total: totals.total,
      ...(report.hasSite && { file: place?.file ?? null }),
    })),
    hasMore,
    ...(previous && {
      previous: {
        from: previous.from,
        through: previous.through,
        thumbsUp: previous.up,
        thumbsDown: previous.down,
      },
    }),
    ...(countedFrom !== undefined && { countedFrom }),
    ...toReportedQuery(report),
  });
}

function jsonEntry({ entry, place }: ReportedEntry): unknown {
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
    ...(place && {
      file: place.file,
      line: place.line,
      url: place.url,
      ...(place.operation !== undefined && { operation: place.operation }),
    }),
    ...(entry.incomplete.length > 0 && { incomplete: entry.incomplete }),
  };
}

function toReportedQuery({
  baseUrl,
  projectId,
  warnings,
  failure,
  budget,
}: ReportedQuery): Record<string, unknown> {
  return {
    baseUrl,
    projectId,
    budget: {
      left: budget.left,
      limit: budget.limit,
      ...(budget.nextAt !== undefined && { nextAt: new Date(budget.nextAt).toISOString() }),
    },
    warnings,
    ...(failure && { failure: { kind: failure.kind, message: failure.message } }),
  };
}

/**
 * Returns JSON in which characters that change the text direction or control a terminal are escaped. Its value is
 * unchanged.
 */
function harmlessJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

// prettier-ignore
const columns = [
  "id", "createdAt", "rating", "source", "status", "path", "file", "line", "comment", "code", "filename", "lang", "contact",
] as const;

/** Returns a header row with the column names and a row for each entry. */
export function reportFeedbackCsv({ entries }: FeedbackReport): string {
  return csvOf([columns, ...entries.map(cellsOf)]);
}

export function reportTotalsCsv({ pages }: TotalsReport): string {
  const rows = pages.map(({ totals: { path, up, down, code, total }, place }) => [
    path,
    place?.file ?? "",
    ...[up, down, code, total].map(String),
  ]);
  return csvOf([["path", "file", "thumbsUp", "thumbsDown", "code", "total"], ...rows]);
}

function cellsOf({ entry, place }: ReportedEntry): string[] {
  const { id, path, comment = "", createdAt, createdAtText = "", source, status, contact, snippet } = entry;
  return [
    id,
    createdAt === undefined ? createdAtText : new Date(createdAt).toISOString(),
    entry.helpful === undefined ? "" : entry.helpful ? "up" : "down",
    source,
    status,
    path,
    place?.file ?? "",
    place ? String(place.line) : "",
    comment,
    snippet?.code ?? "",
    snippet?.filename ?? "",
    snippet?.lang ?? "",
    contact === undefined ? "" : maskContact(contact),
  ];
}
