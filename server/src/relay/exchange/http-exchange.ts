import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";
import { type ClientRequest, type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { NameValuePair } from "../../core/request/build/build-context.ts";
import { listSecretNames } from "../../core/request/build/secret-placeholders.ts";
import type { CorsResult, RelayRedirect, RelayTimeouts } from "../../core/request/protocol/relay-protocol.ts";
import { toRelayError, raceRelayAbort, RelayError } from "../policy/errors.ts";
import {
  checkConnectedAddress,
  requestConsent,
  type Destination,
  checkTarget,
  parseTargetUrl,
  type TargetUrl,
  checkWhenConnected,
} from "../policy/targets.ts";
import type { RelayHost } from "../relay.ts";
import type { SecretValues } from "../secrets/secrets.ts";
import { type Connection, type Connections, fetchCertificate } from "./connections.ts";
import { createBrowserExchange, type CorsResponse } from "./cors.ts";
import type { RelayRequest } from "./envelope.ts";
import { createOutgoingBody, type OutgoingBody, createOutgoingHeaders } from "./outgoing.ts";
import { toHeaderPairs } from "./response-body.ts";

/** A request with secrets inserted, exactly as it's sent. */
export interface OutgoingRequest {
  readonly destination: Destination;
  readonly connection: Connection;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly NameValuePair[];
  /** The body, whose size is sent as `Content-Length`. Undefined if there's no body. */
  readonly body: Buffer | Readable | undefined;
  readonly timeouts: RelayTimeouts;
  /** Aborts the exchange. The reason is a `RelayError`. */
  readonly abortController: AbortController;
  readonly timestamps: Timestamps;
}

/**
 * The maximum size of a response's headers in bytes. A server that sends more is broken or malicious, so its response
 * is rejected.
 */
const maxHeadSize = 49_152;
const maxInterimResponses = 20;

/**
 * Sends one request. Resolves to its response once the head has been received, before the body is read. Rejects with a
 * platform error, or if the exchange is aborted. Once connected, verifies the remote address again and uses the
 * connection only if that address was approved.
 */
export async function exchange(outgoingRequest: OutgoingRequest): Promise<IncomingMessage> {
  const { destination, connection, method, path, headers, timeouts, abortController } = outgoingRequest;
  const { url } = destination;
  const options: RequestOptions = {
    ...connection.options,
    protocol: url.isTls ? "https:" : "http:",
    hostname: url.hostname,
    port: url.port,
    method,
    path,
    headers: destination.isPinned || url.isTls ? headers.flat() : groupByName(headers),
    agent: connection.agent,
    setHost: false,
    insecureHTTPParser: false,
    maxHeaderSize: maxHeadSize,
  };
  abortController.signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const clientRequest = url.isTls ? requestHttps(options) : requestHttp(options);
    // The signal is handled here because Node.js's own handling takes as long as the rest of this function.
    const abortRequest = () => clientRequest.destroy(toRelayError(abortController.signal.reason));
    abortController.signal.addEventListener("abort", abortRequest, { once: true });
    const startPhase = createPhaseTimer(abortController, url.origin);
    startPhase("connect-timeout", timeouts.connect);
    let interimResponseCount = 0;
    const countInterimResponse = () => {
      if (++interimResponseCount > maxInterimResponses)
        abortController.abort(createMalformedResponseError(url.origin, "more than 20 interim responses (1xx)"));
    };
    clientRequest.on("socket", (socket) => watchSocket(socket, outgoingRequest, () => startPhase(undefined, 0)));
    clientRequest.on("finish", () => startPhase("first-byte-timeout", timeouts.firstByte));
    clientRequest.on("information", countInterimResponse).on("continue", countInterimResponse);
    clientRequest.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(createMalformedResponseError(url.origin, "101 Switching Protocols, which wasn't requested"));
    });
    let receivedResponse: IncomingMessage | undefined;
    clientRequest.on("response", (response) => {
      receivedResponse = response;
      startPhase(undefined, 0);
      outgoingRequest.timestamps.firstByte = performance.now();
      resolve(response);
    });
    clientRequest.on("error", (error) => {
      reject(clientRequest.reusedSocket ? Object.assign(error, { wasReused: true }) : error);
      // Errors in the body are reported here, because code that reads the body can tell only that the body is
      // incomplete.
      if (receivedResponse && !receivedResponse.complete) abortController.abort(toRelayError(error, url.origin));
    });
    clientRequest.on("close", () => {
      startPhase(undefined, 0);
      abortController.signal.removeEventListener("abort", abortRequest);
      if (!receivedResponse)
        reject(new RelayError("connect-reset", { origin: url.origin, cause: "closed without a response" }));
    });
    void writeBody(clientRequest, outgoingRequest.body).catch((error: unknown) => {
      if (error instanceof RelayError) abortController.abort(error);
    });
  });
}

