import assert from "node:assert/strict";
import fc from "fast-check";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { disposeRelays, createTestRelay } from "../harness/relay-harness.ts";
import { serveRaw, type RawServer } from "../harness/raw-server.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";

/**
 * Sends random requests to a server twice: through the relay, and as handwritten bytes directly through a socket. The
 * server must receive the same bytes both times, and its response must arrive unchanged.
 */
type Pair = readonly [name: string, value: string];

interface Drawn {
  readonly method: string;
  readonly path: string;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly cookies: readonly Pair[];
  readonly body:
    | { readonly kind: "none" }
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "json"; readonly value: unknown }
    | { readonly kind: "base64" | "file"; readonly bytes: Uint8Array }
    | { readonly kind: "parts"; readonly parts: readonly (Pair | readonly [string, Uint8Array])[] };
  readonly answer: {
    readonly status: number;
    readonly reason: string;
    readonly headers: readonly Pair[];
    readonly body: Uint8Array;
    readonly chunks: number;
  };
}

const letters = (from: string, max: number, least = 0) =>
  fc.string({ unit: fc.constantFrom(...Array.from(from)), minLength: least, maxLength: max });
const ascii = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join("");
const latin = `${ascii} \t${Array.from({ length: 96 }, (_, i) => String.fromCharCode(160 + i)).join("")}`;
const token = letters("!#$%&'*+-.^_`|~0123456789abcxyzABCXYZ", 12, 1);
const headerName = fc.oneof(
  token.map((name) => `X-${name}`),
  fc.constantFrom("Accept", "ACCEPT", "User-Agent", "accept-encoding", "Authorization", "Content-Type", "Origin", "Referer", "Range", "If-None-Match", "Expect-CT", "Date"),
); // prettier-ignore
const headerValue = letters(latin, 40).map((value) => value.trim());
const pair = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) => fc.tuple(name, value);
const bytes = fc.uint8Array({ maxLength: 3000 });
const plainName = letters("abcXYZ0189-_ äß", 10, 1);

