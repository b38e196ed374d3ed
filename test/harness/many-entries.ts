import type { FeedbackEntry } from "../../server/src/feedback/entries/entry.ts";
import type { FeedbackState } from "../../server/src/feedback/entries/state.ts";
import { pageAt, stateOf } from "./feedback-state-of.ts";

const sampleText =
  "The page says nothing about how the token is renewed after an hour and my script stops with error 401 while the example in the guide still shows the old parameter name which does not exist any more please add a note about rate limits webhooks retries and what happens when shipment is cancelled".split(
    " ",
  );
const sections = ["Guides", "Quickstarts", "Concepts", "Administration", "Webhooks", "Reference"] as const;
const dayLength = 86_400_000;

/**
 * Returns a pseudorandom number generator for integers below a limit. It returns the same numbers for the same seed.
 */
function numbers(seed: number): (below: number) => number {
  let at = seed;
  return (below) => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((at / 2 ** 32) * below);
  };
}

/** Creates feedback of all kinds on about 300 pages, from the two years before a time, newest first. */
export function manyEntries(count: number, now: number): FeedbackState {
  const next = numbers(7);
  const sentence = (length: number) => Array.from({ length }, () => sampleText[next(sampleText.length)]).join(" ");
  const paths = Array.from({ length: 300 }, (_, at) => `/${sections[at % 6]?.toLowerCase() ?? ""}/page-${at}`);
  const allEntries = Array.from({ length: count }, (_, at): FeedbackEntry => {
    const kind = next(20);
    const page = Math.min(next(300), next(300));
    const isAgent = kind < 2;
    const isCode = kind >= 2 && kind < 5;
    const isPage = kind >= 5 && kind < 16;
    return {
      id: `entry-${at}`,
      path: paths[page] ?? "/",
      createdAt: now - Math.floor((at / count) * 730 * dayLength) - next(3_600_000),
      source: isAgent ? "agent" : isCode ? "code_snippet" : isPage ? "contextual" : "thumbs_only",
      status: ["pending", "pending", "in_progress", "resolved", "dismissed"][next(5)] ?? "pending",
      ...((isPage || kind >= 16) && { helpful: next(100) > 20 + (page % 7) * 8 }),
      ...(kind < 13 && { comment: `${sentence(8 + next(30))}${next(9) === 0 ? " über Größe café" : ""}.` }),
      ...(isCode && { snippet: { code: `await client.${sampleText[next(40)] ?? ""}({ id: ${at} });\n`, lang: "ts", filename: "send.ts" } }), // prettier-ignore
      ...(isPage && next(10) === 0 && { contact: `reader${at}@example.com` }),
      incomplete: [],
    };
  });
  // Converts strings to the flat representation in memory that the strings of a parsed response have.
  const entries = JSON.parse(JSON.stringify(allEntries)) as FeedbackEntry[];
  const joined = Object.fromEntries(
    paths.map((path, at) => [
      path,
      pageAt(path, { title: `${sentence(2)} ${at}`, groups: [sections[at % 6] ?? "", `Part ${at % 4}`] }),
    ]),
  );
  return stateOf(entries, {
    joined,
    lastVisit: now - 2 * dayLength,
    freshness: { kind: "fresh", refreshedAt: now - 60_000, warnings: [] },
  });
}
