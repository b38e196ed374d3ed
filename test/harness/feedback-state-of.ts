import type { FeedbackEntry } from "../../server/src/feedback/entries/entry.ts";
import type { FeedbackState } from "../../server/src/feedback/entries/state.ts";
import type { JoinedOperation, JoinedPage, JoinedPath } from "../../server/src/protocol/feedback.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };

/** Noon of a day in UTC: `2026-06-30`. */
export function noon(day: string): number {
  return Date.parse(`${day}T12:00:00Z`);
}

/** An entry of a reader, who was content with the page, with what is told of it in place of that. */
export function entryOf(id: string, reported: Partial<FeedbackEntry> = {}): FeedbackEntry {
  return {
    id,
    path: "/guides/start",
    createdAt: noon("2026-06-15"),
    source: "contextual",
    status: "pending",
    incomplete: [],
    ...reported,
  };
}

/** An entry whose time could not be read. */
export function undatedEntry(id: string, reported: Partial<FeedbackEntry> = {}): FeedbackEntry {
  const { createdAt: _createdAt, ...rest } = entryOf(id, reported);
  return rest;
}

/** The page `/guides/start` has the title “Start”, unless another is told. */
export function pageAt(url: string, reported: Partial<JoinedPage> = {}): JoinedPage {
  const name = url.split("/").at(-1) ?? "";
  return {
    kind: "page",
    uri: `file:///site${url}.mdx`,
    range,
    title: name.charAt(0).toUpperCase() + name.slice(1),
    url,
    by: "address",
    groups: [],
    ...reported,
  };
}

export function operationAt(url: string, operation: string, title: string): JoinedOperation {
  return {
    kind: "operation",
    uri: "file:///site/openapi.json",
    range,
    title,
    url,
    operation,
    by: "address",
    groups: ["API"],
  };
}

/** A state with these entries, each of whose paths is a page unless it is told what it is. */
export function stateOf(
  entries: readonly FeedbackEntry[],
  reported: Partial<Omit<FeedbackState, "joined">> & {
    readonly joined?: Readonly<Record<string, JoinedPath>>;
  } = {},
): FeedbackState {
  const { joined = {}, ...rest } = reported;
  return {
    project: { baseUrl: "https://api.example.com", projectId: "acme-docs", hasDashboard: true },
    hasKey: true,
    entries,
    joined: new Map(entries.map(({ path }) => [path, joined[path] ?? pageAt(path)])),
    triage: new Map(),
    freshness: { kind: "fresh", refreshedAt: noon("2026-06-30"), warnings: [] },
    budget: { left: 97, limit: 100 },
    ...rest,
  };
}
