import type { IncomingMessage } from "node:http";
import type { NamedText } from "../core/request/built-request.ts";
import type { RelayHead, RelayRedirect } from "../core/request/relay-envelope.ts";
import type { Connections } from "./connections.ts";
import { deliverBody, type DeliveryLimits } from "./deliver-body.ts";
import { exchange, type Marks } from "./exchange.ts";
import type { KeptBodies } from "./kept-bodies.ts";
import { locationOf, nextHop, type Hop } from "./next-hop.ts";
import { outgoingBody, type OutgoingBody } from "./outgoing-body.ts";
import { outgoingHeaders, type OutgoingHeaders } from "./outgoing-headers.ts";
import { faultOfError } from "./fault-of-error.ts";
import { presentedCertificate } from "./presented-certificate.ts";
import { RelayFault } from "./relay-fault.ts";
import type { RelayRequest } from "./relay-request.ts";
import type { RelayHost, RelaySink } from "./relay.ts";
import type { SecretValues } from "./secret-values.ts";
import { askConsent, judgeTarget, type Destination } from "./targets.ts";
import { tlsOf } from "./tls-facts.ts";
import { unpackBody } from "./unpack-body.ts";

/** What one request is sent with. */
export interface Sending {
  readonly request: RelayRequest;
  readonly secrets: SecretValues;
  readonly host: RelayHost;
  readonly sink: RelaySink;
  readonly control: AbortController;
  readonly connections: Connections;
  readonly kept: KeptBodies;
  readonly limits: DeliveryLimits;
}

/** An answer whose body has not been read. */
interface Answered {
  readonly response: IncomingMessage;
  readonly hop: Hop;
  readonly headers: OutgoingHeaders;
  readonly redirects: readonly RelayRedirect[];
  readonly byConsent: boolean;
}

const mostRedirects = 10;

/** Sends a request and passes its answer to the sink. Rejects with what has to be told in place of the rest. */
export async function sendRequest(sending: Sending): Promise<void> {
  const { request, sink, control, secrets } = sending;
  const clock = startClock(sending);
  try {
    const answered = await askAndFollow(sending, clock);
    const { response, hop } = answered;
    const isEventStream = /^\s*text\/event-stream\b/i.test(response.headers["content-type"] ?? "");
    if (isEventStream) clock.stop();
    sink.head(headOf(answered, clock, secrets));
    const { origin } = hop.url;
    const body = unpackBody(response, origin);
    const { inlineBytes, timeouts } = request.options;
    const delivered = await deliverBody({ ...sending, body, inlineBytes, isEventStream, timeouts, origin });
    control.signal.throwIfAborted();
    sink.end({ ...delivered, total: clock.since(performance.now()) });
  } finally {
    clock.stop();
  }
}

interface Clock {
  readonly marks: Marks & { lookup?: number };
  readonly since: (moment: number) => number;
  /** Does not count what the person takes to think. */
  readonly outside: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly stop: () => void;
}

function startClock({ request, control }: Sending): Clock {
  let began = performance.now();
  const limit = request.options.timeouts.total;
  const over = () => control.abort(new RelayFault("total-timeout", { origin: request.url.origin, limit, cause: "total-timeout" })); // prettier-ignore
  let timer = setTimeout(over, limit);
  return {
    marks: {},
    since: (moment) => Math.max(0, Math.round((moment - began) * 100) / 100),
    outside: async (work) => {
      const left = performance.now();
      clearTimeout(timer);
      const value = await work();
      began += performance.now() - left;
      timer = setTimeout(over, limit);
      return value;
    },
    stop: () => clearTimeout(timer),
  };
}

async function askAndFollow(sending: Sending, clock: Clock): Promise<Answered> {
  const { request, secrets } = sending;
  const redirects: RelayRedirect[] = [];
  const visited = new Set<string>();
  let hop: Hop = { ...request, hasBody: request.body !== undefined };
  for (;;) {
    const answered = await ask(hop, sending, clock, redirects);
    const { response } = answered;
    const status = response.statusCode ?? 0;
    const location = request.options.follows ? locationOf(status, pairsOf(response.rawHeaders)) : undefined;
    if (location === undefined) return answered;
    response.destroy();
    const from = hop.url.origin + secrets.putIn(hop.url.path, "percent");
    visited.add(`${hop.method} ${from}`);
    const next = nextHop(hop, { status, location, from, bodyHoldsSecrets: secrets.bodyHoldsSecrets });
    const to = next.url.origin + next.url.path;
    redirects.push({ status, from: secrets.redact(from), to: secrets.redact(to) });
    if (visited.has(`${next.method} ${to}`))
      throw new RelayFault("redirect-loop", { what: `The redirects lead back to ${secrets.redact(to)}.` });
    if (redirects.length > mostRedirects)
      throw new RelayFault("redirect-loop", { what: `There are more than ${mostRedirects} redirects.` });
    hop = next;
  }
}

