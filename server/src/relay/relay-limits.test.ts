import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from "node:net";
import { mock } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { disposeRelays, createTestRelay } from "../../../test/harness/relay-harness.ts";
import type { RelaySink } from "./relay.ts";
import { maxWait } from "../../../test/harness/eventually.ts";

const servers: (Server | TcpServer)[] = [];
const sockets = new Set<Socket>();

async function startListening<Kind extends Server | TcpServer>(server: Kind): Promise<string> {
  servers.push(server);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const serve = (listener: RequestListener) => startListening(createServer(listener));
const silent: RelaySink = {
  head: () => undefined,
  data: () => undefined,
  end: () => undefined,
  failed: () => undefined,
};
const waitUntil = async (isSo: () => boolean, what: string) => {
  for (const start = performance.now(); !isSo(); await wait(5))
    assert.ok(performance.now() - start < maxWait, `timed out: ${what}`);
};

/**
 * Replaces timers and `performance.now()` with a manual clock that doesn't advance during socket traffic. Returns a
 * function that advances the clock by a number of milliseconds.
 */
function takeOverTime(): (milliseconds: number) => void {
  let now = performance.now();
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(performance, "now", () => now);
  return (milliseconds) => {
    now += milliseconds;
    mock.timers.tick(milliseconds);
  };
}

describe("request limits", () => {
  afterEach(async () => {
    mock.timers.reset();
    mock.restoreAll();
    await disposeRelays();
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });
  const get = (origin: string, timeouts: object) =>
    createTestRelay({ targets: [origin] }).ask({ method: "GET", url: origin, options: { timeouts } });

  it("stop a connection to a server that never starts TLS", async () => {
    const origin = (await startListening(createTcpServer((socket) => void socket.resume()))).replace("http:", "https:");
    const { failure } = await get(origin, { connect: 50 });
    assert.equal(failure?.code, "connect-timeout");
    await waitUntil(() => sockets.size === 0, "the connection is closed");
  });

  it("stop a request to a server that doesn't respond", async () => {
    const origin = await serve(() => undefined);
    assert.equal((await get(origin, { firstByte: 50 })).failure?.code, "first-byte-timeout");
    await waitUntil(() => sockets.size === 0, "the connection is closed");
  });

  it("stop a response head that arrives too slowly", async () => {
    const origin = await startListening(createTcpServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("X-A: 1\r\n"), 10);
      socket.on("close", () => clearInterval(timer));
    })); // prettier-ignore
    assert.equal((await get(origin, { firstByte: 60 })).failure?.code, "first-byte-timeout");
  });

  it("stop a stalled response", async () => {
    const origin = await serve((_request, response) => void response.writeHead(200).write("half"));
    const { failure, text, calls } = await get(origin, { idle: 400 });
    assert.deepEqual([failure?.code, text, calls], ["idle-timeout", "half", "head data failed"]);
  });

  it("stop a response that arrives too slowly", async () => {
    const origin = await serve((_request, response) => {
      const timer = setInterval(() => response.write("a"), 10);
      response.on("close", () => clearInterval(timer));
    });
    assert.equal((await get(origin, { idle: 5000, total: 100 })).failure?.code, "total-timeout");
  });

  it("don't treat a slow reader as a silent server", async () => {
    const origin = await serve((_request, response) => void response.end("hello"));
    const reported: string[] = [];
    const { relay } = createTestRelay({ targets: [origin] });
    const sink: RelaySink = { ...silent, data: () => wait(3000), end: () => reported.push("end"), failed: ({ code }) => reported.push(code) }; // prettier-ignore
    await relay.send({ method: "GET", url: origin, options: { timeouts: { idle: 1500 } } }, sink);
    assert.deepEqual(reported, ["end"]);
  });

  it("don't include the time before consent", async () => {
    const origin = await serve((_request, response) => void response.end("hello"));
    const letPass = takeOverTime();
    const giveConsent = () => Promise.resolve().then(() => (letPass(120_000), "once" as const));
    const { end, head, failure } = await createTestRelay({ targets: [origin], requestConsent: giveConsent }).ask({ method: "GET", url: origin, options: { timeouts: { total: 100_000 } } }); // prettier-ignore
    assert.equal(failure, undefined);
    assert.ok(end && end.total < 100_000, "the time for consent was counted");
    assert.ok((head?.timings.firstByte ?? Infinity) < 100_000);
  });

  it("cause the page to be notified when consent is pending", async () => {
    const origin = await serve((_request, response) => void response.end("hello"));
    const reported: unknown[] = [];
    const { relay } = createTestRelay({ targets: [origin], requestConsent: () => Promise.resolve(void reported.push("asked")).then(() => "once" as const) }); // prettier-ignore
    await relay.send({ method: "GET", url: origin }, { ...silent, requestConsent: (isPending) => void reported.push(isPending), end: () => reported.push("end") }); // prettier-ignore
    assert.deepEqual(reported, [true, "asked", false, "end"]);
  });

  it("don't apply to a silent event stream, whose events are forwarded immediately", async () => {
    let resumeRead = (): void => undefined;
    const origin = await serve((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" }).write("data: 1\n\n");
      resumeRead = () => void response.end("data: 2\n\n");
    });
    const letPass = takeOverTime();
    const reported: string[] = [];
    const { relay } = createTestRelay({ targets: [origin] });
    const sink: RelaySink = {
      head: () => void reported.push("head"),
      data: (bytes) => {
        if (reported.push(Buffer.from(bytes).toString()) > 2) return;
        letPass(3_600_000);
        resumeRead();
      },
      end: () => void reported.push("end"),
      failed: ({ code }) => void reported.push(code),
    };
    await relay.send({ method: "GET", url: origin, options: { timeouts: { idle: 30_000, total: 60_000 } } }, sink); // prettier-ignore
    assert.deepEqual(reported, ["head", "data: 1\n\n", "data: 2\n\n", "end"]);
  });

  for (const [name, listener] of Object.entries<RequestListener>({
    "hasn't responded": () => undefined,
    "is sending its response": (_request, response) => void response.write("half"),
  }))
    it(`allow immediate cancellation of a request to a server that ${name}`, async () => {
      let closed = 0;
      let hasBegun = false;
      const origin = await serve((request, response) => {
        hasBegun = true;
        request.socket.once("close", () => (closed = performance.now()));
        listener(request, response);
      });
      const { relay, ask } = createTestRelay({ targets: [origin] });
      const pendingRequest = ask({ method: "GET", url: origin, options: { id: "one" } });
      await waitUntil(() => hasBegun, "the request arrives");
      await wait(20);
      const before = performance.now();
      assert.equal(relay.abort("one"), true);
      await waitUntil(() => closed > 0, "the server hears of it");
      // Even on a busy machine, this is far from the time limit of 30 s.
      assert.ok(closed - before < 25_000, `${closed - before} ms`);
      assert.equal((await pendingRequest).failure?.code, "aborted");
      assert.equal(relay.abort("one"), false);
    });

  it("allow a signal to cancel a request, even before it starts", async () => {
    const origin = await serve(() => undefined);
    const { ask } = createTestRelay({ targets: [origin] });
    const { failure } = await ask({ method: "GET", url: origin }, AbortSignal.abort());
    assert.equal(failure?.code, "aborted");
    assert.equal(sockets.size, 0);
  });

  it("allow cancellation while consent is pending", async () => {
    const giveConsent = () => new Promise<"once">(() => undefined);
    const { relay, ask } = createTestRelay({ targets: ["http://127.0.0.1:9999"], requestConsent: giveConsent });
    const pendingRequest = ask({ method: "GET", url: "http://127.0.0.1:9999/", options: { id: "one" } });
    await wait(20);
    relay.abort("one");
    assert.equal((await pendingRequest).failure?.code, "aborted");
  });

  it("reject a second request with the same ID", async () => {
    const origin = await serve(() => undefined);
    const { ask, relay } = createTestRelay({ targets: [origin] });
    const envelope = { method: "GET", url: origin, options: { id: "one" } };
    const first = ask(envelope);
    assert.equal((await ask(envelope)).failure?.code, "malformed");
    relay.abort("one");
    await first;
  });

  it("allow 50 simultaneous requests, all of which end when the relay is disposed of", async () => {
    const origin = await serve(() => undefined);
    const { ask, relay } = createTestRelay({ targets: [origin] });
    const running = Array.from({ length: 50 }, () => ask({ method: "GET", url: origin }));
    assert.equal((await ask({ method: "GET", url: origin })).failure?.code, "too-many");
    await waitUntil(() => sockets.size === 50, "fifty connections");
    const before = performance.now();
    await relay.dispose();
    assert.deepEqual(new Set((await Promise.all(running)).map(({ failure }) => failure?.code)), new Set(["aborted"]));
    await waitUntil(() => sockets.size === 0, "all are closed");
    assert.ok(performance.now() - before < 25_000);
  });

  it("allow reuse of a connection", async () => {
    const origin = await serve((_request, response) => void response.end("hi"));
    const { ask } = createTestRelay({ targets: [origin] });
    for (let i = 0; i < 5; i++) assert.equal((await ask({ method: "GET", url: origin })).text, "hi");
    assert.equal(sockets.size, 1);
  });

  it("allow a retry if a reused connection has been closed", async () => {
    let requests = 0;
    const origin = await startListening(createTcpServer((socket) => {
      let ownCount = 0;
      socket.on("data", () => {
        requests++;
        if (ownCount++ > 0) socket.destroy();
        else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
      });
    })); // prettier-ignore
    const { ask } = createTestRelay({ targets: [origin] });
    const texts = [await ask({ method: "GET", url: origin }), await ask({ method: "GET", url: origin })];
    assert.deepEqual([texts.map(({ text }) => text), requests], [["hi", "hi"], 3]);
    assert.equal((await ask({ method: "POST", url: origin })).failure?.code, "connect-reset");
  });

  it("restrict saved response heads to the latest ones, which are saved completely", async () => {
    const origin = await serve((_request, response) => void response.setHeader("X-A", "a".repeat(14_000)).end());
    const { ask, relay } = createTestRelay({ targets: [origin] });
    for (let i = 0; i < 25; i++) await ask({ method: "GET", url: origin, options: { id: `id-${i}` } });
    assert.equal(relay.getHead("id-24")?.headers.find(([name]) => name === "X-A")?.[1].length, 14_000);
    assert.equal(relay.getHead("id-0"), undefined);
  });

  it("limit the effect of an exception in a sink to one request", async () => {
    const origin = await serve((_request, response) => void response.end("hi"));
    const { relay, ask } = createTestRelay({ targets: [origin] });
    const throwError = () => {
      throw new Error("closed");
    };
    await relay.send({ method: "GET", url: origin }, { head: throwError, data: throwError, end: throwError, failed: throwError }); // prettier-ignore
    await waitUntil(() => sockets.size === 0, "its connection is closed");
    assert.equal((await ask({ method: "GET", url: origin })).text, "hi");
  });

  it("aren't reported for a refused or reset connection, which has its own error", async () => {
    const origin = await startListening(createTcpServer((socket) => socket.on("data", () => socket.resetAndDestroy())));
    assert.equal((await get(origin, {})).failure?.code, "connect-reset");
    const closed = createTcpServer();
    const gone = await startListening(closed);
    await new Promise((resolve) => closed.close(resolve));
    const { failure } = await get(gone, {});
    assert.deepEqual(
      [failure?.code, failure?.message, failure?.cause],
      ["connect-refused", `Nothing is listening on ${new URL(gone).host}.`, `ECONNREFUSED ${new URL(gone).host}`],
    );
  });
});
