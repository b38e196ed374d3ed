import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { NameValuePair } from "../../core/request/build/build-context.ts";
import { type SecretContext, getSecretContext } from "../../core/request/build/secret-placeholders.ts";
import type { EnvelopePart } from "../../core/request/protocol/relay-protocol.ts";
import { RelayError } from "../policy/errors.ts";
import type { OpenedFile, RelayHost } from "../relay.ts";
import { checkCookieValue, checkHeaderValue, checkPartHeader, type RequestBody } from "./envelope.ts";
import type { RequestHop } from "./http-exchange.ts";

/** A body that can be sent repeatedly. */
export interface OutgoingBody {
  /** The length of the body in bytes. */
  readonly length: number;
  /**
   * The required media type. Undefined if the body doesn't require one. In this case, the request's `Content-Type`
   * header is used, if there is one.
   */
  readonly contentType: string | undefined;
  /** Whether `contentType` replaces the request's own `Content-Type` header because it contains the boundary. */
  readonly replacesContentType: boolean;
  readonly open: () => Buffer | Readable;
}

/** A function that returns the text with secrets inserted. `context` determines how secrets are encoded. */
export type InsertSecrets = (text: string, context: SecretContext) => string;

/** Creates a body from the envelope. Throws an `unknown-file` error if a file doesn't exist. */
export async function createOutgoingBody(
  body: RequestBody,
  contentType: string | undefined,
  insertSecrets: InsertSecrets,
  host: Pick<RelayHost, "openFile">,
): Promise<OutgoingBody> {
  switch (body.kind) {
    case "text": {
      const context = body.isJson ? "json" : getSecretContext(contentType ?? "");
      return createBytesBody(
        Buffer.from(insertSecrets(body.text, context)),
        body.isJson ? "application/json" : undefined,
      );
    }
    case "bytes":
      return createBytesBody(body.bytes, undefined);
    case "file": {
      const file = await openFile(host, body.fileRef);
      return {
        length: file.size,
        contentType: file.type === "" ? undefined : file.type,
        replacesContentType: false,
        open: () => Readable.from(streamFileBytes(file)),
      };
    }
    case "parts":
      return createMultipart(body.parts, contentType, insertSecrets, host);
  }
}

function createBytesBody(bytes: Buffer, contentType: string | undefined): OutgoingBody {
  return { length: bytes.length, contentType, replacesContentType: false, open: () => bytes };
}

/** Creates a multipart body (RFC 7578 and 2046) with an unpredictable boundary. */
async function createMultipart(
  parts: readonly EnvelopePart[],
  contentType: string | undefined,
  insertSecrets: InsertSecrets,
  host: Pick<RelayHost, "openFile">,
): Promise<OutgoingBody> {
  const { boundary, parts: bodyParts } = await createMultipartChunks(parts, insertSecrets, host);
  return {
    length: bodyParts.reduce((sum, bodyPart) => sum + (Buffer.isBuffer(bodyPart) ? bodyPart.length : bodyPart.size), 0),
    contentType: createMultipartType(contentType ?? "", boundary),
    replacesContentType: true,
    open: () =>
      bodyParts.every((bodyPart) => Buffer.isBuffer(bodyPart))
        ? Buffer.concat(bodyParts)
        : Readable.from(streamParts(bodyParts)),
  };
}

type BodyChunk = Buffer | OpenedFile;

/**
 * Returns the chunks of the body and the boundary between its parts. Each nesting level has its own boundary, and no
 * boundary is a prefix of another.
 */
async function createMultipartChunks(
  parts: readonly EnvelopePart[],
  insertSecrets: InsertSecrets,
  host: Pick<RelayHost, "openFile">,
): Promise<{ readonly boundary: string; readonly parts: readonly BodyChunk[] }> {
  const boundary = `docwright-${randomUUID()}`;
  const bodyParts: BodyChunk[] = [];
  for (const part of parts) {
    const file = part.fileRef === undefined ? undefined : await openFile(host, part.fileRef);
    const partBody = part.multipart && (await createMultipartChunks(part.multipart, insertSecrets, host));
    const envelopePart = partBody
      ? { ...part, contentType: createMultipartType(part.contentType ?? "", partBody.boundary) }
      : part;
    bodyParts.push(Buffer.from(`--${boundary}\r\n${createPartHead(envelopePart, file, insertSecrets)}\r\n\r\n`));
    if (partBody) bodyParts.push(...partBody.parts);
    else bodyParts.push(file ?? Buffer.from(insertSecrets(part.value ?? "", getSecretContext(part.contentType ?? ""))));
    bodyParts.push(Buffer.from("\r\n"));
  }
  bodyParts.push(Buffer.from(`--${boundary}--\r\n`));
  return { boundary, parts: bodyParts };
}

