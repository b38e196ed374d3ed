import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { percentile } from "../times-row.ts";
import type { Series } from "./chart.ts";
import {
  docwrightCheck,
  mintCommands,
  findMissing,
  type CheckCommand,
  type CheckRun,
} from "./check-commands.ts";
import { comparedFaults, injectIntoSite, makeCleanSite } from "./faults.ts";

export interface CheckOptions {
  readonly cli: string;
  /** The folder for the generated sites. */
  readonly folder: string;
  readonly runs: number;
  /** The sizes of the generated sites, in pages, for Docwright and for `mint`. */
  readonly sizes: readonly number[];
  readonly mintSizes: readonly number[];
}

/** The faults in the measured sites. The others make `mint` stop before it has checked all pages. */
const measuredFaults = new Set([
  "Missing page in the navigation",
  "Link to a missing page",
  "Missing image",
  "Missing snippet",
]);

/** Returns a generated site with a few faults. The site is generated only once. */
export function createFaultySite(folder: string, pages: number): string {
  const site = join(folder, String(pages));
  if (existsSync(site)) return site;
  makeCleanSite(site, pages, 50);
  for (const fault of comparedFaults) if (measuredFaults.has(fault.what)) injectIntoSite(site, fault);
  return site;
}

/** Yields the rows with the cost of each command on each site, and adds the CPU times to the chart. */
export async function* compareChecks(options: CheckOptions, series: Series[]): AsyncGenerator<string, void> {
  const { cli, folder, runs, sizes, mintSizes } = options;
  const own = docwrightCheck(cli);
  const peers = await mintCommands();
  if ("reason" in peers) yield notInstalled(peers.reason);
  const commands = "reason" in peers ? [] : peers;
  const points = new Map([own, ...commands].map(({ name }) => [name, [] as [number, number][]]));
  series.push(...[...points].map(([name, list]) => ({ name: name.replaceAll("`", ""), points: list })));
  for (const pages of sizes) {
    const site = createFaultySite(folder, pages);
    const reference = await runsOf(own, site, pages < own.onceFrom ? runs : 1);
    points.get(own.name)?.push([pages, median(reference, "cpu")]);
    yield row(String(pages), own, reference);
    if (!mintSizes.includes(pages)) continue;
    for (const command of commands) {
      const measured = await runsOf(command, site, pages < command.onceFrom ? runs : 1);
      if (measured.every(({ failure }) => failure === undefined))
        points.get(command.name)?.push([pages, median(measured, "cpu")]);
      yield row(String(pages), command, measured, reference);
    }
  }
}

/** Yields the rows with the cost of each command on each site in a folder. */
export async function* compareChecksOf(
  corpus: string,
  { cli, runs }: Pick<CheckOptions, "cli" | "runs">,
): AsyncGenerator<string, void> {
  const own = docwrightCheck(cli);
  const peers = await mintCommands();
  if ("reason" in peers) {
    yield notInstalled(peers.reason);
    return;
  }
  for (const site of sitesIn(corpus)) {
    const reference = await runsOf(own, site, runs);
    yield row(basename(site), own, reference);
    for (const command of peers)
      yield row(basename(site), command, await runsOf(command, site, 1), reference);
  }
}

const notInstalled = (reason: string) => `| | \`mint\` | | | | | Can’t be installed: ${reason} | |`;

function sitesIn(corpus: string): readonly string[] {
  return readdirSync(corpus)
    .map((name) => join(corpus, name))
    .filter((site) => existsSync(join(site, "docs.json")));
}

async function runsOf(command: CheckCommand, site: string, count: number): Promise<readonly CheckRun[]> {
  const runs: CheckRun[] = [];
  while (runs.length < count) runs.push(await command.run(site));
  return runs;
}

function row(
  site: string,
  { name }: CheckCommand,
  runs: readonly CheckRun[],
  reference?: readonly CheckRun[],
): string {
  const failure = runs.find((run) => run.failure !== undefined)?.failure;
  if (failure !== undefined) return `| ${site} | ${name} | ${runs.length} | | | | ${failure} | |`;
  const [seconds, cpu, memory] = (["seconds", "cpu", "memory"] as const).map((field) => median(runs, field));
  const costs = `${seconds?.toFixed(1)} | ${cpu?.toFixed(1)} | ${Math.round(memory ?? 0)}`;
  const findings = runs[0]?.findings ?? [];
  if (reference === undefined)
    return `| ${site} | ${name} | ${runs.length} | ${costs} | ${findings.length} | |`;
  const missing = findMissing(reference[0]?.findings ?? [], findings).length;
  const ratio = `${((cpu ?? 0) / median(reference, "cpu")).toFixed(1)} ×`;
  return `| ${site} | ${name} | ${runs.length} | ${costs} | ${findings.length}, ${missing === 0 ? "all" : `all but ${missing}`} reported by Docwright | ${missing === 0 ? ratio : `(${ratio})`} |`;
}

function median(runs: readonly CheckRun[], field: "seconds" | "cpu" | "memory"): number {
  return percentile(
    runs.map((run) => run[field]),
    0.5,
  );
}
