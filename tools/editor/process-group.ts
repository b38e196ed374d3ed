import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const stopTimeout = 5_000;

export interface GroupOptions {
  readonly env: NodeJS.ProcessEnv;
  /** The file that the process's output is appended to. */
  readonly log: string;
}

/**
 * Starts a program in its own process group so that the program and all its children can be ended by its process ID.
 */
export function startGroup(program: string, args: readonly string[], { env, log }: GroupOptions): ChildProcess {
  const output = openSync(log, "a");
  try {
    return spawn(program, args, { env, stdio: ["ignore", output, output], detached: true });
  } finally {
    closeSync(output);
  }
}

/**
 * Ends the group with SIGTERM, or forcibly after five seconds. Resolves when none of the group's processes are left.
 */
export async function endGroup(leader: ChildProcess): Promise<void> {
  const groupId = leader.pid;
  if (groupId === undefined) return;
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(groupId), "/T", "/F"]);
    return;
  }
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!signalGroup(groupId, signal)) return;
    for (const deadline = Date.now() + stopTimeout; Date.now() < deadline; await sleep(25))
      if (!signalGroup(groupId, 0)) return;
  }
}

/** Sends a signal to the group. Returns false if none of the group's processes are left. */
function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-groupId, signal);
    return true;
  } catch {
    return false;
  }
}
