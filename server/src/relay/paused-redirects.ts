import { createHash, randomBytes } from "node:crypto";
import type { RelayRedirect } from "../core/request/protocol/relay-protocol.ts";
import type { Hop } from "./next-hop.ts";
import { RelayFault } from "./relay-fault.ts";
import type { RelayRequest } from "./relay-request.ts";

/** How far the redirects of a request were followed. */
export interface Route {
  readonly hop: Hop;
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

export function pausedRedirects(now: () => number = Date.now): PausedRedirects {
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
