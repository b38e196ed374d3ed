import type { FaultKind } from "./fault-kind.ts";
import type { Outcome } from "./outcome.ts";
import { withoutMutator } from "./without-mutator.ts";

/** The share of faults found on the right line, 0 to 1. */
export function recallOf(outcomes: readonly Outcome[]): number {
  return outcomes.length === 0
    ? 0
    : outcomes.filter(({ verdict }) => verdict === "right").length / outcomes.length;
}

/** A Markdown table by kind, every fault that was not found at its place, and codes that no fault was found by. */
export function reportOf(outcomes: readonly Outcome[], made: readonly FaultKind[], wanted: number): string {
  const kinds = made.map(({ name }) => name);
  const said = new Set(outcomes.map(({ code }) => code));
  const unsaid = [...new Set(made.flatMap(({ codes }) => codes))].filter((code) => !said.has(code));
  const count = (kind: string, verdict?: Outcome["verdict"]) =>
    outcomes.filter((one) => one.kind === kind && (verdict === undefined || one.verdict === verdict)).length;
  const rows = kinds.map((kind) => {
    const [all, right, wrong, missed] = [
      count(kind),
      count(kind, "right"),
      count(kind, "wrong line"),
      count(kind, "missed"),
    ];
    return `| ${kind} | ${all}${all < wanted ? " (no more places)" : ""} | ${right + wrong} | ${right} | ${wrong} | ${missed} |`;
  });
  const misses = outcomes.filter(({ verdict }) => verdict !== "right");
  const total = outcomes.length;
  const right = total - misses.length;
  return [
    "| kind of fault | injected | found | on the right line | on a wrong line | missed |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
    ...misses.map(describeMiss),
    "",
    "| code that no fault was found by | why |",
    "|---|---|",
    ...unsaid.map((code) => `| ${code} | a fault was made, and another code said |`),
    ...Object.entries(withoutMutator).map(([code, why]) => `| ${code} | ${why} |`),
    "",
    `${kinds.length} kinds, ${kinds.filter((kind) => count(kind) >= wanted).length} of them with ${wanted} places; ${right} of ${total} faults found on the right line (${(recallOf(outcomes) * 100).toFixed(2)} %).`,
  ].join("\n");
}

function describeMiss({ id, site, verdict, expected, what, said }: Outcome): string {
  const first = `${verdict.toUpperCase()} ${id} ${site} ${expected}: ${what.replace(/\s+/g, " ")}`;
  return [first, ...said.map((text) => `    said: ${text}`)].join("\n");
}
