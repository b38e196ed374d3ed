import type { NamedText } from "../core/request/built-request.ts";
import type { Hop } from "./next-hop.ts";
import type { OutgoingBody } from "./outgoing-body.ts";
import { checkCookieValue, checkHeaderValue } from "./request-headers.ts";

/** Headers as they are sent and as they are shown, one beside the other. */
export interface OutgoingHeaders {
  readonly sent: readonly NamedText[];
  readonly shown: readonly NamedText[];
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
  const has = (wanted: string) => hop.headers.some(([name]) => name.toLowerCase() === wanted);
  const lines: NamedText[] = [["Host", hop.url.host]];
  lines.push(
    ...hop.headers.filter(([name]) => !(body?.isItsOwnType === true && /^content-type$/i.test(name))),
  );
  if (body?.contentType !== undefined && (body.isItsOwnType || !has("content-type")))
    lines.push(["Content-Type", body.contentType]);
  if (!has("accept")) lines.push(["Accept", "*/*"]);
  // Packed, an event stream may be held back until a block is full.
  const wantsEvents = hop.headers.some(
    ([name, value]) => /^accept$/i.test(name) && /event-stream/i.test(value),
  );
  if (!has("accept-encoding"))
    lines.push(["Accept-Encoding", wantsEvents ? "identity" : "gzip, deflate, br"]);
  if (!has("user-agent")) lines.push(["User-Agent", "docwright"]);
  const cookies = [...hop.cookies, ...othersOf(jarCookies, hop.cookies)];
  if (cookies.length > 0) lines.push(["Cookie", cookies.join("; ")]);
  if (body || !/^(get|head|options|delete)$/i.test(hop.method))
    lines.push(["Content-Length", String(body?.length ?? 0)]);
  lines.push(["Connection", "keep-alive"]);
  for (const cookie of hop.cookies) {
    const at = cookie.indexOf("=");
    const opened = putIn(cookie.slice(at + 1));
    if (opened !== cookie.slice(at + 1)) checkCookieValue(cookie.slice(0, at), opened);
  }
  const sent = lines.map(([name, value]): NamedText => [name, putIn(value)]);
  for (const [name, value] of sent) checkHeaderValue(name, value);
  return { sent, shown: lines };
}

/** Cookies that the request itself names win over those that are kept. */
function othersOf(jarCookies: string, own: readonly string[]): readonly string[] {
  const nameOf = (cookie: string) => cookie.split("=", 1)[0]?.trim();
  const named = new Set(own.flatMap((cookie) => cookie.split("; ")).map(nameOf));
  return jarCookies.split("; ").filter((cookie) => cookie !== "" && !named.has(nameOf(cookie)));
}
