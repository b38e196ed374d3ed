/**
 * How much of a long proof runs: `quick` in `npm test`, which is for while you type and must still be able to fail;
 * `whole` in `npm run soak`.
 */
export function thorough<T>(quick: T, full: T): T {
  return process.env["DOCWRIGHT_SOAK"] === undefined ? quick : full;
}

/** The places in a text of this length that a proof tries: in `npm test` every `step`th, in `npm run soak` each. */
export function placesIn(length: number, step: number): number[] {
  const apart = thorough(step, 1);
  return Array.from({ length: Math.floor(length / apart) + 1 }, (_, i) => i * apart);
}

/** What random numbers of a proof begin with: the same in each `npm test`, another in each round of `npm run soak`. */
export function seedOf(defaultValue: number): number {
  return defaultValue + Number(process.env["DOCWRIGHT_SEED"] ?? 0);
}
