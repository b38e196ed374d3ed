import { startServer } from "./server.ts";
import { openTransport } from "./transport.ts";
import type { SpecWorkerHost } from "../workspace/specs/spec-worker-host.ts";
import { createAnalysisWorkers } from "../workspace/workers.ts";

/** Serves the client that the arguments specify. */
export function runServer(args: readonly string[], specThread: SpecWorkerHost): void {
  startServer(openTransport(args), createAnalysisWorkers(specThread));
}
