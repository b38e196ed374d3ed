import { openTransport } from "./lsp/transport.ts";
import { startServer } from "./lsp/server.ts";
import { createAnalysisWorkers } from "./workspace/workers.ts";

startServer(openTransport(process.argv), createAnalysisWorkers());
