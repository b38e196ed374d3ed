import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { AttackCounts } from "../../test/harness/attack.ts";
import { Lanes, startWatchdog, type Progress } from "../progress.ts";
import { afterLastFile, type Message, type RunFile } from "./messages.ts";

export interface FileResult {
  readonly file: string;
  readonly passed: readonly PassedTest[];
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** The number of attacks by kind. Empty if the process ended before the file was done. */
  readonly attacks: AttackCounts;
  readonly milliseconds: number;
  /** The processor time in milliseconds. 0 if the process ended before the file was done. */
  readonly processor: number;
}

export interface PassedTest {
  readonly title: string;
  readonly milliseconds: number;
  readonly processor: number;
}

export interface Failure {
  readonly title: string;
  readonly reason: string;
}

export interface RunOptions {
  readonly bundle: string;
  /** The files, in the order in which they start. */
  readonly files: readonly string[];
  /** The number of processes that share the files. */
  readonly jobs: number;
  readonly env: NodeJS.ProcessEnv;
  readonly stop: AbortSignal;
  /**
   * The minimum timeout of a test in milliseconds. It replaces lower timeouts that tests set, because those were chosen
   * on a fast machine. Only tests that never end reach this timeout.
   */
  readonly leastTimeout?: number;
  /**
   * The time in milliseconds to wait after a test's timeout before its process is ended. The wait is long because a
   * test may extend its timeout after it has started.
   */
  readonly patience?: number;
  /** Called with the result of each file. */
  readonly onResult?: (result: FileResult) => void;
  /** Called each time a test starts or ends. */
  readonly onProgress?: (progress: Progress) => void;
}

interface Runner {
  /** Runs a file until it ends, regardless of the result. Starts a new process if this one is lost. */
  readonly run: (file: string) => Promise<FileResult>;
  /** Ends the process, if there is one, and returns the result of ending what the files share. */
  readonly end: () => Promise<FileResult | undefined>;
}

/**
 * Runs test files in several processes. A crash or hang that a file can't report counts as one failure of that file.
 */
export async function runFiles(options: RunOptions): Promise<FileResult[]> {
  const waiting = [...options.files];
  const results: FileResult[] = [];
  const lanes = new Lanes(options.onProgress ?? (() => undefined));
  const runWorker = async () => {
    const runner = startRunner(options, lanes);
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
      if (!options.stop.aborted) {
        const result = await runner.run(file);
        results.push(result);
        options.onResult?.(result);
      }
    const ended = await runner.end();
    if (ended && ended.failures.length > 0) results.push(ended);
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, waiting.length) }, runWorker));
  return results;
}

/**
 * These options enable source maps for stack traces and reserve more memory for short-lived objects, which saves a
 * twelfth of the time.
 */
const flags = ["--enable-source-maps", "--max-semi-space-size=64"];

/**
 * The maximum time in milliseconds between the start of a process and the first test of its file. It includes loading
 * the modules.
 */
const maxLoad = 180_000;

function startRunner(
  { bundle, env, stop, leastTimeout = 180_000, patience = 60_000 }: RunOptions,
  lanes: Lanes,
): Runner {
  const lane = {};
  let child: ChildProcess | undefined;
  let output = "";
  const start = (): ChildProcess => {
    // The process gets its own process group so that processes that a test leaves running end with it.
    const child = fork(bundle, { env, detached: true, silent: true, execArgv: flags });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-20_000)));
    return child;
  };

  const run = (file: string) =>
    new Promise<FileResult>((resolve) => {
      const startedAt = performance.now();
      const failures: Failure[] = [];
      const passed: PassedTest[] = [];
      let skipped = 0;
      let attacks: AttackCounts = {};
      let processorTime = 0;
      let currentTest = "before its first test";
      output = "";
      const currentChild = (child ??= start());
      const settle = (lost?: string) => {
        watch.end();
        lanes.end(lane);
        currentChild.off("message", receive).off("exit", onExit);
        stop.removeEventListener("abort", onStop);
        if (lost !== undefined) {
          failures.push({ title: `${currentTest}: ${lost}`, reason: output.trim() });
          killGroup(currentChild);
          child = undefined;
        }
        const milliseconds = performance.now() - startedAt;
        resolve({ file, passed, skipped, failures, attacks, milliseconds, processor: processorTime });
      };
      const watch = startWatchdog(maxLoad, (milliseconds) =>
        settle(`hung, and its process was ended after ${Math.round(milliseconds / 1000)} s.`),
      );
      const begin = (what: string, milliseconds: number) => {
        currentTest = what;
        watch.restart(milliseconds);
        lanes.begin(lane, `${file}: ${what}`, milliseconds);
      };
      begin(currentTest, maxLoad);
      const receive = (message: Message) => {
        if (message.kind === "done") {
          ({ attacks, processor: processorTime } = message);
          settle();
        } else if (message.kind === "failed") failures.push(message);
        else if (message.kind === "passed") passed.push(message);
        else if (message.kind === "skipped") skipped++;
        else if (message.kind === "ready") return;
        else begin(message.title, (message.milliseconds || 300_000) + patience);
      };
      const onExit = (code: number | null, signal: string | null) =>
        settle(`the process of the tests ended (${signal ?? `exit code ${code}`}).`);
      const onStop = () => settle("was stopped.");
      currentChild.on("message", receive).on("exit", onExit);
      stop.addEventListener("abort", onStop);
      currentChild.send({ file, leastTimeout } satisfies RunFile);
    });

  const isRunning = () => child !== undefined;
  const end = async () => {
    if (!child) return undefined;
    const result = stop.aborted ? undefined : await run(afterLastFile);
    // If the process hung or crashed, it has already been ended.
    if (!isRunning()) return result;
    const ended = child.exitCode ?? once(child, "exit");
    const late = setTimeout(() => child && killGroup(child), 5000);
    if (child.connected) child.disconnect();
    await ended;
    clearTimeout(late);
    killGroup(child);
    return result;
  };
  return { run, end };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // No process in the group is running.
  }
}
