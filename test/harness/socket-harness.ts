import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import type { SocketEvent } from "../../server/src/core/request/channel.ts";
import type { SocketOpening, MessageToPlayground } from "../../server/src/core/request/protocol/playground-protocol.ts";
import type { ConsentRequest, RelayFailure } from "../../server/src/core/request/protocol/relay-protocol.ts";
import type { BoundSecret, RelayHost } from "../../server/src/relay/relay.ts";
import { createWebSocketService, type WebSocketService } from "../../server/src/relay/websocket/websocket-service.ts";
import type { SocketLimits } from "../../server/src/relay/websocket/websocket.ts";
import { maxWait } from "./eventually.ts";

export interface SocketServer {
  /** The WebSocket URL of the server, such as `ws://127.0.0.1:4010`. */
  readonly address: string;
  /** The HTTP origin of the server, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** The requests that opened a connection. */
  readonly openings: readonly IncomingMessage[];
  readonly close: () => Promise<void>;
}

/** Starts a WebSocket server from the `ws` package. */
export async function serveSockets(
  answer: (socket: WebSocket, request: IncomingMessage) => void,
  options: object = {},
): Promise<SocketServer> {
  const openings: IncomingMessage[] = [];
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, ...options });
  server.on("connection", (socket, request) => {
    openings.push(request);
    socket.on("error", () => undefined);
    answer(socket, request);
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `ws://127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    openings,
    close: async () => {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface SocketWorld extends Partial<Pick<RelayHost, "requestConsent" | "dependencies" | "getCookieJar">> {
  readonly targets?: readonly string[];
  readonly secrets?: Readonly<Record<string, BoundSecret>>;
  readonly limits?: SocketLimits;
}

export interface TriedSockets {
  readonly service: WebSocketService;
  readonly sent: MessageToPlayground[];
  readonly questions: ConsentRequest[];
  readonly events: (id?: string) => readonly SocketEvent[];
  /** Opens a socket. Resolves when the socket is open, or to the failure. */
  readonly open: (url: string, more?: Partial<SocketOpening>) => Promise<SocketEvent | RelayFailure>;
  readonly send: (text: string, id?: string) => void;
  readonly end: (id?: string) => void;
  /** Waits for a matching message. */
  readonly waitForReport: <Found>(
    find: (reported: readonly MessageToPlayground[]) => Found | undefined,
  ) => Promise<Found>;
  readonly closed: (id?: string) => Promise<{ readonly code: number; readonly reason: string }>;
  readonly failure: (id?: string) => Promise<RelayFailure>;
  readonly leave: () => void;
}

const disposing: (() => void)[] = [];

export function disposeSockets(): void {
  for (const dispose of disposing.splice(0)) dispose();
}

/** Creates the sockets of a page whose user gives consent to everything and has only these secrets. */
export function createTestSockets(options: SocketWorld): TriedSockets {
  const { targets = [], secrets = {}, requestConsent: consent, limits, ...others } = options;
  const reported: MessageToPlayground[] = [];
  const questions: ConsentRequest[] = [];
  const host: RelayHost = {
    ...others,
    listTargets: () => Promise.resolve(targets.map((origin) => ({ origin, declaredBy: "live.yaml" }))),
    requestConsent: (question) => {
      questions.push(question);
      return consent ? consent(question) : Promise.resolve("once");
    },
    getSecret: (name) => Promise.resolve(secrets[name]),
    openFile: () => Promise.resolve(undefined),
  };
  const service = createWebSocketService(host, limits);
  disposing.push(() => service.dispose());
  const report = (message: MessageToPlayground): void => void reported.push(message);
  const events: TriedSockets["events"] = (id = "s") =>
    reported.flatMap((each) => (each.kind === "relay/socket" && each.id === id ? [each.event] : []));
  const received: TriedSockets["waitForReport"] = async (find) => {
    for (const start = Date.now(); Date.now() - start < maxWait;) {
      const found = find(reported);
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`No matching message. Messages: ${JSON.stringify(reported).slice(0, 1000)}`);
  };
  const failureOf = (id: string) => (all: readonly MessageToPlayground[]) =>
    all.flatMap((each) => (each.kind === "relay/socketFailed" && each.id === id ? [each.failure] : []))[0];
  return {
    service,
    sent: reported,
    questions,
    events,
    waitForReport: received,
    open: (url, more) => {
      const opening = { id: "s", url, headers: [], protocols: [], ...more };
      service.handleMessage({ kind: "relay/openSocket", opening }, report);
      return received((all) => failureOf(opening.id)(all) ?? events(opening.id)[0]);
    },
    send: (text, id = "s") => void service.handleMessage({ kind: "relay/sendToSocket", id, text }, report),
    end: (id = "s") => void service.handleMessage({ kind: "relay/closeSocket", id }, report),
    closed: (id = "s") => received(() => events(id).find((event) => event.kind === "closed")),
    failure: (id = "s") => received(failureOf(id)),
    leave: () => service.disconnect(report),
  };
}
