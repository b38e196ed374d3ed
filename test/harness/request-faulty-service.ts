import assert from "node:assert/strict";
import type { FeedbackTools } from "../../server/src/feedback/entries/types.ts";
import type { FaultyFeedback, Fault, ServedPage } from "./faulty-feedback.ts";
import { FakeClock, createFakeTools, readAll } from "./feedback-tools.ts";

export const feedbackKey = "mint_canary_a1b2c3d4";

export interface Asked {
  readonly fault?: (index: number) => Fault | undefined;
  readonly page?: (cursor: string | undefined) => ServedPage | undefined;
  readonly tools?: Partial<FeedbackTools>;
}

let count = 0;

/**
 * Reads all entries of a new project. If `page` isn't set, the project has three pages, with the entries a, b, and c.
 */
export async function requestFaultyService(
  service: FaultyFeedback,
  { fault = () => undefined, page = createThreePages, tools = {} }: Asked,
) {
  const projectId = `p${count++}`;
  const clock = new FakeClock();
  let limit = new AbortController();
  const seen = service.add(projectId, { fault, page, onStuck: () => limit.abort() });
  const createTimeLimit = () => (limit = new AbortController()).signal;
  const requested = { baseUrl: service.origin, projectId, key: feedbackKey };
  const read = await readAll(requested, {}, createFakeTools(clock, { createTimeLimit, ...tools }));
  assert.ok(!JSON.stringify(read.steps).includes(feedbackKey), "the key was in a response");
  assert.equal(service.elsewhere, 0, "another host was contacted");
  return { ...read, seen, clock, ids: read.entries.map(({ id }) => id).join(" ") };
}

export function sentEntry(id: string): Record<string, unknown> {
  return { id, path: `/${id}`, comment: null, createdAt: null, source: "agent", status: "pending" };
}

function createThreePages(cursor = "1"): ServedPage | undefined {
  const number = Number(cursor);
  const name = ["a", "b", "c"][number - 1];
  if (name === undefined) return undefined;
  return {
    entries: [sentEntry(name)],
    nextCursor: number < 3 ? String(number + 1) : null,
    hasMore: number < 3,
  };
}
