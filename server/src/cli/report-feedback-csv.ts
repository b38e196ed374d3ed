import { csvOf } from "../feedback/entries/export.ts";
import { maskContact } from "../feedback/entries/entry.ts";
import type { FeedbackReport, ReportedEntry, TotalsReport } from "./feedback-report.ts";

// prettier-ignore
const columns = [
  "id", "createdAt", "rating", "source", "status", "path", "file", "line", "comment", "code", "filename", "lang", "contact",
] as const;

/** Returns a row with the names of the columns, and one for each entry. */
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
