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
import { openConnections, ReadingAgent } from "./exchange/connections.ts";
import { readRelayRequest, type RelayRequest } from "./exchange/envelope.ts";
import {
  type TargetResponse,
  type TargetRequest,
  sendToTarget,
  type RedirectStep,
  getRedirectLocation,
  getNextRedirect,
  startClock,
} from "./exchange/http-exchange.ts";
import {
  buildResponseHead,
  deliverBody,
  type DeliveryLimits,
  headerPairs,
  createResponseBodyStore,
  type ResponseBodyStore,
  passedLength,
  unpackBody,
} from "./exchange/response-body.ts";
import { explainFailure, toRelayFault, raceRelayAbort, RelayFault } from "./policy/errors.ts";
import { declaredTarget } from "./policy/targets.ts";
import { readSecrets, type SecretValues } from "./secrets/secrets.ts";

/**
 * Sends what the playground asks for, in place of the page: the only way from a preview to the network. What it is given
 * comes from a page that shows what strangers wrote, so each request is read anew and judged here (`envelope.ts`,
 * `targets.ts`, `address-policy.ts`) before a name is looked up, and again at every redirect. Transport-free: by messages
 * in the editor, by HTTP in `docwright preview`, called directly by `docwright test`.
 */
export interface Relay {
  /**
   * Answers through `sink`, never rejects: a head, pieces and an end, or a failure in place of what is missing.
   * `envelope` is what came over the wire.
   */
  readonly send: (envelope: unknown, sink: RelaySink, signal?: AbortSignal) => Promise<void>;
  /** Ends the request of this `options.id`; false when there is none. */
  readonly abort: (id: string) => boolean;
  /** The whole head of an answer whose copy in the header was shortened; of the last few. */
  readonly headOf: (id: string) => RelayHead | undefined;
  /** The whole body of an answer that was kept (`RelayEnd.kept`). */
  readonly kept: (name: string) => Readable | undefined;
  /** Ends everything: requests, connections, kept files. */
  readonly dispose: () => Promise<void>;
}

export interface RelaySink {
  /** `length`: of all pieces together, in bytes, where it is known before the first. */
  readonly head: (head: RelayHead, length?: number) => void;
  /** The target is not read further before this has come to its end. */
  readonly data: (bytes: Uint8Array) => void | Promise<void>;
  readonly end: (end: RelayEnd) => void;
  readonly failed: (failure: RelayFailure) => void;
}

/** What the relay asks of its host. Nothing of it ever comes from the site or the page by itself. */
export interface RelayHost {
  /** Origins that the site declares and that the person has typed into an environment. */
  readonly targets: () => Promise<readonly RelayTarget[]>;
  /**
   * Asked before anything goes to an origin that the person has not agreed to, or a secret to where it has not been
   * sent before. The editor asks the person; a browser's tab has asked before, so here the answer is what is known.
   */
  readonly consent: (question: ConsentRequest) => Promise<ConsentReply>;
  /** Undefined: there is none of that name. */
  readonly secret: (name: string) => Promise<BoundSecret | undefined>;
  /** What the person has chosen, opened anew; undefined when it is not there. */
  readonly file: (fileRef: string) => Promise<OpenedFile | undefined>;
  /** The cookies that the environment keeps; absent when it keeps none. */
  readonly jar?: () => CookieJar | undefined;
  /** Where the docs are published: `Origin` of direct requests. */
  readonly siteUrl?: () => string | undefined;
  readonly means?: RelayMeans;
}

export interface RelayTarget {
  /** `https://api.example.com` */
  readonly origin: string;
  /** `openapi.yaml`, `docs.json`; `you` for what the person has typed. */
  readonly declaredBy: string;
}

export interface BoundSecret {
  readonly value: string;
  /** The only origin that it is sent to. */
  readonly origin: string;
}

export interface OpenedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  readonly stream: () => Readable;
}

/** Made by `tough-cookie`; in memory alone. */
export interface CookieJar {
  readonly cookiesFor: (url: string) => string;
  readonly take: (url: string, setCookie: string) => void;
}

/** For tests and for the command line; the editor's proxy settings come with Node's own `http`, which it patches. */
export interface RelayMeans {
  readonly lookup?: (name: string) => Promise<readonly string[]>;
  /** Authorities to trust besides the usual ones, PEM. */
  readonly ca?: string;
  readonly clientCertificate?: (
    origin: string,
  ) => Promise<{ readonly cert: string; readonly key: string; readonly passphrase?: string } | undefined>;
  /** The editor sends by way of a proxy, which looks names up itself. */
  readonly isProxied?: boolean;
  /** A folder for bodies that are kept; the system's temporary one by default. */
  readonly spillFolder?: string;
}

/** How far the redirects of a request were followed. */
export interface Route {
  readonly hop: RedirectStep;
  readonly redirects: readonly RelayRedirect[];
  /** Method and URL of each hop before. */
  readonly visited: readonly string[];
}

/**
 * Redirects that wait for consent. After it the request continues where it stopped, so that what was already sent isn't
 * sent again.
 */