/**
 * Returns the headers as an object. VS Code's proxy agent, which adds an absolute URL to HTTP requests, reads headers
 * by name, so it doesn't support headers that are passed as a list.
 */
function groupByName(headers: readonly NameValuePair[]): Record<string, string | string[]> {
  const headersByName = new Map<string, readonly [name: string, value: string | string[]]>();
  for (const [name, value] of headers) {
    const [originalName, previousValues] = headersByName.get(name.toLowerCase()) ?? [name];
    headersByName.set(name.toLowerCase(), [
      originalName,
      previousValues === undefined ? value : [previousValues, value].flat(),
    ]);
  }
  return Object.fromEntries(headersByName.values());
}

async function writeBody(clientRequest: ClientRequest, body: Buffer | Readable | undefined): Promise<void> {
  if (body === undefined || Buffer.isBuffer(body)) clientRequest.end(body);
  else await pipeline(body, clientRequest);
}

/** Returns a function that starts the next phase of an exchange and sets a time limit for it. */
function createPhaseTimer(abortController: AbortController, origin: string) {
  let timer: NodeJS.Timeout | undefined;
  return (code: "connect-timeout" | "first-byte-timeout" | undefined, timeout: number) => {
    clearTimeout(timer);
    timer =
      code &&
      setTimeout(() => abortController.abort(new RelayError(code, { origin, limit: timeout, cause: code })), timeout);
  };
}

function watchSocket(
  socket: Socket,
  { destination, abortController, timestamps }: OutgoingRequest,
  onConnected: () => void,
): void {
  const { url } = destination;
  // If VS Code's proxy refuses the connection, its agent returns this socket, which contains the proxy's own
  // unencrypted response.
  if (url.isTls && !("encrypted" in socket))
    return abortController.abort(
      new RelayError("proxy", { origin: url.origin, cause: "the proxy didn't return 200 for CONNECT" }),
    );
  const wasConnecting = socket.connecting;
  const onSecured = () => {
    timestamps.tls = performance.now();
    onConnected();
  };
  checkWhenConnected(socket, () => {
    const error = checkConnectedAddress(socket, destination);
    if (error) return abortController.abort(error);
    if (wasConnecting) timestamps.connect = performance.now();
    if (!url.isTls || !wasConnecting) onConnected();
  });
  if (url.isTls && wasConnecting) socket.once("secureConnect", onSecured);
}

function createMalformedResponseError(origin: string, cause: string): RelayError {
  return new RelayError("malformed-answer", { origin, cause });
}

/** The inputs for sending one request. */
export interface TargetRequest {
  readonly request: RelayRequest;
  readonly secrets: SecretValues;
  readonly host: RelayHost;
  readonly abortController: AbortController;
  readonly connections: Connections;
  readonly clock: RequestClock;
  /** The consents for this request that the user has given so far, as origins with secrets. */
  readonly consentKeys: Set<string>;
}

/** A response whose body hasn't been read yet. */
export interface TargetResponse {
  readonly response: IncomingMessage;
  readonly hop: RequestHop;
  /** The headers as sent, with placeholders instead of secrets. */
  readonly headers: readonly NameValuePair[];
  readonly redirects: readonly RelayRedirect[];
  readonly isAllowedByConsent: boolean;
  readonly cors: CorsResult | undefined;
}

