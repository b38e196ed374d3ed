import assert from "node:assert/strict";
import http from "node:http";
import { connect } from "node:net";
import { maxWait } from "../../../../test/harness/eventually.ts";
import { serveRaw } from "../../../../test/harness/raw-server.ts";
import {
  disposeSockets,
  serveSockets,
  type SocketServer,
  createTestSockets,
} from "../../../../test/harness/socket-harness.ts";

const limits = { lookupTimeout: 60_000, openTimeout: 60_000, closeTimeout: 60_000, pingInterval: 40 };

describe("WebSocket connection", () => {
  let server: SocketServer;
  let pings = 0;
  let pongs = 0;
  before(async () => {
    server = await serveSockets((socket, { url = "" }) => {
      socket.on("ping", () => pings++);
      socket.on("pong", (data) => (pongs += data.toString() === "there?" ? 1 : 0));
      if (url === "/ping") socket.ping("there?");
      socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
    });
  });
  beforeEach(() => ([pings, pongs] = [0, 0]));
  afterEach(() => disposeSockets());
  after(() => server.close());
  const waitUntil = async (isSo: () => boolean, what: string) => {
    for (const start = performance.now(); !isSo(); await new Promise((resolve) => setTimeout(resolve, 5)))
      assert.ok(performance.now() - start < maxWait, `timed out: ${what}`);
  };
  const listFailures = (page: ReturnType<typeof createTestSockets>) =>
    page.sent.flatMap((each) => (each.kind === "relay/socketFailed" ? [each] : []));

  it("requests consent to connect, not to send a request", async () => {
    const page = createTestSockets({ targets: [server.origin] });
    await page.open(server.address);
    assert.deepEqual(page.questions.map(({ connects }) => connects), [true]); // prettier-ignore
  });

  it("responds to pings and sends its own while it's open", async () => {
    const page = createTestSockets({ targets: [server.origin], limits });
    await page.open(`${server.address}/ping`);
    await waitUntil(() => pongs === 1 && pings >= 2, "a pong and two pings");
    page.end();
    await page.closed();
    const before = pings;
    await new Promise((resolve) => setTimeout(resolve, 120));
    assert.equal(pings, before, "pings continued after the close");
  });

  it("queues messages until the connection opens and then sends them in order", async () => {
    const page = createTestSockets({ targets: [server.origin] });
    const opened = page.open(server.address);
    for (const text of ["a", "b", "c"]) page.send(text);
    await opened;
    page.send("d");
    await waitUntil(() => page.events().length === 5, "four messages");
    const texts = page.events().flatMap((event) => (event.kind === "message" ? [event.text] : []));
    assert.deepEqual(texts, ["a", "b", "c", "d"]);
    assert.deepEqual(listFailures(page), []);
  });

  it("reports the number of unsent messages if it never opens", async () => {
    const refusing = await serveRaw((socket) => socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"));
    const page = createTestSockets({ targets: [refusing.origin] });
    const opened = page.open(refusing.origin.replace("http", "ws"));
    page.send("a");
    page.send("b");
    const failure = await opened;
    assert.ok("message" in failure);
    assert.match(failure.message, /status 403 and didn't open a WebSocket\. 2 messages weren't sent\.$/);
    assert.equal(listFailures(page).length, 1, "the failure was reported more than once");
    await refusing.close();
  });

  it("reports a message as unsent if the page sends it after closing the connection", async () => {
    const page = createTestSockets({ targets: [server.origin] });
    await page.open(server.address);
    page.end();
    await page.closed();
    page.send("too late");
    await waitUntil(() => listFailures(page).length === 1, "a failure");
    assert.deepEqual([listFailures(page)[0]?.failure.message, listFailures(page)[0]?.isOpen], ["One message wasn't sent.", true]); // prettier-ignore
  });

  it("reports queued messages as unsent if the page disconnects", async () => {
    const silent = await serveRaw(() => undefined);
    const page = createTestSockets({ targets: [silent.origin] });
    void page.open(silent.origin.replace("http", "ws"));
    page.send("a");
    await waitUntil(() => page.questions.length === 1, "the question");
    page.end();
    await waitUntil(() => listFailures(page).length === 1, "a failure");
    assert.equal(listFailures(page)[0]?.failure.message, "One message wasn't sent.");
    await silent.close();
  });

  it("doesn't write anything to a connection that doesn't lead to the checked address", async () => {
    let bytes = 0;
    const elsewhere = await serveRaw((socket) => socket.on("data", (piece: Buffer) => (bytes += piece.length)));
    const { port } = new URL(elsewhere.origin);
    // Simulates a VS Code agent that doesn't use the checked addresses.
    const patched = http.Agent.prototype as unknown as { createConnection: unknown };
    const before = patched.createConnection;
    patched.createConnection = () => connect(Number(port), "127.0.0.1");
    try {
      const page = createTestSockets({
        targets: ["http://api.example.com"],
        secrets: { token: { value: "canary-8831", origin: "http://api.example.com" } },
        dependencies: { lookup: () => Promise.resolve(["93.184.215.14"]) },
      });
      const failure = await page.open("ws://api.example.com/x", {
        headers: [["Authorization", "{{secret:token}}"]],
      });
      assert.ok(
        "message" in failure && /which isn't the address that was checked/.test(failure.message),
        JSON.stringify(failure),
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(bytes, 0);
    } finally {
      patched.createConnection = before;
    }
    await elsewhere.close();
  });
});
