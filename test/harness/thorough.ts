/** Returns `quick` in `npm test`, which must be fast but still able to fail, and `full` in `npm run soak`. */
export function thorough<T>(quick: T, full: T): T {
  return process.env["DOCWRIGHT_SOAK"] === undefined ? quick : full;
}

/** Returns the positions in a text of this length to test: every `step`th in `npm test`, and all in `npm run soak`. */
export function placesIn(length: number, step: number): number[] {
  const apart = thorough(step, 1);
  return Array.from({ length: Math.floor(length / apart) + 1 }, (_, i) => i * apart);
}

/** Returns the random seed of a property test: the same in each `npm test`, another in each round of `npm run soak`. */
export function seedOf(defaultValue: number): number {
  return defaultValue + Number(process.env["DOCWRIGHT_SEED"] ?? 0);
}
