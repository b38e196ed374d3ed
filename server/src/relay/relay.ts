import { createMessage } from "../core/text/message.ts";
import { createHash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type {
  ConsentReply,
  ConsentRequest,
  RelayEnd,
  RelayEnvelope,
  RelayFailure,
  RelayHead,
  RelayRedirect,
} from "../core/request/protocol/relay-protocol.ts";
import { createConnections, BufferReuseAgent } from "./exchange/connections.ts";
import { parseRelayRequest, type RelayRequest } from "./exchange/envelope.ts";
import {
  type TargetResponse,
  type TargetRequest,
  sendToTarget,
  type RequestHop,
  getRedirectLocation,
  createRedirectHop,
  startClock,
} from "./exchange/http-exchange.ts";
import {
  buildResponseHead,
  deliverBody,
  type DeliveryLimits,
  toHeaderPairs,
  createResponseBodyStore,
  type ResponseBodyStore,
  getPassedLength,
  unpackBody,
} from "./exchange/response-body.ts";
import { redactError, toRelayFailure, toRelayError, raceRelayAbort, RelayError } from "./policy/errors.ts";
import { findDeclaredTarget } from "./policy/targets.ts";
import { readSecrets, type SecretValues } from "./secrets/secrets.ts";

/**
 * Sends requests for the playground page. A preview can access the network only through the relay. Because the relay's
 * input comes from a page that displays untrusted text, the relay parses and checks each request (see `envelope.ts`,
 * `targets.ts`, and `address-policy.ts`) before any lookup, and again at each redirect. The relay doesn't depend on the
 * transport, which is messages in VS Code, HTTP in `docwright preview`, and function calls in `docwright test`.
 */
export interface Relay {
  /**
   * Sends a request and passes its response to `sink` as a head, chunks, and an end. If the response fails, the sink
   * receives a failure instead of the missing parts. Never rejects. `envelope` is untrusted input.
   */
  readonly send: (envelope: unknown, sink: RelaySink, signal?: AbortSignal) => Promise<void>;
  /** Aborts the request with this `options.id`. Returns false if the request doesn't exist. */
  readonly abort: (id: string) => boolean;
  /** Returns the complete head of a recent response. `X-Relay-Response` may contain only some of its headers. */
  readonly getHead: (id: string) => RelayHead | undefined;
  /** Returns the entire stored body of a response. `name` is the value of `RelayEnd.storedBodyId`. */
  readonly openStoredBody: (name: string) => Readable | undefined;
  /** Ends all requests and connections, and deletes stored files. */
  readonly dispose: () => Promise<void>;
}

export interface RelaySink {
  /** Receives the head. `length` is the total number of bytes in all chunks if it's known before the first chunk. */
  readonly head: (head: RelayHead, length?: number) => void;
  /**
   * Receives a chunk. If this function returns a promise, reading from the target pauses until the promise resolves.
   */
  readonly data: (bytes: Uint8Array) => void | Promise<void>;
  readonly end: (end: RelayEnd) => void;
  readonly failed: (failure: RelayFailure) => void;
  /** Called when the relay starts or stops waiting for consent. */
  readonly requestConsent?: (isPending: boolean) => void;
}

/**
 * The data and functions that the host provides to the relay. None of the data comes directly from the site or the
 * page.
 */
export interface RelayHost {
  /** Returns the origins that the site declares or that the user has typed into an environment. */
  readonly listTargets: () => Promise<readonly RelayTarget[]>;
  /**
   * Requests consent. Called before anything is sent to an origin that the user hasn't allowed, and before a secret is
   * sent to an origin for the first time. In VS Code, this function prompts the user. For a browser tab, whose page has
   * already prompted the user, it returns the stored consent.
   */
  readonly requestConsent: (request: ConsentRequest) => Promise<ConsentReply>;
  /** Resolves to a secret, or to undefined if the secret doesn't exist. */
  readonly getSecret: (name: string) => Promise<BoundSecret | undefined>;
  /** Opens a file that the user has selected. Resolves to undefined if the file doesn't exist. */
  readonly openFile: (fileRef: string) => Promise<OpenedFile | undefined>;
  /** Returns the cookie jar of the selected environment, or undefined if the environment doesn't store cookies. */
  readonly getCookieJar?: () => CookieJar | undefined;
  /** Returns the origin of the published docs, which is sent as `Origin` in direct requests. */
  readonly getSiteUrl?: () => string | undefined;
  readonly dependencies?: RelayDependencies;
}

export interface RelayTarget {
  /** The origin, such as `https://api.example.com`. */
  readonly origin: string;
  /** The source that declares the origin: `openapi.yaml`, `docs.json`, or `you` if the user has typed the origin. */
  readonly declaredBy: string;
}

export interface BoundSecret {
  readonly value: string;
  /** The only origin that the secret is sent to. */
  readonly origin: string;
}

export interface OpenedFile {
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
  readonly type: string;
  readonly openStream: () => Readable;
}

/** An in-memory jar for cookies, implemented with `tough-cookie`. */
export interface CookieJar {
  readonly getCookies: (url: string) => string;
  readonly storeCookies: (url: string, setCookie: string) => void;
}

/**
 * Dependencies for tests and the command line. They don't include VS Code's proxy settings, because VS Code applies
 * those by patching Node.js's `http` module.
 */
export interface RelayDependencies {
  readonly lookup?: (name: string) => Promise<readonly string[]>;
  /** PEM certificates of authorities that are trusted in addition to the default ones. */
  readonly ca?: string;
  readonly getClientCertificate?: (
    origin: string,
  ) => Promise<{ readonly cert: string; readonly key: string; readonly passphrase?: string } | undefined>;
  /** Whether VS Code uses a proxy, which resolves names itself. */
  readonly isProxied?: boolean;
  /** The folder for stored bodies. The default is the system's temporary folder. */
  readonly storedBodyFolder?: string;
}

/** The redirects of a request that have been followed so far. */
export interface RedirectRoute {
  readonly hop: RequestHop;
  readonly redirects: readonly RelayRedirect[];
  /** The methods and URLs of the previous hops. */
  readonly visitedUrls: readonly string[];
}

/**
 * Redirects that are waiting for consent. Once the user has given consent, the request continues where it left off, so
 * nothing is sent twice.
 */
export interface PausedRedirects {
  /** Stores a route. Returns the name to specify in `options.continues`. */
  readonly pause: (request: RelayRequest, route: RedirectRoute) => string;
  /**
   * Returns the stored route for the same request. A route can be resumed only once. Throws a `malformed` error if the
   * route doesn't exist.
   */
  readonly resume: (request: RelayRequest, name: string) => RedirectRoute;
}

const maxPausedRedirects = 20;
/** The maximum age of a paused route in milliseconds. */
const maxPauseMilliseconds = 600_000;

export function createPausedRedirects(now: () => number = Date.now): PausedRedirects {
  const pausedRoutesByName = new Map<
    string,
    RedirectRoute & { readonly requestFingerprint: string; readonly pausedAt: number }
  >();
  return {
    pause: (request, route) => {
      const name = randomBytes(16).toString("base64url");
      pausedRoutesByName.set(name, {
        ...route,
        requestFingerprint: createRequestFingerprint(request),
        pausedAt: now(),
      });
      for (const oldId of [...pausedRoutesByName.keys()].slice(0, -maxPausedRedirects))
        pausedRoutesByName.delete(oldId);
      return name;
    },
    resume: (request, name) => {
      const route = pausedRoutesByName.get(name);
      pausedRoutesByName.delete(name);
      if (
        !route ||
        route.requestFingerprint !== createRequestFingerprint(request) ||
        now() - route.pausedAt > maxPauseMilliseconds
      )
        throw new RelayError("malformed", {
          subject: createMessage("This redirect can no longer be followed."),
        });
      return route;
    },
  };
}

function createRequestFingerprint({ method, url, headers, cookies, body }: RelayRequest): string {
  const fingerprintText = JSON.stringify([method, url.origin, url.path, headers, cookies, body]);
  return createHash("sha256").update(fingerprintText).digest("hex");
}

/** The inputs for sending a request, along with the sink for its response. */
export interface SendContext extends Omit<TargetRequest, "clock" | "consentKeys"> {
  readonly sink: RelaySink;
  readonly bodyStore: ResponseBodyStore;
  readonly limits: DeliveryLimits;
  readonly pausedRedirects: PausedRedirects;
}

const maxRedirects = 10;

/**
 * Sends a request and passes its response to the sink. If the response is incomplete, rejects with the failure that is
 * to be reported instead of the missing parts.
 */
export async function sendRequest(sending: SendContext): Promise<void> {
  const { request, sink, abortController, secrets } = sending;
  const { maxInlineBytes, timeouts } = request.options;
  const clock = startClock(timeouts.total, request.url.origin, abortController);
  try {
    const result = await sendWithRedirects({ ...sending, clock, consentKeys: new Set() }, sending.pausedRedirects);
    const { response, hop } = result;
    const isEventStream = /^\s*text\/event-stream\b/i.test(response.headers["content-type"] ?? "");
    if (isEventStream) clock.stop();
    const { origin } = hop.url;
    const body = unpackBody(response, origin, secrets.createBodyRedactor());
    const delivery = { ...sending, body, maxInlineBytes, isEventStream, timeouts, origin };
    sink.head(buildResponseHead(result, clock, secrets), getPassedLength(delivery, response, hop.method));
    const deliveryResult = await deliverBody(delivery);
    abortController.signal.throwIfAborted();
    sink.end({ ...deliveryResult, total: clock.getTimeSince(performance.now()) });
  } finally {
    clock.stop();
  }
}

/**
 * Sends a request and follows its redirects. Redirects aren't followed in `isDirect` mode, because browsers handle them
 * differently.
 */
async function sendWithRedirects(
  targetRequest: TargetRequest,
  pausedRedirects: PausedRedirects,
): Promise<TargetResponse> {
  const { request, secrets } = targetRequest;
  const { isDirect, continuedRequestId } = request.options;
  const followsRedirects = request.options.followsRedirects && !isDirect;
  const route =
    continuedRequestId === undefined
      ? createFirstRoute(targetRequest)
      : pausedRedirects.resume(request, continuedRequestId);
  const redirects = [...route.redirects];
  const visitedUrls = new Set(route.visitedUrls);
  let { hop } = route;
  for (;;) {
    const result = await sendToTarget(targetRequest, hop, redirects).catch((error: unknown) => {
      if (redirects.length === 0 || !(error instanceof RelayError) || error.code !== "consent") throw error;
      const name = pausedRedirects.pause(request, { hop, redirects, visitedUrls: [...visitedUrls] });
      throw new RelayError("consent", { ...error.details, continues: name });
    });
    const { response } = result;
    const status = response.statusCode ?? 0;
    const location = followsRedirects ? getRedirectLocation(status, toHeaderPairs(response.rawHeaders)) : undefined;
    if (location === undefined) return result;
    response.destroy();
    const fromUrl = hop.url.origin + hop.path;
    visitedUrls.add(`${hop.method} ${fromUrl}`);
    const nextHop = createRedirectHop(hop, { status, location, bodyContainsSecrets: secrets.bodyContainsSecrets });
    const toUrl = nextHop.url.origin + nextHop.path;
    redirects.push({ status, from: secrets.redact(fromUrl), to: secrets.redact(toUrl) });
    if (visitedUrls.has(`${nextHop.method} ${toUrl}`))
      throw new RelayError("redirect-loop", {
        subject: createMessage("The redirects loop back to {0}.", secrets.redact(toUrl)),
      });
    if (redirects.length > maxRedirects)
      throw new RelayError("redirect-loop", {
        subject: createMessage("There are more than {0} redirects.", maxRedirects),
      });
    hop = nextHop;
  }
}

function createFirstRoute({ request, secrets }: TargetRequest): RedirectRoute {
  const path = secrets.insert(request.url.path, "percent");
  return { hop: { ...request, path, hasBody: request.body !== undefined }, redirects: [], visitedUrls: [] };
}

const maxConcurrentRequests = 50;
const maxHeads = 20;
const defaultLimits: DeliveryLimits = { maxStoredBytes: 200_000_000, maxStreamedBytes: 1_000_000_000 };

/**
 * Creates a relay that uses `host` for everything that involves the user. Connections and files are created on demand.
 */
export function createRelay(host: RelayHost, limits: DeliveryLimits = defaultLimits): Relay {
  const connections = createConnections(host.dependencies, (options) => new BufferReuseAgent(options));
  const bodies = createResponseBodyStore(host.dependencies?.storedBodyFolder);
  const pausedRedirects = createPausedRedirects();
  const controllers = new Set<AbortController>();
  const controllersById = new Map<string, AbortController>();
  const headsById = new Map<string, RelayHead>();

  const send = async (envelope: unknown, sink: RelaySink, abortController: AbortController): Promise<void> => {
    let request: RelayRequest | undefined;
    let secrets: SecretValues | undefined;
    try {
      if (controllers.size > maxConcurrentRequests)
        throw new RelayError("too-many", {
          subject: createMessage("{0} requests are already in progress.", maxConcurrentRequests),
        });
      request = parseRelayRequest(envelope);
      const { id } = request.options;
      if (id !== undefined && controllersById.has(id))
        throw new RelayError("malformed", {
          subject: createMessage("Another request with this `options.id` is in progress."),
        });
      if (id !== undefined) controllersById.set(id, abortController);
      const targets = await raceRelayAbort(host.listTargets(), abortController.signal);
      const requestHost: RelayHost = {
        ...host,
        listTargets: () => Promise.resolve(targets),
        requestConsent: async (request) => {
          sink.requestConsent?.(true);
          try {
            return await host.requestConsent(request);
          } finally {
            sink.requestConsent?.(false);
          }
        },
      };
      await findDeclaredTarget(request.url, requestHost);
      secrets = await raceRelayAbort(readSecrets(request, host), abortController.signal);
      const observedSink = createHeadObserver(sink, (head) => storeHead(headsById, id, head));
      await sendRequest({
        request,
        secrets,
        host: requestHost,
        sink: observedSink,
        abortController,
        connections,
        bodyStore: bodies,
        limits,
        pausedRedirects,
      });
    } catch (error) {
      const reason: unknown = abortController.signal.aborted ? abortController.signal.reason : error;
      const relayError = toRelayError(reason, request?.url.origin);
      // Everything that is still open is closed.
      abortController.abort(reason);
      const redact = secrets?.redact ?? ((text: string) => text);
      reportFailure(sink, redactError(relayError, redact));
    } finally {
      const id = request?.options.id;
      if (id !== undefined && controllersById.get(id) === abortController) controllersById.delete(id);
    }
  };

  return {
    send: async (envelope, sink, signal) => {
      const abortController = new AbortController();
      const abort = () => abortController.abort(new RelayError("aborted"));
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      controllers.add(abortController);
      try {
        await send(envelope, sink, abortController);
      } finally {
        controllers.delete(abortController);
        signal?.removeEventListener("abort", abort);
      }
    },
    abort: (id) => {
      const abortController = controllersById.get(id);
      abortController?.abort(new RelayError("aborted"));
      return abortController !== undefined;
    },
    getHead: (id) => headsById.get(id),
    openStoredBody: (name) => bodies.read(name),
    dispose: async () => {
      for (const abortController of controllers) abortController.abort(new RelayError("aborted"));
      connections.close();
      await bodies.dispose();
    },
  };
}

function createHeadObserver(sink: RelaySink, recordHead: (head: RelayHead) => void): RelaySink {
  return {
    head: (head, length) => {
      recordHead(head);
      sink.head(head, length);
    },
    data: (bytes) => sink.data(bytes),
    end: (end) => sink.end(end),
    failed: (failure) => sink.failed(failure),
  };
}

function storeHead(headsById: Map<string, RelayHead>, id: string | undefined, head: RelayHead): void {
  if (id === undefined) return;
  headsById.delete(id);
  headsById.set(id, head);
  for (const oldId of [...headsById.keys()].slice(0, -maxHeads)) headsById.delete(oldId);
}

/** Reports a failure to the sink. Does nothing if the sink has already been closed. */
function reportFailure(sink: RelaySink, error: RelayError): void {
  try {
    sink.failed(toRelayFailure(error));
  } catch {
    // The sink is already closed.
  }
}

export type RelayOutcome =
  | { readonly ok: true; readonly head: RelayHead; readonly text: string }
  | { readonly ok: false; readonly failure: RelayFailure };

const maxResponseBytes = 1_000_000;
const timeouts = { connect: 10_000, firstByte: 20_000, idle: 10_000, total: 40_000 };

/** Sends a request that Docwright itself makes, and reads up to one megabyte of its response as text. Never rejects. */
export async function sendViaRelay(relay: Relay, envelope: RelayEnvelope, signal?: AbortSignal): Promise<RelayOutcome> {
  const abortController = new AbortController();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let head: RelayHead | undefined;
  let failure: RelayFailure | undefined;
  await relay.send(
    { ...envelope, options: { ...envelope.options, timeouts } },
    {
      head: (originalHead) => {
        head = originalHead;
      },
      data: (bytes) => {
        size += bytes.length;
        if (size > maxResponseBytes) abortController.abort();
        else chunks.push(bytes);
      },
      end: () => undefined,
      failed: (originalFailure) => {
        failure ??= originalFailure;
      },
    },
    signal ? AbortSignal.any([signal, abortController.signal]) : abortController.signal,
  );
  if (head && (!failure || size > maxResponseBytes))
    return { ok: true, head, text: new TextDecoder().decode(Buffer.concat(chunks)) };
  return {
    ok: false,
    failure: failure ?? {
      code: "failed",
      message: "There was no response.",
      cause: "no response",
      hint: "Send the request again.",
    },
  };
}
