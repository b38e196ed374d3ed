import { attackKinds, type AttackCount, type AttackCounts } from "../test/harness/attack.ts";

/**
 * The minimum number of attacks in total (`sum`) and of each kind (`kind`). Fewer attacks wouldn't test the defenses
 * sufficiently.
 */
const minAttempts = { sum: 1000, kind: 100 };

/** Returns the sum of the counts of all test files for each kind of attack. */
export function addAttacks(all: readonly AttackCounts[]): AttackCounts {
  const sums = attackKinds.map((kind) => [kind, sumCounts(all.map((counts) => counts[kind]))] as const);
  return Object.fromEntries(sums.filter(([, { attempts }]) => attempts > 0));
}

/** Returns a table with a row for each kind of attack and a row for the total. */
export function formatAttackTable(counts: AttackCounts): string {
  const rows = attackKinds.map((kind) => formatRow(kind, counts[kind]));
  const sum = sumCounts(attackKinds.map((kind) => counts[kind]));
  return [formatCells("attacks", "attempts", "successes"), ...rows, formatRow("sum", sum)].join("\n");
}

/** Returns the reasons why the attacks don't show that the defenses work. Each reason is a sentence. */
export function listAttackProblems(counts: AttackCounts): string[] {
  const sum = sumCounts(attackKinds.map((kind) => counts[kind]));
  const rare = attackKinds.filter((kind) => (counts[kind]?.attempts ?? 0) < minAttempts.kind);
  return [
    ...(sum.successes > 0 ? [`Attacks that succeeded: ${sum.successes}.`] : []),
    ...rare.map((kind) => `Fewer than ${minAttempts.kind} attacks were tried: ${kind}.`),
    ...(sum.attempts < minAttempts.sum ? [`Fewer than ${minAttempts.sum} attacks were tried.`] : []),
  ];
}

function sumCounts(counts: readonly (AttackCount | undefined)[]): AttackCount {
  return {
    attempts: counts.reduce((sum, count) => sum + (count?.attempts ?? 0), 0),
    successes: counts.reduce((sum, count) => sum + (count?.successes ?? 0), 0),
  };
}

function formatRow(kind: string, { attempts, successes }: AttackCount = { attempts: 0, successes: 0 }): string {
  return formatCells(kind, String(attempts), String(successes));
}

function formatCells(kind: string, attempts: string, successes: string): string {
  return `${kind.padEnd(16)}${attempts.padStart(9)}${successes.padStart(11)}`;
}
