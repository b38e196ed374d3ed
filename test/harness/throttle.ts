import type { ChildProcess } from "node:child_process";

const cycleMilliseconds = 200;

/**
 * Suspends a process most of the time, as on an overloaded machine, until the returned function is called. The process
 * runs only for a fraction (`share`) of the time. Has no effect on Windows, which doesn't support the required signals.
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
