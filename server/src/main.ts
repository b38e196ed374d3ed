import { openTransport } from "./lsp/open-transport.ts";
import { startServer } from "./lsp/server.ts";
import { SpecReader } from "./workspace/spec-reader.ts";

startServer(openTransport(process.argv), new SpecReader().readSpecs);
