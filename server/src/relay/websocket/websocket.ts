import { createMessage } from "../../core/text/message.ts";
import { isUtf8 } from "node:buffer";
import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";
import { WebSocket } from "ws";
import type { NameValuePair } from "../../core/request/build/build-context.ts";
import { toHttpUrl, toWebSocketUrl, type SocketEvent } from "../../core/request/channel.ts";
import type { SocketOpening } from "../../core/request/protocol/playground-protocol.ts";
import type { RelayFailure } from "../../core/request/protocol/relay-protocol.ts";
import { type Connection, type Connections, fetchCertificate } from "../exchange/connections.ts";
import { checkHeaderValue, parseEnvelopeHeaders } from "../exchange/envelope.ts";
import { raceRelayAbort, RelayError } from "../policy/errors.ts";
import {
  checkConnectedAddress,
  checkTarget,
  findDeclaredTarget,
  type Destination,
  parseTargetUrl,
  requestConsent,
  type TargetUrl,
  checkWhenConnected,
} from "../policy/targets.ts";
import type { RelayHost } from "../relay.ts";
import { createFormRedactor } from "../secrets/redaction.ts";
import { readSecrets } from "../secrets/secrets.ts";
import {
  toSocketFailure,
  createSecretInserter,
  createRefusalError,
  toSocketError,
  createUnsentFailure,
  addUnsentCount,
} from "./websocket-messages.ts";

export interface SocketRequest {
  readonly url: TargetUrl;
  readonly headers: readonly NameValuePair[];
  /** The cookies as `name=value`. */
  readonly cookies: readonly string[];
  readonly protocols: readonly string[];
}

/** The maximum size of a message in bytes. If a message is larger, the connection is closed. */
export const maxReceivedSize = 16_000_000;
/**
 * The maximum number of fragments in a message. More fragments are treated as an attempt to exhaust memory.
 */
const maxFragments = 16_384;
const maxBufferedBytes = 262_144;

/**
 * Returns the headers of a request, including those that every WebSocket handshake has. If the request contains
 * placeholders for secrets, so do the returned headers.
 */
export function createHeaders(
  { url, headers, cookies, protocols }: SocketRequest,
  jarCookies = "",
): readonly NameValuePair[] {
  const hasHeader = (requestedName: string) => headers.some(([name]) => name.toLowerCase() === requestedName);
  const cookie = [...cookies, jarCookies].filter((each) => each !== "").join("; ");
  return [
    ["Host", url.host],
    ...headers,
    ...(hasHeader("user-agent") ? [] : [["User-Agent", "docwright"] as const]),
    ...(cookie === "" ? [] : [["Cookie", cookie] as const]),
    ["Connection", "Upgrade"],
    ["Upgrade", "websocket"],
    ["Sec-WebSocket-Version", "13"],
    ...(protocols.length === 0 ? [] : [["Sec-WebSocket-Protocol", protocols.join(",")] as const]),
  ];
}

/**
 * Opens a WebSocket. Connects only to the checked addresses. Redirects aren't followed, and compression is off so that
 * a small message can't expand into a large one. `onConnected` receives the connection before anything is sent over it.
 * Throws an error if the headers or protocols can't be sent.
 */
export function connectSocket(
  { url, protocols }: SocketRequest,
  headers: readonly NameValuePair[],
  path: string,
  connection: Connection,
  onConnected: (socket: Socket) => void,
): WebSocket {
  const valuesByName: Record<string, string[]> = {};
  for (const [name, value] of headers) {
    checkHeaderValue(name, value);
    if (!/^(connection|upgrade|host|sec-websocket-.*)$/i.test(name)) (valuesByName[name] ??= []).push(value);
  }
  const options = {
    ...connection.options,
    agent: connection.agent,
    // Node.js accepts a list for a header that is repeated, but Node.js's types don't allow lists.
    headers: Object.fromEntries(
      Object.entries(valuesByName).map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
    ) as Record<string, string>,
    finishRequest: (clientRequest: ClientRequest) => {
      clientRequest.on("socket", (socket) => checkWhenConnected(socket, () => onConnected(socket)));
      clientRequest.end();
    },
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: maxReceivedSize,
    maxFragments,
    maxBufferedChunks: maxBufferedBytes,
  };
  try {
    return new WebSocket(toWebSocketUrl(url.origin) + path, [...protocols], options);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new RelayError("malformed", {
        subject: createMessage("A protocol is listed twice or has an invalid name."),
      });
    throw error;
  }
}

