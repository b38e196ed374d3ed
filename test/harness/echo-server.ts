import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the server received it. */
export interface Received {
  readonly method: string;
  /** The path and the query exactly as in the request. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

export interface EchoServer {
  readonly origin: string;
  /** Returns the requests received since the last call. */
  readonly take: () => readonly Received[];
  readonly close: () => Promise<void>;
}

/** Starts a local server that records requests. `answer` creates the response to each request. */
export async function echoServer(
  answer: (request: Received, response: ServerResponse) => void = (_, response) => response.end("ok\n"),
): Promise<EchoServer> {
  let received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const raw = request.rawHeaders;
      const headers = raw.flatMap((name, i): (readonly [string, string])[] =>
        i % 2 === 0 ? [[name, raw[i + 1] ?? ""]] : [],
      );
      const { method = "", url: target = "" } = request;
      const full: Received = { method, target, headers, body: Buffer.concat(chunks) };
      received.push(full);
      answer(full, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    take: () => {
      const taken = received;
      received = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
