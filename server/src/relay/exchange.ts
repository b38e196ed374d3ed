import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Socket } from "node:net";
import type { NamedText } from "../core/request/build/build-context.ts";
import type { RelayTimeouts } from "../core/request/protocol/relay-protocol.ts";
import { addressFault, whenConnected } from "./checked-address.ts";
import type { Connection } from "./connections.ts";
import { faultOfError } from "./fault-of-error.ts";
import { RelayFault } from "./relay-fault.ts";
import type { Marks } from "./request-clock.ts";
import type { Destination } from "./targets.ts";

/** One request as it goes over the wire, secrets in place. */
export interface Outgoing {
  readonly destination: Destination;
  readonly connection: Connection;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly NamedText[];
  /** As many bytes as `Content-Length` says; undefined: none. */
  readonly body: Buffer | Readable | undefined;
  readonly timeouts: RelayTimeouts;
  /** Ends everything, with a `RelayFault` as the reason. */
  readonly control: AbortController;
  readonly marks: Marks;
}

/** Longer heads are refused; a server that sends them is broken or wants to be a burden. */
const largestHead = 49_152;
const mostInterim = 20;

/**
 * Sends one request and comes back with the head of its answer; the body has not been read. Rejects with an error of
 * the platform, or aborted. The connection is looked at again when it is there: it leads to a checked address or is not used.
 */
export async function exchange(outgoing: Outgoing): Promise<IncomingMessage> {
  const { destination, connection, method, path, headers, timeouts, control } = outgoing;
  const { url } = destination;
  const options: RequestOptions = {
    ...connection.options,
    protocol: url.isTls ? "https:" : "http:",
    hostname: url.hostname,
    port: url.port,
    method,
    path,
    headers: destination.isPinned || url.isTls ? headers.flat() : byName(headers),
    agent: connection.agent,
    setHost: false,
    insecureHTTPParser: false,
    maxHeaderSize: largestHead,
  };
  control.signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const sending = url.isTls ? requestHttps(options) : requestHttp(options);
    // By hand: what Node does for a signal takes as long as the rest of this function.
    const end = () => sending.destroy(faultOfError(control.signal.reason));
    control.signal.addEventListener("abort", end, { once: true });
    const phase = phases(control, url.origin);
    phase("connect-timeout", timeouts.connect);
    let interim = 0;
    const countInterim = () => {
      if (++interim > mostInterim)
        control.abort(malformedAnswer(url.origin, "more than 20 interim answers (1xx)"));
    };
    sending.on("socket", (socket) => watchSocket(socket, outgoing, () => phase(undefined, 0)));
    sending.on("finish", () => phase("first-byte-timeout", timeouts.firstByte));
    sending.on("information", countInterim).on("continue", countInterim);
    sending.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(malformedAnswer(url.origin, "101 Switching Protocols, which nobody asked for"));
    });
    let answer: IncomingMessage | undefined;
    sending.on("response", (response) => {
      answer = response;
      phase(undefined, 0);
      outgoing.marks.firstByte = performance.now();
      resolve(response);
    });
    sending.on("error", (error) => {
      reject(sending.reusedSocket ? Object.assign(error, { wasReused: true }) : error);
      // A fault in the body is told here; who reads the body only hears that it broke off.
      if (answer && !answer.complete) control.abort(faultOfError(error, url.origin));
    });
    sending.on("close", () => {
      phase(undefined, 0);
      control.signal.removeEventListener("abort", end);
      if (!answer)
        reject(new RelayFault("connect-reset", { origin: url.origin, cause: "closed without an answer" }));
    });
    void write(sending, outgoing.body).catch((error: unknown) => {
      if (error instanceof RelayFault) control.abort(error);
    });
  });
}

/**
 * The agent of an editor's proxy writes the head of a request by http anew, with the whole address in it, of what it can
 * ask the request by name; headers that are given as a list are not among it.
 */
function byName(headers: readonly NamedText[]): Record<string, string | string[]> {
  const all = new Map<string, readonly [name: string, value: string | string[]]>();
  for (const [name, value] of headers) {
    const [first, before] = all.get(name.toLowerCase()) ?? [name];
    all.set(name.toLowerCase(), [first, before === undefined ? value : [before, value].flat()]);
  }
  return Object.fromEntries(all.values());
}

async function write(sending: ClientRequest, body: Buffer | Readable | undefined): Promise<void> {
  if (body === undefined || Buffer.isBuffer(body)) sending.end(body);
  else await pipeline(body, sending);
}

/** One timer for whatever is waited for. */
function phases(control: AbortController, origin: string) {
  let timer: NodeJS.Timeout | undefined;
  return (code: "connect-timeout" | "first-byte-timeout" | undefined, limit: number) => {
    clearTimeout(timer);
    timer =
      code && setTimeout(() => control.abort(new RelayFault(code, { origin, limit, cause: code })), limit);
  };
}

function watchSocket(
  socket: Socket,
  { destination, control, marks }: Outgoing,
  isConnected: () => void,
): void {
  const { url } = destination;
  // What an editor's agent comes back with when its proxy lets nothing through: the proxy's own words, in the clear.
  if (url.isTls && !("encrypted" in socket))
    return control.abort(
      new RelayFault("proxy", { origin: url.origin, cause: "the proxy did not answer CONNECT with 200" }),
    );
  const wasConnecting = socket.connecting;
  const secured = () => {
    marks.tls = performance.now();
    isConnected();
  };
  whenConnected(socket, () => {
    const fault = addressFault(socket, destination);
    if (fault) return control.abort(fault);
    if (wasConnecting) marks.connect = performance.now();
    if (!url.isTls || !wasConnecting) isConnected();
  });
  if (url.isTls && wasConnecting) socket.once("secureConnect", secured);
}

function malformedAnswer(origin: string, cause: string): RelayFault {
  return new RelayFault("malformed-answer", { origin, cause });
}
