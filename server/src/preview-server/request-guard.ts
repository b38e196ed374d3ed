import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BoundedMap } from "../core/text/maps.ts";

/** The time in milliseconds for which a single-use key in a URL is valid. */
const singleUseMilliseconds = 60_000;
/** The maximum number of single-use keys. A program may request URLs without ever opening them. */
const maxSingleUseKeys = 100;

/**
 * Controls access to the preview. Every user of the machine can connect to the port, so a browser needs a cookie. It
 * gets the cookie in exchange for the key in the URL that `docwright preview` prints.
 */
export class PreviewSession {
  /**
   * A key that is valid as long as the server is running. It isn't limited to one use, because the preview may be
   * opened in several browsers.
   */
  readonly key = createSecret();
  readonly #cookie = createSecret();
  /** Maps each single-use key to its expiration time in milliseconds since 1970. */
  readonly #singleUseKeys = new BoundedMap<string, number>(maxSingleUseKeys);

  /**
   * Returns a single-use key that is valid for one minute. Such a key is needed to start a browser, because other users
   * can read the arguments of a running process.
   */
  createKey(now = Date.now()): string {
    for (const [key, expiryTime] of this.#singleUseKeys) if (expiryTime < now) this.#singleUseKeys.delete(key);
    const key = createSecret();
    this.#singleUseKeys.set(key, now + singleUseMilliseconds);
    return key;
  }

  /** Whether this key gives access. A single-use key can't be used again after this call. */
  consumeKey(requestedKey: string, now = Date.now()): boolean {
    if (isSameToken(requestedKey, this.key)) return true;
    for (const [key, expiryTime] of this.#singleUseKeys)
      if (isSameToken(requestedKey, key)) {
        this.#singleUseKeys.delete(key);
        return expiryTime >= now;
      }
    return false;
  }

  /**
   * Returns the value for `Set-Cookie`. The cookie's name includes the port, because all ports of a host share cookies.
   */
  createCookie(port: number): string {
    return `${createCookieName(port)}=${this.#cookie}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** Whether the request has the session cookie. */
  hasCookie({ headers }: IncomingMessage, port: number): boolean {
    const name = `${createCookieName(port)}=`;
    return (headers.cookie ?? "")
      .split(";")
      .map((each) => each.trim())
      .some((each) => each.startsWith(name) && isSameToken(each.slice(name.length), this.#cookie));
  }
}

function createCookieName(port: number): string {
  return `docwright-${port}`;
}

function createSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares two tokens in constant time so that the timing doesn't reveal where they differ. */
export function isSameToken(token: string, secret: string): boolean {
  const [a, b] = [Buffer.from(token), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The data needed to check requests. */
export interface Guard {
  readonly port: number;
  readonly token: string;
  /** The hostnames at which the forwarded port is available, such as `me-8080.preview.example`. */
  readonly allowedHosts: readonly string[];
}

const tokenHeader = "x-docwright-token";
const relayTokenHeader = "x-relay-token";

/** The response to a rejected request, which explains why it was rejected. */
export interface Refusal {
  readonly status: 400 | 403 | 404 | 405 | 413 | 415 | 421;
  readonly text: string;
}

/**
 * Returns the reason to reject a request, or undefined if the request is allowed. It must contain a path and exactly
 * one `Host` header with this server's host. Other hostnames are rejected even if they resolve to this machine, for
 * example, through DNS rebinding.
 */
export function checkRequest(request: IncomingMessage, guard: Guard): Refusal | undefined {
  const hosts = listHeaderValues(request, "host");
  if (hosts.length !== 1) return { status: 400, text: "Exactly one Host header is required." };
  const [host = ""] = hosts;
  if (!isAllowedHost(host, guard)) return { status: 421, text: "This host name isn't allowed." };
  const { url = "" } = request;
  if (!/^\/(?!\/)[^\s\\]*$/.test(url)) return { status: 400, text: "The URL isn't a valid path." };
  return undefined;
}

/**
 * Returns a refusal if the browser sends the request on behalf of a page on another site. Links that a user follows are
 * allowed.
 */
export function checkFetchSite(request: IncomingMessage, isDocument: boolean): Refusal | undefined {
  const site = request.headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return undefined;
  return isDocument && request.headers["sec-fetch-mode"] === "navigate"
    ? undefined
    : { status: 403, text: "Only the preview's own page can request this." };
}

/**
 * Returns a refusal if a request to the relay doesn't come from Docwright's own page. A GET request doesn't need an
 * origin, because browsers omit it when a page reads from its own server.
 */
export function checkRelayRequest(request: IncomingMessage, guard: Guard): Refusal | undefined {
  const isReadRequest = request.method === "GET" && listHeaderValues(request, "origin").length === 0;
  return (
    checkFetchSite(request, false) ??
    (isReadRequest ? undefined : checkOrigin(request, guard)) ??
    checkToken(request, guard, relayTokenHeader)
  );
}

/**
 * Returns a refusal if the token is missing or wrong, that is, if the request doesn't come from Docwright's own page.
 */
export function checkToken(request: IncomingMessage, { token }: Guard, header = tokenHeader): Refusal | undefined {
  const values = listHeaderValues(request, header);
  const [receivedToken = ""] = values;
  return values.length === 1 && isSameToken(receivedToken, token)
    ? undefined
    : { status: 403, text: "The token is missing or invalid." };
}

/**
 * Returns a refusal if the origin isn't the preview's own. Used for POST requests, with which browsers always send the
 * origin.
 */
export function checkOrigin(request: IncomingMessage, guard: Guard): Refusal | undefined {
  const values = listHeaderValues(request, "origin");
  const [origin = ""] = values;
  const isOwnOrigin = /^https?:\/\//.test(origin) && isAllowedHost(getOriginHost(origin), guard);
  const isLoopbackOrigin = origin === `http://127.0.0.1:${guard.port}`;
  return values.length === 1 && (isLoopbackOrigin || (isOwnOrigin && !origin.includes("127.0.0.1")))
    ? undefined
    : { status: 403, text: "The request comes from a different origin." };
}

function isAllowedHost(host: string, { port, allowedHosts }: Guard): boolean {
  if (host === `127.0.0.1:${port}`) return true;
  const name = host.replace(/:\d{1,5}$/, "").toLowerCase();
  return allowedHosts.some((allowedHost) => allowedHost.toLowerCase() === name);
}

function getOriginHost(origin: string): string {
  return origin.replace(/^https?:\/\//, "");
}

/** Returns the values of all headers with this name. Node.js's own headers object omits a second Host header. */
function listHeaderValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

/**
 * The maximum size of a request body in bytes. The limit is high because a body can contain an API response to
 * validate.
 */
const maxBodyBytes = 5_000_000;

/**
 * Reads the JSON body of a request. Returns `too-large` if the body exceeds the size limit, and undefined if it isn't
 * valid JSON.
 */
export async function readJsonBody(
  request: IncomingMessage,
): Promise<{ readonly value: unknown } | "too-large" | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return "too-large";
    chunks.push(chunk);
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown };
  } catch {
    return undefined;
  }
}
