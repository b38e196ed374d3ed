import { spawnSync } from "node:child_process";

/** Loaded into the measured process: on its way out it says how much memory it took at most, in kB. */
const reportMemory =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('memory '+process.resourceUsage().maxRSS))";

/** A row of the table: how long the whole check takes as a process, and how much memory at most. */
export function measureCli(cli: string, site: string, pages: number, runs: number): string {
  const times: number[] = [];
  let memory = 0;
  for (let i = 0; i < runs; i++) {
    const begin = performance.now();
    const { stderr, status } = spawnSync(
      process.execPath,
      ["--import", reportMemory, cli, "check", site, "--format", "json"],
      { encoding: "utf8", maxBuffer: 2 ** 30 },
    );
    times.push((performance.now() - begin) / 1000);
    if (status === 2) throw new Error(stderr);
    memory = Math.max(memory, Number(/memory (\d+)/.exec(stderr)?.[1]) / 1024);
  }
  times.sort((a, b) => a - b);
  const [median, slowest] = [times[runs >> 1] ?? 0, times.at(-1) ?? 0];
  return `| ${pages} | ${median.toFixed(2)} | ${slowest.toFixed(2)} | ${Math.round(memory)} |`;
}