/**
 * Checks the target of a request, requests consent if necessary, and sends the request. Called for the first request
 * and for each redirect.
 */
export async function sendToTarget(targetRequest: TargetRequest, hop: RequestHop, redirects: readonly RelayRedirect[]): Promise<TargetResponse> {
  const { request, secrets, host, abortController, connections, clock } = targetRequest;
  const { timeouts, tlsFingerprint, isDirect } = request.options;
  const isFirst = redirects.length === 0;
  const destination = await resolveAllowedTarget(targetRequest, hop, isFirst);
  clock.timestamps.lookup = performance.now();
  await requestConsentOnce(targetRequest, destination, listHopSecrets(hop, targetRequest));
  abortController.signal.throwIfAborted();
  const url = hop.url.origin + hop.path;
  const body = hop.hasBody ? await createBody(hop, targetRequest) : undefined;
  const insertSecrets = (text: string) => secrets.insert(text, "plain");
  const jarCookies = host.getCookieJar?.()?.getCookies(url) ?? "";
  const outgoingHeaders = createOutgoingHeaders(hop, body, jarCookies, insertSecrets);
  const browserExchange = isDirect
    ? createBrowserExchange({ ...hop, headers: outgoingHeaders.ownHeaders, insertSecrets, hasCookies: outgoingHeaders.hasCookies }, host.getSiteUrl?.())
    : undefined;
  const headers = browserExchange ? outgoingHeaders.replaceOwnHeaders(browserExchange.headers) : outgoingHeaders;
  const connection = await connections.connect(destination, isFirst ? tlsFingerprint : undefined, timeouts.connect);
  const send = (method: string, headerPairs: readonly NameValuePair[], openBody: () => OutgoingRequest["body"]) =>
    sendToDestination(targetRequest, { destination, connection, method, path: hop.path, headers: headerPairs }, openBody);
  const preflight = browserExchange?.preflightHeaders && (await sendPreflight(browserExchange.preflightHeaders, hop, send));
  const response = await send(hop.method, headers.sentHeaders, () => body?.open());
  const cookieJar = host.getCookieJar?.();
  for (const cookie of response.headers["set-cookie"] ?? []) cookieJar?.storeCookies(url, cookie);
  const corsResponse = { status: response.statusCode ?? 0, headers: toHeaderPairs(response.rawHeaders) };
  const cors = browserExchange?.getCorsResult(corsResponse, preflight);
  return { response, hop, headers: headers.shownHeaders, redirects, isAllowedByConsent: connection.isAllowedByConsent, cors };
} // prettier-ignore

/**
 * Requests the user's consent. Consent to send the same secrets to the same origin is requested only once per request,
 * regardless of how often the request is redirected.
 */
async function requestConsentOnce(
  { host, clock, consentKeys, abortController }: TargetRequest,
  destination: Destination,
  secrets: readonly string[],
): Promise<void> {
  const key = JSON.stringify([destination.url.origin, secrets]);
  if (consentKeys.has(key)) return;
  await clock.excludeTime(() => raceRelayAbort(requestConsent(destination, secrets, host), abortController.signal));
  consentKeys.add(key);
}

/**
 * Returns the names of the secrets that would be sent. After a redirect to another origin, there are none (see
 * `createRedirectHop`).
 */
function listHopSecrets(hop: RequestHop, { request, secrets }: TargetRequest): readonly string[] {
  return hop.url.origin === request.url.origin ? secrets.names : [];
}

/** Checks the target of a hop. Throws a redirect error if a redirect leads to a target that isn't allowed. */
async function resolveAllowedTarget(
  { request, host, abortController }: TargetRequest,
  hop: RequestHop,
  isFirst: boolean,
): Promise<Destination> {
  const { connect: limit } = request.options.timeouts;
  try {
    return await checkTarget(hop.url, { host, timeout: limit, signal: abortController.signal });
  } catch (error) {
    if (isFirst || !(error instanceof RelayError)) throw error;
    const { origin } = hop.url;
    if (error.code === "undeclared")
      throw new RelayError("redirect-refused", {
        reason: createMessage("its target is {0}, which neither this site nor your environment declares", origin),
      });
    if (error.code !== "refused-address") throw error;
    throw new RelayError("redirect-refused", {
      ...error.details,
      ...(error.details.reason && {
        reason: createMessage("its target is blocked because {0}", error.details.reason),
      }),
    });
  }
}

