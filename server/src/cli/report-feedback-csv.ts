import { csvOf } from "../feedback/csv.ts";
import { maskContact } from "../feedback/mask-contact.ts";
import type { FeedbackReport, ReportedEntry, TotalsReport } from "./feedback-report.ts";

// prettier-ignore
const columns = [
  "id", "createdAt", "rating", "source", "status", "path", "file", "line", "comment", "code", "filename", "lang", "contact",
] as const;

/** A row for each entry, under one with the names of the columns. No cell is a formula, and none steers a terminal. */
export function reportFeedbackCsv({ entries }: FeedbackReport): string {
  return csvOf([columns, ...entries.map(cellsOf)].map((row) => row.map(harmless)));
}

export function reportTotalsCsv({ pages }: TotalsReport): string {
  const rows = pages.map(({ totals: { path, up, down, code, total }, place }) => [
    path,
    place?.file ?? "",
    ...[up, down, code, total].map(String),
  ]);
  return csvOf(
    [["path", "file", "thumbsUp", "thumbsDown", "code", "total"], ...rows].map((row) => row.map(harmless)),
  );
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

/** Controls but tabs and line ends become pictures of themselves (U+2400…); marks of direction go. */
function harmless(text: string): string {
  return text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(/[\x7f-\x9f\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu, "");
}
