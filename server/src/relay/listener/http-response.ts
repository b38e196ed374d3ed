import type { ServerResponse } from "node:http";
import type { RelayFailure, RelayFailureCode, RelayHead } from "../../core/request/protocol/relay-protocol.ts";
import type { RelaySink } from "../relay.ts";
import type { RecentResponse } from "./relay-listener.ts";

/** The maximum length of the encoded header in bytes. Servers and browsers accept 16 kB for all headers combined. */
const maxHeaderBytes = 12_000;

/**
 * Returns the metadata of a response as the value of the `X-Relay-Response` header: UTF-8 JSON in Base64url. If the
 * value is too long, the redirects, the sent headers, and the CORS result are removed, response headers are removed
 * from the end, and `truncated` is set.
 */
export function serializeHead(head: RelayHead): string {
  const encodedHead = encodeHead(head);
  if (encodedHead.length <= maxHeaderBytes) return encodedHead;
  const emptyHead: RelayHead = {
    ...head,
    statusText: head.statusText.slice(0, 200),
    headers: [],
    redirects: [],
    sentRequest: { method: head.sentRequest.method, url: head.sentRequest.url.slice(0, 2000), headers: [] },
    truncated: true,
  };
  const { cors: _, ...barest } = emptyHead;
  // Base64 encodes three bytes in four characters.
  let remainingBytes = Math.floor(((maxHeaderBytes - encodeHead(barest).length) * 3) / 4);
  const headerCount = head.headers.findIndex((pair) => {
    remainingBytes -= Buffer.byteLength(JSON.stringify(pair)) + 1;
    return remainingBytes < 0;
  });
  return encodeHead({
    ...barest,
    headers: headerCount < 0 ? head.headers : head.headers.slice(0, headerCount),
  });
}

function encodeHead(head: RelayHead): string {
  return Buffer.from(JSON.stringify(head), "utf8").toString("base64url");
}

/**
 * The headers that are set on all content from a target. They ensure that only the page can read the content, and that
 * nothing in the content can run, no matter how it's opened. The content type is the only header that is passed on from
 * the target. The page gets the other headers as data.
 */
export const harmlessHeaders = {
  "Cache-Control": "no-store, no-transform",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Accel-Buffering": "no",
} as const;

/**
 * The number of bytes that can be waiting for the browser before reading from the target pauses. The number is high
 * enough that a round trip doesn't slow down the transfer.
 */
const maxPendingBytes = 1_000_000;

/**
 * Returns a sink that streams a relayed response to `response`. The head comes first, followed by each chunk as fast as
 * the browser accepts it. If the host provides the length, `Content-Length` is set, which avoids chunk framing.
 * `recordResponse` receives the metadata before the last byte is sent, because a client requests the outcome as soon as
 * it has read everything.
 */
export function createHttpSink(
  response: ServerResponse,
  recordResponse: (recentResponse: RecentResponse) => void,
): RelaySink {
  let responseHead: RelayHead | undefined;
  let remainingBytes = Infinity;
  let lastChunk: Uint8Array | undefined;
  return {
    head: (head, length) => {
      responseHead = head;
      recordResponse({ head });
      if (response.headersSent || response.destroyed) return;
      remainingBytes = length ?? Infinity;
      response.writeHead(toForwardedStatus(head.status), {
        ...harmlessHeaders,
        "Content-Type": getContentType(head),
        "X-Relay-Response": serializeHead(head),
        ...(length !== undefined && { "Content-Length": length }),
      });
      // Corking combines data that is written in the same tick into one packet.
      response.cork();
      setImmediate(() => response.uncork());
      response.flushHeaders();
    },
    data: (bytes) => {
      remainingBytes -= bytes.length;
      if (remainingBytes === 0) lastChunk = bytes;
      else if (!response.destroyed && !response.write(bytes) && response.writableLength > maxPendingBytes)
        return waitForDrain(response);
      return undefined;
    },
    end: (end) => {
      if (responseHead) recordResponse({ head: responseHead, end });
      response.end(lastChunk);
    },
    failed: (failure) => {
      if (responseHead) recordResponse({ head: responseHead, failure });
      if (response.headersSent) {
        // Data that was written before the failure may still be in the buffer.
        response.uncork();
        response.destroy();
      } else if (!response.destroyed) sendFailure(response, failure);
    },
  };
}

/** Sends a failure of the relay as an HTTP response. */
export function sendFailure(
  response: ServerResponse,
  failure: RelayFailure,
  status = getFailureStatus(failure.code),
): void {
  sendJson(response, { error: failure }, status, { "X-Relay-Error": failure.code });
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(value);
  response.writeHead(status, {
    ...harmlessHeaders,
    ...headers,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
  });
  response.end(text);
}

/**
 * Statuses that a browser doesn't pass on to the page unchanged. The browser may wait for another response (1xx), drop
 * the body (205, 304), retry the request (408, 421, 425), or treat the response as a proxy's response (407). The page
 * reads the real status from the head.
 */
const unforwardableStatuses: ReadonlySet<number> = new Set([205, 304, 407, 408, 421, 425]);

function toForwardedStatus(status: number): number {
  return status >= 200 && status <= 599 && !unforwardableStatuses.has(status) ? status : 200;
}

const statusByFailure: Readonly<Partial<Record<RelayFailureCode, number>>> = {
  malformed: 400,
  "unknown-secret": 400,
  "unknown-file": 400,
  "refused-target": 403,
  consent: 403,
  undeclared: 403,
  "refused-address": 403,
  "secret-elsewhere": 403,
  "too-large": 413,
  "too-many": 429,
  aborted: 499,
};

function getFailureStatus(code: RelayFailureCode): number {
  return statusByFailure[code] ?? (code.endsWith("-timeout") ? 504 : 502);
}

function getContentType({ headers }: RelayHead): string {
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1].trim() ?? "";
  return /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:;[\x20-\x7e]{0,200})?$/.test(contentType)
    ? contentType
    : "application/octet-stream";
}

/** Resolves when the browser has accepted the data written so far or has disconnected. */
function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      response.off("drain", finish);
      response.off("close", finish);
      resolve();
    };
    response.on("drain", finish);
    response.on("close", finish);
  });
}
