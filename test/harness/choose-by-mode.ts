/**
 * Returns `quick` in `npm test`, where tests must be fast but still able to detect errors, and `full` in `npm run
 * soak`.
 */
export function chooseByMode<T>(quick: T, full: T): T {
  return process.env["DOCWRIGHT_SOAK"] === undefined ? quick : full;
}

/**
 * Returns the positions to test in a text of this length: every `step`th position in `npm test`, and all positions in
 * `npm run soak`.
 */
export function placesIn(length: number, step: number): number[] {
  const spacing = chooseByMode(step, 1);
  return Array.from({ length: Math.floor(length / spacing) + 1 }, (_, i) => i * spacing);
}

/**
 * Returns the random seed for a property test. The seed is the same in each `npm test`, but different in each round of
 * `npm run soak`.
 */
export function seedOf(defaultSeed: number): number {
  return defaultSeed + Number(process.env["DOCWRIGHT_SEED"] ?? 0);
}
