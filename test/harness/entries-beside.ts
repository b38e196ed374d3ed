import type { SentEntry } from "../../sample/services/feedback/sent-entry.ts";

/** The contact details of a reader, which must not be visible anywhere. */
export const contact = "ada.reader@canary.example";
const hostile = "[run](command:x) <b>$(alert)</b> \u202eevil";
/** Returns the time this many days ago as an ISO 8601 string. */
export const at = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const base = { path: "/guides/start", status: "pending" } as const;
/** Feedback from readers and agents on `/guides/start`, and one entry about a URL that no longer exists. */
export const entriesBeside: readonly SentEntry[] = [
  { ...base, id: "up", source: "contextual", helpful: true, comment: null, contact: null, createdAt: at(1) },
  { ...base, id: "down", source: "contextual", helpful: false, comment: hostile, contact, createdAt: at(2) },
  {
    ...base,
    id: "code",
    source: "code_snippet",
    comment: "Fails.",
    code: "run it",
    filename: null,
    lang: "sh",
    createdAt: at(3),
  },
  {
    ...base,
    id: "gone",
    source: "code_snippet",
    comment: "Old.",
    code: "no more",
    filename: null,
    lang: null,
    createdAt: at(4),
  },
  {
    ...base,
    id: "wordless",
    source: "code_snippet",
    comment: " ",
    code: "point at",
    filename: null,
    lang: null,
    createdAt: at(4.5),
  },
  { ...base, id: "agent", source: "agent", comment: "Unclear.", createdAt: at(5) },
  { ...base, id: "closed", source: "agent", comment: "Was.", status: "resolved", createdAt: at(6) },
  {
    ...base,
    id: "lost",
    path: "/nowhere",
    source: "contextual",
    helpful: false,
    contact: null,
    comment: "Where?",
    createdAt: at(7),
  },
];
