import type { EnvelopePart, RelayTimeouts } from "../core/request/protocol/relay-protocol.ts";
import type { NamedText } from "../core/request/build/build-context.ts";
import { percentEncode } from "../core/request/media/encoding.ts";
import { isRecord, numberOf, textOf, type Plain } from "../core/request/protocol/request-schema.ts";
import { mapBetweenSecrets } from "../core/request/build/secret-placeholders.ts";
import { allParts, readRequestBody, type RequestBody } from "./read-request-body.ts";
import { readHeaders } from "./request-headers.ts";
import { RelayFault } from "./relay-fault.ts";
import { readTargetUrl, type TargetUrl } from "./target-url.ts";

/** An envelope that was read and found to be one. Secrets still stand in it as marks. */
export interface RelayRequest {
  readonly method: string;
  readonly url: TargetUrl;
  /** Without those that the relay makes. */
  readonly headers: readonly NamedText[];
  /** `name=value`, in their order. */
  readonly cookies: readonly string[];
  readonly body: RequestBody | undefined;
  readonly options: ReadOptions;
}

export interface ReadOptions {
  readonly id: string | undefined;
  readonly follows: boolean;
  readonly timeouts: RelayTimeouts;
  readonly tlsFingerprint: string | undefined;
  readonly inlineBytes: number | undefined;
  readonly direct: boolean;
  readonly continues: string | undefined;
}

/** Of everything but the body, in characters. */
const longestMetadata = 65_536;
const usualTimeouts: RelayTimeouts = { connect: 10_000, firstByte: 30_000, idle: 60_000, total: 300_000 };
/** Nobody waits longer; also what timers can count. */
const longestWait = 86_400_000;
/** So much of a body is held in memory to be passed on at once. */
const mostInline = 16_000_000;

/** Reads what a page has sent as if nobody had looked at it before. Throws a `RelayFault`. */
export function readRelayRequest(envelope: unknown): RelayRequest {
  if (!isRecord(envelope)) throw malformed("The request is no object.");
  const method = textOf(envelope["method"], 64) ?? "";
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method))
    throw malformed("The method is not one that HTTP knows.");
  if (/^(connect|trace|track)$/i.test(method))
    throw malformed(`Requests with the method ${method} are not sent.`);
  const written = textOf(envelope["url"], Infinity) ?? "";
  const query = queryOf(envelope["query"]);
  const { headers, cookies } = readHeaders(envelope);
  const body = readRequestBody(envelope);
  const size =
    written.length + query.length + lengthOf(headers) + cookies.join().length + lengthOfNames(body);
  if (size > longestMetadata)
    throw new RelayFault("too-large", {
      what: `The address and headers of the request are ${Math.ceil(size / 1024)} kB long; at most 64 kB are sent.`,
    });
  const url = readTargetUrl(withQuery(written, query));
  return { method, url, headers, cookies, body, options: optionsOf(envelope["options"]) };
}

function lengthOf(pairs: readonly NamedText[]): number {
  return pairs.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}

function lengthOfNames(body: RequestBody | undefined): number {
  if (body?.kind !== "parts") return 0;
  const texts = ({ name, fileRef, filename, contentType, headers = [] }: EnvelopePart) =>
    [name, fileRef, filename, contentType].join().length + lengthOf(headers);
  return allParts(body.parts).reduce((sum, part) => sum + texts(part), 0);
}

/** `a=1&a=2&b=%20` */
function queryOf(query: unknown): string {
  if (query === undefined || query === null) return "";
  if (!isRecord(query)) throw malformed("`query` is no object of texts.");
  return Object.entries(query)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => [name, each]),
    )
    .map(([name, value]) => {
      if (typeof value !== "string") throw malformed("`query` is no object of texts.");
      return `${encoded(String(name))}=${encoded(value)}`;
    })
    .join("&");
}

function encoded(text: string): string {
  return mapBetweenSecrets(text, (piece) => percentEncode(piece, "value"));
}

function withQuery(written: string, query: string): string {
  const [address = ""] = written.split("#");
  if (query === "") return address;
  if (!address.includes("?")) return `${address}?${query}`;
  return /[?&]$/.test(address) ? address + query : `${address}&${query}`;
}

function optionsOf(written: unknown): ReadOptions {
  const options = written === undefined ? {} : written;
  if (!isRecord(options)) throw malformed("`options` is no object.");
  const { id, redirect, tlsFingerprint, continues } = options;
  if (id !== undefined && !/^[\w-]{1,64}$/.test(textOf(id, 64) ?? ""))
    throw malformed("`options.id` is no name.");
  if (continues !== undefined && !/^[\w-]{1,64}$/.test(textOf(continues, 64) ?? ""))
    throw malformed("`options.continues` isn't a name.");
  if (redirect !== undefined && redirect !== "manual" && redirect !== "follow")
    throw malformed("`options.redirect` is neither manual nor follow.");
  if (tlsFingerprint !== undefined && !/^([\dA-F]{2}:){31}[\dA-F]{2}$/.test(textOf(tlsFingerprint, 95) ?? ""))
    throw malformed("`options.tlsFingerprint` is no SHA-256 fingerprint.");
  const inlineBytes = numberOf(options["inlineBytes"]);
  return {
    id: textOf(id, 64),
    follows: redirect === "follow",
    timeouts: timeoutsOf(options["timeouts"]),
    tlsFingerprint: textOf(tlsFingerprint, 95),
    inlineBytes: inlineBytes === undefined ? undefined : Math.min(inlineBytes, mostInline),
    direct: options["direct"] === true,
    continues: textOf(continues, 64),
  };
}

function timeoutsOf(written: unknown): RelayTimeouts {
  const given: Plain = isRecord(written) ? written : {};
  const limit = (name: keyof RelayTimeouts) =>
    Math.min(Math.max(numberOf(given[name]) ?? usualTimeouts[name], 1), longestWait);
  return {
    connect: limit("connect"),
    firstByte: limit("firstByte"),
    idle: limit("idle"),
    total: limit("total"),
  };
}

function malformed(what: string): RelayFault {
  return new RelayFault("malformed", { what });
}
