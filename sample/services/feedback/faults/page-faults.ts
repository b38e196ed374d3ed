import { randomUUID } from "node:crypto";
import type { Reply } from "../../api/reply.ts";
import type { Fault, FaultContext } from "./fault.ts";
import { entryWith, longComment, oddEntries, oddPaths, oddTimes } from "./odd-entries.ts";

/** A page as it's received, without validation. */
interface Page {
  readonly feedback: readonly unknown[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** Pages that arrive completely but have unusual content. */
export const pageFaults = {
  "hasMore without a cursor": onPage((page) => ({ ...page, hasMore: true, nextCursor: null })),
  "an empty page with more": onPage((page) => ({ ...page, feedback: [], hasMore: true, nextCursor: "more" })),
  "cursor loop of 1": onPage((page, context) => loop(page, context, 1)),
  "cursor loop of 2": onPage((page, context) => loop(page, context, 2)),
  "cursor loop of 7": onPage((page, context) => loop(page, context, 7)),
  "endless new pages": () => ({
    status: 200,
    json: { feedback: [entryWith({ id: randomUUID() })], hasMore: true, nextCursor: randomUUID() },
  }),
  duplicates: onPage((page) => ({
    ...page,
    feedback: page.feedback.flatMap((entry, i) => [entry, entry, ...(i % 3 === 0 ? page.feedback.slice(0, 1) : [])]),
  })),
  "odd entries": onPage((page) => ({ ...page, feedback: [...oddEntries, ...page.feedback] })),
  "unknown enums": onPage((page) => ({
    ...page,
    feedback: [
      ...page.feedback,
      entryWith({ id: "unknown-source", source: "carrier_pigeon" }),
      entryWith({ id: "unknown-status", status: "on_hold" }),
    ],
  })),
  "unknown fields": onPage((page) => ({
    ...page,
    tookMs: 12,
    feedback: page.feedback.map((entry) => ({
      ...(entry as object),
      sentiment: { score: 0.2 },
      tags: ["a"],
    })),
  })),
  "odd times": onPage((page) => ({ ...page, feedback: [...oddTimes, ...page.feedback] })),
  "odd paths": onPage((page) => ({ ...page, feedback: [...oddPaths, ...page.feedback] })),
  "long comment": onPage((page) => ({ ...page, feedback: [longComment(), ...page.feedback] })),
  "feedback is an object": onPage((page) => ({
    ...page,
    feedback: Object.fromEntries(page.feedback.entries()),
  })),
  "feedback is null": onPage((page) => ({ ...page, feedback: null })),
  "no feedback at all": () => ({ status: 200, json: {} }),
  "a list in place of a page": onPage(({ feedback }) => feedback),
  null: () => ({ status: 200, json: null }),
  "cursor is a number": onPage((page) => ({ ...page, hasMore: true, nextCursor: 42 })),
  "keys of prototypes": (reply) => ({
    status: 200,
    type: "application/json",
    bytes: JSON.stringify(reply.json ?? {}).replace(
      "{",
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},',
    ),
  }),
} as const satisfies Readonly<Record<string, Fault>>;

/** Applies a change to responses that are pages of the list. Other responses remain unchanged. */
function onPage(change: (page: Page, context: FaultContext) => unknown): Fault {
  return (reply, context): Reply => {
    const { json } = reply;
    const isPage = typeof json === "object" && json !== null && "feedback" in json && reply.status === 200;
    return isPage ? { ...reply, json: change(json as Page, context) } : reply;
  };
}

/** Leads back to the cursor that was requested `period` - 1 requests ago. */
function loop(page: Page, { cursors }: FaultContext, period: number): unknown {
  const again = cursors.at(-period);
  return again === undefined ? page : { ...page, hasMore: true, nextCursor: again };
}