export interface PausedRedirects {
  /** Returns the name for `options.continues`. */
  readonly pause: (request: RelayRequest, route: Route) => string;
  /** Returns the route of the same request, once. Throws `malformed` if there is none. */
  readonly resume: (request: RelayRequest, name: string) => Route;
}

const maxPaused = 20;
/** In milliseconds. */
const maxAge = 600_000;

export function createPausedRedirects(now: () => number = Date.now): PausedRedirects {
  const paused = new Map<string, Route & { readonly of: string; readonly since: number }>();
  return {
    pause: (request, route) => {
      const name = randomBytes(16).toString("base64url");
      paused.set(name, { ...route, of: fingerprintOf(request), since: now() });
      for (const old of [...paused.keys()].slice(0, -maxPaused)) paused.delete(old);
      return name;
    },
    resume: (request, name) => {
      const found = paused.get(name);
      paused.delete(name);
      if (!found || found.of !== fingerprintOf(request) || now() - found.since > maxAge)
        throw new RelayFault("malformed", { what: "This redirect is no longer waiting to be followed." });
      return found;
    },
  };
}

function fingerprintOf({ method, url, headers, cookies, body }: RelayRequest): string {
  const parts = JSON.stringify([method, url.origin, url.path, headers, cookies, body]);
  return createHash("sha256").update(parts).digest("hex");
}

/** What one request is sent with, and where its answer goes. */
export interface Sending extends Omit<TargetRequest, "clock" | "agreed"> {
  readonly sink: RelaySink;
  readonly kept: ResponseBodyStore;
  readonly limits: DeliveryLimits;
  readonly paused: PausedRedirects;
}

const maxRedirects = 10;

/** Sends a request and passes its answer to the sink. Rejects with what has to be told in place of the rest. */
export async function sendRequest(sending: Sending): Promise<void> {
  const { request, sink, control, secrets } = sending;
  const { inlineBytes, timeouts } = request.options;
  const clock = startClock(timeouts.total, request.url.origin, control);
  try {
    const answered = await askAndFollow({ ...sending, clock, agreed: new Set() }, sending.paused);
    const { response, hop } = answered;
    const isEventStream = /^\s*text\/event-stream\b/i.test(response.headers["content-type"] ?? "");
    if (isEventStream) clock.stop();
    const { origin } = hop.url;
    const body = unpackBody(response, origin, secrets.redactBody());
    const delivery = { ...sending, body, inlineBytes, isEventStream, timeouts, origin };
    sink.head(buildResponseHead(answered, clock, secrets), passedLength(delivery, response, hop.method));
    const delivered = await deliverBody(delivery);
    control.signal.throwIfAborted();
    sink.end({ ...delivered, total: clock.since(performance.now()) });
  } finally {
    clock.stop();
  }
}

/** A browser follows redirects by rules that `direct` says nothing about, so there the first answer is shown. */
async function askAndFollow(asking: TargetRequest, paused: PausedRedirects): Promise<TargetResponse> {
  const { request, secrets } = asking;
  const { direct, continues } = request.options;
  const follows = request.options.follows && !direct;
  const route = continues === undefined ? firstRoute(asking) : paused.resume(request, continues);
  const redirects = [...route.redirects];
  const visited = new Set(route.visited);
  let { hop } = route;
  for (;;) {
    const answered = await sendToTarget(asking, hop, redirects).catch((error: unknown) => {
      if (redirects.length === 0 || !(error instanceof RelayFault) || error.code !== "consent") throw error;
      const name = paused.pause(request, { hop, redirects, visited: [...visited] });
      throw new RelayFault("consent", { ...error.facts, continues: name });
    });
    const { response } = answered;
    const status = response.statusCode ?? 0;
    const location = follows ? getRedirectLocation(status, headerPairs(response.rawHeaders)) : undefined;
    if (location === undefined) return answered;
    response.destroy();
    const from = hop.url.origin + hop.path;
    visited.add(`${hop.method} ${from}`);
    const next = getNextRedirect(hop, { status, location, bodyHoldsSecrets: secrets.bodyHoldsSecrets });
    const to = next.url.origin + next.path;
    redirects.push({ status, from: secrets.redact(from), to: secrets.redact(to) });
    if (visited.has(`${next.method} ${to}`))
      throw new RelayFault("redirect-loop", { what: `The redirects lead back to ${secrets.redact(to)}.` });
    if (redirects.length > maxRedirects)
      throw new RelayFault("redirect-loop", { what: `There are more than ${maxRedirects} redirects.` });
    hop = next;
  }
}

function firstRoute({ request, secrets }: TargetRequest): Route {
  const path = secrets.putIn(request.url.path, "percent");
  return { hop: { ...request, path, hasBody: request.body !== undefined }, redirects: [], visited: [] };
}

const maxAtOnce = 50;
const maxHeads = 20;
const defaultLimits: DeliveryLimits = { kept: 200_000_000, passed: 1_000_000_000 };

