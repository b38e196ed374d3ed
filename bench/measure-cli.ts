import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GoalResults } from "./goals.ts";
import { getPercentile } from "./times-row.ts";

/** A script that is loaded into the measured process and prints the peak memory in kB when the process exits. */
const reportMemory =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('memory '+process.resourceUsage().maxRSS))";

/** The measured configurations: without cached pages, with all pages cached by content, and without checking MDX. */
const commands = [
  { name: "Empty", cache: "fresh", more: [], goal: "checkWithoutCache" },
  { name: "All pages", cache: "kept", more: [], goal: "checkWithCache" },
  { name: "All pages, `--no-mdx-syntax`", cache: "kept", more: ["--no-mdx-syntax"], goal: undefined },
] as const;

/**
 * Yields the rows of the table, which contain the time of a full check in its own process and the peak memory of that
 * process.
 */
export function* measureCli(
  cli: string,
  site: string,
  pages: number,
  runs: number,
  goals: GoalResults,
): Generator<string, void> {
  const cacheFolder = mkdtempSync(join(tmpdir(), "docwright-cache-"));
  for (const command of commands) {
    // Each run takes half a minute or more, so two runs are enough.
    const times = command.cache === "fresh" ? Math.min(runs, 2) : runs;
    const cache = command.cache === "kept" ? cacheFolder : undefined;
    const { seconds, memory } = measureCommand(cli, site, times, command.more, cache);
    if (pages === 5000 && command.goal !== undefined) {
      goals.add(command.goal, seconds);
      goals.add("checkMemory", [memory]);
    }
    const [median, slowest] = [getPercentile(seconds, 0.5), getPercentile(seconds, 1)];
    yield `| ${pages} | ${command.name} | ${median.toFixed(2)} | ${slowest.toFixed(2)} | ${Math.round(memory)} |`;
  }
  rmSync(cacheFolder, { recursive: true, force: true });
}

function measureCommand(
  cli: string,
  site: string,
  runs: number,
  more: readonly string[],
  cacheFolder: string | undefined,
): { readonly seconds: readonly number[]; readonly memory: number } {
  const run = (cache: string) =>
    spawnSync(process.execPath, ["--import", reportMemory, cli, "check", site, "--format", "json", ...more], {
      encoding: "utf8",
      maxBuffer: 2 ** 30,
      env: { ...process.env, XDG_CACHE_HOME: cache },
    });
  if (cacheFolder !== undefined) run(cacheFolder);
  const seconds: number[] = [];
  let memory = 0;
  for (let i = 0; i < runs; i++) {
    const cache = cacheFolder ?? mkdtempSync(join(tmpdir(), "docwright-cache-"));
    const begin = performance.now();
    const { stderr, status } = run(cache);
    seconds.push((performance.now() - begin) / 1000);
    if (cacheFolder === undefined) rmSync(cache, { recursive: true, force: true });
    if (status === 2) throw new Error(stderr);
    memory = Math.max(memory, Number(/memory (\d+)/.exec(stderr)?.[1]) / 1024);
  }
  return { seconds, memory };
}
