import type { FeedbackEntry } from "../../server/src/feedback/entries/entry.ts";
import type { FeedbackState } from "../../server/src/feedback/entries/state.ts";
import type { JoinedOperation, JoinedPage, JoinedPath } from "../../server/src/protocol/feedback.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };

/** Returns the time at noon UTC on a day, such as `2026-06-30`, in milliseconds since 1970. */
export function getNoon(day: string): number {
  return Date.parse(`${day}T12:00:00Z`);
}

/** Returns an entry from a satisfied reader, with these fields replaced. */
export function entryOf(id: string, reported: Partial<FeedbackEntry> = {}): FeedbackEntry {
  return {
    id,
    path: "/guides/start",
    createdAt: getNoon("2026-06-15"),
    source: "contextual",
    status: "pending",
    incomplete: [],
    ...reported,
  };
}

/**
 * Returns an entry with this time, in milliseconds since 1970. If the time is undefined, the entry has no valid time.
 */
export function entryAt(id: string, createdAt?: number, status = "pending"): FeedbackEntry {
  return createdAt === undefined ? undatedEntry(id, { status }) : entryOf(id, { createdAt, status });
}

/** Returns an entry without a valid time. */
export function undatedEntry(id: string, reported: Partial<FeedbackEntry> = {}): FeedbackEntry {
  const { createdAt: _createdAt, ...rest } = entryOf(id, reported);
  return rest;
}

/** Returns a page with this URL. By default, `/guides/start` has the title “Start”. */
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

/** Returns a state with these entries. Each path belongs to a page unless specified otherwise. */
export function stateOf(
  entries: readonly FeedbackEntry[],
  reported: Partial<Omit<FeedbackState, "joinsByPath">> & {
    readonly joined?: Readonly<Record<string, JoinedPath>>;
  } = {},
): FeedbackState {
  const { joined = {}, ...rest } = reported;
  return {
    project: { baseUrl: "https://api.example.com", projectId: "acme-docs", hasDashboard: true },
    hasKey: true,
    entries,
    joinsByPath: new Map(entries.map(({ path }) => [path, joined[path] ?? pageAt(path)])),
    triageById: new Map(),
    freshness: { kind: "fresh", refreshedAt: getNoon("2026-06-30"), warnings: [] },
    budget: { remainingRequests: 97, limit: 100 },
    ...rest,
  };
}
