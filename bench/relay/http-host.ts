import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRelay } from "../../server/src/relay/relay.ts";
import { createRelayListener } from "../../server/src/relay/listener/relay-listener.ts";
import { createReceivedFiles } from "../../server/src/relay/listener/uploads.ts";
import { watchPeakMemory } from "./peak-memory.ts";
import { createHost } from "./relay-host.ts";

// Runs the relay with its HTTP interface in a separate process. The process takes the target's origin as an argument,
// prints its port, reports its memory at `/memory`, and exits when its standard input closes.

const relay = createRelay(createHost(process.argv[2] ?? ""));
const listener = createRelayListener({ relay, files: createReceivedFiles() });
const readMemory = watchPeakMemory();

const server = createServer((request, response) => {
  if (request.url === "/memory") {
    void readMemory().then((bytes) => response.end(String(bytes)));
    return;
  }
  void listener.handleRequest(request, response, () => undefined);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().on("end", () => process.exit(0));
