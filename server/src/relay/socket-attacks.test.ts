import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { goodCertificate } from "../../../test/harness/test-certificates.ts";
import {
  disposeSockets,
  serveSockets,
  createTestSockets,
  type SocketServer,
  type SocketWorld,
} from "../../../test/harness/socket-harness.ts";
import { serveRaw } from "../../../test/harness/raw-server.ts";

const canary = 'Canary/77+ü"';

/** The encoded forms in which the secret may appear in messages. */
const forms = [
  canary,
  Buffer.from(canary).toString("latin1"),
  Buffer.from(canary).toString("base64"),
  encodeURIComponent(canary),
  JSON.stringify(canary).slice(1, -1),
];

describe("WebSocket attacks", () => {
  let server: SocketServer;
  const received: string[] = [];
  before(async () => {
    server = await serveSockets((socket, { url = "" }) => {
      socket.on("message", (data: Buffer, isBinary) => {
        if (url === "/count") return void (data.toString() === "end" && socket.send("all heard"));
        received.push(data.toString());
        socket.send(data, { binary: isBinary });
        socket.send(data, { binary: true });
      });
      if (url === "/long") socket.send("é".repeat(1_000_005));
      if (url === "/huge") socket.send(Buffer.alloc(16_000_001));
      if (url === "/flood") for (let at = 0; at < 20_000; at++) socket.send(String(at));
      if (url.startsWith("/echo")) socket.send(decodeURIComponent(url));
    });
  });
  afterEach(() => {
    disposeSockets();
    received.length = 0;
  });
  after(() => server.close());

  const createWorld = (more: SocketWorld = {}): SocketWorld => ({ targets: [server.origin], ...more });
  const getCode = async (url: string, more: SocketWorld = {}, headers: readonly (readonly [string, string])[] = []) => {
    const before = server.openings.length;
    const page = createTestSockets(createWorld(more));
    const opened = await page.open(url, { headers });
    if (!("code" in opened && "message" in opened)) return "open";
    assert.equal(server.openings.length, before, "a connection was opened anyway");
    for (const form of forms) assert.ok(!JSON.stringify(page.sent).includes(form), "the secret was revealed");
    return opened.code;
  };

  it("don't affect a declared and allowed connection (control)", async () => {
    assert.equal(await getCode(server.address), "open");
  });

  it("fail for an undeclared origin, another scheme, or a username in the URL", async () => {
    const { port, host } = new URL(server.origin);
    assert.equal(await getCode(`ws://localhost:${port}/`), "undeclared");
    assert.equal(await getCode(`wss://${host}/`), "undeclared");
    for (const url of [`http://${host}/`, "file:///etc/passwd", "ws+unix:/var/run/docker.sock:/x", ""])
      assert.equal(await getCode(url), "refused-target", url);
    assert.equal(await getCode(`ws://a:b@${host}/`), "refused-target");
    assert.equal(await getCode(`ws://${host}/a b`), "malformed");
    assert.equal(await getCode(`ws://${host}/`, {}, [["X-A", "a\r\nX-B: c"]]), "malformed");
  });

  it("fail for a name that resolves to a disallowed address, and cause the name to be resolved only once", async () => {
    const lookup = (...addresses: string[]) => ({ targets: [`http://live.example:${new URL(server.origin).port}`], dependencies: { lookup: () => Promise.resolve(addresses) } }); // prettier-ignore
    const url = `ws://live.example:${new URL(server.origin).port}/`;
    assert.equal(await getCode(url, lookup("127.0.0.1")), "refused-address");
    assert.equal(await getCode(url, lookup("169.254.169.254")), "refused-address");
    assert.equal(await getCode(url, lookup("8.8.8.8", "10.0.0.1")), "refused-address");
    let lookups = 0;
    const counted = { dependencies: { lookup: () => (lookups++, Promise.resolve(["127.0.0.1"])) } };
    const { port } = new URL(server.origin);
    const local = await getCode(`ws://x.localhost:${port}/`, {
      targets: [`http://x.localhost:${port}`],
      ...counted,
    });
    assert.deepEqual([local, lookups], ["open", 1]);
  });

  it("fail without consent", async () => {
    assert.equal(await getCode(server.address, { requestConsent: () => Promise.resolve("no") }), "consent");
  });

  it("fail for a secret that belongs to another origin or doesn't exist", async () => {
    const secrets = { token: { value: canary, origin: "https://api.example.com" } };
    const address = `${server.address}/?t={{secret:token}}`;
    assert.equal(await getCode(address, { secrets }), "secret-elsewhere");
    assert.equal(await getCode(server.address, { secrets }, [["X-Key", "{{secret:token}}"]]), "secret-elsewhere");
    assert.equal(await getCode(address), "unknown-secret");
  });

  it("don't reveal a secret that was sent, regardless of how the server returns it", async () => {
    const secrets = { token: { value: canary, origin: server.origin } };
    const page = createTestSockets(createWorld({ secrets }));
    await page.open(`${server.address}/echo/{{secret:token}}`, { headers: [["X-Key", "{{secret:token}}"]] });
    assert.deepEqual(page.questions.at(-1)?.secrets, ["token"]);
    const request = server.openings.at(-1);
    assert.equal(request?.url, `/echo/${encodeURIComponent(canary)}`);
    assert.equal(Buffer.from(String(request.headers["x-key"]), "latin1").toString("latin1"), canary);
    page.send('{"token":"{{secret:token}}"}');
    await page.waitForReport(() => (page.events().length >= 4 ? true : undefined));
    assert.equal(received.at(-1), JSON.stringify({ token: canary }));
    const reported = JSON.stringify(page.sent);
    for (const form of forms)
      assert.ok(!reported.includes(form) && !reported.includes(JSON.stringify(form).slice(1, -1)), form);
    const bytes = page.events().flatMap((event) => (event.kind === "bytes" ? [Buffer.from(event.base64, "base64").toString()] : [])); // prettier-ignore
    assert.deepEqual(bytes, ['{"token":"{{secret:token}}"}']);
  });

  it("don't reveal a secret, regardless of how many messages are sent before the server returns it", async () => {
    const page = createTestSockets(createWorld({ secrets: { token: { value: canary, origin: server.origin } } }));
    await page.open(`${server.address}/count`);
    for (let at = 0; at < 20_000; at++) page.send(at % 4 === 0 ? "{{secret:token}}" : "x");
    page.send("end");
    const message = await page.waitForReport(() => page.events().find((event) => event.kind === "message"));
    assert.equal(message.text, "all heard");
  });

  it("can't send another origin's secret in a message and don't close the connection", async () => {
    const page = createTestSockets(createWorld({ secrets: { other: { value: canary, origin: "https://a.example" } } }));
    await page.open(server.address);
    page.send("{{secret:other}}");
    assert.equal((await page.failure()).code, "secret-elsewhere");
    assert.deepEqual(received, []);
    page.send("still here");
    await page.waitForReport(() => page.events().find((event) => event.kind === "message"));
    assert.deepEqual(received, ["still here"]);
  });

  it("can't cause the first secret in a message to be sent without consent", async () => {
    const answers = ["once", "no"] as const;
    let requestCount = 0;
    const consent = () => Promise.resolve(answers[requestCount++] ?? "no");
    const page = createTestSockets(
      createWorld({ requestConsent: consent, secrets: { token: { value: canary, origin: server.origin } } }),
    );
    await page.open(server.address);
    page.send("{{secret:token}}");
    assert.equal((await page.failure()).code, "consent");
    assert.deepEqual(received, []);
  });

  it("can't cause a long message to be truncated in the middle of a character", async () => {
    const page = createTestSockets(createWorld());
    await page.open(`${server.address}/long`);
    const message = await page.waitForReport(() => page.events().find((event) => event.kind === "message"));
    assert.deepEqual([message.text.length, message.isTruncated], [1_000_000, true]);
  });

  it("end with a closed connection if a message is too large", async () => {
    const page = createTestSockets(createWorld());
    await page.open(`${server.address}/huge`);
    const failure = await page.failure();
    assert.equal(failure.code, "too-large");
    assert.match(failure.message, /a message larger than 16 MB/);
  });

  it("can't flood the page, which receives all messages in order and no faster than it can process them", async () => {
    const page = createTestSockets(createWorld());
    const from = performance.now();
    await page.open(`${server.address}/flood`);
    await page.waitForReport(() => (page.events().length > 2000 ? true : undefined));
    assert.ok(performance.now() - from >= 400, "2,000 messages were delivered in fewer than nine batches of 50 ms");
    const texts = page.events().flatMap((event) => (event.kind === "message" ? [event.text] : []));
    assert.deepEqual(
      texts.slice(0, 2000),
      Array.from({ length: 2000 }, (_, at) => String(at)),
    );
  });

  describe("over TLS", () => {
    const listen = async () => {
      const https = createServer({ ...goodCertificate });
      const sockets = new WebSocketServer({ server: https });
      const opened: string[] = [];
      sockets.on("connection", (_socket, { url = "" }) => opened.push(url));
      await new Promise<void>((resolve) => https.listen(0, "127.0.0.1", resolve));
      const { port } = https.address() as AddressInfo;
      const close = (): void => {
        for (const client of sockets.clients) client.terminate();
        https.close();
      };
      return { origin: `https://127.0.0.1:${port}`, address: `wss://127.0.0.1:${port}/`, opened, close };
    };

    it("don't affect a connection with a trusted certificate", async () => {
      const { origin, address, opened, close } = await listen();
      const page = createTestSockets({ targets: [origin], dependencies: { ca: goodCertificate.cert } });
      assert.ok("kind" in (await page.open(address)));
      assert.deepEqual(opened, ["/"]);
      close();
    });

    it("can't use a connection with an untrusted certificate until the user allows it", async () => {
      const { origin, address, opened, close } = await listen();
      const secrets = { token: { value: canary, origin } };
      const page = createTestSockets({ targets: [origin], secrets });
      const failure = await page.open(`${address}?t={{secret:token}}`);
      assert.ok("message" in failure);
      const { fingerprint256 } = new X509Certificate(goodCertificate.cert);
      assert.deepEqual([failure.code, failure.fingerprint], ["tls-untrusted", fingerprint256]);
      assert.deepEqual(opened, []);
      const other = fingerprint256.replace(/^../, (byte) => (byte === "AA" ? "BB" : "AA"));
      const refused = await page.open(address, { id: "t", tlsFingerprint: other });
      assert.ok("message" in refused);
      assert.ok("kind" in (await page.open(address, { id: "u", tlsFingerprint: fingerprint256 })));
      assert.deepEqual(opened, ["/"]);
      close();
    });
  });

  const frames: readonly (readonly [string, Buffer])[] = [
    ["text that isn't UTF-8", Buffer.from([0x81, 2, 0xc3, 0x28])],
    ["an unknown frame type", Buffer.from([0x83, 0])],
    ["a frame with a declared length of 9 exabytes", Buffer.from([0x82, 127, 0x7f, 255, 255, 255, 255, 255, 255, 255])],
    ["a masked frame from a server", Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5])],
    ["a compressed frame that wasn't negotiated", Buffer.from([0xc1, 1, 0])],
    ["a close code that doesn't exist", Buffer.from([0x88, 2, 0, 5])],
  ]; // prettier-ignore
  for (const [name, frame] of frames)
    it(`end with a closed connection and an error: ${name}`, async () => {
      const raw = await serveRaw((socket, request) => {
        const [, key = ""] = /sec-websocket-key: (.*)\r\n/i.exec(request.toString("latin1")) ?? [];
        const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
        socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`); // prettier-ignore
        socket.write(frame);
      });
      const page = createTestSockets({ targets: [raw.origin] });
      await page.open(raw.origin.replace("http", "ws"));
      const { code } = await page.failure();
      assert.ok(code === "malformed-answer" || code === "too-large", code);
      await raw.close();
    });
});
