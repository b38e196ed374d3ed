import type { IncomingMessage, ServerResponse } from "node:http";
import type { RelayEnd, RelayFailure, RelayHead } from "../../core/request/protocol/relay-protocol.ts";
import { BoundedMap } from "../../core/text/maps.ts";
import type { Relay } from "../relay.ts";
import { harmlessHeaders, createHttpSink, sendFailure, sendJson } from "./http-response.ts";
import type { ReceivedFiles } from "./uploads.ts";

export interface ReadLimits {
  readonly maxBytes: number;
  /** The timeout between two chunks, in milliseconds. `totalTimeout` is the timeout for the entire request. */
  readonly idleTimeout: number;
  readonly totalTimeout: number;
}

export type JsonReadResult =
  | { readonly kind: "read"; readonly value: unknown }
  | { readonly kind: "too-large" | "too-slow" | "malformed" };

/**
 * Reads the JSON body of a request. The limits apply regardless of who sends the request. Rejects if the connection is
 * lost.
 */
export async function readRequestJson(request: IncomingMessage, limits: ReadLimits): Promise<JsonReadResult> {
  if (Number(request.headers["content-length"] ?? 0) > limits.maxBytes) return { kind: "too-large" };
  const readResult = await readBytes(request, limits);
  if (!Buffer.isBuffer(readResult)) return { kind: readResult };
  try {
    const decodedText = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readResult);
    return { kind: "read", value: JSON.parse(decodedText) as unknown };
  } catch {
    return { kind: "malformed" };
  }
}

function readBytes(
  request: IncomingMessage,
  { maxBytes, idleTimeout, totalTimeout: overallTimeout }: ReadLimits,
): Promise<Buffer | "too-large" | "too-slow"> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (result: Buffer | "too-large" | "too-slow"): void => {
      clearTimeout(idleTimer);
      clearTimeout(overallTimer);
      request.off("data", addChunk);
      resolve(result);
    };
    const onTimeout = (): void => end("too-slow");
    const addChunk = (chunk: Buffer): void => {
      size += chunk.length;
      idleTimer.refresh();
      if (size > maxBytes) end("too-large");
      else chunks.push(chunk);
    };
    const idleTimer = setTimeout(onTimeout, idleTimeout);
    const overallTimer = setTimeout(onTimeout, overallTimeout);
    request.on("data", addChunk);
    request.once("end", () => end(Buffer.concat(chunks)));
    request.once("close", () => {
      clearTimeout(idleTimer);
      clearTimeout(overallTimer);
      if (!request.complete) reject(new Error("The connection was closed unexpectedly."));
    });
    request.once("error", reject);
  });
}

/** The relay's HTTP endpoint for a browser tab: `POST /_service/api/request` and related paths. */
export interface RelayListener {
  /** Whether the listener handles the path. */
  readonly acceptsUrl: (url: string) => boolean;
  /**
   * Handles a request. Before any of the body is read, `checkRequest` checks whether the request comes from the page
   * itself.
   */
  readonly handleRequest: (
    request: IncomingMessage,
    response: ServerResponse,
    checkRequest: RequestCheck,
  ) => Promise<void>;
}

export type RequestCheck = (request: IncomingMessage) => { readonly status: number; readonly text: string } | undefined;

export interface RelayListenerOptions {
  readonly relay: Relay;
  readonly files: ReceivedFiles;
  readonly limits?: Partial<ReadLimits & { readonly maxConcurrentRequests: number }>;
}

