import { scanPage } from "../../server/src/core/page/scan-page.ts";
import { maskNonMdxSyntax } from "../../server/src/core/page/syntax/trivially-valid.ts";
import { fullParse } from "./full-parse.ts";
import { compareFacts, type Comparison } from "./page-facts.ts";
import { scanFacts } from "./scan-facts.ts";

/** Compares the scan of a page with the full parse. Returns undefined if the page can't be parsed. */
export function compareScan(page: string): Comparison[] | undefined {
  // The service replaces some text before it parses a page, so that text is replaced for both the scan and the parse.
  const text = maskNonMdxSyntax(page);
  const parsed = fullParse(text);
  return parsed && compareFacts(scanFacts(scanPage("page.mdx", text).references), parsed);
}

const marks = /[<>{}`$[\]()#*\-"'=/\n|]/g;

/** Returns `count` variants of the page, in each of which one mark is removed at a random position. */
export function mutations(text: string, count: number, random: () => number): string[] {
  if (count === 0) return [];
  const places = [...text.matchAll(marks)].map(({ index }) => index);
  return Array.from({ length: Math.min(count, places.length) }, () => {
    const at = places[Math.floor(random() * places.length)] ?? 0;
    return text.slice(0, at) + text.slice(at + 1);
  });
}

/**
 * Returns a pseudorandom number generator. It returns the same numbers from 0 (inclusive) to 1 (exclusive) for the same
 * seed.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
