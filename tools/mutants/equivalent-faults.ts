/**
 * Faults that can't be detected by any test, because they don't change what Docwright does. Each entry states the
 * reason.
 */
export const equivalentFaults: readonly {
  readonly file: string;
  /** The change as printed by `npm run mutants`. */
  readonly change: string;
  readonly reason: string;
}[] = [];
