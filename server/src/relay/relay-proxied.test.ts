import assert from "node:assert/strict";
import http, { Agent, type RequestOptions } from "node:http";
import { connect } from "node:net";
import { syncBuiltinESMExports } from "node:module";
import { emptyAnswer, serveRaw, type RawServer } from "../../../test/harness/raw-server.ts";
import { disposeRelays, tryRelay } from "../../../test/harness/relay-harness.ts";

/** As VS Code does it: `request` of the module is another function from some moment on, which leads elsewhere. */
describe("the relay in an editor that has its own way to the network", () => {
  const { request } = http;
  let proxy: RawServer;
  beforeEach(async () => {
    proxy = await serveRaw((socket) => socket.write(emptyAnswer));
    class ByProxy extends Agent {
      override createConnection() {
        return connect(proxy.port, "127.0.0.1");
      }
    }
    const agent = new ByProxy();
    const patched = (options: RequestOptions) => request({ ...options, agent });
    Object.assign(http, { request: patched });
    syncBuiltinESMExports();
  });
  afterEach(async () => {
    Object.assign(http, { request });
    syncBuiltinESMExports();
    await disposeRelays();
    await proxy.close();
  });

  it("goes that way, and leaves it to look names up", async () => {
    const lookup = () => Promise.reject(new Error("looked up"));
    const { ask, questions } = tryRelay({
      targets: ["http://api.example.com"],
      means: { isProxied: true, lookup },
    });
    const { head, failure } = await ask({ method: "GET", url: "http://api.example.com/a" });
    assert.deepEqual([failure, head?.status], [undefined, 200]);
    assert.match(
      proxy.received.at(-1)?.toString() ?? "",
      /^GET \/a HTTP\/1\.1\r\nHost: api\.example\.com\r\n/,
    );
    assert.deepEqual([questions[0]?.addresses, questions[0]?.isLocal], [[], false]);
  });

  it("sends nothing by a way that nobody told it of: the connection does not lead to what was checked", async () => {
    const { ask } = tryRelay({
      targets: ["http://api.example.com"],
      means: { lookup: () => Promise.resolve(["93.184.215.14"]) },
    });
    const { failure } = await ask({ method: "GET", url: "http://api.example.com/a" });
    assert.equal(failure?.code, "proxy");
    assert.equal(Buffer.concat(proxy.received).length, 0);
  });
});
