import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface LimitedRun {
  readonly output: string;
  /** The error output. */
  readonly errors: string;
  /** The exit code, or null if a signal ended the process. */
  readonly status: number | null;
  readonly isTooLong: boolean;
  /** Elapsed time, and the CPU time of all Node processes that the command started, in seconds. */
  readonly seconds: number;
  readonly cpu: number;
  /** The largest peak memory of one of these processes in MB. */
  readonly memory: number;
}

interface Limits {
  readonly cwd: string;
  readonly minutes: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A module that each Node process loads. It writes the CPU time and the peak memory when the process exits. */
const reportUsage = `data:text/javascript,${encodeURIComponent(
  `import{appendFileSync}from"node:fs";import{isMainThread}from"node:worker_threads";if(isMainThread)process.on("exit",()=>{const u=process.resourceUsage();appendFileSync(process.env.DOCWRIGHT_BENCH_USAGE,u.userCPUTime+u.systemCPUTime+" "+u.maxRSS+"\\n")})`,
)}`;

/** Runs a command, and ends it together with the processes that it started if it takes too long. */
export async function runLimited(
  command: string,
  args: readonly string[],
  { cwd, minutes, env = {} }: Limits,
): Promise<LimitedRun> {
  const folder = mkdtempSync(join(tmpdir(), "docwright-usage-"));
  const usage = join(folder, "usage.txt");
  const begin = performance.now();
  const child = spawn(command, args, {
    cwd,
    // A process group, because a command may start others.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...env,
      NO_COLOR: "1",
      NODE_OPTIONS: `--import=${reportUsage}`,
      DOCWRIGHT_BENCH_USAGE: usage,
    },
  });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  let isTooLong = false;
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  const timer = setTimeout(() => {
    isTooLong = true;
    end();
  }, minutes * 60_000);
  // Ctrl+C doesn't reach processes in another group.
  const stop = () => process.exit(130);
  process.once("exit", end).once("SIGINT", stop).once("SIGTERM", stop);
  const status = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  clearTimeout(timer);
  process.off("exit", end).off("SIGINT", stop).off("SIGTERM", stop);
  const seconds = (performance.now() - begin) / 1000;
  const processes = readLines(usage).map((line) => line.split(" ").map(Number));
  rmSync(folder, { recursive: true });
  return {
    output,
    errors,
    status,
    isTooLong,
    seconds,
    cpu: processes.reduce((sum, [time = 0]) => sum + time / 1e6, 0),
    memory: processes.reduce((most, [, memory = 0]) => Math.max(most, memory / 1024), 0),
  };
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").trim().split("\n");
  } catch {
    return [];
  }
}
