import { ownThreadTime } from "./main-thread-time.ts";

/**
 * The minimum time, in milliseconds, for which the thread's own CPU time is used. This CPU time is accurate only to a
 * few milliseconds, so for shorter times, the CPU time of the entire process is used.
 */
const leastOfThread = 50;

/**
 * Returns the CPU time that `run` takes, in milliseconds. The CPU time of other processes doesn't count. For longer
 * times, the CPU time of compiler and garbage collection threads doesn't count either.
 */
export function processorTime(run: () => void): number {
  const end = startProcessorTime();
  run();
  return end();
}

/**
 * Works like `processorTime`, for asynchronous work. Nothing else may run in this process at the same time.
 */
export async function processorTimeOf(run: () => Promise<void>): Promise<number> {
  const end = startProcessorTime();
  await run();
  return end();
}

function startProcessorTime(): () => number {
  const thread = ownThreadTime();
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    const time = (user + system) / 1000;
    return time < leastOfThread ? time : Math.min(time, ownThreadTime() - thread);
  };
}

/**
 * The CPU time of `reference` in milliseconds on an idle machine of normal speed. Time limits are defined for such a
 * machine.
 */
const defaultReference = 10;
const maxSlowness = 10;

/**
 * Returns a factor from 1 to 10 by which this machine is currently slower than a machine of normal speed. If programs
 * share a core and its caches, the same work takes several times as much CPU time.
 */
export function slowness(): number {
  const times = [0, 1, 2].map(() => processorTime(reference));
  return Math.min(maxSlowness, Math.max(1, Math.min(...times) / defaultReference));
}

/** Does work that resembles parsing: searches a text, splits it, and stores the parts. */
function reference(): void {
  const text = "some words, [a link](/there) and `code` \n".repeat(4000);
  const found = new Map<string, number>();
  for (const [word] of text.matchAll(/[a-z]+|\W/g)) found.set(word, (found.get(word) ?? 0) + 1);
  const lines = text.split("\n").map((line, at) => ({ at, words: line.split(" ") }));
  JSON.parse(JSON.stringify(lines));
}
