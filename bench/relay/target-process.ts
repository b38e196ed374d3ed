import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// The target API in a separate process, which prints its port and exits when its standard input closes.

const small = JSON.stringify({ items: Array.from({ length: 20 }, (_, id) => ({ id, name: `Item ${id}` })) });
const block = Buffer.alloc(65_536, "a");
let closedAt = 0;

/**
 * Returns the time in milliseconds since 1970, with a higher resolution than `Date.now`. All processes on the machine
 * have the same clock.
 */
const now = () => performance.timeOrigin + performance.now();

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  switch (pathname) {
    case "/small":
      return void response.setHeader("Content-Type", "application/json").end(small);
    case "/large": {
      let bytesLeft = Number(searchParams.get("bytes"));
      response.setHeader("Content-Length", bytesLeft).setHeader("Content-Type", "application/octet-stream");
      const sendMore = (): void => {
        while (bytesLeft > 0) {
          const piece = block.subarray(0, Math.min(bytesLeft, block.length));
          bytesLeft -= piece.length;
          if (!response.write(piece)) return void response.once("drain", sendMore);
        }
        response.end();
      };
      return sendMore();
    }
    case "/event":
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      return void setTimeout(() => response.end(`data: ${now()}\n\n`), 50);
    case "/hang":
      closedAt = 0;
      request.socket.once("close", () => (closedAt = now()));
      return void response.writeHead(200).write("begun");
    case "/closed":
      return void response.end(String(closedAt));
    default:
      return void response.writeHead(404).end();
  }
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().on("end", () => process.exit(0));
