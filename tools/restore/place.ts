import type { Site } from "../../server/src/core/site/site.ts";
import type { SitePath } from "../../server/src/core/text/text-edit.ts";

/** A site in the corpus, along with the text of its files. */
export interface CorpusSite {
  readonly name: string;
  readonly site: Site;
  readonly texts: ReadonlyMap<SitePath, string>;
}

/** A value in a file that completion could offer. */
export interface RestoreLocation {
  readonly kind: string;
  readonly file: SitePath;
  /** The range that is removed. */
  readonly start: number;
  readonly end: number;
  /** Whether completed text that differs from the original is equivalent to it. */
  readonly isSame?: (text: string) => boolean;
}

/**
 * Returns a pseudorandom number generator. It returns numbers from 0 to 1, always in the same order for the same seed.
 */
export function createRandom(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 14)) >>> 0) / 4294967296;
  };
}
