import type { ChildProcess } from "node:child_process";

const cycleMilliseconds = 200;

/**
 * Stops a process most of the time, as a machine does that has more to run than processors, until the returned function
 * is called. `share` of the time it runs. Does nothing on Windows, which has no such signals.
 */
export function throttle(child: ChildProcess, share: number): () => void {
  if (process.platform === "win32") return () => undefined;
  let stop: NodeJS.Timeout | undefined;
  const run = () => {
    child.kill("SIGCONT");
    clearTimeout(stop);
    stop = setTimeout(() => child.kill("SIGSTOP"), cycleMilliseconds * share);
  };
  run();
  const cycle = setInterval(run, cycleMilliseconds);
  return () => {
    clearInterval(cycle);
    clearTimeout(stop);
    child.kill("SIGCONT");
  };
}
