import { nameValuePair, type NameValuePair } from "../../core/request/build/build-context.ts";
import { transformBetweenSecrets } from "../../core/request/build/secret-placeholders.ts";
import { percentEncode } from "../../core/request/media/encoding.ts";
import { isPartHeader, findPartHeaderError } from "../../core/request/media/media-types.ts";
import type { EnvelopePart, RelayTimeouts } from "../../core/request/protocol/relay-protocol.ts";
import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";
import { createListSchema, parseMessage } from "../../core/text/parse-message.ts";
import { isPlainRecord } from "../../core/text/plain-record.ts";
import { RelayError } from "../policy/errors.ts";
import { parseTargetUrl, type TargetUrl } from "../policy/targets.ts";

interface HeaderLists {
  readonly headers: readonly NameValuePair[];
  readonly cookies: readonly string[];
}

const maxHeaders = 100;

/**
 * Returns the headers and cookies in an envelope in their original order. Throws an error if a name or value isn't
 * valid in HTTP. Connection and framing headers are omitted, because the relay sets them itself (RFC 9110, 7.6.1, and
 * Fetch, “forbidden request-header”). Cookies in a header are added to the other cookies.
 */
export function parseEnvelopeHeaders(envelope: UncheckedObject): HeaderLists {
  const rawHeaders = [...parsePairs(envelope["header"], "header"), ...parsePairs(envelope["headers"], "headers")];
  const cookies = parsePairs(envelope["cookie"], "cookie");
  if (rawHeaders.length + cookies.length > maxHeaders)
    throw new RelayError("too-large", {
      subject: createMessage("The request has more than {0} headers and cookies.", maxHeaders),
    });
  for (const [name, value] of rawHeaders) {
    if (!isToken(name))
      throw createMalformedError(
        createMessage("The header name “{0}” contains a character that HTTP doesn't allow.", formatName(name)),
      );
    checkHeaderValue(name, value);
  }
  for (const [name, value] of cookies) {
    if (!isToken(name))
      throw createMalformedError(
        createMessage("The cookie name “{0}” contains a character that HTTP doesn't allow.", formatName(name)),
      );
    checkCookieValue(name, value);
  }
  const isCookie = ([name]: NameValuePair) => /^cookie$/i.test(name);
  return {
    headers: rawHeaders.filter((pair) => !isCookie(pair) && !isReservedHeader(pair[0])),
    cookies: [
      ...rawHeaders.filter((pair) => isCookie(pair) && pair[1] !== "").map(([, value]) => value),
      ...cookies.map(([name, value]) => `${name}=${value}`),
    ],
  };
}

/**
 * Throws an error if the value of a header contains a line break or can't be encoded in Latin-1. Called both before and
 * after secrets are inserted.
 */
export function checkHeaderValue(name: string, value: string): void {
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw createMalformedError(
      createMessage(
        /[\0-\x08\x0a-\x1f\x7f]/.test(value)
          ? "The {0} header contains a line break or another control character."
          : "The {0} header contains a character that isn't allowed in headers. Encode it.",
        formatName(name),
      ),
    );
}

/**
 * Checks a header in a body part in the same way as `checkHeaderValue`. In addition, the header must be ASCII and must
 * not be one that the relay sets.
 */
export function checkPartHeader(name: string, value: string, isNamed: boolean): void {
  if (!isPartHeader(name, isNamed))
    throw createMalformedError(createMessage("The “{0}” header isn't allowed in a body part.", formatName(name)));
  checkHeaderValue(name, value);
  const problem = findPartHeaderError(value);
  if (problem !== undefined)
    throw createMalformedError(createMessage("{0} header of a part: {1}", formatName(name), problem));
}

/**
 * Checks a cookie in the same way as `checkHeaderValue`. In addition, its value must not contain a semicolon, which
 * would start another cookie.
 */
export function checkCookieValue(name: string, value: string): void {
  if (!/^[\x20-\x3a\x3c-\x7e\x80-\xff]*$/.test(value))
    throw createMalformedError(
      createMessage("The {0} cookie contains a character that must be encoded.", formatName(name)),
    );
}

function isReservedHeader(name: string): boolean {
  return /^(host|connection|keep-alive|te|trailers?|transfer-encoding|content-length|upgrade|http2-settings|cookie2|proxy-.*|sec-.*)$/i.test(
    name,
  );
}

