import type { JoinedPath } from "../protocol/feedback.ts";
import type { FeedbackEntry } from "./feedback-entry.ts";
import type { Triage } from "./feedback-state.ts";
import { csvOf } from "./csv.ts";
import { markdownOf } from "./entries-as-markdown.ts";
import { listedPage } from "./listed-page.ts";
import { maskContact } from "./mask-contact.ts";
import type { ExportFormat } from "./view/feedback-messages.ts";

/** An entry as it leaves the editor. Absent values are empty in CSV and missing in JSON. */
export interface ExportedEntry {
  readonly id: string;
  /** `2026-06-30T12:00:00.000Z`, or what was sent where that is no time. */
  readonly createdAt?: string;
  readonly page: string;
  readonly path: string;
  /** Its address in the site; absent where no file is known. */
  readonly url?: string;
  readonly rating: "up" | "down" | "none";
  readonly source: string;
  readonly status: string;
  readonly comment?: string;
  readonly code?: string;
  readonly filename?: string;
  readonly lang?: string;
  readonly contact?: string;
  /** Of this machine alone. */
  readonly triage?: "done" | "later";
  readonly assigned?: string;
  readonly note?: string;
}

export interface ExportSource {
  readonly entries: readonly FeedbackEntry[];
  readonly joined: ReadonlyMap<string, JoinedPath>;
  readonly triage: ReadonlyMap<string, Triage>;
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

/** Entries as a text to be saved. Contacts are masked unless the person has chosen otherwise. */
export function exportEntries(
  source: ExportSource,
  { format, withContacts }: { readonly format: ExportFormat; readonly withContacts: boolean },
): string {
  const exported = source.entries.map((entry) => exportedEntry(entry, source, withContacts));
  if (format === "json") return `${JSON.stringify(exported, undefined, 2)}\n`;
  if (format === "markdown") return markdownOf(exported);
  return csvOf([exportColumns, ...exported.map((entry) => exportColumns.map((name) => entry[name] ?? ""))]);
}

function exportedEntry(
  entry: FeedbackEntry,
  { joined, triage }: ExportSource,
  withContacts: boolean,
): ExportedEntry {
  const { id, path, comment, snippet, contact, source, status } = entry;
  const found = joined.get(path);
  const { mark, assigned, note } = triage.get(id) ?? {};
  const time = timeOf(entry);
  return {
    id,
    ...(time !== undefined && { createdAt: time }),
    page: listedPage(path, found).title,
    path,
    ...(found && found.kind !== "unknown" && { url: found.url }),
    rating: entry.helpful === undefined ? "none" : entry.helpful ? "up" : "down",
    source,
    status,
    ...(comment !== undefined && { comment }),
    ...snippet,
    ...(contact !== undefined && { contact: withContacts ? contact : maskContact(contact) }),
    ...(mark && { triage: mark }),
    ...(assigned !== undefined && { assigned }),
    ...(note !== undefined && { note }),
  };
}

function timeOf({ createdAt, createdAtText }: FeedbackEntry): string | undefined {
  if (createdAt === undefined) return createdAtText;
  const date = new Date(createdAt);
  return Number.isNaN(date.getTime()) ? createdAtText : date.toISOString();
}