/** Matches the relay's paths. Both the relay's own prefix and the service's prefix are supported. */
const servicePathPattern = /^\/(?:_service|_mintlify)\/api\/([^?#]*)(?:\?|$)/;
const defaultLimits = { maxBytes: 10_000_000, idleTimeout: 10_000, totalTimeout: 60_000, maxConcurrentRequests: 50 };

interface RouteContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The ID in the path, or an empty string if the path doesn't contain one. */
  readonly id: string;
}

interface Route {
  readonly pathPattern: RegExp;
  readonly method: "POST" | "GET" | "DELETE";
  readonly contentType?: string;
  readonly handle: (request: RouteContext) => Promise<void> | void;
}

const maxResponses = 20;

export function createRelayListener({ relay, files, limits: limitOptions }: RelayListenerOptions): RelayListener {
  const limits = { ...defaultLimits, ...limitOptions };
  /** The metadata of the most recent responses, by request ID. */
  const responsesById = new BoundedMap<string, RecentResponse>(maxResponses);
  let activeRequestCount = 0;

  const send = async ({ request, response }: RouteContext): Promise<void> => {
    if (activeRequestCount >= limits.maxConcurrentRequests)
      return sendError(response, 429, "Too many requests are in progress.");
    activeRequestCount++;
    try {
      const json = await readRequestJson(request, limits);
      if (json.kind !== "read") return reportUnreadBody(request, response, json.kind);
      const abortController = new AbortController();
      response.once("close", () => {
        if (!response.writableFinished) abortController.abort();
      });
      const id = getRequestId(json.value);
      const sink = createHttpSink(response, (response) => {
        if (id !== undefined) responsesById.set(id, response);
      });
      await relay.send(json.value, sink, abortController.signal);
    } finally {
      activeRequestCount--;
    }
  };

  const storeUpload = async ({ request, response }: RouteContext): Promise<void> => {
    const upload = await files.storeFile(request);
    if (upload === "too-large") reportUnreadBody(request, response, "too-large");
    else sendJson(response, upload);
  };

  const sendResponse = ({ response, id }: RouteContext): void => {
    const recentResponse = responsesById.get(id);
    if (recentResponse) sendJson(response, recentResponse);
    else sendError(response, 404, "There's no response with this ID.");
  };

  const sendStoredBody = ({ response, id }: RouteContext): void => {
    const name = responsesById.get(id)?.end?.storedBodyId;
    const body = name === undefined ? undefined : relay.openStoredBody(name);
    if (!body) return sendError(response, 404, "The body of this response wasn't saved.");
    response.writeHead(200, {
      ...harmlessHeaders,
      "Content-Type": "application/octet-stream",
      "Content-Disposition": 'attachment; filename="response"',
    });
    body.on("error", () => response.destroy());
    response.on("close", () => body.destroy());
    body.pipe(response);
  };

  const abortRequest = ({ response, id }: RouteContext): void => {
    if (relay.abort(id)) response.writeHead(204, harmlessHeaders).end();
    else sendError(response, 404, "There's no request with this ID.");
  };

  const routes: readonly Route[] = [
    { pathPattern: /^request$/, method: "POST", contentType: "application/json", handle: send },
    { pathPattern: /^request\/([\w-]{1,64})$/, method: "DELETE", handle: abortRequest },
    { pathPattern: /^files$/, method: "POST", contentType: "application/octet-stream", handle: storeUpload },
    { pathPattern: /^response\/([\w-]{1,64})$/, method: "GET", handle: sendResponse },
    { pathPattern: /^response\/([\w-]{1,64})\/body$/, method: "GET", handle: sendStoredBody },
  ];

  return {
    acceptsUrl: (url) => servicePathPattern.test(url),
    handleRequest: async (request, response, checkRequest) => {
      const path = servicePathPattern.exec(request.url ?? "")?.[1] ?? "";
      const route = routes.find((each) => each.pathPattern.test(path));
      if (!route) return sendError(response, 404, "Not found.");
      if (request.method !== route.method) {
        response.setHeader("Allow", route.method);
        return sendError(response, 405, `Only ${route.method} is allowed here.`);
      }
      const refusal = checkRequest(request);
      if (refusal) return sendError(response, refusal.status, refusal.text);
      if (route.contentType !== undefined && !hasContentType(request, route.contentType))
        return sendError(response, 415, `The content type must be ${route.contentType}.`);
      await route.handle({ request, response, id: route.pathPattern.exec(path)?.[1] ?? "" });
    },
  };
}

function hasContentType({ headers }: IncomingMessage, type: string): boolean {
  const [mediaType = "", charset = "charset=utf-8"] = (headers["content-type"] ?? "").toLowerCase().split(/;\s*/);
  return mediaType === type && charset === "charset=utf-8" && headers["content-encoding"] === undefined;
}

function getRequestId(envelope: unknown): string | undefined {
  const options = getProperty(envelope, "options");
  const id = getProperty(options, "id");
  return typeof id === "string" && /^[\w-]{1,64}$/.test(id) ? id : undefined;
}

function getProperty(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

const unreadBodyFailures = {
  "too-large": { status: 413, message: "The request is too large.", hint: "Send the body as a file." },
  "too-slow": { status: 408, message: "The request didn't arrive in time.", hint: "Send the request again." },
  malformed: { status: 400, message: "The request isn't valid JSON.", hint: "Reload the page." },
} as const;

/**
 * Sends the error response, and then reads and discards the rest of the body for a moment so that the sender has a
 * chance to receive the response.
 */
function reportUnreadBody(
  request: IncomingMessage,
  response: ServerResponse,
  kind: keyof typeof unreadBodyFailures,
): void {
  const { status, message, hint } = unreadBodyFailures[kind];
  const failure: RelayFailure = {
    code: kind === "too-large" ? "too-large" : "malformed",
    message,
    cause: kind,
    hint,
  };
  sendFailure(response, failure, status);
  if (request.complete) return;
  request.resume();
  const disconnectTimer = setTimeout(() => request.destroy(), 1000);
  request.once("close", () => clearTimeout(disconnectTimer));
}

function sendError(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...harmlessHeaders,
    "Content-Type": "text/plain; charset=utf-8",
    Connection: "close",
  });
  response.end(`${text}\n`);
}

/** A response without its body. Initially, only the head is available. The outcome is added when the response ends. */
export interface RecentResponse {
  readonly head: RelayHead;
  readonly end?: RelayEnd;
  /** The failure. Set only if the response broke off. */
  readonly failure?: RelayFailure;
}
