import { openTransport } from "./lsp/transport.ts";
import { startServer } from "./lsp/server.ts";
import { siteReaders } from "./workspace/workers.ts";

startServer(openTransport(process.argv), siteReaders());
