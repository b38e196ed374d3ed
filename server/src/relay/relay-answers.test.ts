import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { serveRaw } from "../../../test/harness/raw-server.ts";
import { disposeRelays, createTestRelay, type SentEvents } from "../../../test/harness/relay-harness.ts";

const servers: Server[] = [];
const closing: (() => Promise<void>)[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function get(
  origin: string,
  options: object = {},
  limits?: { maxStoredBytes: number; maxStreamedBytes: number },
): Promise<SentEvents> {
  return createTestRelay({ targets: [origin], ...(limits && { limits }) }).ask({
    method: "GET",
    url: origin,
    options,
  });
}

/** Returns the relay's response if a server sends this raw text. By default, the server then closes the connection. */
async function getRaw(answer: string, ending: "end" | "stay" = "end"): Promise<SentEvents> {
  const server = await serveRaw((socket) => (ending === "end" ? socket.end(answer, "latin1") : socket.write(answer, "latin1"))); // prettier-ignore
  closing.push(server.close);
  return get(server.origin);
}

describe("responses", () => {
  afterEach(async () => {
    await disposeRelays();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    await Promise.all(closing.splice(0).map((close) => close()));
  });

  it("are returned with the original status, reason, and headers", async () => {
    const { head, text, end, calls } = await getRaw(
      "HTTP/1.1 418 I am a teapot\r\nset-cookie: a=1\r\nX-b: 1\r\nSet-Cookie: b=2\r\nx-B:  ü \r\nContent-Length: 2\r\n\r\nhi",
    );
    assert.deepEqual([head?.status, head?.statusText, head?.httpVersion], [418, "I am a teapot", "1.1"]);
    assert.deepEqual(head?.headers, [["set-cookie", "a=1"], ["X-b", "1"], ["Set-Cookie", "b=2"], ["x-B", "ü"], ["Content-Length", "2"]]); // prettier-ignore
    assert.deepEqual([text, end?.bytes, end?.wireBytes, calls], ["hi", 2, 2, "head data end"]);
    assert.ok((head?.timings.connect ?? -1) <= (head?.timings.firstByte ?? -1));
  });

  describe("that are compressed", () => {
    const text = "{\"a\": 1}\n".repeat(2000); // prettier-ignore
    const packed: Readonly<Record<string, Buffer>> = {
      "gzip": gzipSync(text),
      "X-GZIP": gzipSync(text),
      "deflate": deflateSync(text),
      " deflate ": deflateRawSync(text),
      "br": brotliCompressSync(text),
      "gzip, br": brotliCompressSync(gzipSync(text)),
      "identity": Buffer.from(text),
      "unheard-of": Buffer.from(text),
    }; // prettier-ignore
    for (const [name, bytes] of Object.entries(packed))
      it(`are forwarded decompressed (${name})`, async () => {
        const origin = await serve((_request, response) => response.writeHead(200, { "Content-Encoding": name }).end(bytes)); // prettier-ignore
        const { text: got, end } = await get(origin);
        assert.equal(got, text);
        assert.deepEqual([end?.bytes, end?.wireBytes], [text.length, bytes.length]);
      });

    it("are reported if the encoding isn't supported", async () => {
      for (const [name, encoding] of [["compress", "compress"], ["gzip, Snappy", "gzip, snappy"], ["gzip", undefined], ["identity", undefined]] as const) {
        const origin = await serve((_request, response) => response.writeHead(200, { "Content-Encoding": name }).end(gzipSync(text)));
        assert.equal((await get(origin)).head?.encoding, encoding);
      }
    }); // prettier-ignore

    for (const method of ["HEAD", "GET"])
      it(`are accepted without a body after ${method}${method === "GET" ? " with 204" : ""}`, async () => {
        const origin = await serve((_request, response) => response.writeHead(method === "GET" ? 204 : 200, { "Content-Encoding": "gzip" }).end()); // prettier-ignore
        const { failure, end } = await createTestRelay({ targets: [origin] }).ask({ method, url: origin });
        assert.deepEqual([failure, end?.bytes], [undefined, 0]);
      });

    it("fail if the data is invalid", async () => {
      for (const name of ["gzip", "deflate", "br"]) {
        const origin = await serve((_request, response) => response.writeHead(200, { "Content-Encoding": name }).end("no, this is plain text")); // prettier-ignore
        assert.equal((await get(origin)).failure?.code, "decompression", name);
      }
    });

    it("fail if they end early", async () => {
      const origin = await serve((_request, response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(text).subarray(0, 40))); // prettier-ignore
      assert.equal((await get(origin)).failure?.code, "decompression");
    });

    it("are canceled if they're decompression bombs", async () => {
      const origin = await serve((_request, response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(Buffer.alloc(60_000_000)))); // prettier-ignore
      const { failure, body } = await get(origin);
      assert.equal(failure?.code, "decompression");
      assert.ok(body.length < 10_000_000, `${body.length} bytes were forwarded`);
    });

    it("are forwarded chunk by chunk", async () => {
      const gzip = createGzip();
      const origin = await serve((_request, response) => {
        gzip.pipe(response.writeHead(200, { "Content-Encoding": "gzip", "Content-Type": "text/event-stream" }));
        gzip.write("data: 1\n\n");
        gzip.flush();
      });
      const first = await new Promise<string>((resolve) => {
        const { relay } = createTestRelay({ targets: [origin] });
        const doNothing = () => undefined;
        void relay.send({ method: "GET", url: origin }, { head: doNothing, end: doNothing, failed: doNothing, data: (bytes) => resolve(Buffer.from(bytes).toString()) }); // prettier-ignore
      });
      gzip.end();
      assert.equal(first, "data: 1\n\n");
    });
  });

  it("arrive completely and in order if they contain 10,000 events", async () => {
    const count = 10_000;
    const origin = await serve((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      let next = 0;
      const sendSome = (): void => {
        for (let i = 0; i < 100; i++) response.write(`id: ${next}\ndata: ${next++}\n\n`);
        if (next < count) setImmediate(sendSome);
        else response.end();
      };
      sendSome();
    });
    const { text } = await get(origin);
    const expected = Array.from({ length: count }, (_, i) => `id: ${i}\ndata: ${i}\n\n`).join("");
    assert.ok(text === expected, `${text.length} of ${expected.length} characters`);
  });

  it("that exceed the limit are saved until the relay is disposed of", async () => {
    const full = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
    const origin = await serve((_request, response) => response.end(full));
    const { relay, ask } = createTestRelay({ targets: [origin] });
    const { body, end } = await ask({ method: "GET", url: origin, options: { inlineBytes: 100_000 } });
    assert.deepEqual([body.equals(full.subarray(0, 100_000)), end?.bytes], [true, 300_000]);
    const pieces: Buffer[] = [];
    for await (const piece of relay.openStoredBody(end?.storedBodyId ?? "") ?? []) pieces.push(piece as Buffer);
    assert.ok(Buffer.concat(pieces).equals(full));
    assert.equal(relay.openStoredBody("../../etc/passwd"), undefined);
    await relay.dispose();
    assert.equal(relay.openStoredBody(end?.storedBodyId ?? ""), undefined);
  });

  it("are also saved completely if they arrive in one chunk", async () => {
    const full = "short ".repeat(1000);
    const origin = await serve((_request, response) => response.end(full));
    const { relay, ask } = createTestRelay({ targets: [origin] });
    const { end } = await ask({ method: "GET", url: origin, options: { inlineBytes: 100 } });
    let keptName = "";
    for await (const piece of relay.openStoredBody(end?.storedBodyId ?? "") ?? []) keptName += String(piece);
    assert.ok(keptName === full, `${keptName.length} of ${full.length} characters`);
    await relay.dispose();
  });

  it("aren't saved if they're short", async () => {
    const origin = await serve((_request, response) => response.end("hi"));
    const { end, text } = await get(origin, { inlineBytes: 2 });
    assert.deepEqual([text, end?.storedBodyId], ["hi", undefined]);
  });

  it("are truncated at the limit if they never end", async () => {
    const origin = await serve((_request, response) => {
      const sendMore = () => void (response.destroyed || response.write(Buffer.alloc(65_536), sendMore));
      sendMore();
    });
    const { end, body } = await get(origin, {}, { maxStoredBytes: 1, maxStreamedBytes: 1_000_001 });
    assert.deepEqual([end?.isTruncated, end?.bytes, body.length], [true, 1_000_001, 1_000_001]);
  });

  it("are read no faster than they're consumed", async () => {
    let byteCount = 0;
    const origin = await serve((_request, response) => {
      const sendMore = () => void (response.destroyed || response.write(Buffer.alloc(65_536), () => ((byteCount += 65_536), sendMore()))); // prettier-ignore
      sendMore();
    });
    const { relay } = createTestRelay({ targets: [origin] });
    const stop = new AbortController();
    const doNothing = () => undefined;
    let isTaken: () => void = doNothing;
    const sink = { head: doNothing, end: doNothing, failed: doNothing, data: () => new Promise<void>((resolve) => (isTaken = resolve)) }; // prettier-ignore
    const done = relay.send({ method: "GET", url: origin }, sink, stop.signal);
    let before = -1;
    // First, the buffers between the relay and the server fill up, which can take a long time on a busy machine.
    while (byteCount === 0 || byteCount > before) {
      assert.ok(byteCount < 100_000_000, "the server continued to write");
      before = byteCount;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    stop.abort();
    isTaken();
    await done;
  });

  describe("that are invalid HTTP", () => {
    const ok = "HTTP/1.1 200 OK\r\n";
    const answers: Readonly<Record<string, readonly [answer: string, code: string]>> = {
      "an HTTP/0.9 response": ["<html>hi</html>", "malformed-answer"],
      "another protocol": ["SSH-2.0-OpenSSH_9.2\r\n", "malformed-answer"],
      "an empty response": ["", "connect-reset"],
      "a truncated head": ["HTTP/1.1 200 OK\r\nX-A", "connect-reset"],
      "a head of 64 KB": [`${ok}X-A: ${"a".repeat(65_536)}\r\n\r\n`, "malformed-answer"],
      "an invalid chunk": [`${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\nhi\r\n`, "malformed-answer"],
      "truncated chunks": [`${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nhi`, "connect-reset"],
      "fewer bytes than declared": [`${ok}Content-Length: 10\r\n\r\nhi`, "connect-reset"],
      "two lengths": [`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nhi`, "malformed-answer"],
      "an invalid length": [`${ok}Content-Length: -1\r\n\r\nhi`, "malformed-answer"],
      "both a length and chunks": [`${ok}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, "malformed-answer"],
      "a header with a bare line feed": [`${ok}X-A: 1\nX-B\r\n\r\n`, "malformed-answer"],
      "101 without an upgrade request": ["HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", "malformed-answer"],
      "a thousand interim responses": ["HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000), "malformed-answer"],
    }; // prettier-ignore
    for (const [name, [answer, code]] of Object.entries(answers))
      it(`fail: ${name}`, async () => {
        const { failure, calls, end } = await getRaw(answer);
        assert.equal(failure?.code, code, failure?.cause);
        assert.equal(end, undefined);
        assert.match(calls, /^(head )?(data )*failed$/);
      });

    it("are forwarded without any bytes beyond the declared length", async () => {
      assert.equal((await getRaw(`${ok}Content-Length: 2\r\n\r\nhi there`)).text, "hi");
    });

    it("are forwarded without a body if the status is 204", async () => {
      assert.equal((await getRaw("HTTP/1.1 204 No Content\r\n\r\nhi")).text, "");
    });

    it("can include a few interim responses", async () => {
      const { head, text } = await getRaw(
        `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(3)}${ok}Content-Length: 2\r\n\r\nhi`,
      );
      assert.deepEqual([head?.status, text], [200, "hi"]);
    });
  });
});
