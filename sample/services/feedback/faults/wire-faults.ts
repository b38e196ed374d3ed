import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Reply } from "../../api/reply.ts";
import { sendReply } from "../../api/send-reply.ts";
import type { Fault } from "./fault.ts";

const json = "application/json";

/** Responses that are corrupted in transit. */
export const wireFaults = {
  html: () => ({
    status: 200,
    type: "text/html",
    bytes: "<!doctype html><title>Sign in</title><h1>Sign in to the network</h1><script>alert(1)</script>",
  }),
  "html as json": () => ({ status: 200, type: json, bytes: "<!doctype html><title>Sign in</title>" }),
  "no content type": (reply) => (response) => response.end(textOf(reply)),
  "json cut off": (reply) => ({ status: 200, type: json, bytes: firstHalf(textOf(reply)) }),
  "cut off by length": (reply) => (response) => {
    const text = textOf(reply);
    response.writeHead(200, { "Content-Type": json, "Content-Length": Buffer.byteLength(text) });
    response.write(firstHalf(text), () => response.destroy());
  },
  "cut off in chunks": (reply) => (response) => {
    response.writeHead(200, { "Content-Type": json });
    response.write(firstHalf(textOf(reply)), () => response.destroy());
  },
  "wrong bytes": (reply) => {
    const [head, tail] = [Buffer.from('{"wrong":"'), Buffer.from(`",${textOf(reply).slice(1)}`)];
    return { status: 200, type: json, bytes: Buffer.concat([head, Buffer.from([0xff, 0xc0, 0x80]), tail]) };
  },
  "gzip bomb": () => ({ status: 200, type: json, bytes: bomb(), headers: { "Content-Encoding": "gzip" } }),
  "gzip that is none": () => ({
    status: 200,
    type: json,
    bytes: "{}",
    headers: { "Content-Encoding": "gzip" },
  }),
  "too large": () => (response) => {
    response.writeHead(200, { "Content-Type": json });
    response.write('{"feedback":[');
    endlessly(response, Buffer.alloc(256 * 1024, " "));
  },
  "too deep": () => ({
    status: 200,
    type: json,
    bytes: `{"feedback":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
  }),
  drip: (reply) => (response) => {
    response.writeHead(200, { "Content-Type": json });
    const text = textOf(reply);
    let at = 0;
    const timer = setInterval(() => {
      response.write(text.slice(at, ++at));
      if (at >= text.length) response.end();
    }, 1000);
    response.on("close", () => clearInterval(timer));
  },
  silence: () => () => undefined,
  "silence after the head": () => (response) => {
    response.writeHead(200, { "Content-Type": json });
    response.flushHeaders();
  },
  slow: (reply) => (response) => {
    const timer = setTimeout(() => sendReply(response, reply), 150);
    response.on("close", () => clearTimeout(timer));
  },
  reset: () => (response) => {
    response.socket?.resetAndDestroy();
  },
  "closed without an answer": () => (response) => {
    response.destroy();
  },
} as const satisfies Readonly<Record<string, Fault>>;

function textOf({ json: value, bytes }: Reply): string {
  return value === undefined ? String(bytes ?? "{}") : JSON.stringify(value);
}

function firstHalf(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2));
}

/**
 * Returns 300 MB of spaces, compressed to 300 KB. This is possible because a gzip file can consist of several members.
 */
function bomb(): Buffer {
  const member = gzipSync(Buffer.alloc(1024 * 1024, " "));
  return Buffer.concat([gzipSync('{"feedback":['), ...Array<Buffer>(300).fill(member)]);
}

/** Writes data as fast as the client reads it, until the client disconnects. */
function endlessly(response: ServerResponse, piece: Buffer): void {
  while (!response.destroyed && response.write(piece));
  if (!response.destroyed) response.once("drain", () => endlessly(response, piece));
}
