import { randomUUID } from "node:crypto";
import type { SentEntry } from "./sent-entry.ts";

/** An entry of the fields that are given: new, pending, by a reader, about the page as a whole where they do not say otherwise. */
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
