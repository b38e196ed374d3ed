import { ownThreadTime } from "./main-thread-time.ts";

/** The time of this thread is exact to a few milliseconds only; below this, that of the process counts. Milliseconds. */
const leastOfThread = 50;

/**
 * In milliseconds; other work on the machine does not count, nor do the threads that compile and collect garbage where
 * the time is long.
 */
export function processorTime(run: () => void): number {
  const end = startProcessorTime();
  run();
  return end();
}

/** The same for what waits in between, in which nothing else may run in this process. */
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

/** What `reference` takes on the machine for which limits are written, with nothing beside it. Milliseconds. */
const defaultReference = 10;
const maxSlowness = 10;

/**
 * How many times slower this machine is now than the one for which limits are written, from 1 to 10. Where programs share
 * a core and its caches, the processor time of the same work grows several times over.
 */
export function slowness(): number {
  const times = [0, 1, 2].map(() => processorTime(reference));
  return Math.min(maxSlowness, Math.max(1, Math.min(...times) / defaultReference));
}

/** What readers do all day: looks through a text, cuts it, and keeps the pieces. */
function reference(): void {
  const text = "some words, [a link](/there) and `code` \n".repeat(4000);
  const found = new Map<string, number>();
  for (const [word] of text.matchAll(/[a-z]+|\W/g)) found.set(word, (found.get(word) ?? 0) + 1);
  const lines = text.split("\n").map((line, at) => ({ at, words: line.split(" ") }));
  JSON.parse(JSON.stringify(lines));
}