function parsePairs(rawValue: unknown, field: string): readonly NameValuePair[] {
  if (rawValue === undefined || rawValue === null) return [];
  const entries: readonly unknown[] = Array.isArray(rawValue)
    ? rawValue
    : isPlainRecord(rawValue)
      ? Object.entries(rawValue)
      : [undefined];
  return entries.map((entry): NameValuePair => {
    const [name, value, ...extraValues]: readonly unknown[] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
    if (typeof name !== "string" || typeof value !== "string" || extraValues.length > 0)
      throw createMalformedError(
        createMessage("`{0}` contains something other than a name and a string value.", field),
      );
    return [name, value];
  });
}

function isToken(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/.test(name);
}

/** Returns a name in a form that can be used in a message: shortened and without special characters. */
function formatName(name: string): string {
  return name.replace(/[^ -~]/g, "·").slice(0, 40);
}

/** Returns an error for an invalid envelope. `subject` is a full sentence that explains the problem. */
function createMalformedError(subject: LocalizedMessage): RelayError {
  return new RelayError("malformed", { subject });
}

/** The body in an envelope. Any text in it can contain placeholders for secrets. */
export type RequestBody =
  /** Text. If `isJson` is true, the value wasn't a string and is sent as JSON, regardless of the headers. */
  | { readonly kind: "text"; readonly text: string; readonly isJson: boolean }
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  | { readonly kind: "file"; readonly fileRef: string }
  | { readonly kind: "parts"; readonly parts: readonly EnvelopePart[] };

/** The maximum length in bytes of a body in the envelope. Files aren't included in the length. */
const maxInlineSize = 10_000_000;
const maxParts = 1000;
const partHeaders = createListSchema(100, nameValuePair);
/** The maximum nesting depth of parts. */
const maxPartsDepth = 5;

/**
 * Reads the body from an envelope. Returns undefined if there's no body. Throws an error if there are several bodies or
 * if the body is invalid.
 */
function parseRequestBody(envelope: UncheckedObject): RequestBody | undefined {
  const bodyFields = ["body", "bodyBase64", "bodyFile", "multipart"].filter((name) => envelope[name] !== undefined);
  if (bodyFields.length > 1)
    throw createMalformedError(
      createMessage("The request has more than one body: {0}.", { list: bodyFields, last: "and" }),
    );
  const { body, bodyBase64, bodyFile, multipart } = envelope;
  if (multipart !== undefined) return parseMultipart(multipart);
  if (bodyFile !== undefined) return { kind: "file", fileRef: parseFileRef(bodyFile) };
  if (bodyBase64 !== undefined) return { kind: "bytes", bytes: decodeBase64Body(bodyBase64) };
  if (body === undefined) return undefined;
  const isJson = typeof body !== "string";
  const text = isJson ? serializeJson(body) : body;
  checkSize(Buffer.byteLength(text));
  return { kind: "text", text, isJson };
}

function serializeJson(value: unknown): string {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined) return text;
  } catch {
    // The value can't be serialized, because it's circular or nested too deeply.
  }
  throw createMalformedError(createMessage("The body can't be converted to JSON."));
}

function decodeBase64Body(rawValue: unknown): Buffer {
  const text = readOptionalText(rawValue, maxInlineSize * 2);
  if (text === undefined)
    throw typeof rawValue === "string"
      ? createSizeError()
      : createMalformedError(createMessage("`bodyBase64` isn't a string."));
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw createMalformedError(createMessage("`bodyBase64` isn't valid Base64."));
  const bytes = Buffer.from(text, "base64");
  checkSize(bytes.length);
  return bytes;
}

function parseMultipart(rawValue: unknown): RequestBody {
  const parts = parseParts(rawValue, 0);
  const allParts = parts && listAllParts(parts);
  if (!parts || !allParts || allParts.length > maxParts)
    throw createMalformedError(
      createMessage("`multipart` must be an array of at most {0} parts, each with a value or a file.", maxParts),
    );
  checkSize(allParts.reduce((sum, { value = "" }) => sum + Buffer.byteLength(value), 0));
  for (const { name, contentType, headers } of allParts) {
    if (contentType !== undefined) checkHeaderValue(`Content-Type of ${name ?? "a part"}`, contentType);
    for (const [header, text] of headers ?? []) checkPartHeader(header, text, name !== undefined);
  }
  return { kind: "parts", parts };
}

/** Returns the parts, including nested ones. */
export function listAllParts(parts: readonly EnvelopePart[]): readonly EnvelopePart[] {
  return parts.flatMap((part) => [part, ...listAllParts(part.multipart ?? [])]);
}

function parseParts(rawValue: unknown, depth: number): readonly EnvelopePart[] | undefined {
  return depth > maxPartsDepth ? undefined : readOptionalList(rawValue, maxParts, (each) => parsePart(each, depth));
}

