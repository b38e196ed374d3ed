import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { closeLocalServers } from "../harness/local-server.ts";
import { createMemorySecretStore, createMemoryStore } from "../../server/src/relay/playground/stores.ts";
import { canary, itWithstands, requestText, startRig, statusOf, type Attack, type Rig } from "./relay-rig.ts";
import { maxWait } from "../harness/eventually.ts";

const line = "POST /_service/api/request";

/** A time in milliseconds that is shorter than any of the relay's request timeouts. */
const anyTimeout = 25_000;

/** Starts a request without waiting for it. */
function begin(
  rig: Rig,
  url: string,
  id?: string,
): { readonly socket: Socket; readonly heard: () => string; readonly closed: Promise<void> } {
  const socket = connect(rig.server.port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => (received += text));
  const closed = new Promise<void>((resolve) => socket.on("error", () => undefined).on("close", () => resolve()));
  socket.write(
    requestText(rig, line, {}, JSON.stringify({ method: "GET", url, options: id === undefined ? {} : { id } })),
  );
  return { socket, heard: () => received, closed };
}

/** Waits until a condition is met. Fails if it isn't met in time. */
async function comes(what: string, isSo: () => boolean): Promise<void> {
  for (const start = Date.now(); Date.now() - start < maxWait; await pause(5)) if (isSo()) return;
  assert.fail(what);
}

/** Makes the target send a response that never ends. Returns a function for the number of open connections. */
function endless(rig: Rig): { readonly open: () => number } {
  const open = new Set<Socket>();
  rig.answerWith((request, response) => {
    const { socket } = request;
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const timer = setInterval(() => response.write("data: x\n\n"), 20);
    response.on("close", () => clearInterval(timer));
  });
  return { open: () => open.size };
}

const attacks: readonly Attack[] = [
  { no: "38", what: "a tab that is closed during a request, which leaves no connection open", reaches: 2, run: async (rig) => {
    const { open } = endless(rig);
    const one = begin(rig, rig.targetOrigin);
    await comes("the first events", () => one.heard().includes("data: x"));
    const left = Date.now();
    one.socket.destroy();
    await comes("the end of the target's connection", () => open() === 0);
    assert.ok(Date.now() - left < anyTimeout, "only a time limit ended the request");
    const two = begin(rig, rig.targetOrigin, "two");
    await comes("the first events", () => two.heard().includes("data: x"));
    assert.equal(statusOf(await rig.raw(requestText(rig, "DELETE /_service/api/request/two"))), 204);
    await comes("the end of the target's connection", () => open() === 0);
    await two.closed;
    assert.equal(statusOf(await rig.raw(requestText(rig, "DELETE /_service/api/request/two"))), 404);
  } },
  { no: "39", what: "more than fifty requests at once", reaches: 50, run: async (rig) => {
    const { open } = endless(rig);
    const all = Array.from({ length: 60 }, () => begin(rig, rig.targetOrigin));
    const answered = (pattern: RegExp) => all.filter(({ heard: received }) => pattern.test(received())).length;
    await comes("fifty answers and ten refusals", () => answered(/^HTTP\/1\.1 200[^]*data: x/) === 50 && answered(/^HTTP\/1\.1 429/) === 10);
    assert.equal(open(), 50);
    for (const { socket } of all) socket.destroy();
    await comes("the end of all", () => open() === 0);
  } },
  { no: "43", what: "a specification in an untrusted folder that declares the attacker's server", options: () => {
    const store = createMemoryStore();
    const secrets = createMemorySecretStore();
    return { serviceOptions: { store, secrets } };
  }, run: async (rig) => {
    rig.declare({ origin: rig.victimOrigin, declaredBy: "openapi.yaml" });
    const steal = { method: "GET", url: `${rig.victimOrigin}/?k={{secret:token}}`, header: { Authorization: "Bearer {{secret:token}}" } };
    // The origin is known and allowed, but the secret still belongs to the other origin.
    assert.equal(await rig.failure(steal), "secret-elsewhere");
    await rig.playground.agree(rig.victimOrigin, "always", ["token"]);
    assert.equal(await rig.failure(steal), "secret-elsewhere");
    const untrusted = await startRig({ serviceOptions: { isTrusted: () => false }, targets: [{ origin: rig.victimOrigin, declaredBy: "openapi.yaml" }] });
    for (const url of [untrusted.targetOrigin, rig.victimOrigin]) {
      await untrusted.playground.agree(url, "always", ["token"]);
      assert.equal(await untrusted.failure({ ...steal, url }), "undeclared");
    }
    assert.deepEqual([untrusted.target.connections, untrusted.playground.state().secrets], [0, []]);
    await untrusted.server.close();
    await untrusted.playground.dispose();
  } },
  { no: "X145", what: "a hundred requests while the preview is closed", reaches: 50, run: async (rig) => {
    const { open } = endless(rig);
    const all = Array.from({ length: 100 }, () => begin(rig, rig.targetOrigin));
    await comes("all that are let through", () => open() === 50);
    const other = await startRig();
    const its = endless(other);
    const some = Array.from({ length: 40 }, () => begin(other, other.targetOrigin));
    await comes("those of the other", () => its.open() === 40);
    const left = Date.now();
    await other.server.close();
    await comes("the end of the other's connections", () => its.open() === 0);
    await Promise.all(some.map(({ closed }) => closed));
    assert.ok(Date.now() - left < anyTimeout, "only a time limit ended the request");
    await assert.rejects(other.raw(requestText(other, line)), /ECONNREFUSED/);
    assert.deepEqual(readdirSync(other.folder), []);
    assert.equal(open(), 50, "requests of the other preview ended too");
    for (const { socket } of all) socket.destroy();
    await comes("the end of all", () => open() === 0);
  } },
]; // prettier-ignore

