import { readdirSync, readFileSync } from "node:fs";

/**
 * Whether a thread of the process is running, runnable, or stopped, so that more output may follow. Returns false if
 * the process has exited or the system doesn't provide the state of threads.
 */
export function isUsingProcessor(pid: number | undefined): boolean {
  const folder = `/proc/${pid}/task`;
  try {
    return readdirSync(folder).some((thread) => isThreadAtWork(`${folder}/${thread}/stat`));
  } catch {
    return false;
  }
}

/**
 * Whether a thread is working, according to its `stat` file. In this file, the thread's name is in parentheses before
 * its state, and the name can contain any characters (see proc(5)).
 */
function isThreadAtWork(file: string): boolean {
  try {
    const text = readFileSync(file, "latin1");
    return /[RDTt]/.test(text.charAt(text.lastIndexOf(")") + 2));
  } catch {
    // The thread has already ended.
    return false;
  }
}
