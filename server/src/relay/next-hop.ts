import type { NamedText } from "../core/request/build/build-context.ts";
import { secretNames } from "../core/request/build/secret-placeholders.ts";
import { RelayFault } from "./relay-fault.ts";
import { readTargetUrl, type TargetUrl } from "./target-url.ts";

/** What of a request changes from one redirect to the next. */
export interface Hop {
  readonly url: TargetUrl;
  /** As it is sent: of the first URL with its secrets in place. What a server leads to is no text of ours, marks in it stay what they are. */
  readonly path: string;
  readonly method: string;
  readonly headers: readonly NamedText[];
  readonly cookies: readonly string[];
  readonly hasBody: boolean;
}

export interface Redirect {
  readonly status: number;
  readonly location: string;
  /** Secrets stand in the body. */
  readonly bodyHoldsSecrets: boolean;
}

/** Where an answer leads: the text of `Location`, of the statuses that a browser follows. */
export function locationOf(status: number, headers: readonly NamedText[]): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  const [found, ...more] = headers.filter(([name]) => /^location$/i.test(name));
  return more.length === 0 ? found?.[1] : undefined;
}

/**
 * The request that a redirect asks for (Fetch, “HTTP-redirect fetch”), stricter in what goes elsewhere: to another
 * origin no header that holds a secret or is named like one, no cookie, and no body with a secret. Throws
 * `redirect-refused` where it leads from https to http or to what is no address that may be asked.
 */
export function nextHop(hop: Hop, { status, location, bodyHoldsSecrets }: Redirect): Hop {
  const url = urlOf(location, hop.url.origin + hop.path);
  const leads = `${hop.url.origin} answers ${status} and leads to ${url.origin}`;
  if (hop.url.isTls && !url.isTls) throw refused(`${leads}, from https to http`);
  const turnsToGet =
    (status === 303 && hop.method !== "GET" && hop.method !== "HEAD") ||
    ((status === 301 || status === 302) && hop.method === "POST");
  const hasBody = hop.hasBody && !turnsToGet;
  const isElsewhere = url.origin !== hop.url.origin;
  if (isElsewhere && hasBody && bodyHoldsSecrets) throw refused(`${leads}, with a body that holds a secret`);
  const stays = ([name, value]: NamedText) =>
    !(turnsToGet && aboutBodies.test(name)) && !(isElsewhere && isCredential(name, value));
  return {
    url,
    path: url.path,
    method: turnsToGet ? "GET" : hop.method,
    headers: hop.headers.filter(stays),
    cookies: isElsewhere ? [] : hop.cookies,
    hasBody,
  };
}

const aboutBodies = /^content-(type|encoding|language|location|disposition|digest|range)$/i;
const credentials =
  /authorization|api[-_]?key|[-_]key$|token|secret|passw|session|credential|signature|^x-auth|jwt|csrf/i;

function isCredential(name: string, value: string): boolean {
  return credentials.test(name) || secretNames(value).length > 0;
}

function urlOf(location: string, from: string): TargetUrl {
  try {
    return readTargetUrl(new URL(location, from).href);
  } catch (error) {
    const what = error instanceof RelayFault ? error.facts.what : undefined;
    throw refused(what === undefined ? "it leads to something that is no address" : lowered(what));
  }
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

function refused(what: string): RelayFault {
  return new RelayFault("redirect-refused", { what });
}
