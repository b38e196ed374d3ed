import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Handles a call from the extension host. If the handler throws an error, the error is passed on to the extension host.
 */
export type Handler = (argument: Json) => Promise<Json> | Json;

/** The connection from the extension host to the runner, which is a loopback listener with an unguessable URL. */
export interface Channel {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Listens for calls, which are `POST <url>/<name>` requests with a JSON argument. */
export async function openChannel(handlers: ReadonlyMap<string, Handler>): Promise<Channel> {
  const path = `/${randomBytes(16).toString("hex")}/`;
  const server = createServer((request, response) => {
    void answer(request, path, handlers).then(({ status, body }) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function answer(
  request: IncomingMessage,
  path: string,
  handlers: ReadonlyMap<string, Handler>,
): Promise<{ status: number; body: Json }> {
  const handler = request.url?.startsWith(path) ? handlers.get(request.url.slice(path.length)) : undefined;
  if (!handler) return { status: 404, body: `The runner doesn't contain ${request.url ?? "address"}.` };
  try {
    return { status: 200, body: await handler(JSON.parse(await text(request)) as Json) };
  } catch (error) {
    return { status: 500, body: error instanceof Error ? error.message : String(error) };
  }
}