function createBody(
  { headers }: RequestHop,
  { request, secrets, host }: TargetRequest,
): Promise<OutgoingBody> | undefined {
  const contentType = headers.find(([name]) => /^content-type$/i.test(name))?.[1];
  return request.body && createOutgoingBody(request.body, contentType, secrets.insert, host);
}

type RequestHead = Pick<OutgoingRequest, "destination" | "method" | "path" | "headers"> & {
  readonly connection: Connection;
};

async function sendToDestination(
  { request, abortController, clock }: TargetRequest,
  requestHead: RequestHead,
  openBody: () => OutgoingRequest["body"],
): Promise<IncomingMessage> {
  const { timeouts } = request.options;
  const runExchange = () =>
    exchange({ ...requestHead, body: openBody(), timeouts, abortController, timestamps: clock.timestamps });
  try {
    return await runExchange().catch((error: unknown) => {
      if (
        !abortController.signal.aborted &&
        isStaleConnectionError(error) &&
        repeatableMethodPattern.test(requestHead.method)
      )
        return runExchange();
      throw error;
    });
  } catch (error) {
    const { url, addresses } = requestHead.destination;
    const relayError = toRelayError(abortController.signal.aborted ? abortController.signal.reason : error, url.origin);
    if (relayError.code !== "tls-untrusted") throw relayError;
    const certificate = await fetchCertificate(url, addresses, timeouts.connect);
    throw certificate
      ? new RelayError(relayError.code, { ...relayError.details, fingerprint: certificate.fingerprint })
      : relayError;
  }
}

/**
 * Matches the methods of requests that can be sent again. Sending a request again may be necessary, because a server
 * can close a connection that was kept alive just as it's about to be reused.
 */
const repeatableMethodPattern = /^(get|head|options|put|delete)$/i;

function isStaleConnectionError(error: unknown): boolean {
  return error instanceof Error && "wasReused" in error && error.wasReused === true;
}

/**
 * Sends the preflight for a cross-origin request. The preflight doesn't contain cookies, and the only secrets in it are
 * those in the URL.
 */
async function sendPreflight(
  headers: readonly NameValuePair[],
  { url }: RequestHop,
  send: (method: string, headers: readonly NameValuePair[], openBody: () => undefined) => Promise<IncomingMessage>,
): Promise<CorsResponse> {
  const response = await send("OPTIONS", [["Host", url.host], ...headers, ["Connection", "keep-alive"]], () => undefined); // prettier-ignore
  response.destroy();
  return { status: response.statusCode ?? 0, headers: toHeaderPairs(response.rawHeaders) };
}

/** The parts of a request that can change with each redirect. The first hop is the request itself. */
export interface RequestHop {
  readonly url: TargetUrl;
  /**
   * The path as sent. Secrets are inserted only in the URL of the first request. Placeholders in redirect URLs aren't
   * replaced, because these URLs come from the server.
   */
  readonly path: string;
  readonly method: string;
  readonly headers: readonly NameValuePair[];
  readonly cookies: readonly string[];
  readonly hasBody: boolean;
}

export interface Redirect {
  readonly status: number;
  readonly location: string;
  /** Whether the body contains secrets. */
  readonly bodyContainsSecrets: boolean;
}

/**
 * Returns the value of `Location` if the status is one of the redirect statuses that browsers follow. Returns undefined
 * if there are several `Location` headers.
 */
export function getRedirectLocation(status: number, headers: readonly NameValuePair[]): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  const [location, ...otherLocations] = headers.filter(([name]) => /^location$/i.test(name));
  return otherLocations.length === 0 ? location?.[1] : undefined;
}

