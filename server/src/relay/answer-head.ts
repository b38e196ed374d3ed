import type { NamedText } from "../core/request/build/build-context.ts";
import type { RelayHead } from "../core/request/protocol/relay-protocol.ts";
import type { Answered } from "./ask-target.ts";
import type { RequestClock } from "./request-clock.ts";
import type { SecretValues } from "./secret-values.ts";
import { tlsOf } from "./tls-facts.ts";
import { encodingLeftOn } from "./unpack-body.ts";

/** What is told of an answer before its body; no secret is in it, whoever wrote it there. */
export function answerHead(
  { response, hop, headers, redirects, byConsent, cors }: Answered,
  clock: RequestClock,
  secrets: SecretValues,
): RelayHead {
  const { lookup, connect, tls, firstByte } = clock.marks;
  const { remoteAddress } = response.socket;
  const facts = tlsOf(response.socket);
  const encoding = encodingLeftOn(response);
  const shown = ([name, value]: NamedText): NamedText => [secrets.redact(name), secrets.redact(value)];
  return {
    status: response.statusCode ?? 0,
    statusText: secrets.redact(response.statusMessage ?? ""),
    httpVersion: response.httpVersion,
    headers: headerPairs(response.rawHeaders).map(shown),
    redirects: [...redirects],
    ...(encoding !== undefined && { encoding: secrets.redact(encoding) }),
    ...(remoteAddress !== undefined && { address: remoteAddress }),
    ...(facts && { tls: byConsent ? { ...facts, byConsent: true as const } : facts }),
    timings: {
      ...(lookup !== undefined && { lookup: clock.since(lookup) }),
      ...(connect !== undefined && { connect: clock.since(connect) }),
      ...(tls !== undefined && { tls: clock.since(tls) }),
      firstByte: clock.since(firstByte ?? performance.now()),
    },
    sent: {
      method: hop.method,
      url: secrets.redact(hop.url.origin + hop.url.path),
      headers: headers.map(shown),
    },
    ...(cors && {
      cors: {
        ...cors,
        reasons: cors.reasons.map(secrets.redact),
        ...(cors.preflight && {
          preflight: { ...cors.preflight, headers: cors.preflight.headers.map(shown) },
        }),
      },
    }),
  };
}

/** Order, case and repetition as they came. */
export function headerPairs(rawHeaders: readonly string[]): readonly NamedText[] {
  return rawHeaders.flatMap((name, at): NamedText[] =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""]] : [],
  );
}