/** A relay that asks `host` for everything that concerns the person. Nothing is opened or made before it is needed. */
export function createRelay(host: RelayHost, limits: DeliveryLimits = defaultLimits): Relay {
  const connections = openConnections(host.means, (options) => new ReadingAgent(options));
  const retained = createResponseBodyStore(host.means?.spillFolder);
  const paused = createPausedRedirects();
  const running = new Set<AbortController>();
  const byId = new Map<string, AbortController>();
  const heads = new Map<string, RelayHead>();

  const send = async (envelope: unknown, sink: RelaySink, control: AbortController): Promise<void> => {
    let request: RelayRequest | undefined;
    let secrets: SecretValues | undefined;
    try {
      if (running.size > maxAtOnce)
        throw new RelayFault("too-many", { what: `${maxAtOnce} requests are under way already.` });
      request = readRelayRequest(envelope);
      const { id } = request.options;
      if (id !== undefined && byId.has(id))
        throw new RelayFault("malformed", { what: "Another request with this `options.id` is under way." });
      if (id !== undefined) byId.set(id, control);
      const known = await raceRelayAbort(host.targets(), control.signal);
      const own: RelayHost = { ...host, targets: () => Promise.resolve(known) };
      await declaredTarget(request.url, own);
      secrets = await raceRelayAbort(readSecrets(request, host), control.signal);
      const noted = noting(sink, (head) => noteHead(heads, id, head));
      await sendRequest({
        request,
        secrets,
        host: own,
        sink: noted,
        control,
        connections,
        kept: retained,
        limits,
        paused,
      });
    } catch (error) {
      const reason: unknown = control.signal.aborted ? control.signal.reason : error;
      const { code, facts } = toRelayFault(reason, request?.url.origin);
      // Whatever is still open of it is closed.
      control.abort(reason);
      const redact = secrets?.redact ?? ((text: string) => text);
      const { what, cause } = facts;
      const clean = { ...facts, ...(what !== undefined && { what: redact(what) }), ...(cause !== undefined && { cause: redact(cause) }) }; // prettier-ignore
      sendProgress(sink, new RelayFault(code, clean));
    } finally {
      const id = request?.options.id;
      if (id !== undefined && byId.get(id) === control) byId.delete(id);
    }
  };

  return {
    send: async (envelope, sink, signal) => {
      const control = new AbortController();
      const abort = () => control.abort(new RelayFault("aborted"));
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      running.add(control);
      try {
        await send(envelope, sink, control);
      } finally {
        running.delete(control);
        signal?.removeEventListener("abort", abort);
      }
    },
    abort: (id) => {
      const control = byId.get(id);
      control?.abort(new RelayFault("aborted"));
      return control !== undefined;
    },
    headOf: (id) => heads.get(id),
    kept: (name) => retained.read(name),
    dispose: async () => {
      for (const control of running) control.abort(new RelayFault("aborted"));
      connections.close();
      await retained.dispose();
    },
  };
}

function noting(sink: RelaySink, note: (head: RelayHead) => void): RelaySink {
  return {
    head: (head, length) => {
      note(head);
      sink.head(head, length);
    },
    data: (bytes) => sink.data(bytes),
    end: (end) => sink.end(end),
    failed: (failure) => sink.failed(failure),
  };
}

function noteHead(heads: Map<string, RelayHead>, id: string | undefined, head: RelayHead): void {
  if (id === undefined) return;
  heads.delete(id);
  heads.set(id, head);
  for (const old of [...heads.keys()].slice(0, -maxHeads)) heads.delete(old);
}

/** A sink that cannot take the failure either is gone. */
function sendProgress(sink: RelaySink, fault: RelayFault): void {
  try {
    sink.failed(explainFailure(fault));
  } catch {
    // Nobody listens any more.
  }
}

export type RelayOutcome =
  | { readonly ok: true; readonly head: RelayHead; readonly text: string }
  | { readonly ok: false; readonly failure: RelayFailure };

const maxBytes = 1_000_000;
const timeouts = { connect: 10_000, firstByte: 20_000, idle: 10_000, total: 40_000 };

/** Sends a request of our own and reads its answer, at most a megabyte, as text. Never rejects. */
export async function sendViaRelay(
  relay: Relay,
  envelope: RelayEnvelope,
  signal?: AbortSignal,
): Promise<RelayOutcome> {
  const ending = new AbortController();
  const pieces: Uint8Array[] = [];
  let size = 0;
  let head: RelayHead | undefined;
  let failure: RelayFailure | undefined;
  await relay.send(
    { ...envelope, options: { ...envelope.options, timeouts } },
    {
      head: (given) => {
        head = given;
      },
      data: (bytes) => {
        size += bytes.length;
        if (size > maxBytes) ending.abort();
        else pieces.push(bytes);
      },
      end: () => undefined,
      failed: (given) => {
        failure ??= given;
      },
    },
    signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
  );
  if (head && (!failure || size > maxBytes))
    return { ok: true, head, text: new TextDecoder().decode(Buffer.concat(pieces)) };
  return {
    ok: false,
    failure: failure ?? {
      code: "failed",
      message: "There was no answer.",
      cause: "no answer",
      hint: "Send it again.",
    },
  };
}
