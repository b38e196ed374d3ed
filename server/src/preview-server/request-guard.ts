import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BoundedMap } from "../core/text/bounded-map.ts";

/** A key in a URL that a program is handed works for this long. Milliseconds. */
const onceMilliseconds = 60_000;
/** Programs that are handed a URL and never open it don't pile up. */
const maxOnce = 100;

/**
 * Decides who may read the preview. Every user of the machine can connect to the port, so a browser needs a cookie. It gets
 * the cookie for a key, which is a part of the URL that `docwright preview` prints.
 */
export class Session {
  /** Works as long as the server runs: the preview may be opened in several browsers. */
  readonly key = newSecret();
  readonly #cookie = newSecret();
  /** Keys that work once, and until when. */
  readonly #once = new BoundedMap<string, number>(maxOnce);

  /**
   * Returns a key that works once and for a minute only. It is for programs that open a browser: other users can read the
   * arguments of a process for as long as it runs.
   */
  createKey(now = Date.now()): string {
    for (const [key, until] of this.#once) if (until < now) this.#once.delete(key);
    const key = newSecret();
    this.#once.set(key, now + onceMilliseconds);
    return key;
  }

  /** Whether this key opens the session. A key that works once has then been used. */
  opensWith(given: string, now = Date.now()): boolean {
    if (isSameToken(given, this.key)) return true;
    for (const [key, until] of this.#once)
      if (isSameToken(given, key)) {
        this.#once.delete(key);
        return until >= now;
      }
    return false;
  }

  /** The value of `Set-Cookie`. Cookies are shared by all ports of a host, so the name has the port. */
  setCookie(port: number): string {
    return `${nameFor(port)}=${this.#cookie}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** Whether the request has the cookie. */
  has({ headers }: IncomingMessage, port: number): boolean {
    const name = `${nameFor(port)}=`;
    return (headers.cookie ?? "")
      .split(";")
      .map((each) => each.trim())
      .some((each) => each.startsWith(name) && isSameToken(each.slice(name.length), this.#cookie));
  }
}

function nameFor(port: number): string {
  return `docwright-${port}`;
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares without telling by the time it takes where the texts differ. */
export function isSameToken(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

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
  return values.length === 1 && isSameToken(given, token)
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

/** A page sends answers along to have them checked. */
const maxBytes = 5_000_000;

/** The JSON that a request carries; `too-large`, or undefined when it is none. */
export async function readJsonBody(
  request: IncomingMessage,
): Promise<{ readonly value: unknown } | "too-large" | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) return "too-large";
    pieces.push(piece);
  }
  try {
    return { value: JSON.parse(Buffer.concat(pieces).toString("utf8")) as unknown };
  } catch {
    return undefined;
  }
}
