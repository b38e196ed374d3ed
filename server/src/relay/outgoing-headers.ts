import type { NamedText } from "../core/request/build/build-context.ts";
import type { Hop } from "./next-hop.ts";
import type { OutgoingBody } from "./outgoing-body.ts";
import { checkCookieValue, checkHeaderValue } from "./request-headers.ts";

/** Headers as they are sent and as they are shown, one beside the other. */
export interface HeaderLines {
  readonly sent: readonly NamedText[];
  readonly shown: readonly NamedText[];
}

export interface OutgoingHeaders extends HeaderLines {
  /** Those of the request itself with the type of its body, secrets as marks. */
  readonly own: readonly NamedText[];
  readonly hasCookies: boolean;
  /** With these in place of `own`. */
  readonly withOwn: (own: readonly NamedText[]) => HeaderLines;
}

/**
 * All headers of a request in their order: `Host`, those of the request, those that go without saying where the request
 * has none of that name, cookies, and the ones about how it travels. Throws where the value of a secret cannot stand in
 * a header.
 */
export function outgoingHeaders(
  hop: Hop,
  body: OutgoingBody | undefined,
  jarCookies: string,
  putIn: (text: string) => string,
): OutgoingHeaders {
  checkCookies(hop.cookies, putIn);
  const own = ownHeaders(hop, body);
  const kept = othersOf(jarCookies, hop.cookies);
  const withOwn = (lines: readonly NamedText[]): HeaderLines => {
    const travel: NamedText[] = [["Connection", "keep-alive"]];
    if (body || !/^(get|head|options|delete)$/i.test(hop.method))
      travel.unshift(["Content-Length", String(body?.length ?? 0)]);
    const around = (own: readonly NamedText[], ownCookies: readonly string[]): readonly NamedText[] => {
      const cookie = [...ownCookies, ...kept].join("; ");
      return [
        ["Host", hop.url.host],
        ...own,
        ...usual(lines),
        ...(cookie === "" ? [] : [["Cookie", cookie] as const]),
        ...travel,
      ];
    };
    // What a server has set is no text of ours: marks in it stay what they are.
    const opened = lines.map(([name, value]): NamedText => [name, putIn(value)]);
    const sent = around(opened, hop.cookies.map(putIn));
    for (const [name, value] of sent) checkHeaderValue(name, value);
    return { sent, shown: around(lines, hop.cookies) };
  };
  return { ...withOwn(own), own, hasCookies: hop.cookies.length + kept.length > 0, withOwn };
}

function ownHeaders({ headers }: Hop, body: OutgoingBody | undefined): readonly NamedText[] {
  const isType = ([name]: NamedText) => /^content-type$/i.test(name);
  if (body?.contentType === undefined || (!body.isItsOwnType && headers.some(isType))) return headers;
  return [...headers.filter((header) => !isType(header)), ["Content-Type", body.contentType]];
}

function usual(lines: readonly NamedText[]): readonly NamedText[] {
  const has = (wanted: string) => lines.some(([name]) => name.toLowerCase() === wanted);
  // Packed, an event stream may be held back until a block is full.
  const wantsEvents = lines.some(([name, value]) => /^accept$/i.test(name) && /event-stream/i.test(value));
  const all: readonly NamedText[] = [
    ["Accept", "*/*"],
    ["Accept-Encoding", wantsEvents ? "identity" : "gzip, deflate, br"],
    ["User-Agent", "docwright"],
  ];
  return all.filter(([name]) => !has(name.toLowerCase()));
}

function checkCookies(cookies: readonly string[], putIn: (text: string) => string): void {
  for (const cookie of cookies) {
    const at = cookie.indexOf("=");
    const value = cookie.slice(at + 1);
    const opened = putIn(value);
    if (opened !== value) checkCookieValue(cookie.slice(0, at), opened);
  }
}

/** Cookies that the request itself names win over those that are kept. */
function othersOf(jarCookies: string, own: readonly string[]): readonly string[] {
  const nameOf = (cookie: string) => cookie.split("=", 1)[0]?.trim();
  const named = new Set(own.flatMap((cookie) => cookie.split("; ")).map(nameOf));
  return jarCookies.split("; ").filter((cookie) => cookie !== "" && !named.has(nameOf(cookie)));
}
