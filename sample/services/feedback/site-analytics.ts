import type { SentEntry } from "./sent-entry.ts";
import { totalsByPage } from "./totals-by-page.ts";

/** The number of views that are counted for each entry. Most readers don't leave feedback. */
const viewsForEntry = { human: 41, ai: 9 } as const;

/** Returns the number of views of each page that has feedback, with the most viewed page first. */
export function viewsByPage(entries: Iterable<SentEntry>) {
  return totalsByPage(entries).map(({ path, total }) => {
    const [human, ai] = [total * viewsForEntry.human, total * viewsForEntry.ai];
    return { path, human, ai, total: human + ai };
  });
}

const day = 86_400_000;

const searches = [
  ["webhook signature", 412, 0.71, "/guides/webhooks/verify-signatures"],
  ["authentication", 388, 0.83, "/guides/authentication"],
  ["rate limit", 245, 0.12, null],
  ["track shipment", 231, 0.64, "/guides/tracking/events"],
  ["api key", 190, 0.58, "/guides/authentication"],
  ["refund", 97, 0, null],
  ["quickstart", 88, 0.9, "/quickstart"],
  ["sandbox", 61, 0.08, null],
  ["changelog", 44, 0.75, "/changelog"],
  ["pagination", 39, 0.31, "/api-reference/introduction"],
  ["cancel berth", 22, 0.45, "/api-reference/introduction"],
  ["contact me at ada@example.com", 3, 0, null],
] as const;

/** Returns the search terms, with the most frequent one first. */
export function searchTerms(now: number) {
  return searches.map(([searchQuery, hits, ctr, topClickedPage], at) => ({
    searchQuery,
    hits,
    ctr,
    topClickedPage,
    lastSearchedAt: new Date(now - at * day).toISOString(),
  }));
}

const questions = [
  ["How do I verify the signature of a webhook in Go?", true],
  ["Is there a rate limit for tracking events?", false],
  ["How do I rotate an API key without downtime?", true],
  ["Can I get a refund for a berth that I've canceled?", false],
  ["Which events does a shipment send?", true],
  ["Is there a sandbox? Write to me at ada@example.com.", false],
  ["How do I list shipments of one port?", true],
  ["What does status 409 mean when I book a berth?", true],
] as const;

/** Returns the conversations with the assistant, with the newest one first. */
export function conversations(now: number) {
  return questions.map(([query, isAnswered], at) => ({
    id: `01J${String(at).padStart(23, "0")}`,
    timestamp: new Date(now - at * (day / 4)).toISOString(),
    query,
    response: isAnswered ? "See the guide." : "The documentation doesn't cover this.",
    sources: isAnswered ? [{ title: "Quickstart", url: "http://localhost:3000/quickstart" }] : [],
    resolutionStatus: isAnswered ? "answered" : "unanswered",
    queryCategory: null,
    pageUrl: null,
  }));
}
