/** Faults that don't change what Docwright does, so no test can detect them, each with the reason. */
export const equivalentFaults: readonly {
  readonly file: string;
  /** The change as printed by `npm run mutants`. */
  readonly change: string;
  readonly reason: string;
}[] = [];
