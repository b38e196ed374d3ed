import assert from "node:assert/strict";
import { serveRaw } from "../../../../test/harness/raw-server.ts";
import {
  disposeSockets,
  serveSockets,
  type SocketServer,
  createTestSockets,
} from "../../../../test/harness/socket-harness.ts";

describe("WebSockets through the relay", () => {
  let server: SocketServer;
  before(async () => {
    server = await serveSockets((socket, { url = "" }) => {
      if (url.startsWith("/code/")) return socket.close(Number(url.slice(6)), "that was all");
      socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
      if (url === "/bytes") socket.send(Buffer.from([0, 255, 10]));
    });
  });
  afterEach(() => disposeSockets());
  after(() => server.close());

  const createWorld = () => ({ targets: [server.origin] });
  const listTexts = (events: readonly { readonly kind: string }[]) =>
    events.flatMap((event) => ("text" in event ? [event.text] : []));

  it("open and transmit messages in order in both directions", async () => {
    const page = createTestSockets(createWorld());
    const opened = await page.open(`${server.address}/a?b=c`, { headers: [["X-A", "1"]] });
    assert.ok("kind" in opened && opened.kind === "open");
    assert.equal(opened.address, "127.0.0.1");
    const request = server.openings.at(-1);
    assert.equal(request?.url, "/a?b=c");
    assert.equal(request?.headers["x-a"], "1");
    assert.equal(request?.headers["sec-websocket-extensions"], undefined, "compression was offered");
    for (let at = 0; at < 500; at++) page.send(`{"at":${at}}`);
    await page.waitForReport(() => (page.events().length > 500 ? true : undefined));
    assert.deepEqual(
      listTexts(page.events()),
      Array.from({ length: 500 }, (_, at) => `{"at":${at}}`),
    );
  });

  it("return binary messages as Base64", async () => {
    const page = createTestSockets(createWorld());
    await page.open(`${server.address}/bytes`);
    const bytes = await page.waitForReport(() => page.events().find((event) => event.kind === "bytes"));
    assert.equal(bytes.base64, "AP8K");
  });

  it("return the negotiated subprotocol", async () => {
    const page = createTestSockets(createWorld());
    const opened = await page.open(server.address, { protocols: ["v2.live", "v1.live"] });
    assert.ok("kind" in opened && opened.kind === "open");
    assert.equal(opened.protocol, "v2.live");
  });

  for (const code of [1000, 1001, 1008, 4321])
    it(`return the server's close code ${code} and reason`, async () => {
      const page = createTestSockets(createWorld());
      await page.open(`${server.address}/code/${code}`);
      assert.deepEqual(await page.closed(), { kind: "closed", code, reason: "that was all" });
    });

  it("close when the page closes them or disappears", async () => {
    const page = createTestSockets(createWorld());
    await page.open(server.address);
    page.end();
    assert.equal((await page.closed()).code, 1000);
    // The ID of the socket is available again.
    const again = await page.open(server.address, { id: "t" });
    assert.ok("kind" in again);
    const before = page.sent.length;
    page.leave();
    page.send("nobody", "t");
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(page.sent.length, before);
  });

  it("report a refused connection", async () => {
    const gone = await serveSockets(() => undefined);
    await gone.close();
    const page = createTestSockets({ targets: [gone.origin] });
    const failure = await page.open(gone.address);
    assert.ok("message" in failure);
    assert.equal(failure.code, "connect-refused");
    assert.equal(failure.message, `Nothing is listening on ${new URL(gone.origin).host}.`);
  });

  const answers: readonly (readonly [string, string, string])[] = [
    ["HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", "malformed-answer", "status 401"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", "malformed-answer", "status 200"],
    ["HTTP/1.1 302 Found\r\nLocation: ws://evil.example/\r\nContent-Length: 0\r\n\r\n", "redirect-refused", "ws://evil.example/"],
    ["HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: no\r\n\r\n", "malformed-answer", "violated the WebSocket protocol"],
    ["SSH-2.0-OpenSSH_9.6\r\n\r\n", "malformed-answer", "isn't valid HTTP"],
  ]; // prettier-ignore
  for (const [answer, code, words] of answers)
    it(`report an unexpected response: ${answer.slice(0, 20).trim()}`, async () => {
      const raw = await serveRaw((socket) => socket.write(answer));
      const page = createTestSockets({ targets: [raw.origin] });
      const failure = await page.open(raw.origin.replace("http", "ws"));
      assert.ok("message" in failure, "the connection was opened");
      assert.equal(failure.code, code);
      assert.match(failure.message, new RegExp(words));
      assert.equal(raw.sockets.length, 1);
      await raw.close();
    });

  it("time out if the server doesn't respond", async () => {
    const raw = await serveRaw(() => undefined);
    const page = createTestSockets({
      targets: [raw.origin],
      limits: { lookupTimeout: 60_000, openTimeout: 150, closeTimeout: 100, pingInterval: 30_000 },
    });
    const failure = await page.open(raw.origin.replace("http", "ws"));
    assert.ok("message" in failure);
    assert.equal(failure.code, "connect-timeout");
    await raw.close();
  });

  it("are limited to 50", async () => {
    const page = createTestSockets(createWorld());
    const opened = await Promise.all(
      Array.from({ length: 51 }, (_, at) => page.open(server.address, { id: `s${at}` })),
    );
    assert.deepEqual(
      opened.flatMap((each) => ("code" in each && "message" in each ? [each.code] : [])),
      ["too-many"],
    );
  });
});
