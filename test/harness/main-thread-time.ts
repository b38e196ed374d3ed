import { existsSync, readFileSync } from "node:fs";

/**
 * The processor time that the main thread of a process has used so far, in milliseconds, whatever else the machine does.
 * Undefined where the system doesn't tell it.
 */
export function mainThreadTime(pid: number): number | undefined {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  if (!existsSync(file)) return undefined;
  const nanoseconds = Number(readFileSync(file, "utf8").split(" ")[0]);
  // Where the kernel doesn't count, it is 0.
  return nanoseconds > 0 ? nanoseconds / 1e6 : undefined;
}

/**
 * The processor time that the main thread of this process has used so far, in milliseconds. Where the system doesn't tell
 * it, that of the whole process, which includes the threads that compile and collect garbage.
 */
export function ownThreadTime(): number {
  const { user, system } = process.cpuUsage();
  return mainThreadTime(process.pid) ?? (user + system) / 1000;
}
