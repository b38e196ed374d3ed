import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A script that is loaded into the measured process and prints the peak memory in kB when the process exits. */
const reportMemory =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('memory '+process.resourceUsage().maxRSS))";

/** The measured configurations: no cached pages, all pages cached by content, and MDX left out. */
const ways = [
  { name: "Empty", cache: "fresh", more: [] },
  { name: "All pages", cache: "kept", more: [] },
  { name: "All pages, `--no-mdx-syntax`", cache: "kept", more: ["--no-mdx-syntax"] },
] as const;

/**
 * Yields the rows of the table, with the time of a full check in its own process and the peak memory of that process.
 */
export function* measureCli(cli: string, site: string, pages: number, runs: number): Generator<string, void> {
  const retained = mkdtempSync(join(tmpdir(), "docwright-cache-"));
  for (const way of ways) {
    // Each run takes half a minute or more, so two runs are enough.
    const times = way.cache === "fresh" ? Math.min(runs, 2) : runs;
    const cache = way.cache === "kept" ? retained : undefined;
    yield measureWay(cli, site, `${pages} | ${way.name}`, times, way.more, cache);
  }
  rmSync(retained, { recursive: true, force: true });
}

function measureWay(
  cli: string,
  site: string,
  name: string,
  runs: number,
  more: readonly string[],
  retained: string | undefined,
): string {
  const run = (cache: string) =>
    spawnSync(process.execPath, ["--import", reportMemory, cli, "check", site, "--format", "json", ...more], {
      encoding: "utf8",
      maxBuffer: 2 ** 30,
      env: { ...process.env, XDG_CACHE_HOME: cache },
    });
  if (retained !== undefined) run(retained);
  const times: number[] = [];
  let memory = 0;
  for (let i = 0; i < runs; i++) {
    const cache = retained ?? mkdtempSync(join(tmpdir(), "docwright-cache-"));
    const begin = performance.now();
    const { stderr, status } = run(cache);
    times.push((performance.now() - begin) / 1000);
    if (retained === undefined) rmSync(cache, { recursive: true, force: true });
    if (status === 2) throw new Error(stderr);
    memory = Math.max(memory, Number(/memory (\d+)/.exec(stderr)?.[1]) / 1024);
  }
  times.sort((a, b) => a - b);
  const [median, slowest] = [times[runs >> 1] ?? 0, times.at(-1) ?? 0];
  return `| ${name} | ${median.toFixed(2)} | ${slowest.toFixed(2)} | ${Math.round(memory)} |`;
}
