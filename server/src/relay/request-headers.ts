import type { NamedText } from "../core/request/build/build-context.ts";
import { isPartHeader, partHeaderFault } from "../core/request/media/part-types.ts";
import { isRecord, type Plain } from "../core/request/protocol/request-schema.ts";
import { RelayFault } from "./relay-fault.ts";

export interface ReadHeaders {
  readonly headers: readonly NamedText[];
  readonly cookies: readonly string[];
}

const mostHeaders = 100;

/**
 * The headers and cookies of an envelope, in their order. Names and values are held to what HTTP allows; headers that
 * say how a message travels are left out, as the relay makes them itself (RFC 9110, 7.6.1; Fetch, “forbidden
 * request-header”). Cookies that were written as a header join the others.
 */
export function readHeaders(envelope: Plain): ReadHeaders {
  const written = [...pairsOf(envelope["header"], "header"), ...pairsOf(envelope["headers"], "headers")];
  const cookies = pairsOf(envelope["cookie"], "cookie");
  if (written.length + cookies.length > mostHeaders)
    throw new RelayFault("too-large", {
      what: `The request has more than ${mostHeaders} headers and cookies.`,
    });
  for (const [name, value] of written) {
    if (!isToken(name))
      throw malformed(`The name of the header “${shown(name)}” holds a character that HTTP does not allow.`);
    checkHeaderValue(name, value);
  }
  for (const [name, value] of cookies) {
    if (!isToken(name))
      throw malformed(`The name of the cookie “${shown(name)}” holds a character that HTTP does not allow.`);
    checkCookieValue(name, value);
  }
  const isCookie = ([name]: NamedText) => /^cookie$/i.test(name);
  return {
    headers: written.filter((pair) => !isCookie(pair) && !isMadeByRelay(pair[0])),
    cookies: [
      ...written.filter((pair) => isCookie(pair) && pair[1] !== "").map(([, value]) => value),
      ...cookies.map(([name, value]) => `${name}=${value}`),
    ],
  };
}

/** Throws where a value, with its secrets in place or not, would end its line or cannot be written in latin-1. */
export function checkHeaderValue(name: string, value: string): void {
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw malformed(
      /[\0-\x08\x0a-\x1f\x7f]/.test(value)
        ? `The header ${shown(name)} holds a line end or another control character.`
        : `The header ${shown(name)} holds a letter that headers cannot carry; it has to be encoded.`,
    );
}

/** The same for a header of a part of the body, which is none that the relay makes, and is ASCII. */
export function checkPartHeader(name: string, value: string, isNamed: boolean): void {
  if (!isPartHeader(name, isNamed))
    throw malformed(`The header “${shown(name)}” cannot be given to a part of the body.`);
  checkHeaderValue(name, value);
  const fault = partHeaderFault(value);
  if (fault !== undefined) throw malformed(`The header ${shown(name)} of a part ${fault}`);
}

/** The same for a cookie, whose value also must not begin another one. */
export function checkCookieValue(name: string, value: string): void {
  if (!/^[\x20-\x3a\x3c-\x7e\x80-\xff]*$/.test(value))
    throw malformed(`The cookie ${shown(name)} holds a character that has to be encoded.`);
}

function isMadeByRelay(name: string): boolean {
  return /^(host|connection|keep-alive|te|trailers?|transfer-encoding|content-length|upgrade|http2-settings|cookie2|proxy-.*|sec-.*)$/i.test(
    name,
  );
}

function pairsOf(written: unknown, field: string): readonly NamedText[] {
  if (written === undefined || written === null) return [];
  const entries: readonly unknown[] = Array.isArray(written)
    ? written
    : isRecord(written)
      ? Object.entries(written)
      : [undefined];
  return entries.map((entry): NamedText => {
    const [name, value, ...more]: readonly unknown[] = Array.isArray(entry)
      ? (entry as readonly unknown[])
      : [];
    if (typeof name !== "string" || typeof value !== "string" || more.length > 0)
      throw malformed(`\`${field}\` holds something that is no name with a text.`);
    return [name, value];
  });
}

function isToken(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/.test(name);
}

/** Short enough for a sentence and without what would break it. */
function shown(name: string): string {
  return name.replace(/[^ -~]/g, "·").slice(0, 40);
}

function malformed(what: string): RelayFault {
  return new RelayFault("malformed", { what });
}
