import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Waits for the end of a program. Null when a signal ended it. Throws when it could not be started. */
export async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}
