import assert from "node:assert/strict";
import http, { Agent, type ClientRequest, type RequestOptions } from "node:http";
import https from "node:https";
import { connect } from "node:net";
import { syncBuiltinESMExports } from "node:module";
import { emptyAnswer, serveRaw, type RawServer } from "../../../test/harness/raw-server.ts";
import { disposeRelays, createTestRelay } from "../../../test/harness/relay-harness.ts";

/**
 * VS Code eventually replaces the module's `request` function with one that sends requests through a proxy.
 */
describe("relay in an editor with its own network stack", () => {
  const { request } = http;
  let proxy: RawServer;
  let clientRequest: ClientRequest | undefined;
  beforeEach(async () => {
    clientRequest = undefined;
    proxy = await serveRaw((socket) => socket.write(emptyAnswer));
    class ByProxy extends Agent {
      override createConnection() {
        return connect(proxy.port, "127.0.0.1");
      }
    }
    const agent = new ByProxy();
    const patchRequest = (options: RequestOptions) => (clientRequest = request({ ...options, agent }));
    Object.assign(http, { request: patchRequest });
    syncBuiltinESMExports();
  });
  afterEach(async () => {
    Object.assign(http, { request });
    syncBuiltinESMExports();
    await disposeRelays();
    await proxy.close();
  });

  it("uses that stack, even to resolve host names", async () => {
    const lookup = () => Promise.reject(new Error("looked up"));
    const { ask, questions } = createTestRelay({
      targets: ["http://api.example.com"],
      dependencies: { isProxied: true, lookup },
    });
    const { head, failure } = await ask({ method: "GET", url: "http://api.example.com/a" });
    assert.deepEqual([failure, head?.status], [undefined, 200]);
    assert.match(proxy.received.at(-1)?.toString() ?? "", /^GET \/a HTTP\/1\.1\r\nHost: api\.example\.com\r\n/);
    assert.deepEqual([questions[0]?.addresses, questions[0]?.isLocal], [[], false]);
  });

  it("sets HTTP headers by name so that a proxy agent can rewrite the head", async () => {
    const { ask } = createTestRelay({ targets: ["http://api.example.com"], dependencies: { isProxied: true } });
    await ask({
      method: "POST",
      url: "http://api.example.com/a",
      headers: [
        ["Authorization", "Bearer 1"],
        ["X-Tag", "a"],
        ["x-tag", "b"],
      ],
      body: "{}",
    });
    const names = ["host", "authorization", "x-tag", "content-length"];
    assert.deepEqual(
      names.map((name) => String(clientRequest?.getHeader(name))),
      ["api.example.com", "Bearer 1", "a,b", "2"],
    );
    const [head = ""] = Buffer.concat(proxy.received).toString().split("\r\n\r\n");
    assert.match(head, /\r\nX-Tag: a\r\nX-Tag: b\r\n/);
    assert.doesNotMatch(head, /chunked/i);
  });

  it("doesn't treat a proxy's rejection as the API's response or send anything over an unencrypted connection", async () => {
    const { request: requestHttps } = https;
    const agent = Object.assign(new Agent(), {
      protocol: "https:",
      createConnection: () => connect(proxy.port, "127.0.0.1"),
    });
    const patchRequest = (options: RequestOptions) => requestHttps({ ...options, agent });
    Object.assign(https, { request: patchRequest });
    syncBuiltinESMExports();
    try {
      const { ask } = createTestRelay({ targets: ["https://api.example.com"], dependencies: { isProxied: true } });
      const { head, failure } = await ask({ method: "GET", url: "https://api.example.com/a" });
      assert.deepEqual([head, failure?.code], [undefined, "proxy"]);
      assert.equal(Buffer.concat(proxy.received).length, 0);
    } finally {
      Object.assign(https, { request: requestHttps });
      syncBuiltinESMExports();
    }
  });

  it("doesn't send anything over a connection that leads to a different address than the checked one", async () => {
    const { ask } = createTestRelay({
      targets: ["http://api.example.com"],
      dependencies: { lookup: () => Promise.resolve(["93.184.215.14"]) },
    });
    const { failure } = await ask({ method: "GET", url: "http://api.example.com/a" });
    assert.equal(failure?.code, "proxy");
    assert.equal(Buffer.concat(proxy.received).length, 0);
  });
});

/** A proxy may apply only to other hosts (`NO_PROXY`, or only `HTTPS_PROXY`), so these tests connect directly. */
describe("relay with a proxy that resolves names, over a direct connection", () => {
  let server: RawServer;
  before(async () => {
    server = await serveRaw((socket) => socket.write(emptyAnswer));
  });
  after(async () => {
    await disposeRelays();
    await server.close();
  });
  const requestAt = (declaredBy: string, addresses: readonly string[], name = "api.example.com") => {
    const origin = `http://${name}:${server.port}`;
    const means = { isProxied: true, lookup: () => Promise.resolve(addresses) };
    return createTestRelay({ targets: [[origin, declaredBy]], dependencies: means }).ask({
      method: "GET",
      url: `${origin}/`,
    });
  };

  for (const addresses of [["127.0.0.1"], ["169.254.169.254"], ["93.184.215.14", "10.0.0.1"]])
    it(`doesn't connect to ${addresses.join(" and ")} for a URL that only the site declares`, async () => {
      const before = server.sockets.length;
      const { failure } = await requestAt("openapi.yaml", addresses);
      assert.equal(failure?.code, "refused-address");
      assert.equal(server.sockets.length, before);
    });

  it("never connects to cloud metadata addresses", async () => {
    assert.equal((await requestAt("you", ["169.254.169.254"])).failure?.code, "refused-address");
  });

  it("connects inside the network only to localhost or to a URL that the user entered", async () => {
    assert.equal((await requestAt("you", ["127.0.0.1"])).head?.status, 200);
    assert.equal((await requestAt("openapi.yaml", ["127.0.0.1"], "localhost")).head?.status, 200);
  });
});
