import { readFileSync, readlinkSync } from "node:fs";
import type { Worker } from "node:worker_threads";

/** A worker is given up if it does nothing at all for so many looks in a row, each at least a second after the last. */
const maxIdleChecks = 20;
const idleCheckMilliseconds = 1000;
const minWaitMilliseconds = 20;
/** Where only the time of the whole process is known, other threads use some of it. */
const shareOfProcess = 1 / 3;

/** The first message of a worker. */
export interface WorkerReady {
  readonly kind: "ready";
  /** What `ownThread` returns in the worker. */
  readonly thread?: string | undefined;
}

/** The calling thread as Linux names it below `/proc`; undefined on other systems. */
export function ownThread(): string | undefined {
  try {
    const thread = readlinkSync("/proc/thread-self");
    return /^\d+\/task\/\d+$/.test(thread) ? thread : undefined;
  } catch {
    return undefined;
  }
}

export interface WorkLimit {
  /** Absent while it starts: then the time of the whole process is measured. */
  readonly worker?: Worker;
  /** What `ownThread` returns in the worker. */
  readonly thread?: string | undefined;
  /** Processor time that the worker may use from now on. */
  readonly milliseconds: number;
  /**
   * Called at most once, in a later turn and after at least `milliseconds`. `isEstimate` is true if only the time of the
   * whole process is known: then busy threads may have used the time that this worker didn't get.
   */
  readonly onSpent: (isEstimate: boolean) => void;
}

/**
 * Limits the processor time of a worker, whatever else the machine does: a process that gets a tenth of a processor has
 * the same limit in effect as one that gets a whole one. Returns a function that ends the watch.
 */
export function limitWork({ worker, thread, milliseconds, onSpent }: WorkLimit): () => void {
  const clock = findClock(worker, thread);
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let idleChecks = 0;
  let start: number | undefined;
  let last = 0;
  const end = () => {
    // An answer that has arrived in the meantime is taken first.
    setImmediate(() => {
      if (!isStopped) onSpent(clock.isEstimate);
    });
  };
  const look = async () => {
    const time = await clock.readTime();
    if (isStopped || time === undefined) return;
    start ??= time;
    const left = milliseconds - (time - start);
    idleChecks = time - last < 1 ? idleChecks + 1 : 0;
    last = time;
    if (left <= 0 || idleChecks > maxIdleChecks) return end();
    // A thread can't use more time than passes, whatever an estimate says. A worker that waits for something is looked at once a second.
    const wait = idleChecks > 0 ? idleCheckMilliseconds : Math.max(left, minWaitMilliseconds);
    timer = setTimeout(() => void look(), wait);
  };
  void look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

interface Clock {
  /** Reads the processor time of a worker in milliseconds; undefined once the worker has ended. */
  readonly readTime: () => Promise<number | undefined>;
  /** Whether the time is derived from the time of the whole process. */
  readonly isEstimate: boolean;
}

/** Node has it since 24.6 and 22.20. */
interface MeasuredWorker {
  readonly cpuUsage?: () => Promise<NodeJS.CpuUsage>;
}

function findClock(worker: (Worker & MeasuredWorker) | undefined, thread: string | undefined): Clock {
  if (thread !== undefined && timeOfThread(thread) !== undefined)
    return { readTime: () => Promise.resolve(timeOfThread(thread)), isEstimate: false };
  if (worker?.cpuUsage) {
    const readTime = () =>
      worker.cpuUsage?.().then(inMilliseconds, () => undefined) ?? Promise.resolve(undefined);
    return { readTime, isEstimate: false };
  }
  const readTime = () => Promise.resolve(inMilliseconds(process.cpuUsage()) * shareOfProcess);
  return { readTime, isEstimate: true };
}

/** The first number of `schedstat` is the time on a processor in nanoseconds. */
function timeOfThread(thread: string): number | undefined {
  try {
    const nanoseconds = Number(readFileSync(`/proc/${thread}/schedstat`, "latin1").split(" ", 1)[0]);
    return nanoseconds > 0 ? nanoseconds / 1e6 : undefined;
  } catch {
    return undefined;
  }
}

function inMilliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
