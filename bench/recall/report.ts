import type { FaultKind } from "./fault-kind.ts";
import type { Outcome } from "./outcome.ts";
import { withoutMutator } from "./without-mutator.ts";

/** Returns the share of problems found on the right line, from 0 to 1. */
export function getRecall(outcomes: readonly Outcome[]): number {
  return outcomes.length === 0
    ? 0
    : outcomes.filter(({ verdict: result }) => result === "right").length / outcomes.length;
}

/**
 * Returns a Markdown report with a table by kind, all problems that weren't found at their position, and the codes that
 * weren't reported for any injection.
 */
export function formatReport(
  outcomes: readonly Outcome[],
  testedKinds: readonly FaultKind[],
  targetCount: number,
): string {
  const kinds = testedKinds.map(({ name }) => name);
  const messages = new Set(outcomes.map(({ code }) => code));
  const unreportedCodes = [...new Set(testedKinds.flatMap(({ codes }) => codes))].filter((code) => !messages.has(code));
  const count = (kind: string, result?: Outcome["verdict"]) =>
    outcomes.filter((one) => one.kind === kind && (result === undefined || one.verdict === result)).length;
  const rows = kinds.map((kind) => {
    const [all, right, wrong, missed] = [
      count(kind),
      count(kind, "right"),
      count(kind, "wrong line"),
      count(kind, "missed"),
    ];
    return `| ${kind} | ${all}${all < targetCount ? " (no more locations)" : ""} | ${right + wrong} | ${right} | ${wrong} | ${missed} |`;
  });
  const misses = outcomes.filter(({ verdict: result }) => result !== "right");
  const total = outcomes.length;
  const right = total - misses.length;
  return [
    "| Kind of problem | Injected | Found | On the right line | On a wrong line | Missed |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
    ...misses.map(describeMiss),
    "",
    "| Code that no injected problem was found by | Reason |",
    "|---|---|",
    ...unreportedCodes.map((code) => `| ${code} | Another code was reported |`),
    ...Object.entries(withoutMutator).map(([code, why]) => `| ${code} | ${why} |`),
    "",
    `${kinds.length} kinds, ${kinds.filter((kind) => count(kind) >= targetCount).length} of them with ${targetCount} locations; ${right} of ${total} problems found on the right line (${(getRecall(outcomes) * 100).toFixed(2)} %).`,
  ].join("\n");
}

function describeMiss({ id, site, verdict: result, expected, what, said: messages }: Outcome): string {
  const first = `${result.toUpperCase()} ${id} ${site} ${expected}: ${what.replace(/\s+/g, " ")}`;
  return [first, ...messages.map((text) => `    said: ${text}`)].join("\n");
}