/**
 * Returns the request for a redirect (Fetch, “HTTP-redirect fetch”). Redirects to another origin are handled more
 * strictly than in a browser: cookies, headers that contain a secret or whose names suggest one, and bodies that
 * contain a secret are dropped. Throws `redirect-refused` if the redirect is from HTTPS to HTTP or to a URL that isn't
 * allowed.
 */
export function createRedirectHop(hop: RequestHop, { status, location, bodyContainsSecrets }: Redirect): RequestHop {
  const url = resolveRedirectUrl(location, hop.url.origin + hop.path);
  const messageValues = [hop.url.origin, String(status), url.origin];
  if (hop.url.isTls && !url.isTls)
    throw createRedirectError(
      createMessage("{0} returned {1} with a redirect to {2}, which uses HTTP instead of HTTPS", ...messageValues),
    );
  const becomesGetRequest =
    (status === 303 && hop.method !== "GET" && hop.method !== "HEAD") ||
    ((status === 301 || status === 302) && hop.method === "POST");
  const hasBody = hop.hasBody && !becomesGetRequest;
  const isCrossOrigin = url.origin !== hop.url.origin;
  if (isCrossOrigin && hasBody && bodyContainsSecrets)
    throw createRedirectError(
      createMessage(
        "{0} returned {1} with a redirect to {2}, and the request body contains a secret",
        ...messageValues,
      ),
    );
  const isPreservedHeader = ([name, value]: NameValuePair) =>
    !(becomesGetRequest && bodyHeaderPattern.test(name)) && !(isCrossOrigin && isCredential(name, value));
  return {
    url,
    path: url.path,
    method: becomesGetRequest ? "GET" : hop.method,
    headers: hop.headers.filter(isPreservedHeader),
    cookies: isCrossOrigin ? [] : hop.cookies,
    hasBody,
  };
}

const bodyHeaderPattern = /^content-(type|encoding|language|location|disposition|digest|range)$/i;
const credentialsPattern =
  /authorization|api[-_]?key|[-_]key$|token|secret|passw|session|credential|signature|^x-auth|jwt|csrf/i;

function isCredential(name: string, value: string): boolean {
  return credentialsPattern.test(name) || listSecretNames(value).length > 0;
}

function resolveRedirectUrl(location: string, baseUrl: string): TargetUrl {
  try {
    return parseTargetUrl(new URL(location, baseUrl).href);
  } catch (error) {
    const reason = error instanceof RelayError ? error.details.reason : undefined;
    throw createRedirectError(reason ?? createMessage("its target isn't a valid URL"));
  }
}

function createRedirectError(reason: LocalizedMessage): RelayError {
  return new RelayError("redirect-refused", { reason });
}

/** The times of events, as returned by `performance.now()`. */
export interface Timestamps {
  lookup?: number;
  connect?: number;
  tls?: number;
  firstByte?: number;
}

export interface RequestClock {
  readonly timestamps: Timestamps;
  /** Returns the time since the start in milliseconds. */
  readonly getTimeSince: (timestamp: number) => number;
  /** Runs a function whose duration isn't counted, for example, because it prompts the user. */
  readonly excludeTime: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly stop: () => void;
}

/** Measures the duration of one request, and aborts the request after `limit` milliseconds. */
export function startClock(limit: number, origin: string, abortController: AbortController): RequestClock {
  let startedAt = performance.now();
  const onTimeout = () =>
    abortController.abort(new RelayError("total-timeout", { origin, limit, cause: "total-timeout" }));
  let timer = setTimeout(onTimeout, limit);
  return {
    timestamps: {},
    getTimeSince: (timestamp) => Math.max(0, Math.round((timestamp - startedAt) * 100) / 100),
    excludeTime: async (work) => {
      const pauseStart = performance.now();
      clearTimeout(timer);
      const value = await work();
      startedAt += performance.now() - pauseStart;
      timer = setTimeout(onTimeout, limit);
      return value;
    },
    stop: () => clearTimeout(timer),
  };
}
