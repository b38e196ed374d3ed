import { readFileSync, readlinkSync } from "node:fs";
import type { Worker } from "node:worker_threads";

/**
 * The maximum number of consecutive checks for which a worker can be completely idle. After this many checks, the
 * worker is terminated. Checks are at least a second apart.
 */
const maxIdleChecks = 20;
const idleCheckMilliseconds = 1000;
const minWaitMilliseconds = 20;
/**
 * The share of the process's CPU time that is attributed to the worker if only the CPU time of the entire process can
 * be measured. The remaining share is attributed to other threads.
 */
const processShare = 1 / 3;

/** The first message that a worker sends. */
export interface WorkerReadyMessage {
  readonly kind: "ready";
  /** The result of `findCurrentThreadPath` in the worker. */
  readonly threadPath?: string | undefined;
}

/** Returns the calling thread's path below `/proc` on Linux, or undefined on other systems. */
export function findCurrentThreadPath(): string | undefined {
  try {
    const threadPath = readlinkSync("/proc/thread-self");
    return /^\d+\/task\/\d+$/.test(threadPath) ? threadPath : undefined;
  } catch {
    return undefined;
  }
}

export interface WorkLimit {
  /**
   * The worker. Absent while the worker is starting. During this time, the CPU time of the entire process is measured.
   */
  readonly worker?: Worker;
  /** The result of `findCurrentThreadPath` in the worker. */
  readonly threadPath?: string | undefined;
  /** The CPU time that the worker may use from now on, in milliseconds. */
  readonly milliseconds: number;
  /**
   * Called at most once, in a later turn of the event loop and after at least `milliseconds`. `isEstimate` is true if
   * only the CPU time of the entire process can be measured. In that case, other threads may have used the time.
   */
  readonly onLimitReached: (isEstimate: boolean) => void;
}

/**
 * Limits a worker's CPU time regardless of the load on the machine. The limit has the same effect whether the process
 * gets a tenth of a CPU or a full CPU. Returns a function that removes the limit.
 */
export function limitWork({ worker, threadPath, milliseconds, onLimitReached: onSpent }: WorkLimit): () => void {
  const clock = findClock(worker, threadPath);
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let idleCheckCount = 0;
  let startTime: number | undefined;
  let lastTime = 0;
  const reportLimit = () => {
    // A reply that has already arrived must be handled first.
    setImmediate(() => {
      if (!isStopped) onSpent(clock.isEstimate);
    });
  };
  const checkTime = async () => {
    const time = await clock.readTime();
    if (isStopped || time === undefined) return;
    startTime ??= time;
    const remainingTime = milliseconds - (time - startTime);
    idleCheckCount = time - lastTime < 1 ? idleCheckCount + 1 : 0;
    lastTime = time;
    if (remainingTime <= 0 || idleCheckCount > maxIdleChecks) return reportLimit();
    // A thread can't use more CPU time than wall time, even if its CPU time is only an estimate. An idle worker is
    // checked once per second.
    const delay = idleCheckCount > 0 ? idleCheckMilliseconds : Math.max(remainingTime, minWaitMilliseconds);
    timer = setTimeout(() => void checkTime(), delay);
  };
  void checkTime();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

interface Clock {
  /** Reads the CPU time of a worker in milliseconds. Returns undefined once the worker has ended. */
  readonly readTime: () => Promise<number | undefined>;
  /** Whether the time is estimated from the CPU time of the entire process. */
  readonly isEstimate: boolean;
}

/** A worker with a method that Node.js has provided since versions 22.20 and 24.6. */
interface MeasuredWorker {
  readonly cpuUsage?: () => Promise<NodeJS.CpuUsage>;
}

function findClock(worker: (Worker & MeasuredWorker) | undefined, threadPath: string | undefined): Clock {
  if (threadPath !== undefined && readThreadTime(threadPath) !== undefined)
    return { readTime: () => Promise.resolve(readThreadTime(threadPath)), isEstimate: false };
  if (worker?.cpuUsage) {
    const readTime = () => worker.cpuUsage?.().then(toMilliseconds, () => undefined) ?? Promise.resolve(undefined);
    return { readTime, isEstimate: false };
  }
  const readTime = () => Promise.resolve(toMilliseconds(process.cpuUsage()) * processShare);
  return { readTime, isEstimate: true };
}

/** Returns a thread's CPU time in milliseconds. The first number in `schedstat` is the CPU time in nanoseconds. */
function readThreadTime(threadPath: string): number | undefined {
  try {
    const nanoseconds = Number(readFileSync(`/proc/${threadPath}/schedstat`, "latin1").split(" ", 1)[0]);
    return nanoseconds > 0 ? nanoseconds / 1e6 : undefined;
  } catch {
    return undefined;
  }
}

function toMilliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
