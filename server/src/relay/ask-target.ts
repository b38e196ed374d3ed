import type { IncomingMessage } from "node:http";
import type { NamedText } from "../core/request/build/build-context.ts";
import type { CorsVerdict, RelayRedirect } from "../core/request/protocol/relay-protocol.ts";
import { headerPairs } from "./answer-head.ts";
import type { Connection, Connections } from "./connections.ts";
import type { CorsAnswer } from "./direct/cors-verdict.ts";
import { asBrowser } from "./direct/as-browser.ts";
import { exchange, type Outgoing } from "./exchange.ts";
import { faultOfError } from "./fault-of-error.ts";
import type { Hop } from "./next-hop.ts";
import { orAborted } from "./or-aborted.ts";
import { outgoingBody, type OutgoingBody } from "./outgoing-body.ts";
import { outgoingHeaders } from "./outgoing-headers.ts";
import { presentedCertificate } from "./presented-certificate.ts";
import type { RequestClock } from "./request-clock.ts";
import { RelayFault } from "./relay-fault.ts";
import type { RelayRequest } from "./relay-request.ts";
import type { RelayHost } from "./relay.ts";
import type { SecretValues } from "./secret-values.ts";
import { askConsent, judgeTarget, type Destination } from "./targets.ts";

/** What one request is sent with. */
export interface Asking {
  readonly request: RelayRequest;
  readonly secrets: SecretValues;
  readonly host: RelayHost;
  readonly control: AbortController;
  readonly connections: Connections;
  readonly clock: RequestClock;
  /** What the person has been asked about this request, and has agreed to. */
  readonly agreed: Set<string>;
}

/** An answer whose body has not been read. */
export interface Answered {
  readonly response: IncomingMessage;
  readonly hop: Hop;
  /** As they were sent, with marks in place of secrets. */
  readonly headers: readonly NamedText[];
  readonly redirects: readonly RelayRedirect[];
  readonly byConsent: boolean;
  readonly cors: CorsVerdict | undefined;
}

/** Judges where a request goes, asks for consent, and sends it there: the first time, or behind a redirect. */
export async function askTarget(asking: Asking, hop: Hop, redirects: readonly RelayRedirect[]): Promise<Answered> {
  const { request, secrets, host, control, connections, clock } = asking;
  const { timeouts, tlsFingerprint, direct } = request.options;
  const isFirst = redirects.length === 0;
  const destination = await judge(asking, hop, isFirst);
  clock.marks.lookup = performance.now();
  await agree(asking, destination, namesIn(hop, asking));
  control.signal.throwIfAborted();
  const url = hop.url.origin + hop.path;
  const body = hop.hasBody ? await bodyOf(hop, asking) : undefined;
  const putIn = (text: string) => secrets.putIn(text, "plain");
  const cookies = host.jar?.()?.cookiesFor(url) ?? "";
  const usual = outgoingHeaders(hop, body, cookies, putIn);
  const browser = direct
    ? asBrowser({ ...hop, headers: usual.own, opened: putIn, hasCookies: usual.hasCookies }, host.siteUrl?.())
    : undefined;
  const headers = browser ? usual.withOwn(browser.headers) : usual;
  const connection = await connections.to(destination, isFirst ? tlsFingerprint : undefined, timeouts.connect);
  const send = (method: string, lines: readonly NamedText[], open: () => Outgoing["body"]) =>
    sendTo(asking, { destination, connection, method, path: hop.path, headers: lines }, open);
  const preflight = browser?.preflight && (await askFirst(browser.preflight, hop, send));
  const response = await send(hop.method, headers.sent, () => body?.open());
  const jar = host.jar?.();
  for (const cookie of response.headers["set-cookie"] ?? []) jar?.take(url, cookie);
  const answer = { status: response.statusCode ?? 0, headers: headerPairs(response.rawHeaders) };
  const cors = browser?.verdict(answer, preflight);
  return { response, hop, headers: headers.shown, redirects, byConsent: connection.byConsent, cors };
} // prettier-ignore

/** Nobody is asked twice about one request, however it is led around. */
async function agree(
  { host, clock, agreed, control }: Asking,
  to: Destination,
  secrets: readonly string[],
): Promise<void> {
  const key = JSON.stringify([to.url.origin, secrets]);
  if (agreed.has(key)) return;
  await clock.outside(() => orAborted(askConsent(to, secrets, host), control.signal));
  agreed.add(key);
}

/** Secrets that would go along; behind a redirect to another origin there are none (`next-hop.ts`). */
function namesIn(hop: Hop, { request, secrets }: Asking): readonly string[] {
  return hop.url.origin === request.url.origin ? secrets.names : [];
}

/** A redirect to where nothing may be sent is told as one. */
async function judge({ request, host, control }: Asking, hop: Hop, isFirst: boolean): Promise<Destination> {
  const { connect: limit } = request.options.timeouts;
  try {
    return await judgeTarget(hop.url, { host, limit, signal: control.signal });
  } catch (error) {
    if (isFirst || !(error instanceof RelayFault)) throw error;
    const { origin } = hop.url;
    if (error.code === "undeclared")
      throw new RelayFault("redirect-refused", {
        what: `it leads to ${origin}, which neither this site nor your environment names`,
      });
    if (error.code !== "refused-address") throw error;
    throw new RelayFault("redirect-refused", {
      ...error.facts,
      what: `it leads to ${error.facts.what ?? ""}`,
    });
  }
}

function bodyOf({ headers }: Hop, { request, secrets, host }: Asking): Promise<OutgoingBody> | undefined {
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1];
  return request.body && outgoingBody(request.body, type, secrets.putIn, host);
}

type Line = Pick<Outgoing, "destination" | "method" | "path" | "headers"> & {
  readonly connection: Connection;
};

async function sendTo(
  { request, control, clock }: Asking,
  line: Line,
  open: () => Outgoing["body"],
): Promise<IncomingMessage> {
  const { timeouts } = request.options;
  const once = () => exchange({ ...line, body: open(), timeouts, control, marks: clock.marks });
  try {
    return await once().catch((error: unknown) => {
      if (!control.signal.aborted && isStale(error) && isRepeatable.test(line.method)) return once();
      throw error;
    });
  } catch (error) {
    const { url, addresses } = line.destination;
    const fault = faultOfError(control.signal.aborted ? control.signal.reason : error, url.origin);
    if (fault.code !== "tls-untrusted") throw fault;
    const shown = await presentedCertificate(url, addresses, timeouts.connect);
    throw shown ? new RelayFault(fault.code, { ...fault.facts, fingerprint: shown.fingerprint }) : fault;
  }
}

/** A connection that was kept open may be closed by the server just when it is used again; these may be asked twice. */
const isRepeatable = /^(get|head|options|put|delete)$/i;

function isStale(error: unknown): boolean {
  return error instanceof Error && "wasReused" in error && error.wasReused === true;
}

/** A browser's question before a request to another origin. It carries no cookie and no secret but those in the URL. */
async function askFirst(
  headers: readonly NamedText[],
  { url }: Hop,
  send: (method: string, headers: readonly NamedText[], open: () => undefined) => Promise<IncomingMessage>,
): Promise<CorsAnswer> {
  const response = await send("OPTIONS", [["Host", url.host], ...headers, ["Connection", "keep-alive"]], () => undefined); // prettier-ignore
  response.destroy();
  return { status: response.statusCode ?? 0, headers: headerPairs(response.rawHeaders) };
}
