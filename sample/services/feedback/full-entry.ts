import { randomUUID } from "node:crypto";
import type { SentEntry } from "./sent-entry.ts";

/**
 * Creates an entry with these fields. By default, the entry is new, pending, from a human reader, and about the entire
 * page.
 */
export function fullEntry(fields: Readonly<Record<string, unknown>>, now: number): SentEntry {
  const source = fields["source"] ?? "contextual";
  const own =
    source === "contextual"
      ? { helpful: true, contact: null }
      : source === "code_snippet"
        ? { code: "", filename: null, lang: null }
        : {};
  return {
    id: randomUUID(),
    path: "/",
    comment: null,
    createdAt: new Date(now).toISOString(),
    source,
    status: "pending",
    ...own,
    ...fields,
  } as SentEntry;
}
