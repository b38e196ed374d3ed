import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";

/** A fault in one request. */
export type Fault =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly retryAfter?: string | undefined;
      readonly body?: string;
    }
  /** Resets the connection before any response. */
  | { readonly kind: "reset" }
  | { readonly kind: "cut"; readonly way: "length" | "chunked" | "json" | "gzip" }
  /** Responds with this body instead of the page, with status 200. */
  | { readonly kind: "body"; readonly type: string; readonly body: string | Uint8Array }
  | { readonly kind: "redirect"; readonly status: number; readonly to: "self" | "other" | "nowhere" }
  | { readonly kind: "bomb"; readonly bytes: number }
  /** Sends nothing or only the first bytes, and then waits until the client disconnects. */
  | { readonly kind: "silent" | "drip" };

export interface ServedPage {
  /** The elements of `feedback` in the response. */
  readonly entries: readonly unknown[];
  readonly nextCursor?: unknown;
  readonly hasMore?: unknown;
}

/** A project, and how the service responds to requests for it. */
export interface FaultyProject {
  /** Returns the page for the requested cursor. */
  readonly page: (cursor: string | undefined) => ServedPage | undefined;
  /** Returns the fault for the request with this index, which starts at 0. Undefined if the request succeeds. */
  readonly fault: (index: number) => Fault | undefined;
  readonly isPacked?: boolean;
  /** The time that a successful response takes, in milliseconds. */
  readonly delay?: number;
  /** Called when a silent or slow response has begun, or when a request arrives that the test will cancel. */
  readonly onStuck?: () => void;
  readonly onRequest?: (index: number) => void;
}

/** The data that the service has recorded for a project. */
export interface ReceivedOfProject {
  readonly requests: { readonly url: string; readonly headers: IncomingMessage["headers"] }[];
  /** Pages that were sent completely, in the order in which they were sent. */
  readonly served: ServedPage[];
  /** The highest number of concurrent requests. */
  most: number;
}

/**
 * A feedback service on the loopback interface with configurable faults. It also provides a second host that must not
 * be contacted.
 */
export class FaultyFeedback {
  readonly #projects = new Map<string, { project: FaultyProject; seen: ReceivedOfProject; now: number }>();
  readonly #server: Server;
  readonly #other: Server;
  readonly #sockets = new Set<Socket>();
  /** The number of connections to the other host. */
  elsewhere = 0;

  private constructor() {
    this.#server = createServer((request, response) => this.#handleRequest(request, response));
    this.#other = createServer((_, response) => response.end("{}"));
    this.#other.on("connection", () => this.elsewhere++);
    for (const server of [this.#server, this.#other])
      server.on("connection", (socket: Socket) => {
        this.#sockets.add(socket);
        socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
      });
  }

  static async start(): Promise<FaultyFeedback> {
    const service = new FaultyFeedback();
    for (const server of [service.#server, service.#other])
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get otherHost(): string {
    return `127.0.0.1:${(this.#other.address() as AddressInfo).port}`;
  }

  add(id: string, project: FaultyProject): ReceivedOfProject {
    const seen: ReceivedOfProject = { requests: [], served: [], most: 0 };
    this.#projects.set(id, { project, seen, now: 0 });
    return seen;
  }

  remove(id: string): void {
    this.#projects.delete(id);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all([this.#server, this.#other].map((each) => new Promise((resolve) => each.close(resolve))));
  }

  #handleRequest(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "", this.origin);
    const known = this.#projects.get(/^\/v1\/analytics\/([^/]+)\/feedback(\/by-page)?$/.exec(url.pathname)?.[1] ?? "");
    if (!known) return void response.writeHead(404).end("{}");
    const { project, seen } = known;
    const index = seen.requests.push({ url: request.url ?? "", headers: request.headers }) - 1;
    seen.most = Math.max(seen.most, ++known.now);
    let isOver = false;
    const onTimeout = () => {
      if (!isOver) known.now--;
      isOver = true;
    };
    response.on("close", onTimeout);
    project.onRequest?.(index);
    const fault = project.fault(index);
    const page = project.page(url.searchParams.get("cursor") ?? undefined);
    const text = JSON.stringify(page === undefined ? {} : toWireFormat(page));
    if (fault) return this.#fail(fault, { request, response, text, project, over: onTimeout });
    if (!page) return void response.writeHead(400, json).end(`{"error":"no such cursor"}`);
    response.on("finish", () => seen.served.push(page));
    const send = () => {
      if (!project.isPacked) return void response.writeHead(200, json).end(text);
      response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(gzipSync(text));
    };
    if (project.delay === undefined) send();
    else setTimeout(send, project.delay);
  }

  #fail(
    fault: Fault,
    {
      request,
      response,
      text,
      project,
      over,
    }: {
      readonly request: IncomingMessage;
      readonly response: ServerResponse;
      readonly text: string;
      readonly project: FaultyProject;
      readonly over: () => void;
    },
  ): void {
    switch (fault.kind) {
      case "status": {
        const { status, retryAfter, body = "no" } = fault;
        const after = retryAfter === undefined ? {} : { "retry-after": retryAfter };
        // Simulates a service that reveals the key in its response.
        const echo = body.replace("KEY", request.headers.authorization ?? "");
        return void response.writeHead(status, after).end(status === 204 || status === 304 ? undefined : echo);
      }
      case "reset":
        return void request.socket.destroy();
      case "body":
        return void response.writeHead(200, { "content-type": fault.type }).end(fault.body);
      case "redirect": {
        const to = { self: request.url ?? "", other: `http://${this.otherHost}/`, nowhere: "" }[fault.to];
        return void response.writeHead(fault.status, to === "" ? {} : { location: to }).end("{}");
      }
      case "bomb":
        return void response
          .writeHead(200, { ...json, "content-encoding": "gzip" })
          .end(gzipSync(Buffer.alloc(fault.bytes, 0x20)));
      case "cut":
        return cut(fault.way, response, text);
      case "silent":
        // The client cancels the request immediately, but the server notices only later that the connection is closed.
        over();
        return project.onStuck?.();
      case "drip": {
        response.writeHead(200, { ...json, "content-length": text.length + 1000 });
        response.write(text.slice(0, 3));
        over();
        return project.onStuck?.();
      }
    }
  }
}

const json = { "content-type": "application/json" };

function toWireFormat({ entries, nextCursor, hasMore }: ServedPage): unknown {
  return { feedback: entries, nextCursor, hasMore };
}

function cut(way: "length" | "chunked" | "json" | "gzip", response: ServerResponse, text: string): void {
  const half = text.slice(0, Math.max(1, Math.floor(text.length / 2)));
  if (way === "json") return void response.writeHead(200, json).end(half);
  if (way === "gzip") {
    const packed = gzipSync(text);
    return void response
      .writeHead(200, { ...json, "content-encoding": "gzip" })
      .end(packed.subarray(0, packed.length - 20));
  }
  response.writeHead(200, way === "length" ? { ...json, "content-length": text.length } : json);
  response.write(half, () => response.destroy());
}
