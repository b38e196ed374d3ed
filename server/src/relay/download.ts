import { Agent as HttpAgent, type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { checkUrl, getAddressKind, publicUrlPolicy, type UrlPolicy, type UrlRefusal } from "./policy/address-policy.ts";
import { lookUpWithSystem, createPinnedLookup } from "./policy/targets.ts";

export interface BodyLimits {
  /** The maximum size after decompression, in bytes. */
  readonly maxBytes: number;
  /** The maximum ratio of decompressed to compressed size. */
  readonly maxRatio: number;
}

export type BodyResult = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** The size in bytes up to which the compression ratio isn't checked. */
const maxUncheckedBytes = 1_000_000;

/**
 * Reads a response body as text. Bytes are counted after decompression, and reading stops at the limit, so an infinite
 * body or a compression bomb can't exhaust memory. Rejects if the connection breaks.
 */
export async function readBody(response: IncomingMessage, { maxBytes, maxRatio }: BodyLimits): Promise<BodyResult> {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const isCompressed = encoding === "gzip" || encoding === "x-gzip";
  if (!isCompressed && encoding !== "identity" && encoding !== "")
    return rejectResponse(response, "uses a compression format that isn't supported");
  let receivedLength = 0;
  const source = isCompressed ? unpackBody(response, (length) => (receivedLength += length)) : response;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > maxBytes) return rejectResponse(response, `is larger than ${maxBytes / 1_000_000} MB`);
    if (isCompressed && size > maxUncheckedBytes && size > receivedLength * maxRatio)
      return rejectResponse(response, "expands to far more than its compressed size");
    chunks.push(chunk);
  }
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { ok: false, reason: "isn't UTF-8 text" };
  }
}

/** Returns the decompressed stream. If the connection fails, this stream also fails. */
function unpackBody(response: IncomingMessage, countBytes: (length: number) => void): Readable {
  const gunzip = createGunzip();
  response.on("data", (chunk: Buffer) => countBytes(chunk.length));
  response.on("error", (error) => gunzip.destroy(error));
  return response.pipe(gunzip);
}

function rejectResponse(response: IncomingMessage, reason: string): BodyResult {
  response.destroy();
  return { ok: false, reason };
}

/** A file to download at the user's request. */
export interface DownloadRequest {
  readonly url: string;
  /** Returns whether the user has allowed a host, such as `api.example.com` or `api.example.com:8443`. */
  readonly isHostAllowed: (host: string) => boolean;
  /** The validators of the local copy, which are sent so that the server doesn't transfer an unchanged file again. */
  readonly validators?: { readonly etag?: string | undefined; readonly lastModified?: string | undefined } | undefined;
  readonly signal?: AbortSignal;
}

/**
 * The dependencies of a download. Only tests set them, so their values never come from a site, a setting, or the
 * environment.
 */
export interface DownloadDependencies {
  readonly policy?: UrlPolicy;
  readonly lookup?: (name: string) => Promise<readonly string[]>;
  readonly limits?: Partial<DownloadLimits>;
  /** Certificate authorities that are trusted in addition to the default ones. */
  readonly ca?: string;
}

export interface DownloadLimits extends BodyLimits {
  /** The timeout for resolving the host and connecting to it, in milliseconds. */
  readonly connectTimeout: number;
  /** The timeout for the entire download, including redirects, in milliseconds. */
  readonly totalTimeout: number;
  readonly maxRedirects: number;
}

export type DownloadResult =
  | {
      readonly kind: "fetched";
      readonly text: string;
      readonly etag: string | undefined;
      readonly lastModified: string | undefined;
    }
  /** The file on the server hasn't changed since the local copy in `validators` was downloaded. */
  | { readonly kind: "unchanged" }
  /** The user must allow this host first. No request has been sent to this host. */
  | { readonly kind: "consent"; readonly host: string }
  /** A failure. `text` is a clause to append to a URL, such as `returned 404`. */
  | { readonly kind: "failed"; readonly text: string };