/**
 * Returns the media type with the boundary, which replaces any boundary in the request's own type. Other parameters are
 * preserved because they may be needed, such as the `mediaType` of `multipart/related` (RFC 2387, section 3.1).
 */
function createMultipartType(contentType: string, boundary: string): string {
  const [, subtype = "form-data", parameterText = ""] = /^\s*multipart\/([\w.+-]+)(.*)$/i.exec(contentType) ?? [];
  const parameters = Array.from(
    parameterText.matchAll(parameterPattern),
    ([, name = "", value = ""]) => [name, value] as const,
  )
    .filter(([name]) => name.toLowerCase() !== "boundary")
    .map(([name, value]) => `; ${name}=${value}`);
  return `multipart/${subtype}${parameters.join("")}; boundary=${boundary}`;
}

/** Matches a parameter (RFC 2045, section 5.1). */
const parameterPattern = /;\s*([\w!#$%&'*+.^`{|}~-]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;"]+)/g;

function createPartHead(
  { name, filename, contentType, headers = [] }: EnvelopePart,
  file: OpenedFile | undefined,
  insertSecrets: InsertSecrets,
): string {
  const filenameParameter = file ? `; filename="${quoteText(getBaseName(filename ?? file.name))}"` : "";
  const mediaType = contentType ?? (file && (file.type || "application/octet-stream"));
  const lines =
    name === undefined ? [] : [`Content-Disposition: form-data; name="${quoteText(name)}"${filenameParameter}`];
  if (mediaType !== undefined && /^[\t -~]*$/.test(mediaType)) lines.push(`Content-Type: ${mediaType}`);
  for (const [headerName, text] of headers) {
    const value = insertSecrets(text, "plain");
    // The header is checked again, because a secret can contain a line break.
    checkPartHeader(headerName, value, name !== undefined);
    lines.push(`${headerName}: ${value}`);
  }
  return lines.join("\r\n");
}

/**
 * Escapes text as browsers do (HTML, “multipart/form-data encoding algorithm”). Other control characters can't appear
 * in headers.
 */
function quoteText(text: string): string {
  return text
    .replace(/\r/g, "%0D")
    .replace(/\n/g, "%0A")
    .replace(/"/g, "%22")
    .replace(/[\0-\x1f\x7f]/g, " ");
}

/**
 * Removes folders from a file name so that it can't refer to a file outside the recipient's folder (RFC 7578,
 * 4.2).
 */
function getBaseName(filename: string): string {
  const base = filename.split(/[\\/]/).at(-1) ?? "";
  return base === "" || base === "." || base === ".." ? "file" : base;
}

async function openFile(host: Pick<RelayHost, "openFile">, fileRef: string): Promise<OpenedFile> {
  const file = await host.openFile(fileRef);
  if (!file) throw new RelayError("unknown-file", {});
  return file;
}

async function* streamParts(bodyParts: readonly (Buffer | OpenedFile)[]): AsyncGenerator<Buffer> {
  for (const bodyPart of bodyParts)
    if (Buffer.isBuffer(bodyPart)) yield bodyPart;
    else yield* streamFileBytes(bodyPart);
}

/**
 * Yields the bytes of a file. Throws an error if the number of bytes differs from the announced size, because an
 * additional byte would be parsed as the start of another request.
 */
async function* streamFileBytes({ name, size, openStream }: OpenedFile): AsyncGenerator<Buffer> {
  const createChangeError = (cause: string) => new RelayError("unknown-file", { name, cause: `${name} ${cause}` });
  let sentLength = 0;
  try {
    for await (const chunk of openStream() as AsyncIterable<Buffer>) {
      sentLength += chunk.length;
      if (sentLength > size) throw createChangeError(`is now longer than ${size} bytes`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof RelayError) throw error;
    throw createChangeError("can't be read");
  }
  if (sentLength < size) throw createChangeError(`ended after ${sentLength} of ${size} bytes`);
}

/** The headers as they're sent and as they're shown. Both lists are in the same order. */
export interface HeaderLines {
  readonly sentHeaders: readonly NameValuePair[];
  readonly shownHeaders: readonly NameValuePair[];
}

export interface OutgoingHeaders extends HeaderLines {
  /** The request's own headers, including its content type. Secrets are represented by placeholders. */
  readonly ownHeaders: readonly NameValuePair[];
  readonly hasCookies: boolean;
  /** Returns a copy of these headers in which the request's own headers are replaced with `ownHeaders`. */
  readonly replaceOwnHeaders: (ownHeaders: readonly NameValuePair[]) => HeaderLines;
}

/**
 * Returns all headers in this order: `Host`, the request's own headers, default headers that the request doesn't set,
 * cookies, and framing headers. Throws an error if the value of a secret isn't valid in a header.
 */
export function createOutgoingHeaders(
  hop: RequestHop,
  body: OutgoingBody | undefined,
  jarCookies: string,
  insertSecrets: (text: string) => string,
): OutgoingHeaders {
  checkCookies(hop.cookies, insertSecrets);
  const headers = listOwnHeaders(hop, body);
  const addedJarCookies = selectMissingJarCookies(jarCookies, hop.cookies);
  const replaceOwnHeaders = (lines: readonly NameValuePair[]): HeaderLines => {
    const connectionHeaders: NameValuePair[] = [["Connection", "keep-alive"]];
    if (body || !/^(get|head|options|delete)$/i.test(hop.method))
      connectionHeaders.unshift(["Content-Length", String(body?.length ?? 0)]);
    const buildHeaders = (
      headerLines: readonly NameValuePair[],
      ownCookies: readonly string[],
    ): readonly NameValuePair[] => {
      const cookie = [...ownCookies, ...addedJarCookies].join("; ");
      return [
        ["Host", hop.url.host],
        ...headerLines,
        ...listMissingDefaultHeaders(lines),
        ...(cookie === "" ? [] : [["Cookie", cookie] as const]),
        ...connectionHeaders,
      ];
    };
    // Placeholders aren't replaced in cookies from the jar, because servers set those.
    const filledHeaders = lines.map(([name, value]): NameValuePair => [name, insertSecrets(value)]);
    const sentHeaders = buildHeaders(filledHeaders, hop.cookies.map(insertSecrets));
    for (const [name, value] of sentHeaders) checkHeaderValue(name, value);
    return { sentHeaders, shownHeaders: buildHeaders(lines, hop.cookies) };
  };
  return {
    ...replaceOwnHeaders(headers),
    ownHeaders: headers,
    hasCookies: hop.cookies.length + addedJarCookies.length > 0,
    replaceOwnHeaders,
  };
}

function listOwnHeaders({ headers }: RequestHop, body: OutgoingBody | undefined): readonly NameValuePair[] {
  const isContentType = ([name]: NameValuePair) => /^content-type$/i.test(name);
  if (body?.contentType === undefined || (!body.replacesContentType && headers.some(isContentType))) return headers;
  return [...headers.filter((header) => !isContentType(header)), ["Content-Type", body.contentType]];
}

function listMissingDefaultHeaders(lines: readonly NameValuePair[]): readonly NameValuePair[] {
  const hasHeader = (requestedName: string) => lines.some(([name]) => name.toLowerCase() === requestedName);
  // If an event stream were compressed, events could be delayed until a block is full.
  const acceptsEvents = lines.some(([name, value]) => /^accept$/i.test(name) && /event-stream/i.test(value));
  const defaultHeaders: readonly NameValuePair[] = [
    ["Accept", "*/*"],
    ["Accept-Encoding", acceptsEvents ? "identity" : "gzip, deflate, br"],
    ["User-Agent", "docwright"],
  ];
  return defaultHeaders.filter(([name]) => !hasHeader(name.toLowerCase()));
}

function checkCookies(cookies: readonly string[], insertSecrets: (text: string) => string): void {
  for (const cookie of cookies) {
    const separatorIndex = cookie.indexOf("=");
    const value = cookie.slice(separatorIndex + 1);
    const filledValue = insertSecrets(value);
    if (filledValue !== value) checkCookieValue(cookie.slice(0, separatorIndex), filledValue);
  }
}

/** Returns the cookies in the jar that the request doesn't set itself. */
function selectMissingJarCookies(jarCookies: string, cookieLines: readonly string[]): readonly string[] {
  const getName = (cookie: string) => cookie.split("=", 1)[0]?.trim();
  const names = new Set(cookieLines.flatMap((cookie) => cookie.split("; ")).map(getName));
  return jarCookies.split("; ").filter((cookie) => cookie !== "" && !names.has(getName(cookie)));
}
