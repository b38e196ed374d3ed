import type { WebSocket } from "ws";
import type { SocketEvent, SocketOpening } from "../core/request/channel/channel-form.ts";
import type { RelayFailure } from "../core/request/protocol/relay-protocol.ts";
import { httpAddress } from "../core/request/channel/channel-request.ts";
import { addressFault } from "./checked-address.ts";
import type { Connections } from "./connections.ts";
import { orAborted } from "./or-aborted.ts";
import { presentedCertificate } from "./presented-certificate.ts";
import { readHeaders } from "./request-headers.ts";
import { formRedactor } from "./redact.ts";
import { RelayFault } from "./relay-fault.ts";
import type { RelayHost } from "./relay.ts";
import { readSecrets } from "./secret-values.ts";
import { connectSocket, openingHeaders, type SocketRequest } from "./socket-line.ts";
import { explainSocket, refusalFault, socketFault, unsent, withUnsent } from "./socket-faults.ts";
import { socketFeed } from "./socket-feed.ts";
import { messageSecrets } from "./socket-secrets.ts";
import { readTargetUrl } from "./target-url.ts";
import { askConsent, declaredTarget, judgeTarget, type Destination } from "./targets.ts";

export interface OpenSocket {
  /** In the order of the calls. What is sent early waits for the connection; what cannot be sent any more is told. */
  readonly send: (text: string) => void;
  readonly close: () => void;
  /** Ends it at once; nothing more is told. */
  readonly drop: () => void;
}

export interface SocketParts {
  readonly host: RelayHost;
  readonly connections: Connections;
  readonly tell: (event: SocketEvent) => void;
  /** `isOpen`: a message was not sent; the connection goes on. */
  readonly failed: (failure: RelayFailure, isOpen?: true) => void;
  /** Behind the last that is told. */
  readonly ended: () => void;
  /** Milliseconds. */
  readonly limits?: SocketLimits;
}

export interface SocketLimits {
  readonly lookup: number;
  /** Until the connection is open. */
  readonly open: number;
  /** For the server to take leave. */
  readonly close: number;
  /** From one ping to the next, so that nobody on the way takes the connection for forgotten. */
  readonly ping: number;
}

const usualLimits: SocketLimits = { lookup: 10_000, open: 20_000, close: 5_000, ping: 30_000 };
/** Bytes that a server has not taken yet. */
const mostUnsent = 16_000_000;

/**
 * Opens a WebSocket in place of a page, by the rules for requests: only to a declared origin, only to addresses that are
 * allowed for it, only when the person agrees, with secrets put in behind all that. Never throws.
 */
