import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { getPercentile } from "../times-row.ts";
import type { Series } from "./chart.ts";
import {
  createDocwrightCheck,
  listMintCommands,
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
  const ownCommand = createDocwrightCheck(cli);
  const peers = await listMintCommands();
  if ("reason" in peers) yield explainNotInstalled(peers.reason);
  const commands = "reason" in peers ? [] : peers;
  const points = new Map([ownCommand, ...commands].map(({ name }) => [name, [] as [number, number][]]));
  series.push(...[...points].map(([name, list]) => ({ name: name.replaceAll("`", ""), points: list })));
  for (const pages of sizes) {
    const site = createFaultySite(folder, pages);
    const reference = await runTimes(ownCommand, site, pages < ownCommand.onceFrom ? runs : 1);
    points.get(ownCommand.name)?.push([pages, getMedian(reference, "cpu")]);
    yield formatRow(String(pages), ownCommand, reference);
    if (!mintSizes.includes(pages)) continue;
    for (const command of commands) {
      const measured = await runTimes(command, site, pages < command.onceFrom ? runs : 1);
      if (measured.every(({ failure }) => failure === undefined))
        points.get(command.name)?.push([pages, getMedian(measured, "cpu")]);
      yield formatRow(String(pages), command, measured, reference);
    }
  }
}

/** Yields the rows with the cost of each command on each site in a folder. */
export async function* compareCorpusChecks(
  corpus: string,
  { cli, runs }: Pick<CheckOptions, "cli" | "runs">,
): AsyncGenerator<string, void> {
  const ownCommand = createDocwrightCheck(cli);
  const peers = await listMintCommands();
  if ("reason" in peers) {
    yield explainNotInstalled(peers.reason);
    return;
  }
  for (const site of listSites(corpus)) {
    const reference = await runTimes(ownCommand, site, runs);
    yield formatRow(basename(site), ownCommand, reference);
    for (const command of peers) yield formatRow(basename(site), command, await runTimes(command, site, 1), reference);
  }
}

const explainNotInstalled = (reason: string) => `| | \`mint\` | | | | | Can’t be installed: ${reason} | |`;

function listSites(corpus: string): readonly string[] {
  return readdirSync(corpus)
    .map((name) => join(corpus, name))
    .filter((site) => existsSync(join(site, "docs.json")));
}

async function runTimes(command: CheckCommand, site: string, count: number): Promise<readonly CheckRun[]> {
  const runs: CheckRun[] = [];
  while (runs.length < count) runs.push(await command.run(site));
  return runs;
}

function formatRow(
  site: string,
  { name }: CheckCommand,
  runs: readonly CheckRun[],
  reference?: readonly CheckRun[],
): string {
  const failure = runs.find((run) => run.failure !== undefined)?.failure;
  if (failure !== undefined) return `| ${site} | ${name} | ${runs.length} | | | | ${failure} | |`;
  const [seconds, cpu, memory] = (["seconds", "cpu", "memory"] as const).map((field) => getMedian(runs, field));
  const costs = `${seconds?.toFixed(1)} | ${cpu?.toFixed(1)} | ${Math.round(memory ?? 0)}`;
  const findings = runs[0]?.findings ?? [];
  if (reference === undefined) return `| ${site} | ${name} | ${runs.length} | ${costs} | ${findings.length} | |`;
  const missingCount = findMissing(reference[0]?.findings ?? [], findings).length;
  const ratio = `${((cpu ?? 0) / getMedian(reference, "cpu")).toFixed(1)} ×`;
  return `| ${site} | ${name} | ${runs.length} | ${costs} | ${findings.length}, ${missingCount === 0 ? "all" : `all but ${missingCount}`} reported by Docwright | ${missingCount === 0 ? ratio : `(${ratio})`} |`;
}

function getMedian(runs: readonly CheckRun[], field: "seconds" | "cpu" | "memory"): number {
  return getPercentile(
    runs.map((run) => run[field]),
    0.5,
  );
}
