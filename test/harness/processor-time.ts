import { ownThreadTime } from "./main-thread-time.ts";

/**
 * The minimum time that is measured for the thread alone, in milliseconds. The thread's own time is accurate only to a
 * few milliseconds, so shorter times are measured for the entire process.
 */
const leastOfThread = 50;

/**
 * Returns CPU time in milliseconds. Other processes don't count. For longer times, neither do compiler and garbage
 * collection threads.
 */
export function processorTime(run: () => void): number {
  const end = startProcessorTime();
  run();
  return end();
}

/** Does the same as `processorTime` for asynchronous work. Nothing else may run in this process at the same time. */
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

/** The time of `reference` in milliseconds on an idle machine of normal speed, for which limits are defined. */
const defaultReference = 10;
const maxSlowness = 10;

/**
 * Returns how many times slower this machine currently is than one of normal speed, from 1 to 10. If programs share a
 * core and its caches, the CPU time of the same work increases several times.
 */
export function slowness(): number {
  const times = [0, 1, 2].map(() => processorTime(reference));
  return Math.min(maxSlowness, Math.max(1, Math.min(...times) / defaultReference));
}

/** Resembles typical parsing work: searches a text, splits it, and stores the parts. */
function reference(): void {
  const text = "some words, [a link](/there) and `code` \n".repeat(4000);
  const found = new Map<string, number>();
  for (const [word] of text.matchAll(/[a-z]+|\W/g)) found.set(word, (found.get(word) ?? 0) + 1);
  const lines = text.split("\n").map((line, at) => ({ at, words: line.split(" ") }));
  JSON.parse(JSON.stringify(lines));
}