export function openSocket(opening: SocketOpening, parts: SocketParts): OpenSocket {
  const { host, connections, tell, failed, ended, limits = usualLimits } = parts;
  const control = new AbortController();
  const feed = socketFeed(tell, (waits) => (waits ? socket?.pause() : socket?.resume()));
  let socket: WebSocket | undefined;
  let origin = "";
  let hide = (text: string): string => text;
  const forms = new Map<string, string>();
  let isOver = false;
  /** What happened is still looked into. */
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let pinging: NodeJS.Timeout | undefined;
  /** Messages that wait for the connection. */
  let waiting = 0;
  let settle: () => void = () => undefined;
  const settled = new Promise<void>((resolve) => (settle = resolve));
  let turn = Promise.resolve();
  let secretsOf: ReturnType<typeof messageSecrets> | undefined;

  /** However many messages are sent, each value is looked for once. */
  const addForms = (more: ReadonlyMap<string, string>): void => {
    const before = forms.size;
    for (const [form, mark] of more) forms.set(form, mark);
    if (forms.size > before) hide = formRedactor(forms);
  };

  const end = (last?: () => void): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    clearInterval(pinging);
    last?.();
    ended();
    settle();
  };
  const fail = (error: unknown): void => {
    end(() => failed(withUnsent(explainSocket(socketFault(error, origin), hide), waiting)));
    feed.stop();
    socket?.terminate();
  };
  const drop = (): void => {
    end();
    feed.stop();
    control.abort(new RelayFault("aborted"));
    socket?.terminate();
  };

  const connect = async (): Promise<void> => {
    const request = readOpening(opening);
    origin = request.url.origin;
    const known = await orAborted(host.targets(), control.signal);
    const own: RelayHost = { ...host, targets: () => Promise.resolve(known) };
    await declaredTarget(request.url, own);
    const secrets = await orAborted(readSecrets({ ...request, body: undefined }, host), control.signal);
    addForms(secrets.forms);
    const destination = await judgeTarget(request.url, {
      host: own,
      limit: limits.lookup,
      signal: control.signal,
    });
    await orAborted(askConsent(destination, secrets.names, host, { connects: true }), control.signal);
    secretsOf = messageSecrets(request.url, destination, secrets.names, host);
    const connection = await connections.to(destination, opening.tlsFingerprint, limits.lookup);
    control.signal.throwIfAborted();
    const jar = host.jar?.()?.cookiesFor(origin + request.url.path) ?? "";
    const shown = openingHeaders(request, jar);
    const putIn = (text: string) => secrets.putIn(text, "plain");
    const opened = { ...request, headers: request.headers.map(([name, value]) => [name, putIn(value)] as const), cookies: request.cookies.map(putIn) }; // prettier-ignore
    socket = connectSocket(
      request,
      openingHeaders(opened, jar),
      secrets.putIn(request.url.path, "percent"),
      connection,
      (line) => {
        const fault = addressFault(line, destination);
        if (!fault) return;
        fail(fault);
        line.destroy();
      },
    );
    const limit = limits.open;
    timer = setTimeout(() => fail(new RelayFault("connect-timeout", { origin, limit })), limit);
    listen(socket, shown, destination);
  };

  const listen = (line: WebSocket, sent: readonly (readonly [string, string])[], to: Destination): void => {
    let [address] = to.addresses;
    line.on("upgrade", (response) => (address = response.socket.remoteAddress ?? address));
    line.on("unexpected-response", (request, response) => {
      fail(refusalFault(response, origin));
      request.destroy();
    });
    line.on("error", (error) => {
      const fault = socketFault(error, origin);
      if (fault.code !== "tls-untrusted") return fail(fault);
      isFailing = true;
      void withFingerprint(fault, to, limits.lookup).then(fail);
    });
    line.on("open", () => {
      clearTimeout(timer);
      if (isOver) return line.terminate();
      pinging = setInterval(() => line.ping(), limits.ping);
      feed.event({
        kind: "open",
        protocol: hide(line.protocol),
        sent,
        ...(address !== undefined && { address }),
      });
      settle();
    });
    line.on("message", (data, isBinary) => {
      if (!isOver) feed.message(asBuffer(data), isBinary, hide);
    });
    line.on("close", (code, reason) => {
      const closed = { kind: "closed", code, reason: hide(reason.toString("utf8")) } as const;
      if (isOver || isFailing) return;
      end(() => feed.event(closed));
    });
  };

  const send = async (text: string, isEarly: boolean): Promise<void> => {
    if (isEarly) {
      await settled;
      waiting--;
      // What waited has been told with the failure itself.
      if (isOver) return;
    }
    if (isOver || socket?.readyState !== 1 || !secretsOf) return failed(unsent(1), true);
    try {
      const message = await secretsOf(text);
      addForms(message.forms);
      if (socket.bufferedAmount + Buffer.byteLength(message.text) > mostUnsent)
        throw new RelayFault("too-large", { origin, what: `${new URL(origin).host} does not take what is sent: 16 MB wait already.` }); // prettier-ignore
      if (socket.readyState === 1) socket.send(message.text);
    } catch (error) {
      if (!isOver) failed(explainSocket(socketFault(error, origin), hide), true);
    }
  };

  connect().catch(fail);
  return {
    send: (text) => {
      const isEarly = !isOver && (socket?.readyState ?? 0) === 0;
      if (isEarly) waiting++;
      turn = turn.then(() => send(text, isEarly));
    },
    close: () => {
      if (socket?.readyState !== 1) {
        end(() => {
          tell({ kind: "closed", code: 1006, reason: "" });
          if (waiting > 0) failed(unsent(waiting), true);
        });
        return drop();
      }
      socket.close(1000);
      timer = setTimeout(() => socket?.terminate(), limits.close);
    },
    drop,
  };
}

/** A page's opening, held to what HTTP allows. Throws a `RelayFault`. */
function readOpening({ url: written, headers, protocols }: SocketOpening): SocketRequest {
  if (!/^wss?:/i.test(written))
    throw new RelayFault("refused-target", {
      what: "only addresses that begin with ws:// or wss:// are connected to",
    });
  return { url: readTargetUrl(httpAddress(written)), ...readHeaders({ headers }), protocols };
}

/** With what the person may agree to. */
async function withFingerprint(fault: RelayFault, to: Destination, limit: number): Promise<RelayFault> {
  const shown = await presentedCertificate(to.url, to.addresses, limit);
  return shown ? new RelayFault(fault.code, { ...fault.facts, fingerprint: shown.fingerprint }) : fault;
}

function asBuffer(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