const defaultLimits: DownloadLimits = {
  connectTimeout: 10_000,
  totalTimeout: 30_000,
  maxRedirects: 5,
  maxBytes: 20_000_000,
  maxRatio: 200,
};

/**
 * Downloads one file without cookies, credentials, or a proxy. Connects to a host only if the user has allowed it and
 * all its current addresses are public. The connection uses exactly these addresses, so DNS rebinding has no effect.
 * Each redirect is checked in the same way as the first URL. Never rejects.
 */
export async function download(
  request: DownloadRequest,
  dependencies: DownloadDependencies = {},
): Promise<DownloadResult> {
  const limits = { ...defaultLimits, ...dependencies.limits };
  const overallTimeout = AbortSignal.timeout(limits.totalTimeout);
  const signal = request.signal ? AbortSignal.any([overallTimeout, request.signal]) : overallTimeout;
  try {
    return await followRedirects(request, dependencies, limits, signal);
  } catch (error) {
    if (request.signal?.aborted) return toFailure("wasn't fetched because it was canceled");
    if (overallTimeout.aborted) return toFailure(`took longer than ${formatSeconds(limits.totalTimeout)}`);
    return toFailure(describeCause(error));
  }
}

async function followRedirects(
  { url: firstUrl, isHostAllowed, validators }: DownloadRequest,
  dependencies: DownloadDependencies,
  limits: DownloadLimits,
  signal: AbortSignal,
): Promise<DownloadResult> {
  let rawUrl = firstUrl;
  for (let redirectCount = 0; redirectCount <= limits.maxRedirects; redirectCount++) {
    const checkedUrl = checkUrl(rawUrl, dependencies.policy ?? publicUrlPolicy);
    const prefix = redirectCount === 0 ? "" : "redirects to a target that ";
    if (!checkedUrl.ok) return toFailure(prefix + refusalTexts[checkedUrl.reason]);
    const { url } = checkedUrl;
    if (!isHostAllowed(url.host)) return { kind: "consent", host: url.host };
    const addresses = await resolveHost(url, dependencies, limits.connectTimeout, signal);
    if (!addresses.every((address) => (dependencies.policy ?? publicUrlPolicy).allowsAddress(address)))
      return toFailure(prefix + refusalTexts.host);
    const response = await sendRequest(url, addresses, {
      validators,
      ca: dependencies.ca,
      connectTimeout: limits.connectTimeout,
      signal,
    });
    const location = getRedirectLocation(response);
    if (location === undefined) return await readResponse(response, limits, validators !== undefined);
    response.destroy();
    if (!URL.canParse(location, url.href)) return toFailure("redirects to an invalid URL");
    rawUrl = new URL(location, url.href).href;
  }
  return toFailure(`redirects more than ${limits.maxRedirects} times`);
}

const refusalTexts: Readonly<Record<UrlRefusal, string>> = {
  malformed: "isn't a full URL",
  scheme: "doesn't start with https://",
  credentials: "contains a username or password",
  port: "uses a port that's reserved for something else",
  host: "is on a private network or on this machine, and Docwright doesn't fetch files from there",
};

/** Returns all current addresses of the hostname. */
async function resolveHost(
  { hostname }: URL,
  { lookup = lookUpWithSystem }: DownloadDependencies,
  timeoutMilliseconds: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const unbracketedHost = hostname.replace(/^\[(.*)\]$/, "$1");
  if (getAddressKind(unbracketedHost) !== "none") return [unbracketedHost];
  const timeoutSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]);
  const addresses = await Promise.race([lookup(hostname), waitForAbort(timeoutSignal)]);
  if (addresses.length === 0) throw new DownloadError("has a host that can't be found");
  return addresses;
}

function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const rejectTimeout = () => reject(new DownloadError("has a host that can't be found in time"));
    if (signal.aborted) rejectTimeout();
    else signal.addEventListener("abort", rejectTimeout, { once: true });
  });
}

