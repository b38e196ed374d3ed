import { scanPage } from "../../server/src/core/page/scan-page.ts";
import { maskCode } from "../../server/src/core/page/syntax/trivially-valid.ts";
import { fullParse } from "./full-parse.ts";
import { compareFacts, type Comparison } from "./page-facts.ts";
import { scanFacts } from "./scan-facts.ts";

/** The scan of a page against the full parse; undefined when the full parse refuses the page. */
export function compareScan(page: string): Comparison[] | undefined {
  // What the service replaces before it parses is replaced for both.
  const text = maskCode(page);
  const parsed = fullParse(text);
  return parsed && compareFacts(scanFacts(scanPage("page.mdx", text).references), parsed);
}

const marks = /[<>{}`$[\]()#*\-"'=/\n|]/g;

/** The page with one mark taken away at a random place, `count` times. */
export function mutations(text: string, count: number, random: () => number): string[] {
  if (count === 0) return [];
  const places = [...text.matchAll(marks)].map(({ index }) => index);
  return Array.from({ length: Math.min(count, places.length) }, () => {
    const at = places[Math.floor(random() * places.length)] ?? 0;
    return text.slice(0, at) + text.slice(at + 1);
  });
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
