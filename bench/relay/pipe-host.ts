import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

// Shows the minimum cost of an additional hop: Node's own pipe from the target to the client, without checks, counts,
// or reports. The process takes the target's origin as an argument, prints its port, and exits when its standard input
// closes.

const agent = new Agent({ keepAlive: true });

const server = createServer((requested, answer) => {
  const asking = request((process.argv[2] ?? "") + (requested.url ?? "/"), { agent }, (givenRequest) => {
    answer.writeHead(givenRequest.statusCode ?? 502, {
      "Content-Length": givenRequest.headers["content-length"] ?? "0",
    });
    givenRequest.pipe(answer);
  });
  asking.on("error", () => answer.destroy()).end();
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().on("end", () => process.exit(0));