function parsePart(rawValue: unknown, depth: number): EnvelopePart | undefined {
  if (!isPlainRecord(rawValue)) return undefined;
  const { name, value, fileRef, filename, contentType } = rawValue;
  const headers = rawValue["headers"] === undefined ? [] : parseMessage(partHeaders, rawValue["headers"]);
  if (!headers) return undefined;
  const texts = [name, value, fileRef, filename, contentType];
  if (texts.some((text) => text !== undefined && typeof text !== "string")) return undefined;
  const multipart = rawValue["multipart"] === undefined ? undefined : parseParts(rawValue["multipart"], depth + 1);
  // The media type of a part indicates whether it contains other parts.
  const isMultipart = /^multipart\/[\w.+-]+/i.test(typeof contentType === "string" ? contentType : "");
  if (rawValue["multipart"] !== undefined && !(multipart && isMultipart)) return undefined;
  if ([value, fileRef, multipart].filter((each) => each !== undefined).length !== 1) return undefined;
  return {
    ...(typeof name === "string" && { name }),
    ...(multipart && { multipart }),
    ...(typeof value === "string" && { value }),
    ...(fileRef !== undefined && { fileRef: parseFileRef(fileRef) }),
    ...(typeof filename === "string" && { filename }),
    ...(typeof contentType === "string" && contentType !== "" && { contentType }),
    ...(headers.length > 0 && { headers }),
  };
}

function parseFileRef(rawValue: unknown): string {
  const fileRef = readOptionalText(rawValue, 300);
  if (fileRef === undefined || fileRef === "")
    throw createMalformedError(createMessage("A file in the request can't be identified. Choose the file again."));
  return fileRef;
}

function checkSize(byteLength: number): void {
  if (byteLength > maxInlineSize) throw createSizeError();
}

function createSizeError(): RelayError {
  return new RelayError("too-large", {
    subject: createMessage("The body is larger than 10 MB, the limit for bodies that aren't files."),
  });
}

/** A validated envelope. Secrets are still represented by placeholders. */
export interface RelayRequest {
  readonly method: string;
  readonly url: TargetUrl;
  /** The headers, without those that the relay sets. */
  readonly headers: readonly NameValuePair[];
  /** The cookies in order, as `name=value`. */
  readonly cookies: readonly string[];
  readonly body: RequestBody | undefined;
  readonly options: RelayRequestOptions;
}

interface RelayRequestOptions {
  readonly id: string | undefined;
  readonly followsRedirects: boolean;
  readonly timeouts: RelayTimeouts;
  readonly tlsFingerprint: string | undefined;
  readonly maxInlineBytes: number | undefined;
  readonly isDirect: boolean;
  readonly continuedRequestId: string | undefined;
}

/** The maximum length of everything except the body, in UTF-16 code units. */
const maxMetadataLength = 65_536;
const defaultTimeouts: RelayTimeouts = { connect: 10_000, firstByte: 30_000, idle: 60_000, total: 300_000 };
/** The maximum timeout, which is one day in milliseconds. */
const maxTimeout = 86_400_000;
/**
 * The upper limit of the envelope's `inlineBytes` option, because up to this many bytes of a response body are buffered
 * in memory.
 */
const maxInlineBytes = 16_000_000;

/** Validates everything that a page has sent without relying on earlier checks. Throws a `RelayError`. */
export function parseRelayRequest(envelope: unknown): RelayRequest {
  if (!isPlainRecord(envelope)) throw createMalformedError(createMessage("The request isn't an object."));
  const method = readOptionalText(envelope["method"], 64) ?? "";
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method))
    throw createMalformedError(createMessage("The method isn't a valid HTTP method."));
  if (/^(connect|trace|track)$/i.test(method))
    throw createMalformedError(createMessage("Requests with the method {0} can't be sent.", method));
  const rawUrl = readOptionalText(envelope["url"], Infinity) ?? "";
  const query = formatQuery(envelope["query"]);
  const { headers, cookies } = parseEnvelopeHeaders(envelope);
  const body = parseRequestBody(envelope);
  const size =
    rawUrl.length + query.length + getPairsLength(headers) + cookies.join().length + getPartMetadataLength(body);
  if (size > maxMetadataLength)
    throw new RelayError("too-large", {
      subject: createMessage(
        "The URL and headers of the request are {0} kB in total, but the limit is 64 kB.",
        Math.ceil(size / 1024),
      ),
    });
  const url = parseTargetUrl(appendQuery(rawUrl, query));
  return { method, url, headers, cookies, body, options: parseOptions(envelope["options"]) };
}

function getPairsLength(pairs: readonly NameValuePair[]): number {
  return pairs.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}

