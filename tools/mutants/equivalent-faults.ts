/**
 * Faults that can't be detected by any test, because they don't change what Docwright does. Each entry states the
 * reason.
 */
export const equivalentFaults: readonly {
  readonly file: string;
  /** The change as printed by `npm run mutants`. */
  readonly change: string;
  readonly reason: string;
}[] = [
  {
    file: "server/src/core/site/settings/navigation.ts",
    change: "true → false",
    reason:
      "`isBeside` follows only resolved references. A reference that closes a cycle is never resolved, and a file that is included twice is resolved only once, so the function never reaches a file twice on the same path.",
  },
];
