import type { JoinedPath } from "../../protocol/feedback.ts";
import type { ExportFormat } from "../view/panel-protocol.ts";
import { markInvisibleText } from "../view/visible-text.ts";
import { type FeedbackEntry, maskContact } from "./entry.ts";
import { toListedPage } from "./listed-page.ts";
import type { Triage } from "./state.ts";
import { groupBy } from "../../core/text/maps.ts";

/**
 * Returns rows as CSV (RFC 4180). Each cell is in quotation marks, and each row ends with CRLF. No spreadsheet
 * interprets a cell as a formula, regardless of whether the spreadsheet uses commas, semicolons, tabs, or bars as
 * separators (OWASP, “CSV Injection”). Control characters that would move a terminal's cursor are replaced.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(toCsvCell).join(",")}\r\n`).join("");
}

function toCsvCell(text: string): string {
  return `"${escapeFormulas(replaceControlCharacters(text)).replaceAll('"', '""')}"`;
}

/**
 * Matches the first character of a formula, including full-width and small forms, which some spreadsheets treat like
 * the ASCII characters.
 */
const formulaStartPattern = /^[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/;
/**
 * Matches characters that can appear between the start of a cell and its text: spaces, quotation marks, joiners, and
 * other separators.
 */
const separatorPattern = /[\s";|\u200c\u200d]+/g;

/**
 * Inserts an apostrophe before each formula at the start of the text, of a line, or of a cell that results from another
 * separator.
 */
function escapeFormulas(text: string): string {
  const content = text.replace(separatorPattern, (separator: string, offset: number) => {
    if (!formulaStartPattern.test(text.charAt(offset + separator.length))) return separator;
    const startIndex = Math.max(separator.lastIndexOf(";"), separator.lastIndexOf("|")) + 1;
    const escapedSeparator = separator.slice(startIndex).replace(/[\t\r\n]/g, "$&'");
    return `${separator.slice(0, startIndex)}${startIndex > 0 || offset === 0 ? "'" : ""}${escapedSeparator}`;
  });
  return formulaStartPattern.test(content) || /^[\t\r\n]/.test(content) ? `'${content}` : content;
}

/**
 * Replaces control characters other than tabs and line breaks with their symbols (U+2400…). Removes marks that change
 * the text direction.
 */
function replaceControlCharacters(text: string): string {
  return text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(/[\x7f-\x9f\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu, "");
}

const ratingLabels = { up: "▲ helpful", down: "▼ not helpful", none: "no rating" } as const;

/** Returns entries as Markdown, grouped by page. Text from readers is fenced, so it's never parsed as Markdown. */
export function toMarkdown(entries: readonly ExportedEntry[]): string {
  const entriesByPage = groupBy(entries, (entry) => entry.url ?? `?${entry.path}`);
  const parts = [...entriesByPage.values()].map((pageEntries) => {
    const [firstEntry] = pageEntries;
    const path = firstEntry?.url ?? firstEntry?.path ?? "";
    return [`## ${escapeText(firstEntry?.page ?? path)}`, escapeText(path), ...pageEntries.map(formatEntry)].join(
      "\n\n",
    );
  });
  return `${["# Reader feedback", ...parts].join("\n\n")}\n`;
}

function formatEntry(entry: ExportedEntry): string {
  const { createdAt, rating, source, status, contact, triage, assigned } = entry;
  const facts = [
    ratingLabels[rating],
    createdAt?.replace(/T.*$/, ""),
    source,
    status,
    contact,
    triage && `marked as ${triage === "later" ? "snoozed" : "done"} locally`,
    assigned !== undefined ? `assigned to ${assigned}` : undefined,
  ];
  const lineParts = facts.filter((fact) => fact !== undefined).map(escapeText);
  return [
    `- ${lineParts.join(" · ")}`,
    ...(entry.comment !== undefined ? [fenceText(entry.comment, "text")] : []),
    ...(entry.code !== undefined ? [fenceText(entry.code, "text")] : []),
    ...(entry.note !== undefined ? [`Note: ${escapeText(entry.note)}`] : []),
  ]
    .map((part, i) => (i === 0 ? part : indentLines(part)))
    .join("\n\n");
}

/**
 * Returns an entry as Markdown for an issue tracker: a title, the facts, the comment, and the code. Issues are often
 * public, so neither the reader's contact details nor the local triage are included.
 */
export function formatIssue(entry: FeedbackEntry, joinsByPath: ReadonlyMap<string, JoinedPath>): string {
  const { id, createdAt, page, path, url, rating, source, comment, code } = toExportedEntry(
    entry,
    { joinsByPath, triageById: new Map() },
    false,
  );
  const facts = [
    `- Page: ${escapeText(url ?? path)}`,
    `- Rating: ${ratingLabels[rating]}`,
    ...(createdAt === undefined ? [] : [`- Date: ${escapeText(createdAt.replace(/T.*$/, ""))}`]),
    `- Source: ${escapeText(source)}`,
    `- Feedback ID: ${escapeText(id)}`,
  ];
  const parts = [`# Reader feedback: ${escapeText(page)}`, facts.join("\n")];
  for (const text of [comment, code]) if (text !== undefined) parts.push(fenceText(text, "text"));
  return `${parts.join("\n\n")}\n`;
}

/** Returns the text as one line with all markup escaped. */
function escapeText(text: string): string {
  return markInvisibleText(text)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** Returns a code block whose fence is longer than any fence within the text. */
function fenceText(text: string, lang: string): string {
  const visibleText = markInvisibleText(text);
  const maxLength = Math.max(2, ...(visibleText.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(maxLength + 1);
  return `${fence}${lang}\n${visibleText}\n${fence}`;
}

/** Indents the text for use in a list item. */
function indentLines(text: string): string {
  return text.replace(/^/gm, "  ");
}

/** An entry in an export. Missing values are empty in CSV and omitted in JSON. */
export interface ExportedEntry {
  readonly id: string;
  /** The time, such as `2026-06-30T12:00:00.000Z`, or the original value if that isn't a valid time. */
  readonly createdAt?: string;
  readonly page: string;
  readonly path: string;
  /** The page's URL on the site. Absent if the page wasn't found on the site. */
  readonly url?: string;
  readonly rating: "up" | "down" | "none";
  readonly source: string;
  readonly status: string;
  readonly comment?: string;
  readonly code?: string;
  readonly filename?: string;
  readonly lang?: string;
  readonly contact?: string;
  /** The local triage, which is stored only on this machine. */
  readonly triage?: "done" | "later";
  readonly assigned?: string;
  readonly note?: string;
}

export interface ExportSource {
  readonly entries: readonly FeedbackEntry[];
  readonly joinsByPath: ReadonlyMap<string, JoinedPath>;
  readonly triageById: ReadonlyMap<string, Triage>;
}

export const exportColumns = [
  "id",
  "createdAt",
  "page",
  "path",
  "url",
  "rating",
  "source",
  "status",
  "comment",
  "code",
  "filename",
  "lang",
  "contact",
  "triage",
  "assigned",
  "note",
] as const satisfies readonly (keyof ExportedEntry)[];

/** Returns entries as text to save. Contact details are masked unless the user has chosen to include them. */
export function exportEntries(
  source: ExportSource,
  { format, includesContacts }: { readonly format: ExportFormat; readonly includesContacts: boolean },
): string {
  const exportedEntries = source.entries.map((entry) => toExportedEntry(entry, source, includesContacts));
  if (format === "json") return `${JSON.stringify(exportedEntries, undefined, 2)}\n`;
  if (format === "markdown") return toMarkdown(exportedEntries);
  return toCsv([exportColumns, ...exportedEntries.map((entry) => exportColumns.map((name) => entry[name] ?? ""))]);
}

function toExportedEntry(
  entry: FeedbackEntry,
  { joinsByPath, triageById }: Omit<ExportSource, "entries">,
  includesContacts: boolean,
): ExportedEntry {
  const { id, path, comment, snippet, contact, isContactNotKept, source, status } = entry;
  const joinedPath = joinsByPath.get(path);
  const { mark, assigned, note } = triageById.get(id) ?? {};
  const time = getTimeText(entry);
  return {
    id,
    ...(time !== undefined && { createdAt: time }),
    page: toListedPage(path, joinedPath).title,
    path,
    ...(joinedPath && joinedPath.kind !== "unknown" && { url: joinedPath.url }),
    rating: entry.helpful === undefined ? "none" : entry.helpful ? "up" : "down",
    source,
    status,
    ...(comment !== undefined && { comment }),
    ...snippet,
    ...(contact !== undefined && { contact: includesContacts ? contact : maskContact(contact) }),
    ...(isContactNotKept === true && { contact: "not kept" }),
    ...(mark && { triage: mark }),
    ...(assigned !== undefined && { assigned }),
    ...(note !== undefined && { note }),
  };
}

function getTimeText({ createdAt, createdAtText }: FeedbackEntry): string | undefined {
  if (createdAt === undefined) return createdAtText;
  const date = new Date(createdAt);
  return Number.isNaN(date.getTime()) ? createdAtText : date.toISOString();
}