async function ask(
  hop: Hop,
  sending: Sending,
  clock: Clock,
  redirects: readonly RelayRedirect[],
): Promise<Answered> {
  const { request, secrets, host, control, connections } = sending;
  const { timeouts, tlsFingerprint } = request.options;
  const isFirst = redirects.length === 0;
  const destination = await judge(hop, sending, isFirst);
  clock.marks.lookup = performance.now();
  const names = hop.url.origin === request.url.origin ? secrets.names : [];
  await clock.outside(() => askConsent(destination, names, host));
  control.signal.throwIfAborted();
  const putIn = (text: string) => (isFirst || names.length > 0 ? secrets.putIn(text, "plain") : text);
  const body = hop.hasBody ? await bodyOf(hop, sending) : undefined;
  const path = secrets.putIn(hop.url.path, "percent");
  const jarCookies = host.jar?.()?.cookiesFor(hop.url.origin + path) ?? "";
  const headers = outgoingHeaders(hop, body, jarCookies, putIn);
  const connection = await connections.to(destination, isFirst ? tlsFingerprint : undefined, timeouts.connect);
  const { byConsent } = connection;
  const response = await retried(hop.method, () =>
    exchange({
      destination, connection, method: hop.method, path, headers: headers.sent,
      body: body?.open(), timeouts, control, marks: clock.marks,
    }),
  ).catch(async (error: unknown) => {
    throw await withFingerprint(faultOfError(control.signal.aborted ? control.signal.reason : error, hop.url.origin), destination, timeouts.connect); // prettier-ignore
  });
  const jar = host.jar?.();
  for (const cookie of response.headers["set-cookie"] ?? []) jar?.take(hop.url.origin + path, cookie);
  return { response, hop, headers, redirects, byConsent };
} // prettier-ignore

/** A redirect to where nothing may be sent is told as one. */
async function judge(hop: Hop, { host, request, control }: Sending, isFirst: boolean): Promise<Destination> {
  try {
    return await judgeTarget(hop.url, {
      host,
      limit: request.options.timeouts.connect,
      signal: control.signal,
    });
  } catch (error) {
    if (isFirst || !(error instanceof RelayFault)) throw error;
    if (error.code === "undeclared")
      throw new RelayFault("redirect-refused", {
        what: `it leads to ${hop.url.origin}, which neither this site nor your environment names`,
      });
    if (error.code === "refused-address")
      throw new RelayFault("redirect-refused", {
        ...error.facts,
        what: `it leads to ${error.facts.what ?? ""}`,
      });
    throw error;
  }
}

function bodyOf({ headers }: Hop, { request, secrets, host }: Sending): Promise<OutgoingBody> | undefined {
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1];
  return request.body && outgoingBody(request.body, type, secrets.putIn, host);
}

/** A connection that was kept open may be closed by the server just when it is used again; asking twice does no harm here. */
async function retried(method: string, send: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
  try {
    return await send();
  } catch (error) {
    const isStale = error instanceof Error && "wasReused" in error && error.wasReused === true;
    if (isStale && /^(get|head|options|put|delete)$/i.test(method)) return await send();
    throw error;
  }
}

async function withFingerprint(
  fault: RelayFault,
  { url, addresses }: Destination,
  limit: number,
): Promise<RelayFault> {
  if (fault.code !== "tls-untrusted") return fault;
  const shown = await presentedCertificate(url, addresses, limit);
  return shown ? new RelayFault(fault.code, { ...fault.facts, fingerprint: shown.fingerprint }) : fault;
}

function headOf({ response, hop, headers, redirects, byConsent }: Answered, clock: Clock, secrets: SecretValues): RelayHead {
  const { lookup, connect, tls, firstByte } = clock.marks;
  const { remoteAddress } = response.socket;
  const facts = tlsOf(response.socket);
  const shown = ([name, value]: NamedText): NamedText => [name, secrets.redact(value)];
  return {
    status: response.statusCode ?? 0,
    statusText: secrets.redact(response.statusMessage ?? ""),
    httpVersion: response.httpVersion,
    headers: pairsOf(response.rawHeaders).map(shown),
    redirects: [...redirects],
    ...(remoteAddress !== undefined && { address: remoteAddress }),
    ...(facts && { tls: byConsent ? { ...facts, byConsent: true as const } : facts }),
    timings: {
      ...(lookup !== undefined && { lookup: clock.since(lookup) }),
      ...(connect !== undefined && { connect: clock.since(connect) }),
      ...(tls !== undefined && { tls: clock.since(tls) }),
      firstByte: clock.since(firstByte ?? performance.now()),
    },
    sent: {
      method: hop.method,
      url: secrets.redact(hop.url.origin + hop.url.path),
      headers: headers.shown.map(shown),
    },
  };
} // prettier-ignore

/** Order, case and repetition as they came. */
function pairsOf(rawHeaders: readonly string[]): readonly NamedText[] {
  return rawHeaders.flatMap((name, at): NamedText[] =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""]] : [],
  );
}
