interface Rated {
  readonly up: number;
  readonly down: number;
}

/** The quantile of the normal distribution for a confidence of 95%. */
const z = 1.96;
const threshold = { share: 0.15, down: 2 } as const;

/**
 * Returns the minimum share of negative ratings of a page, from 0 to 1: the lower bound of the Wilson score
 * interval with 95% confidence. Many ratings make it more certain, so 40 of 50 rank above 2 of 2, and 2 of 2
 * above 10 of 40.
 */
export function needOf({ up, down }: Rated): number {
  if (down === 0) return 0;
  const count = up + down;
  const share = down / count;
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * count)) / count);
  return (share + (z * z) / (2 * count) - spread) / (1 + (z * z) / count);
}

/**
 * Whether a page needs work: at least two negative ratings, and more than 15% negative ones with 95%
 * confidence.
 */
export function needsWork(rated: Rated): boolean {
  return rated.down >= threshold.down && needOf(rated) >= threshold.share;
}

/** Compares pages for sorting: those that need the most work first. */
export function byNeed(a: Rated, b: Rated): number {
  return needOf(b) - needOf(a) || b.down - a.down;
}
