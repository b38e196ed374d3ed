import type { IncomingMessage } from "node:http";
import { isSame } from "./session.ts";

/** Whom the server answers. */
export interface Guard {
  readonly port: number;
  readonly token: string;
  /** Names under which the port is forwarded: `me-8080.preview.example`. */
  readonly allowedHosts: readonly string[];
}

const tokenHeader = "x-docwright-token";
const relayTokenHeader = "x-relay-token";

/** Why a request is refused. */
export interface Refusal {
  readonly status: 400 | 403 | 404 | 405 | 413 | 415 | 421;
  readonly text: string;
}

/**
 * What holds for every request: it names this server, once, by a path. A name that leads here by a trick of the DNS is
 * not ours.
 */
export function refuseRequest(request: IncomingMessage, guard: Guard): Refusal | undefined {
  const hosts = headerValues(request, "host");
  if (hosts.length !== 1) return { status: 400, text: "One Host header is needed." };
  const [host = ""] = hosts;
  if (!isOurHost(host, guard)) return { status: 421, text: "This server answers at its own address only." };
  const { url = "" } = request;
  if (!/^\/(?!\/)[^\s\\]*$/.test(url)) return { status: 400, text: "The address is no path." };
  return undefined;
}

/** What a page of another site makes a browser ask for is refused, but for a link that somebody follows. */
export function refuseForeign(request: IncomingMessage, isDocument: boolean): Refusal | undefined {
  const site = request.headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return undefined;
  return isDocument && request.headers["sec-fetch-mode"] === "navigate"
    ? undefined
    : { status: 403, text: "This is for the preview's own page." };
}

/** What only our own page may ask the relay for. A browser leaves the origin out where a page reads from its own server. */
export function refuseApi(request: IncomingMessage, guard: Guard): Refusal | undefined {
  const isReading = request.method === "GET" && headerValues(request, "origin").length === 0;
  return (
    refuseForeign(request, false) ??
    (isReading ? undefined : refuseOrigin(request, guard)) ??
    refuseWithoutToken(request, guard, relayTokenHeader)
  );
}

/** What only our own page may say or hear. */
export function refuseWithoutToken(
  request: IncomingMessage,
  { token }: Guard,
  header = tokenHeader,
): Refusal | undefined {
  const values = headerValues(request, header);
  const [given = ""] = values;
  return values.length === 1 && isSame(given, token)
    ? undefined
    : { status: 403, text: "The token is missing or wrong." };
}

/** A browser says where a POST comes from, and only our own page may send one. */
export function refuseOrigin(request: IncomingMessage, guard: Guard): Refusal | undefined {
  const values = headerValues(request, "origin");
  const [origin = ""] = values;
  const isOurs = /^https?:\/\//.test(origin) && isOurHost(hostOfOrigin(origin), guard);
  const isPlain = origin === `http://127.0.0.1:${guard.port}`;
  return values.length === 1 && (isPlain || (isOurs && !origin.includes("127.0.0.1")))
    ? undefined
    : { status: 403, text: "The request comes from another page." };
}

function isOurHost(host: string, { port, allowedHosts }: Guard): boolean {
  if (host === `127.0.0.1:${port}`) return true;
  const name = host.replace(/:\d{1,5}$/, "").toLowerCase();
  return allowedHosts.some((allowed) => allowed.toLowerCase() === name);
}

function hostOfOrigin(origin: string): string {
  return origin.replace(/^https?:\/\//, "");
}

/** Each header of this name: Node's own list leaves out a second Host. */
function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}
