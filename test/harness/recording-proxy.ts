import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

export interface RecordingProxy {
  readonly url: string;
  /** The requests that the proxy has received, such as `GET http://api.example.com/a`, along with their headers. */
  readonly asked: readonly ProxiedRequest[];
  readonly close: () => Promise<void>;
}

export interface ProxiedRequest {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Starts a local proxy that responds to `GET http://…` (RFC 9112, 3.2.2) itself. `tunnels` maps targets, such as
 * `api.example.com:443`, to local ports. A CONNECT request is forwarded to the local port for its target. If `tunnels`
 * doesn't contain the target, the request is rejected.
 */
export async function recordingProxy(tunnels: ReadonlyMap<string, number>): Promise<RecordingProxy> {
  const requested: ProxiedRequest[] = [];
  const record = ({ method, url, headers }: IncomingMessage) =>
    void requested.push({ line: `${method} ${url}`, headers });
  const server = createServer((request, response) => {
    record(request);
    response.end("by proxy");
  });
  server.on("connect", (request, socket: Duplex) => {
    record(request);
    socket.on("error", () => undefined);
    const port = tunnels.get(request.url ?? "");
    if (port === undefined) return socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    onward.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: requested,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
