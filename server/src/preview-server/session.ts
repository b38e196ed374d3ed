import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

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
  readonly #once = new Map<string, number>();

  /**
   * Returns a key that works once and for a minute only. It is for programs that open a browser: other users can read the
   * arguments of a process for as long as it runs.
   */
  createKey(now = Date.now()): string {
    for (const [key, until] of this.#once)
      if (until < now || this.#once.size >= maxOnce) this.#once.delete(key);
    const key = newSecret();
    this.#once.set(key, now + onceMilliseconds);
    return key;
  }

  /** Whether this key opens the session. A key that works once has then been used. */
  opensWith(given: string, now = Date.now()): boolean {
    if (isSame(given, this.key)) return true;
    for (const [key, until] of this.#once)
      if (isSame(given, key)) {
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
      .some((each) => each.startsWith(name) && isSame(each.slice(name.length), this.#cookie));
  }
}

function nameFor(port: number): string {
  return `docwright-${port}`;
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares without telling by the time it takes where the texts differ. */
export function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
