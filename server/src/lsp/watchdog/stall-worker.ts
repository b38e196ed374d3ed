import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

export interface StallLimits {
  readonly beatMilliseconds: number;
  /** The limits, in seconds, for the CPU time that the process uses without a heartbeat. */
  readonly reportSeconds: number;
  readonly endSeconds: number;
}

export type StallWorkerMessage =
  | { readonly kind: "beat" }
  | { readonly kind: "started"; readonly id: unknown; readonly label: string }
  | { readonly kind: "ended"; readonly id: unknown };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the watchdog starts this worker
const limits = workerData as StallLimits;
const labelsByRequestId = new Map<unknown, string>();
let lastUsage = process.cpuUsage();
let checkCount = 0;
let isReported = false;

parentPort?.on("message", (message: StallWorkerMessage) => {
  if (message.kind === "started") labelsByRequestId.set(message.id, message.label);
  else if (message.kind === "ended") labelsByRequestId.delete(message.id);
  else {
    if (isReported) writeError("The language server responds again.");
    lastUsage = process.cpuUsage();
    [checkCount, isReported] = [0, false];
  }
});

/**
 * Measures CPU time, because heartbeats are also missed if the machine is suspended or busy. Also counts checks,
 * because other threads in the process also use CPU time.
 */
setInterval(() => {
  checkCount++;
  const { user, system } = process.cpuUsage(lastUsage);
  const seconds = Math.min((user + system) / 1_000_000, (checkCount * limits.beatMilliseconds) / 1000);
  if (seconds >= limits.reportSeconds && !isReported) {
    isReported = true;
    writeError(
      `The language server has been busy for ${Math.round(seconds)} seconds without a pause. ${formatRequests()}`,
    );
  }
  if (seconds < limits.endSeconds) return;
  writeError(`The language server isn't responding, so it's stopping. Your editor can restart it. ${formatRequests()}`);
  process.kill(process.pid, "SIGKILL");
}, limits.beatMilliseconds);

function formatRequests(): string {
  const labels = [...labelsByRequestId.values()];
  if (labels.length === 0) return "No request is in progress.";
  const moreNote = labels.length > 5 ? `, and ${labels.length - 5} more` : "";
  return `Requests in progress: ${labels.slice(0, 5).join(", ")}${moreNote}.`;
}

/**
 * Writes directly to the standard error stream. Normally, the main thread writes on behalf of this thread, but the main
 * thread is blocked.
 */
function writeError(line: string): void {
  try {
    writeSync(2, `docwright: ${line}\n`);
  } catch {
    // The client has already closed the standard error stream.
  }
}
