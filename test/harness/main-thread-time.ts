import { existsSync, readFileSync } from "node:fs";

/**
 * Returns the CPU time that the main thread of a process has used so far, in milliseconds. CPU time doesn't depend on
 * other load. Returns undefined if the system doesn't provide the CPU time.
 */
export function mainThreadTime(pid: number): number | undefined {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  if (!existsSync(file)) return undefined;
  const nanoseconds = Number(readFileSync(file, "utf8").split(" ")[0]);
  // The value is 0 if the kernel doesn't record CPU time.
  return nanoseconds > 0 ? nanoseconds / 1e6 : undefined;
}

/**
 * Returns the CPU time that the main thread of this process has used so far, in milliseconds. If the system doesn't
 * provide it, returns the CPU time of the entire process, which includes compiler and garbage collection threads.
 */
export function ownThreadTime(): number {
  const { user, system } = process.cpuUsage();
  return mainThreadTime(process.pid) ?? (user + system) / 1000;
}
