import type { CommandHost } from "./run-cli.ts";

/** The terminal's width; longer lines than 120 columns read badly. Without a terminal, what COLUMNS says or 80. */
export function columnsFor({ stdout, environment }: CommandHost): number {
  const told = stdout.isTTY ? stdout.columns : Number(environment["COLUMNS"] ?? 80);
  return Math.max(40, Math.min(120, told === undefined || Number.isNaN(told) ? 80 : told));
}
