import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { GoalResults } from "./goals.ts";
import { measurePanel } from "./feedback/measure-panel.ts";
import { measureLoop } from "./loop/measure-loop.ts";
import { measureCli } from "./measure-cli.ts";
import { measureCompletion } from "./measure-completion.ts";
import { measureRefactoring } from "./measure-refactoring.ts";
import { measureHover } from "./measure-hover.ts";
import { measureFirstDiagnostics, measureKeystrokes } from "./measure-server.ts";
import { measurePreview } from "./measure-preview.ts";
import { measureRelay } from "./measure-relay.ts";
import { measureRequests } from "./measure-requests.ts";
import { measureSpecFiles, measureSpecServer } from "./measure-specs.ts";
import { measureActivation } from "./measure-activation.ts";
import { makeSite } from "./make-site.ts";

/** A table that can be measured separately. */
export interface BenchSection {
  readonly name: string;
  readonly head: readonly string[];
  readonly createRows: () => Iterable<string> | AsyncIterable<string>;
}

export interface BenchOptions {
  readonly dist: string;
  /** The folder for the sites and caches that the benchmark creates. */
  readonly folder: string;
  readonly runs: number;
  readonly goals: GoalResults;
}

const sizes = [50, 500, 1000, 5000] as const;
const timesHead = "| Requests | p50 (ms) | p95 (ms) | p99 (ms) | Slowest (ms) |";
const timesRule = "|---|---|---|---|---|---|";

/** Returns every table of the benchmark. Doesn't create or run anything until the rows of a table are requested. */
export function createSections({ dist, folder, runs, goals }: BenchOptions): readonly BenchSection[] {
  const cli = join(dist, "cli.js");
  const server = join(dist, "server.js");
  const makeSiteOf = (pages: number): string => {
    const site = join(folder, String(pages));
    if (!existsSync(site)) makeSite(site, pages);
    return site;
  };
  return [
    {
      name: "check",
      head: ["| Pages | Cache | Median (s) | Slowest (s) | Peak memory (MB) |", "|---|---|---|---|---|"],
      *createRows() {
        for (const pages of sizes) yield* measureCli(cli, makeSiteOf(pages), pages, runs, goals);
        yield `| | \`--version\` | ${measureVersion(cli, runs).toFixed(2)} | | |`;
      },
    },
    {
      name: "first-diagnostics",
      head: ["| Pages | Open file | Median (ms) | Slowest (ms) |", "|---|---|---|---|"],
      async *createRows() {
        for (const pages of sizes) yield* measureFirstDiagnostics(server, makeSiteOf(pages), pages, runs, goals);
      },
    },
    {
      name: "keystrokes",
      head: [
        "| Keystroke in | Keystrokes | p50 (ms) | p95 (ms) | p99 (ms) | Slowest (ms) | Server memory (MB) |",
        "|---|---|---|---|---|---|---|",
      ],
      createRows: () => measureKeystrokes(server, makeSiteOf(5000), goals),
    },
    ...(["", "-first-day"] as const).flatMap((day): BenchSection[] => {
      const state = day === "" ? "all pages cached" : "no cache, while all pages are parsed";
      const createOptions = () => ({ cache: day === "" ? writeKnownPages(cli, makeSiteOf(5000), folder) : join(folder, "empty") }); // prettier-ignore
      return [
        {
          name: `completion${day}`,
          head: [`| Completion after a keystroke, 5,000 pages, ${state} ${timesHead}`, timesRule],
          createRows: () =>
            measureCompletion(server, makeSiteOf(5000), createOptions(), (times) => {
              if (day === "") goals.add("completion", times);
            }),
        },
        {
          name: `hover${day}`,
          head: [`| Hover, half of the requests after a keystroke, 5,000 pages, ${state} ${timesHead}`, timesRule],
          createRows: () => measureHover(server, makeSiteOf(5000), createOptions()),
        },
      ];
    }),
    {
      name: "refactoring",
      head: [`| After a keystroke, 5,000 pages ${timesHead}`, timesRule],
      createRows: () =>
        measureRefactoring(server, makeSiteOf(5000), { cache: writeKnownPages(cli, makeSiteOf(5000), folder) }, goals),
    },
    ...(
      [
        ["specs", () => measureSpecFiles(dist, folder, runs)],
        ["specs-server", () => measureSpecServer(server, folder)],
      ] as const
    ).map(([name, createRows]): BenchSection => ({
      name,
      head: [
        "| Specification | Measurement (in ms unless stated otherwise) | Value | Maximum | Limit |",
        "|---|---|---|---|---|",
      ],
      createRows,
    })),
    {
      name: "requests",
      head: [
        "| Operations | Measurement (in ms unless stated otherwise) | Value | Maximum | Limit |",
        "|---|---|---|---|---|",
      ],
      createRows: measureRequests,
    },
    {
      name: "preview",
      head: [`| \`docwright preview\` in Chromium ${timesHead}`, timesRule],
      createRows: () => measurePreview(dist, folder, runs, goals),
    },
    {
      name: "loop",
      head: [
        "| Longest turns of the server's event loop, 5,000 pages | CPU (ms) | Elapsed (ms) | Turns over the limit | Limit (ms) |",
        "|---|---|---|---|---|",
      ],
      createRows: () => measureLoop(server, makeSiteOf(5000), folder, goals),
    },
    {
      name: "activation",
      head: ["| Extension in the editor, sample site | Runs | p50 (ms) | Slowest (ms) |", "|---|---|---|---|"],
      createRows: () => measureActivation(runs, goals),
    },
    {
      name: "feedback",
      head: [
        "| Feedback panel, 100,000 entries, in Chromium | Measurements | p50 | p95 | Maximum | Limit |",
        "|---|---|---|---|---|---|",
      ],
      createRows: () => measurePanel(dist, runs),
    },
    {
      name: "relay",
      head: ["| Relay compared with Node's HTTP client, on loopback | Value | Limit |", "|---|---|---|"],
      createRows: () => measureRelay(),
    },
    {
      // Must be the last section, because it contains the results of the others.
      name: "goals",
      head: ["| Measurement | Value | Goal (maximum) | Unit | Reached |", "|---|---|---|---|---|"],
      createRows: () => goals.formatRows(),
    },
  ];
}

/**
 * Returns a cache that contains every page. This is the usual state after the first day, because `check` or the editor
 * has already parsed every page.
 */
function writeKnownPages(cli: string, site: string, folder: string): string {
  const knownFile = join(folder, "known");
  if (!existsSync(knownFile))
    spawnSync(process.execPath, [cli, "check", site, "--format", "json"], {
      env: { ...process.env, XDG_CACHE_HOME: knownFile },
      stdio: "ignore",
    });
  return knownFile;
}

/** Returns the median time in seconds. */
function measureVersion(cli: string, runs: number): number {
  const times = Array.from({ length: runs }, () => {
    const begin = performance.now();
    execFileSync(process.execPath, [cli, "--version"]);
    return (performance.now() - begin) / 1000;
  }).sort((a, b) => a - b);
  return times[times.length >> 1] ?? 0;
}