describe("attacks on the relay: lifetime", function () {
  this.timeout(60_000);
  after(closeLocalServers);
  itWithstands(attacks);

  /**
   * For every attack, the rig searches for the secret in responses, messages, stored data, and files. These tests also
   * search the process's output, for every kind of failure.
   */
  itWithstands([
    {
      no: "41",
      what: "the secret in messages, history, errors, files, and output",
      reaches: 3,
      run: async (rig) => {
        const printed: string[] = [];
        const catching = (text: string | Uint8Array): boolean => printed.push(String(text)) > 0;
        Object.assign(process.stdout, { write: catching });
        Object.assign(process.stderr, { write: catching });
        try {
          await provoke(rig);
        } finally {
          // Without its own property, the stream uses the method of its prototype again.
          for (const stream of [process.stdout, process.stderr]) Reflect.deleteProperty(stream, "write");
        }
        assert.ok(!printed.join("").includes(canary));
        for (const name of readdirSync(rig.folder, { recursive: true, encoding: "utf8" }))
          if (/\/\w/.test(name)) assert.ok(!readFileSync(`${rig.folder}/${name}`, "latin1").includes(canary), name);
      },
    },
  ]);
});

/** Sends requests that contain the secret in every possible location and that fail in every possible way. */
async function provoke(rig: Rig): Promise<void> {
  const mark = "{{secret:token}}";
  const full = {
    method: "POST",
    url: `${rig.targetOrigin}/${mark}?k=${mark}`,
    header: { Authorization: `Basic {{base64:me:${mark}}}`, "X-Key": mark },
    cookie: { session: mark },
    body: `k=${mark}`,
  };
  rig.answerWith((_request, response) => response.writeHead(302, { Location: "/elsewhere" }).end("{}"));
  await rig.send({ ...full, options: { id: "a" } });
  await rig.raw(requestText(rig, "GET /_service/api/response/a"));
  rig.answerWith((request) => request.socket.destroy());
  await rig.send({ ...full, options: { id: "b" } });
  rig.answerWith(
    (_request, response) => void response.socket?.end(`HTTP/1.1 200 ${"OK"}\r\nContent-Length: 9\r\n\r\na`),
  );
  await rig.send({ ...full, options: { id: "c", inlineBytes: 0 } });
  await rig.raw(requestText(rig, "GET /_service/api/response/c"));
  await rig.raw(requestText(rig, "GET /_service/api/response/c/body"));
  for (const odd of [
    { method: "CONNECT" },
    { url: `${rig.victimOrigin}/${mark}` },
    { url: `file:///${mark}` },
    { url: `http://${mark}@x/` },
    { header: { "X-A": `${mark}\r\n` } },
    { bodyFile: "none" },
  ])
    await rig.send({ ...full, ...odd });
  await rig.send(`{"${mark}`);
  rig.playground.handleMessage({
    kind: "relay/remember",
    entry: {
      key: "k",
      values: { server: { at: 0, variables: {} }, way: 0, credentials: { a: { kind: "value", value: canary } }, parameters: {}, body: undefined },
      request: { method: "GET", url: `${rig.targetOrigin}/?k=${canary}`, headers: [["Authorization", `Bearer ${canary}`]], cookies: [["c", canary]], body: { kind: "text", text: canary } },
      status: 200,
      milliseconds: 1,
      bytes: 1,
    },
  }); // prettier-ignore
  await rig.playground.ask({
    kind: "relay/target",
    requestId: 77,
    url: `${rig.targetOrigin}/${mark}`,
    secrets: ["token"],
  });
  await pause(20);
}
