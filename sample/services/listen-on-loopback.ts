import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { SampleService } from "./sample-service.ts";

export interface Listening {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/**
 * Listens on 127.0.0.1 and, if available, on ::1, so that `localhost` works regardless of the address to which it
 * resolves. If `port` is 0, uses a free port. Rejects with the error for 127.0.0.1, such as `EADDRINUSE`.
 */
export async function listenOnLoopback(service: SampleService, port = service.port): Promise<Listening> {
  const first = await listen(service, port, "127.0.0.1");
  const chosen = (first.address() as AddressInfo).port;
  const second = await listen(service, chosen, "::1").catch(() => undefined);
  const servers = second ? [first, second] : [first];
  return {
    port: chosen,
    stop: async () => {
      service.end?.();
      await Promise.all(
        servers.map(async (server) => {
          const closed = once(server, "close");
          server.close();
          server.closeAllConnections();
          await closed;
        }),
      );
    },
  };
}

async function listen(service: SampleService, port: number, host: string): Promise<Server> {
  const server = service.certificate
    ? createSecureServer(service.certificate, service.answer)
    : createServer(service.answer);
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    if (service.upgrade) service.upgrade(request, socket, head);
    else socket.destroy();
  });
  server.listen({ port, host });
  await once(server, "listening");
  return server;
}
