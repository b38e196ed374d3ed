import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import Mocha from "mocha";
import { attackCounter } from "../../test/harness/attack.ts";
import { endSharedState, resetSharedState, shareStateOfFiles } from "../../test/harness/shared-state.ts";
import { afterLastFile, type Message, type RunFile } from "./messages.ts";

type Loads = Readonly<Record<string, () => unknown>>;

/** Runs the files that the parent requests, one after another, and reports the result of each test. */
export function serveFiles(loads: Loads): void {
  shareStateOfFiles();
  process.on("message", ({ file, leastTimeout }: RunFile) => {
    const startTime = readClock().processor;
    const run = file === afterLastFile ? endFiles() : runFile(file, leastTimeout, loads);
    void run.then(() =>
      report({ kind: "done", attacks: attackCounter.take(), processor: readClock().processor - startTime }),
    );
  });
  const seed = process.env["DOCWRIGHT_SEED"];
  if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
  // Handles that a test leaves open must not keep the process alive or let it outlive its parent.
  process.on("disconnect", () => process.exit(0));
  report({ kind: "ready" });
}

async function endFiles(): Promise<void> {
  try {
    await endSharedState();
  } catch (error) {
    report({ kind: "failed", title: "resources shared by test files can't be released", reason: getReason(error) });
  }
}

async function runFile(file: string, leastTimeout: number, loads: Loads): Promise<void> {
  setLeastTimeout(leastTimeout);
  resetSharedState();
  const mocha = new Mocha({ ui: "bdd", timeout: leastTimeout, forbidOnly: true, reporter: ProgressReporter });
  try {
    mocha.suite.emit("pre-require", globalThis, file, mocha);
    const load = loads[file];
    if (!load) throw new Error(`The bundle doesn't contain ${file}.`);
    load();
  } catch (error) {
    report({ kind: "failed", title: "could not be loaded", reason: getReason(error) });
    return;
  }
  if (mocha.suite.total() === 0)
    report({ kind: "failed", title: "has no tests", reason: "A file of tests must hold one." });
  await new Promise((resolve) => mocha.run(resolve));
  // Without this call, the listeners of this Mocha instance would also handle exceptions in later files.
  mocha.dispose();
}

/** Sets the timeout or, without an argument, returns it. */
type TimeoutOf = (this: Mocha.Runnable, ...limit: (number | string)[]) => unknown;

const getTimeout = Reflect.get(Mocha.Runnable.prototype, "timeout") as TimeoutOf;

/** The running test or hook, if there is one. */
let runnable: Mocha.Runnable | undefined;

/**
 * Raises each lower timeout that a test or hook sets to this value. The timeouts were chosen on a fast machine, and a
 * test that is only slow must not fail on a busy one.
 */
function setLeastTimeout(least: number): void {
  const getMinTimeout: TimeoutOf = function (...limit) {
    const [ownLimit] = limit;
    // 0 means no limit.
    const raised = typeof ownLimit === "number" && ownLimit !== 0 ? [Math.max(ownLimit, least)] : limit;
    const answer = getTimeout.apply(this, raised);
    if (limit.length > 0 && this === runnable) reportStart(this);
    return answer;
  };
  Reflect.set(Mocha.Runnable.prototype, "timeout", getMinTimeout);
}

/** The reporter that Mocha calls. It sends each result to the parent process. */
class ProgressReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    let start = { wall: 0, processor: 0 };
    const begin = (what: Mocha.Runnable) => {
      runnable = what;
      reportStart(what);
      start = readClock();
    };
    runner.on("test", begin);
    runner.on("hook", begin);
    runner.on("pass", (test) => {
      const { wall, processor } = readClock();
      const milliseconds = wall - start.wall;
      report({
        kind: "passed",
        title: test.fullTitle(),
        milliseconds,
        processor: processor - start.processor,
      });
    });
    runner.on("pending", () => report({ kind: "skipped" }));
    runner.on("fail", (what, error) => report({ kind: "failed", title: what.fullTitle(), reason: getReason(error) }));
  }
}

/**
 * Returns the data that a developer needs about a failure: the error with its location and, if the test sets its own
 * message, the difference between the values.
 */
function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { actual, expected, generatedMessage, operator } = error as Error & Record<string, unknown>;
  const stack = error.stack ?? error.message;
  // assert.ok doesn't have values to compare.
  if (generatedMessage !== false || expected === undefined || operator === "==") return stack;
  const { stringify } = Mocha.utils as unknown as { stringify: (value: unknown) => string };
  return `${stack}\n${Mocha.reporters.Base.generateDiff(stringify(actual), stringify(expected))}`;
}

function readClock(): { readonly wall: number; readonly processor: number } {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), processor: (user + system) / 1000 + readChildTime() };
}

/**
 * Returns the processor time of the processes that tests have started, in milliseconds, including those that are still
 * running, such as the browser. Returns 0 if times aren't printed or the operating system doesn't report them.
 */
function readChildTime(): number {
  if (process.env["DOCWRIGHT_TIMES"] === undefined || process.platform !== "linux") return 0;
  const sum = (parent: number): number =>
    listChildren(parent).reduce((total, id) => {
      const { own, ended } = readTimes(id);
      return total + own + ended + sum(id);
    }, 0);
  return readTimes(process.pid).ended + sum(process.pid);
}

/**
 * Returns the IDs of the running children of a process. Only these processes are read, because reading all processes of
 * the machine before and after each test takes longer than most tests.
 */
function listChildren(id: number): number[] {
  return listThreads(id).flatMap((thread) => {
    try {
      const ids = readFileSync(`/proc/${id}/task/${thread}/children`, "utf8");
      return (ids.match(/\d+/g) ?? []).map(Number);
    } catch {
      // The thread has ended.
      return [];
    }
  });
}

function listThreads(id: number): string[] {
  try {
    return readdirSync(`/proc/${id}/task`);
  } catch {
    return [];
  }
}

/**
 * Returns the processor time of a process in milliseconds, and that of its children that have ended. Both are 0 if the
 * process doesn't exist.
 */
function readTimes(id: number): { readonly own: number; readonly ended: number } {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1)?.split(" ").map(Number) ?? [];
    // The times are in hundredths of a second, as in proc(5).
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { own: (user + system) * 10, ended: (endedUser + endedSystem) * 10 };
  } catch {
    return { own: 0, ended: 0 };
  }
}

function reportStart(what: Mocha.Runnable): void {
  report({ kind: "begin", title: what.fullTitle(), milliseconds: what.timeout() });
}

function report(message: Message): void {
  process.send?.(message);
}