/** The maximum length of a displayed message: UTF-16 code units for text, and bytes for binary data. */
const maxShownLength = 1_000_000;
const maxBatchSize = 200;
const maxBatchWeight = 2_000_000;
const flushInterval = 50;

export interface SocketFeed {
  /** Passes on a message. `redact` replaces secrets in the text of the message. */
  readonly onMessage: (data: Buffer, isBinary: boolean, redact: (text: string) => string) => void;
  /** Reports an event after all earlier events and messages. */
  readonly emit: (event: SocketEvent) => void;
  readonly stop: () => void;
}

/**
 * Returns a feed that passes on a server's messages in order and as fast as the page can process them, at most 200
 * messages and 2 MB at a time. `setPaused` is called when the server must pause or can resume.
 */
export function createSocketFeed(
  sendEvent: (event: SocketEvent) => void,
  setPaused: (isPaused: boolean) => void,
): SocketFeed {
  let events: SocketEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let capacity = { count: maxBatchSize, weight: maxBatchWeight };

  const drain = (): void => {
    let index = 0;
    for (; index < events.length && capacity.count > 0 && capacity.weight > 0; index++) {
      const event = events[index];
      if (!event) continue;
      capacity.count--;
      capacity.weight -= getEventWeight(event);
      sendEvent(event);
    }
    events = events.slice(index);
  };
  const sendNext = (): void => {
    timer = undefined;
    capacity = { count: maxBatchSize, weight: maxBatchWeight };
    const wasWaiting = events.length > 0;
    drain();
    if (events.length > 0) timer = setTimeout(sendNext, flushInterval);
    else if (wasWaiting) {
      setPaused(false);
      timer = setTimeout(sendNext, flushInterval);
    }
  };
  const emit = (socketEvent: SocketEvent): void => {
    events.push(socketEvent);
    if (events.length === 1) drain();
    timer ??= setTimeout(sendNext, flushInterval);
    if (events.length > 0) setPaused(true);
  };
  return {
    emit,
    onMessage: (data, isBinary, redact) => emit(toShownMessage(data, isBinary, redact)),
    stop: () => {
      clearTimeout(timer);
      events = [];
    },
  };
}

function toShownMessage(data: Buffer, isBinary: boolean, redact: (text: string) => string): SocketEvent {
  const time = Date.now();
  if (!isBinary) {
    const redactedText = redact(data.toString("utf8"));
    if (redactedText.length <= maxShownLength) return { kind: "message", timestamp: time, text: redactedText };
    return {
      kind: "message",
      timestamp: time,
      text: redactedText.slice(0, maxShownLength).replace(/[\ud800-\udbff]$/, ""),
      isTruncated: true,
    };
  }
  // Binary data is decoded as UTF-8 if it's valid, and byte by byte if it isn't, so any secrets in it are found.
  const encoding = isUtf8(data) ? "utf8" : "latin1";
  const bytes = Buffer.from(redact(data.toString(encoding)), encoding);
  const base64 = bytes.subarray(0, maxShownLength).toString("base64");
  return { kind: "bytes", timestamp: time, base64, ...(bytes.length > maxShownLength && { isTruncated: true }) };
}

function getEventWeight(event: SocketEvent): number {
  return event.kind === "message" ? event.text.length : event.kind === "bytes" ? event.base64.length : 0;
}

export interface SocketHandle {
  /**
   * Sends messages in order. A message that is sent before the connection is open waits until the connection is open.
   * If a message can no longer be sent, this is reported.
   */
  readonly send: (text: string) => void;
  readonly close: () => void;
  /** Closes the connection immediately. Nothing is reported after that. */
  readonly terminate: () => void;
}

export interface SocketDependencies {
  readonly host: RelayHost;
  readonly connections: Connections;
  readonly onEvent: (event: SocketEvent) => void;
  /** Reports a failure. If `isOpen` is true, a message couldn't be sent, but the connection stays open. */
  readonly onFailure: (failure: RelayFailure, isOpen?: true) => void;
  /** Called after the last report. */
  readonly onEnd: () => void;
  /** The limits in milliseconds. */
  readonly limits?: SocketLimits;
}

