import { readdirSync, readFileSync } from "node:fs";

/**
 * Whether a thread of the process works, waits for a processor, or is stopped, so that more may come from it. False where
 * the system doesn't tell it, and for a process that has ended.
 */
export function isAtWork(pid: number | undefined): boolean {
  const folder = `/proc/${pid}/task`;
  try {
    return readdirSync(folder).some((thread) => isThreadAtWork(`${folder}/${thread}/stat`));
  } catch {
    return false;
  }
}

/** The name of a thread, which may contain anything, is in parentheses before its state. See proc(5). */
function isThreadAtWork(file: string): boolean {
  try {
    const text = readFileSync(file, "latin1");
    return /[RDTt]/.test(text.charAt(text.lastIndexOf(")") + 2));
  } catch {
    // It has ended in the meantime.
    return false;
  }
}
