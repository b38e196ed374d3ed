import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { DownloadDependencies } from "../../server/src/relay/download.ts";

/** Allows only connections to the test's own servers, which use 127.0.0.1 and HTTP. */
export const localMeans: DownloadDependencies = {
  policy: { schemes: ["http:"], allowsAddress: (address) => address === "127.0.0.1" },
};

export interface LocalServer {
  /** The URL of `openapi.json` on this server. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** The number of connections so far. */
  connections: number;
  readonly paths: string[];
  readonly headers: NodeJS.Dict<string | string[]>[];
}

/** Starts a local server that records connections and requests. */
export async function serveLocally(handleRequest: RequestListener): Promise<LocalServer> {
  const seen = { connections: 0, paths: [] as string[], headers: [] as LocalServer["headers"][number][] };
  const server = createServer((request, response) => {
    seen.paths.push(request.url ?? "");
    seen.headers.push(request.headers);
    handleRequest(request, response);
  });
  server.on("connection", () => local.connections++);
  const port = await listen(server);
  const host = `127.0.0.1:${port}`;
  const local: LocalServer = { ...seen, url: `http://${host}/openapi.json`, host, port };
  return local;
}

/**
 * Starts a server that responds to any request with these bytes and then closes the connection. Returns the server's
 * URL.
 */
export async function serveBytes(bytes: string): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(bytes));
  });
  return `http://127.0.0.1:${await listen(server)}/openapi.json`;
}

const closing: (() => Promise<void>)[] = [];

/** Closes every server that was started with this module, along with its connections. */
export async function closeLocalServers(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()));
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