function getPartMetadataLength(body: RequestBody | undefined): number {
  if (body?.kind !== "parts") return 0;
  const getMetadataLength = ({ name, fileRef, filename, contentType, headers = [] }: EnvelopePart) =>
    [name, fileRef, filename, contentType].join().length + getPairsLength(headers);
  return listAllParts(body.parts).reduce((sum, part) => sum + getMetadataLength(part), 0);
}

/** Returns the query as text, such as `a=1&a=2&b=%20`. */
function formatQuery(query: unknown): string {
  if (query === undefined || query === null) return "";
  if (!isPlainRecord(query)) throw createMalformedError(createMessage("`query` isn't an object with string values."));
  return Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => [name, each]))
    .map(([name, value]) => {
      if (typeof value !== "string")
        throw createMalformedError(createMessage("`query` isn't an object with string values."));
      return `${encodeText(String(name))}=${encodeText(value)}`;
    })
    .join("&");
}

function encodeText(text: string): string {
  return transformBetweenSecrets(text, (part) => percentEncode(part, "value"));
}

function appendQuery(rawUrl: string, query: string): string {
  const [url = ""] = rawUrl.split("#");
  if (query === "") return url;
  if (!url.includes("?")) return `${url}?${query}`;
  return /[?&]$/.test(url) ? url + query : `${url}&${query}`;
}

function parseOptions(rawValue: unknown): RelayRequestOptions {
  const options = rawValue === undefined ? {} : rawValue;
  if (!isPlainRecord(options)) throw createMalformedError(createMessage("`options` isn't an object."));
  const { id, redirect, tlsFingerprint, continues } = options;
  if (id !== undefined && !/^[\w-]{1,64}$/.test(readOptionalText(id, 64) ?? ""))
    throw createMalformedError(createMessage("`options.id` isn't a valid name."));
  if (continues !== undefined && !/^[\w-]{1,64}$/.test(readOptionalText(continues, 64) ?? ""))
    throw createMalformedError(createMessage("`options.continues` isn't a valid name."));
  if (redirect !== undefined && redirect !== "manual" && redirect !== "follow")
    throw createMalformedError(createMessage("`options.redirect` must be `manual` or `follow`."));
  if (tlsFingerprint !== undefined && !/^([\dA-F]{2}:){31}[\dA-F]{2}$/.test(readOptionalText(tlsFingerprint, 95) ?? ""))
    throw createMalformedError(createMessage("`options.tlsFingerprint` isn't a SHA-256 fingerprint."));
  const inlineBytes = readOptionalNumber(options["inlineBytes"]);
  return {
    id: readOptionalText(id, 64),
    followsRedirects: redirect === "follow",
    timeouts: parseTimeouts(options["timeouts"]),
    tlsFingerprint: readOptionalText(tlsFingerprint, 95),
    maxInlineBytes: inlineBytes === undefined ? undefined : Math.min(inlineBytes, maxInlineBytes),
    isDirect: options["direct"] === true,
    continuedRequestId: readOptionalText(continues, 64),
  };
}

function parseTimeouts(rawValue: unknown): RelayTimeouts {
  const record: UncheckedObject = isPlainRecord(rawValue) ? rawValue : {};
  const readTimeout = (name: keyof RelayTimeouts) =>
    Math.min(Math.max(readOptionalNumber(record[name]) ?? defaultTimeouts[name], 1), maxTimeout);
  return {
    connect: readTimeout("connect"),
    firstByte: readTimeout("firstByte"),
    idle: readTimeout("idle"),
    total: readTimeout("total"),
  };
}

// The following functions read JSON values, such as the fields of a request or response. They return undefined if a
// value has a different type or is too long, or if there are too many values.

/** A JSON object that hasn't been validated. */
export type UncheckedObject = Readonly<Record<string, unknown>>;

/** Returns the value if it's a string of at most `maxLength` UTF-16 code units. */
export function readOptionalText(jsonValue: unknown, maxLength: number): string | undefined {
  return typeof jsonValue === "string" && jsonValue.length <= maxLength ? jsonValue : undefined;
}

/** Returns the value if it's a finite number of 0 or more. */
export function readOptionalNumber(jsonValue: unknown): number | undefined {
  return typeof jsonValue === "number" && Number.isFinite(jsonValue) && jsonValue >= 0 ? jsonValue : undefined;
}

/** Returns the list if `readItem` accepts all its items and there are at most `maxLength` of them. */
export function readOptionalList<Item>(
  jsonValue: unknown,
  maxLength: number,
  readItem: (item: unknown) => Item | undefined,
): readonly Item[] | undefined {
  if (!Array.isArray(jsonValue) || jsonValue.length > maxLength) return undefined;
  const items = (jsonValue as readonly unknown[]).map(readItem).filter((item) => item !== undefined);
  return items.length === jsonValue.length ? items : undefined;
}
