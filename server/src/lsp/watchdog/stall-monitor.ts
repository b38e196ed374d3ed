import inspector from "node:inspector";
import { findWorkerFile, WorkerHost } from "../../workspace/worker/worker-host.ts";
import type { RequestListener } from "./request-watchdog.ts";
import type { FromServer, StallLimits } from "./stall-worker.ts";

/** A stall is reported after 5 seconds of continuous computation, and the process ends after 15. */
const stallLimits: StallLimits = { beatMilliseconds: 1000, reportSeconds: 5, endSeconds: 15 };

/**
 * Starts a worker thread that detects when this thread computes for many seconds without returning to its event loop.
 * In that state, timers don't fire and messages aren't read, not even `exit`. The worker thread writes the running
 * requests to the standard error stream and, if the stall continues, ends the process. The editor then rejects its
 * requests and restarts the server.
 *
 * Nothing less drastic is safe. The standard output stream and Node's IPC channel belong to the blocked thread, and a
 * response written from another thread could end up inside a message. Terminating only the running JavaScript would
 * drop every pending continuation and leave the sites partly updated.
 */
export function startStallMonitor(limits = stallLimits): RequestListener {
  // A breakpoint isn't a stall.
  if (inspector.url() !== undefined) return { onStarted: () => undefined, onEnded: () => undefined };
  const host = new WorkerHost<FromServer, never>(findWorkerFile(__dirname, "stall-worker"), {
    workerData: () => limits,
    resourceLimits: { maxOldGenerationSizeMb: 32 },
    onReply: () => undefined,
    // Without the monitor, the server still works.
    onLost: () => undefined,
  });
  host.start();
  setInterval(() => host.post({ kind: "beat" }), limits.beatMilliseconds).unref();
  return {
    onStarted: (id, label) => host.post({ kind: "started", id, label }),
    onEnded: (id) => host.post({ kind: "ended", id }),
  };
}