interface SendOptions {
  readonly validators: DownloadRequest["validators"];
  readonly ca: string | undefined;
  readonly connectTimeout: number;
  readonly signal: AbortSignal;
}

function sendRequest(
  url: URL,
  addresses: readonly string[],
  { validators, ca, connectTimeout, signal }: SendOptions,
): Promise<IncomingMessage> {
  const isTls = url.protocol === "https:";
  const options: RequestOptions = {
    method: "GET",
    // A separate agent is used, because the default agent may use a proxy from the environment or an existing
    // connection.
    agent: isTls ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false }),
    lookup: createPinnedLookup(addresses),
    headers: createHeaders(validators),
    maxHeaderSize: 16_384,
    signal,
  };
  return new Promise((resolve, reject) => {
    const clientRequest = isTls
      ? requestHttps(url, { ...options, rejectUnauthorized: true, ...(ca !== undefined && { ca }) })
      : requestHttp(url, options);
    const timer = setTimeout(
      () => clientRequest.destroy(new DownloadError(`can't be reached within ${formatSeconds(connectTimeout)}`)),
      connectTimeout,
    );
    clientRequest.on("socket", (socket) => socket.once(isTls ? "secureConnect" : "connect", () => clearTimeout(timer)));
    clientRequest.on("close", () => clearTimeout(timer));
    clientRequest.on("response", resolve).on("error", reject).end();
  });
}

function createHeaders(validators: DownloadRequest["validators"]): Record<string, string> {
  const headers: Record<string, string> = {
    accept: "application/json, application/yaml, text/yaml, */*;q=0.1",
    "accept-encoding": "gzip",
    "user-agent": "docwright",
  };
  if (isHeaderText(validators?.etag)) headers["if-none-match"] = validators.etag;
  if (isHeaderText(validators?.lastModified)) headers["if-modified-since"] = validators.lastModified;
  return headers;
}

function isHeaderText<T extends string | undefined>(text: T): text is T & string {
  return text !== undefined && /^[\x20-\x7e]{1,500}$/.test(text);
}

function getRedirectLocation({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
}

async function readResponse(
  response: IncomingMessage,
  limits: DownloadLimits,
  isConditional: boolean,
): Promise<DownloadResult> {
  const { statusCode = 0, headers } = response;
  const isHtml = /^\s*text\/html\b/i.test(headers["content-type"] ?? "");
  if (statusCode !== 200 || isHtml) response.destroy();
  if (statusCode === 304 && isConditional) return { kind: "unchanged" };
  if (statusCode !== 200) return toFailure(`returned ${statusCode}`);
  if (isHtml) return toFailure("returned a web page instead of a specification");
  const body = await readBody(response, limits);
  if (!body.ok) return toFailure(body.reason);
  if (/^\s*<(!doctype|html)\b/i.test(body.text.slice(0, 1000)))
    return toFailure("returned a web page instead of a specification");
  return { kind: "fetched", text: body.text, etag: headers.etag, lastModified: headers["last-modified"] };
}

/** An error whose message was written by Docwright. */
class DownloadError extends Error {}

function toFailure(text: string): DownloadResult {
  return { kind: "failed", text };
}

function describeCause(error: unknown): string {
  if (error instanceof DownloadError) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "ENODATA") return "has a host that can't be found";
  if (code === "ECONNREFUSED") return "has a host that refuses connections";
  if (/^(ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL|EPROTO)/.test(code))
    return "has a host whose certificate isn't valid";
  if (code === "ECONNRESET" || code === "EPIPE") return "closed the connection before the file was complete";
  return "can't be fetched";
}

function formatSeconds(milliseconds: number): string {
  return `${milliseconds / 1000} ${milliseconds === 1000 ? "second" : "seconds"}`;
}

/**
 * Sends a request to a URL that the user has configured, such as the URL of a service that requires an API key.
 * Redirects are handled as specified by `init`.
 */
export const fetchDirectly = (url: string, init: RequestInit): Promise<Response> => fetch(url, init);
