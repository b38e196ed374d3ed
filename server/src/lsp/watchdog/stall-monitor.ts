import inspector from "node:inspector";
import { findWorkerFile, WorkerHost } from "../../workspace/worker/worker-host.ts";
import type { RequestListener } from "./request-watchdog.ts";
import type { FromServer, StallLimits } from "./stall-worker.ts";

/** Reported after 5 seconds of computing without a pause, ended after 15. */
const stallLimits: StallLimits = { beatMilliseconds: 1000, reportSeconds: 5, endSeconds: 15 };

/**
 * Starts a thread that notices when this one computes for many seconds without returning to its event loop, where no
 * timer fires and no message is read, not even `exit`. The thread then writes which requests run to the standard error
 * stream and, if that doesn't end, ends the process: the editor rejects its requests and starts the server again.
 *
 * Nothing gentler is safe. The standard output stream and Node's channel belong to the blocked thread, and a response
 * written next to it could land inside a message. To terminate only the running JavaScript would drop every pending
 * continuation and leave the sites half changed.
 */
export function startStallMonitor(limits = stallLimits): RequestListener {
  // A breakpoint is not a stall.
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
