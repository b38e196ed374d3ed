import { cacheCompiledCode } from "./workspace/files/user-cache.ts";
import { getSpecWorkerFile, SpecWorkerHost } from "./workspace/specs/spec-worker-host.ts";

cacheCompiledCode();
// Loading the server takes about as long as starting this thread, and the first problems in docs.json depend on the
// specifications. Both happen at the same time, so this module imports nothing else.
const specThread = new SpecWorkerHost(getSpecWorkerFile());
specThread.start();
void import("./lsp/server.ts").then(({ runServer }) => runServer(process.argv, specThread));
