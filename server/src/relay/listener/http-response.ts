import type { ServerResponse } from "node:http";
import type {
  RelayFailure,
  RelayFailureCode,
  RelayHead,
} from "../../core/request/protocol/relay-protocol.ts";
import type { RelaySink } from "../relay.ts";
import type { RecentResponse } from "./relay-listener.ts";

/** Bytes of the header as it is sent. Servers and browsers give up at 16 kB of all headers together. */
const maxBytes = 12_000;

/**
 * What is known of an answer as the value of `X-Relay-Response`: base64url of JSON in UTF-8. Where that is too long,
 * headers are left out from the end and `truncated` says so.
 */
export function headHeader(head: RelayHead): string {
  const full = encoded(head);
  if (full.length <= maxBytes) return full;
  const bare: RelayHead = {
    ...head,
    statusText: head.statusText.slice(0, 200),
    headers: [],
    redirects: [],
    sent: { method: head.sent.method, url: head.sent.url.slice(0, 2000), headers: [] },
    truncated: true,
  };
  const { cors: _, ...barest } = bare;
  // Base64 makes four bytes of three.
  let room = Math.floor(((maxBytes - encoded(barest).length) * 3) / 4);
  const retained = head.headers.findIndex((pair) => {
    room -= Buffer.byteLength(JSON.stringify(pair)) + 1;
    return room < 0;
  });
  return encoded({ ...barest, headers: retained < 0 ? head.headers : head.headers.slice(0, retained) });
}

function encoded(head: RelayHead): string {
  return Buffer.from(JSON.stringify(head), "utf8").toString("base64url");
}

/**
 * On everything that comes from a target, so that nobody but the page reads it and nothing in it can run, wherever it is
 * opened. Of the target's own headers none is passed on but its type; the page reads them as data.
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

/** So much may be on its way to the browser before the target is read no further, in bytes: enough to fill a round trip. */
const underWay = 1_000_000;

/**
 * Passes an answer on as the answer of `response`: the head as soon as it is there, then piece by piece as fast as the
 * browser takes them. Where its length is known it is said, which saves a frame around each piece. `note` hears what is known
 * of it, at the latest before the last byte leaves: who has read the whole asks how it ended.
 */
export function httpSink(response: ServerResponse, note: (answer: RecentResponse) => void): RelaySink {
  let known: RelayHead | undefined;
  let left = Infinity;
  let last: Uint8Array | undefined;
  return {
    head: (head, length) => {
      known = head;
      note({ head });
      if (response.headersSent || response.destroyed) return;
      left = length ?? Infinity;
      response.writeHead(carriedStatus(head.status), {
        ...harmlessHeaders,
        "Content-Type": typeOf(head),
        "X-Relay-Response": headHeader(head),
        ...(length !== undefined && { "Content-Length": length }),
      });
      // What comes in the same moment goes out in one piece.
      response.cork();
      setImmediate(() => response.uncork());
      response.flushHeaders();
    },
    data: (bytes) => {
      left -= bytes.length;
      if (left === 0) last = bytes;
      else if (!response.destroyed && !response.write(bytes) && response.writableLength > underWay)
        return taken(response);
      return undefined;
    },
    end: (end) => {
      if (known) note({ head: known, end });
      response.end(last);
    },
    failed: (failure) => {
      if (known) note({ head: known, failure });
      if (response.headersSent) {
        // What came before it broke off may still be held back.
        response.uncork();
        response.destroy();
      } else if (!response.destroyed) sendFailure(response, failure);
    },
  };
}

/** Why the relay has no answer, as an answer of its own. */
export function sendFailure(
  response: ServerResponse,
  failure: RelayFailure,
  status = statusOfFailure(failure.code),
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
 * Statuses that a browser does not hand to the page as they come: it waits for another answer (1xx), lets no body
 * through (205, 304), asks again by itself (408, 421, 425) or takes for a proxy's (407). The page reads them in the head.
 */
const notCarried: ReadonlySet<number> = new Set([205, 304, 407, 408, 421, 425]);

function carriedStatus(status: number): number {
  return status >= 200 && status <= 599 && !notCarried.has(status) ? status : 200;
}

const refusedByUs: Readonly<Partial<Record<RelayFailureCode, number>>> = {
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

function statusOfFailure(code: RelayFailureCode): number {
  return refusedByUs[code] ?? (code.endsWith("-timeout") ? 504 : 502);
}

function typeOf({ headers }: RelayHead): string {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1].trim() ?? "";
  return /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:;[\x20-\x7e]{0,200})?$/.test(type)
    ? type
    : "application/octet-stream";
}

/** Until the browser has taken what was written, or is gone. */
function taken(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}
