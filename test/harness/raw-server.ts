import { createServer, type AddressInfo, type Socket } from "node:net";

/** A server that reads and writes raw bytes, so that no library corrects the HTTP messages. */
export interface RawServer {
  readonly origin: string;
  readonly port: number;
  /** All bytes that each connection has received so far. */
  readonly received: Buffer[];
  readonly sockets: Socket[];
  readonly close: () => Promise<void>;
}

export const emptyAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/** Starts a server. `answer` is called with each request once it's complete according to its header. */
export async function serveRaw(answer: (socket: Socket, request: Buffer, index: number) => void): Promise<RawServer> {
  const received: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const index = sockets.push(socket) - 1;
    received.push(Buffer.alloc(0));
    let open = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      received[index] = Buffer.concat([received[index] ?? Buffer.alloc(0), chunk]);
      open = Buffer.concat([open, chunk]);
      const length = wholeLength(open);
      if (length === undefined) return;
      const request = open.subarray(0, length);
      open = open.subarray(length);
      answer(socket, request, index);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    received,
    sockets,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the length of a request, or undefined if the request isn't complete yet. Supports only `Content-Length`. */
function wholeLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const length = end + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return bytes.length >= length ? length : undefined;
}
