import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Waits for a program to exit. Returns null if a signal ended it. Throws if it couldn't be started. */
export async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}