export interface SocketLimits {
  readonly lookupTimeout: number;
  /** The timeout for opening the connection. */
  readonly openTimeout: number;
  /** The timeout for receiving the server's close frame after Docwright has sent its own. */
  readonly closeTimeout: number;
  /** The interval between pings, which prevent intermediaries from closing an idle connection. */
  readonly pingInterval: number;
}

const defaultLimits: SocketLimits = {
  lookupTimeout: 10_000,
  openTimeout: 20_000,
  closeTimeout: 5_000,
  pingInterval: 30_000,
};
/** The maximum number of bytes that can be waiting to be sent because the server isn't receiving them fast enough. */
const maxUnsentBytes = 16_000_000;

/**
 * Opens a WebSocket for a page. The same restrictions apply as for requests: the origin must be declared, its addresses
 * must be allowed, the user must give consent, and secrets are inserted last. Never throws.
 */
export function openSocket(opening: SocketOpening, dependencies: SocketDependencies): SocketHandle {
  const { host, connections, onEvent, onFailure, onEnd, limits = defaultLimits } = dependencies;
  const abortController = new AbortController();
  const feed = createSocketFeed(onEvent, (isPaused) => (isPaused ? socket?.pause() : socket?.resume()));
  let socket: WebSocket | undefined;
  let origin = "";
  let redact = (text: string): string => text;
  const placeholdersByForm = new Map<string, string>();
  let isFinished = false;
  /** Whether the cause of a failure is still being determined. */
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let pingTimer: NodeJS.Timeout | undefined;
  /** The number of messages that are waiting for the connection to open. */
  let waitingCount = 0;
  let settle: () => void = () => undefined;
  const connectionSettled = new Promise<void>((resolve) => (settle = resolve));
  let lastSend = Promise.resolve();
  let insertSecrets: ReturnType<typeof createSecretInserter> | undefined;

  /**
   * Adds encoded forms of secrets to search for. A form that is added again is still searched for only once, regardless
   * of how many messages are sent.
   */
  const addForms = (newForms: ReadonlyMap<string, string>): void => {
    const previousCount = placeholdersByForm.size;
    for (const [secretForm, placeholder] of newForms) placeholdersByForm.set(secretForm, placeholder);
    if (placeholdersByForm.size > previousCount) redact = createFormRedactor(placeholdersByForm);
  };

  const end = (sendFinalEvent?: () => void): void => {
    if (isFinished) return;
    isFinished = true;
    clearTimeout(timer);
    clearInterval(pingTimer);
    sendFinalEvent?.();
    onEnd();
    settle();
  };
  const fail = (error: unknown): void => {
    end(() => onFailure(addUnsentCount(toSocketFailure(toSocketError(error, origin), redact), waitingCount)));
    feed.stop();
    socket?.terminate();
  };
  const terminate = (): void => {
    end();
    feed.stop();
    abortController.abort(new RelayError("aborted"));
    socket?.terminate();
  };

  const connect = async (): Promise<void> => {
    const request = parseSocketRequest(opening);
    origin = request.url.origin;
    const targets = await raceRelayAbort(host.listTargets(), abortController.signal);
    const socketHost: RelayHost = { ...host, listTargets: () => Promise.resolve(targets) };
    await findDeclaredTarget(request.url, socketHost);
    const secrets = await raceRelayAbort(readSecrets({ ...request, body: undefined }, host), abortController.signal);
    addForms(secrets.placeholdersByForm);
    const destination = await checkTarget(request.url, {
      host: socketHost,
      timeout: limits.lookupTimeout,
      signal: abortController.signal,
    });
    await raceRelayAbort(requestConsent(destination, secrets.names, host, { connects: true }), abortController.signal);
    insertSecrets = createSecretInserter(request.url, destination, secrets.names, host);
    const connection = await connections.connect(destination, opening.tlsFingerprint, limits.lookupTimeout);
    abortController.signal.throwIfAborted();
    const jarCookies = host.getCookieJar?.()?.getCookies(origin + request.url.path) ?? "";
    const sentHeaders = createHeaders(request, jarCookies);
    const fillSecrets = (text: string) => secrets.insert(text, "plain");
    const filledRequest = { ...request, headers: request.headers.map(([name, value]) => [name, fillSecrets(value)] as const), cookies: request.cookies.map(fillSecrets) }; // prettier-ignore
    socket = connectSocket(
      request,
      createHeaders(filledRequest, jarCookies),
      secrets.insert(request.url.path, "percent"),
      connection,
      (connectedSocket) => {
        const error = checkConnectedAddress(connectedSocket, destination);
        if (!error) return;
        fail(error);
        connectedSocket.destroy();
      },
    );
    const limit = limits.openTimeout;
    timer = setTimeout(() => fail(new RelayError("connect-timeout", { origin, limit })), limit);
    addSocketListeners(socket, sentHeaders, destination);
  };

  const addSocketListeners = (
    socket: WebSocket,
    sentHeaders: readonly (readonly [string, string])[],
    destination: Destination,
  ): void => {
    let [address] = destination.addresses;
    socket.on("upgrade", (response) => (address = response.socket.remoteAddress ?? address));
    socket.on("unexpected-response", (request, response) => {
      fail(createRefusalError(response, origin));
      request.destroy();
    });
    socket.on("error", (error) => {
      const relayError = toSocketError(error, origin);
      if (relayError.code !== "tls-untrusted") return fail(relayError);
      isFailing = true;
      void addFingerprint(relayError, destination, limits.lookupTimeout).then(fail);
    });
    socket.on("open", () => {
      clearTimeout(timer);
      if (isFinished) return socket.terminate();
      pingTimer = setInterval(() => socket.ping(), limits.pingInterval);
      feed.emit({
        kind: "open",
        protocol: redact(socket.protocol),
        sentHeaders,
        ...(address !== undefined && { address }),
      });
      settle();
    });
    socket.on("message", (data, isBinary) => {
      if (!isFinished) feed.onMessage(toBuffer(data), isBinary, redact);
    });
    socket.on("close", (code, reason) => {
      const closeEvent = { kind: "closed", code, reason: redact(reason.toString("utf8")) } as const;
      if (isFinished || isFailing) return;
      end(() => feed.emit(closeEvent));
    });
  };

  const send = async (text: string, isConnecting: boolean): Promise<void> => {
    if (isConnecting) {
      await connectionSettled;
      waitingCount--;
      // The failure has already reported the messages that were waiting.
      if (isFinished) return;
    }
    if (isFinished || socket?.readyState !== 1 || !insertSecrets) return onFailure(createUnsentFailure(1), true);
    try {
      const message = await insertSecrets(text);
      addForms(message.placeholdersByForm);
      if (socket.bufferedAmount + Buffer.byteLength(message.text) > maxUnsentBytes)
        throw new RelayError("too-large", { origin, subject: createMessage("{0} isn't receiving messages fast enough: 16 MB is already waiting.", new URL(origin).host) }); // prettier-ignore
      if (socket.readyState === 1) socket.send(message.text);
    } catch (error) {
      if (!isFinished) onFailure(toSocketFailure(toSocketError(error, origin), redact), true);
    }
  };

  connect().catch(fail);
  return {
    send: (text) => {
      const isConnecting = !isFinished && (socket?.readyState ?? 0) === 0;
      if (isConnecting) waitingCount++;
      lastSend = lastSend.then(() => send(text, isConnecting));
    },
    close: () => {
      if (socket?.readyState !== 1) {
        end(() => {
          onEvent({ kind: "closed", code: 1006, reason: "" });
          if (waitingCount > 0) onFailure(createUnsentFailure(waitingCount), true);
        });
        return terminate();
      }
      socket.close(1000);
      timer = setTimeout(() => socket?.terminate(), limits.closeTimeout);
    },
    terminate,
  };
}

/** Validates a page's request to open a WebSocket. The URL is converted to an HTTP URL. Throws a `RelayError`. */
function parseSocketRequest({ url: openingUrl, headers, protocols }: SocketOpening): SocketRequest {
  if (!/^wss?:/i.test(openingUrl))
    throw new RelayError("refused-target", {
      reason: createMessage("only ws:// and wss:// URLs are allowed"),
    });
  return { url: parseTargetUrl(toHttpUrl(openingUrl)), ...parseEnvelopeHeaders({ headers }), protocols };
}

/** Adds the fingerprint of the certificate so that the user can allow it. */
async function addFingerprint(error: RelayError, destination: Destination, timeout: number): Promise<RelayError> {
  const certificate = await fetchCertificate(destination.url, destination.addresses, timeout);
  return certificate ? new RelayError(error.code, { ...error.details, fingerprint: certificate.fingerprint }) : error;
}

function toBuffer(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
