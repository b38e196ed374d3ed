import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/**
 * Resolves to a program's exit code once it has exited, or to null if a signal ended it. Rejects if the program
 * couldn't be started.
 */
export async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}