const drawn: fc.Arbitrary<Drawn> = fc.record({
  method: fc.oneof(
    fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "QUERY"),
    letters("ABCDEFXYZ-", 8, 1).map((name) => `M${name}`),
  ),
  path: letters(ascii.replace(/[#\\?]/g, ""), 60),
  query: fc.array(pair(fc.string({ maxLength: 8, unit: "grapheme" }).filter((name) => !/^\d+$|^__proto__$/.test(name)), fc.string({ maxLength: 12, unit: "grapheme" })), { maxLength: 3 }),
  headers: fc.array(pair(headerName, headerValue), { maxLength: 12 }),
  cookies: fc.array(pair(token, letters(ascii.replace(/[;",\\]/g, ""), 20)), { maxLength: 3 }),
  body: fc.oneof(
    fc.constant({ kind: "none" as const }),
    fc.record({ kind: fc.constant("text" as const), text: fc.string({ unit: "grapheme", maxLength: 300 }) }),
    fc.record({ kind: fc.constant("json" as const), value: fc.oneof(fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue()), fc.array(fc.jsonValue())) }),
    fc.record({ kind: fc.constantFrom("base64" as const, "file" as const), bytes }),
    fc.record({ kind: fc.constant("parts" as const), parts: fc.array(fc.oneof(fc.tuple(plainName, fc.string({ unit: "grapheme", maxLength: 50 })), fc.tuple(plainName, bytes)), { maxLength: 4 }) }),
  ),
  answer: fc.record({
    status: fc.integer({ min: 200, max: 599 }).filter((status) => status !== 204 && status !== 205 && status !== 304),
    reason: letters(ascii, 12),
    headers: fc.array(pair(token.map((name) => `X-${name}`), headerValue), { maxLength: 8 }),
    body: bytes,
    chunks: fc.integer({ min: 0, max: 3 }),
  }),
}); // prettier-ignore

describe("requests through the relay, byte for byte", () => {
  let server: RawServer;
  let direct: Socket;
  let answer: Buffer = Buffer.alloc(0);
  const requests: Buffer[] = [];
  before(async () => {
    server = await serveRaw((socket, request) => {
      requests.push(request);
      socket.write(answer);
    });
    direct = connect(server.port, "127.0.0.1").setNoDelay(true);
    await once(direct, "connect");
  });
  after(async () => {
    await disposeRelays();
    direct.destroy();
    await server.close();
  });

  const runs = chooseByMode(500, 10_000);
  it(`match handwritten ones in ${runs} runs`, async function () {
    this.timeout(chooseByMode(60_000, 900_000));
    const files: Record<string, { name: string; size: number; type: string; openStream: () => Readable }> = {};
    const relay = createTestRelay({ targets: [server.origin], files });
    await fc.assert(
      fc.asyncProperty(drawn, async (each) => {
        answer = answerOf(each);
        requests.length = 0;
        const receivedMessages = await relay.ask(envelopeOf(each, server.origin, files));
        assert.equal(receivedMessages.failure, undefined, JSON.stringify(receivedMessages.failure));
        const [received = Buffer.alloc(0)] = requests;
        const boundary = /boundary=(docwright-[\w-]+)/.exec(received.toString("latin1"))?.[1] ?? "";
        direct.write(requestOf(each, new URL(server.origin).host, boundary));
        await once(direct, "data");
        assert.equal(requests.length, 2);
        assert.equal(received.toString("latin1"), requests[1]?.toString("latin1"));
        const { status, reason, headers, body } = each.answer;
        const reported = receivedMessages.head;
        assert.deepEqual(
          [reported?.status, reported?.statusText, reported?.headers.slice(0, -1)],
          [status, reason, headers],
        );
        assert.ok(receivedMessages.body.equals(each.method === "HEAD" ? Buffer.alloc(0) : body));
      }),
      { numRuns: runs, seed: seedOf(61) },
    );
  });
});

function envelopeOf({ method, path, query, headers, cookies, body }: Drawn, origin: string, files: Record<string, unknown>): object {
  const fileOf = (name: string, content: Uint8Array) => {
    const split = content.length >> 1;
    const stream = () => Readable.from([Buffer.from(content.subarray(0, split)), Buffer.from(content.subarray(split))].filter(({ length }) => length > 0)); // prettier-ignore
    files[name] = { name: "a.bin", size: content.length, type: "application/x-a", openStream: stream };
    return name;
  };
  const half = headers.findIndex(([name], i) => headers.findIndex(([other]) => other === name) < i);
  const first = headers.slice(0, half < 0 ? 0 : half);
  return {
    method,
    url: `${origin}/${path}#part`,
    ...(query.length > 0 && { query: grouped(query) }),
    header: Object.fromEntries(first),
    headers: headers.slice(first.length),
    ...(cookies.length > 0 && { cookie: cookies }),
    ...(body.kind === "text" && { body: body.text }),
    ...(body.kind === "json" && { body: body.value }),
    ...(body.kind === "base64" && { bodyBase64: Buffer.from(body.bytes).toString("base64") }),
    ...(body.kind === "file" && { bodyFile: fileOf("f", body.bytes) }),
    ...(body.kind === "parts" && {
      multipart: body.parts.map(([name, value], i) =>
        typeof value === "string" ? { name, value } : { name, fileRef: fileOf(`f${i}`, value) },
      ),
    }),
  };
} // prettier-ignore

function grouped(query: readonly Pair[]): Record<string, string[]> {
  const names = [...new Set(query.map(([name]) => name))];
  const valuesOf = (expected: string) => query.filter(([name]) => name === expected).map(([, value]) => value);
  return Object.fromEntries(names.map((name) => [name, valuesOf(name)]));
}

/** Returns a request as HTTP/1.1 text (RFC 9112), including implied headers. */
function requestOf({ method, path, query, headers, cookies, body }: Drawn, host: string, boundary: string): Buffer {
  const content = contentOf(body, boundary);
  const isParts = body.kind === "parts";
  const isType = ([name]: Pair) => name.toLowerCase() === "content-type";
  const type = { json: "application/json", file: "application/x-a", parts: `multipart/form-data; boundary=${boundary}` }[body.kind as string]; // prettier-ignore
  const own = headers.filter((header) => !(isParts && isType(header)));
  if (type !== undefined && !own.some(isType)) own.push(["Content-Type", type]);
  const defaultHeaders: readonly Pair[] = [["Accept", "*/*"], ["Accept-Encoding", "gzip, deflate, br"], ["User-Agent", "docwright"]]; // prettier-ignore
  const missing = defaultHeaders.filter(([name]) => !own.some(([other]) => other.toLowerCase() === name.toLowerCase()));
  const lines: Pair[] = [["Host", host], ...own, ...missing];
  if (cookies.length > 0) lines.push(["Cookie", cookies.map((cookie) => cookie.join("=")).join("; ")]);
  if (content || !["GET", "HEAD", "OPTIONS", "DELETE"].includes(method))
    lines.push(["Content-Length", String(content?.length ?? 0)]);
  lines.push(["Connection", "keep-alive"]);
  const pairs = Object.entries(grouped(query)).flatMap(([name, values]) => values.map((value) => `${escaped(name)}=${escaped(value)}`)); // prettier-ignore
  const target = `/${path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
  const head = `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), content ?? Buffer.alloc(0)]);
}

function contentOf(body: Drawn["body"], boundary: string): Buffer | undefined {
  switch (body.kind) {
    case "none":
      return undefined;
    case "text":
      return Buffer.from(body.text);
    case "json":
      return Buffer.from(JSON.stringify(body.value));
    case "base64":
    case "file":
      return Buffer.from(body.bytes);
    case "parts": {
      const part = ([name, value]: (typeof body.parts)[number]) =>
        typeof value === "string"
          ? [`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`, value, "\r\n"]
          : [`--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.bin"\r\nContent-Type: application/x-a\r\n\r\n`, value, "\r\n"]; // prettier-ignore
      const pieces = [...body.parts.flatMap(part), `--${boundary}--\r\n`];
      return Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)));
    }
  }
}

function escaped(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function answerOf({ method, answer: { status, reason, headers, body, chunks } }: Drawn): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = (more: string) => Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines}${more}\r\n\r\n`, "latin1");
  if (method === "HEAD") return head("Content-Length: 5");
  if (chunks === 0) return Buffer.concat([head(`Content-Length: ${body.length}`), body]);
  const size = Math.ceil(body.length / chunks) || 1;
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
    body.subarray(i * size, (i + 1) * size),
  );
  const chunked = pieces.flatMap((piece) => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]); // prettier-ignore
  return Buffer.concat([head("Transfer-Encoding: chunked"), ...chunked, Buffer.from("0\r\n\r\n")]);
}
