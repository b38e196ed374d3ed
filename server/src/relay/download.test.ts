import assert from "node:assert/strict";
import { closeLocalServers, localMeans, serveLocally } from "../../../test/harness/local-server.ts";
import { download, type DownloadResult } from "./download.ts";
import { getAddressKind } from "./policy/address-policy.ts";

const spec = `{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}`;
const allowAll = () => true;

async function getFailure(answer: Promise<DownloadResult>): Promise<string> {
  const answered = await answer;
  assert.equal(answered.kind, "failed", JSON.stringify(answered).slice(0, 200));
  return answered.kind === "failed" ? answered.text : "";
}

describe("download", () => {
  afterEach(closeLocalServers);

  it("returns a file with its validators without sending personal data", async () => {
    const server = await serveLocally((_request, response) =>
      response.setHeader("etag", '"a"').setHeader("last-modified", "yesterday").end(spec),
    );
    assert.deepEqual(await download({ url: server.url, isHostAllowed: allowAll }, localMeans), {
      kind: "fetched",
      text: spec,
      etag: '"a"',
      lastModified: "yesterday",
    });
    assert.deepEqual(Object.keys(server.headers[0] ?? {}).sort(), [
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
  });

  it("doesn't connect to a host without the user's consent", async () => {
    const server = await serveLocally((_request, response) => response.end(spec));
    const lookup = () => Promise.reject(new Error("looked up"));
    const urls: string[] = [];
    const mayAsk = (host: string) => urls.push(host) < 0;
    const answer = await download({ url: server.url, isHostAllowed: mayAsk }, { ...localMeans, lookup });
    assert.deepEqual(answer, { kind: "consent", host: server.host });
    const namedDownload = await download({ url: "https://api.example.com/a.json", isHostAllowed: mayAsk }, { lookup });
    assert.deepEqual(namedDownload, { kind: "consent", host: "api.example.com" });
    assert.deepEqual(urls, [server.host, "api.example.com"]);
    assert.equal(server.connections, 0);
  });

  it("doesn't connect to a private address in any notation, even if it's allowed", async () => {
    const server = await serveLocally((_request, response) => response.end(spec));
    const port = server.host.split(":")[1] ?? "";
    const hosts = [
      "127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost", "localhost.", "[::1]",
      "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "169.254.169.254", "127.0.0.1.",
    ]; // prettier-ignore
    for (const host of hosts)
      for (const scheme of ["http", "https"]) {
        const answer = await download({ url: `${scheme}://${host}:${port}/openapi.json`, isHostAllowed: allowAll });
        assert.equal(answer.kind, "failed", host);
      }
    assert.equal(server.connections, 0);
  });

  describe("host names", () => {
    const names: Readonly<Record<string, readonly string[]>> = {
      "a private address": ["10.0.0.1"],
      "the local machine": ["127.0.0.1"],
      "a cloud metadata address": ["169.254.169.254"],
      "an IPv6 form of the local machine": ["::ffff:127.0.0.1"],
      "a public and a private address": ["93.184.216.34", "192.168.0.1"],
      "something that isn't an IP address": ["0x7f.1"],
    };
    for (const [what, addresses] of Object.entries(names))
      it(`that resolve to ${what} are rejected`, async () => {
        const lookup = () => Promise.resolve(addresses);
        const text = await getFailure(
          download({ url: "https://api.example.com/a.json", isHostAllowed: allowAll }, { lookup }),
        );
        assert.match(text, /private network/);
      });

    it("are resolved once, and the connection uses the resolved address (DNS rebinding)", async () => {
      const server = await serveLocally((_request, response) => response.end(spec));
      const port = server.host.split(":")[1] ?? "";
      let lookups = 0;
      const lookup = () => Promise.resolve([lookups++ === 0 ? "127.0.0.1" : "127.0.0.2"]);
      const answer = await download(
        { url: `http://api.example.com:${port}/a.json`, isHostAllowed: allowAll },
        { ...localMeans, lookup },
      );
      assert.equal(answer.kind, "fetched");
      assert.equal(lookups, 1);
      assert.equal(server.headers[0]?.["host"], `api.example.com:${port}`);
    });

    it("that don't resolve are reported", async () => {
      const lookup = () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
      const text = await getFailure(
        download({ url: "https://api.example.com/a.json", isHostAllowed: allowAll }, { lookup }),
      );
      assert.equal(text, "has a host that can't be found");
    });

    it("that take too long to resolve cause a timeout", async () => {
      const lookup = () => new Promise<never>(() => undefined);
      const means = { lookup, limits: { connectTimeout: 30 } };
      const text = await getFailure(
        download({ url: "https://api.example.com/a.json", isHostAllowed: allowAll }, means),
      );
      assert.match(text, /can't be found in time/);
    });
  });

  describe("redirects", () => {
    const to = async (location: string, mayAsk: (host: string) => boolean = allowAll, means = localMeans) => {
      const server = await serveLocally((request, response) =>
        request.url === "/openapi.json" ? response.writeHead(302, { location }).end() : response.end(spec),
      );
      return { server, answer: await download({ url: server.url, isHostAllowed: mayAsk }, means) };
    };

    it("within the host are followed", async () => {
      const { server, answer } = await to("/v2/openapi.json");
      assert.equal(answer.kind, "fetched");
      assert.deepEqual(server.paths, ["/openapi.json", "/v2/openapi.json"]);
    });

    it("to another host require consent before connecting", async () => {
      const other = await serveLocally((_request, response) => response.end(spec));
      const { answer } = await to(other.url, (host) => host !== other.host);
      assert.deepEqual(answer, { kind: "consent", host: other.host });
      assert.equal(other.connections, 0);
    });

    for (const location of [
      "http://127.0.0.2/openapi.json",
      "http://2130706434/",
      "http://[::ffff:127.0.0.2]/",
      "http://169.254.169.254/latest/meta-data/",
      "http://localhost/",
    ])
      it(`to ${location} are rejected`, async () => {
        const { answer } = await to(location);
        assert.match(
          answer.kind === "failed" ? answer.text : "",
          /^redirects to a target that is on a private network/,
        );
      });

    it("to a name that resolves to a private address are rejected", async () => {
      const { answer } = await to("http://api.example.com/", allowAll, {
        ...localMeans,
        lookup: () => Promise.resolve(["10.0.0.1"]),
      });
      assert.match(answer.kind === "failed" ? answer.text : "", /^redirects to a target that is on a private network/);
    });

    for (const location of [
      "file:///etc/passwd",
      "ftp://127.0.0.1/",
      "data:application/json,{}",
      "gopher://127.0.0.1/",
    ])
      it(`to ${location} are rejected`, async () => {
        const { answer } = await to(location);
        assert.match(answer.kind === "failed" ? answer.text : "", /doesn't start with https:/);
      });

    it("in a loop are rejected after the maximum number of redirects", async () => {
      const { server, answer } = await to("/openapi.json");
      assert.equal(answer.kind === "failed" && answer.text, "redirects more than 5 times");
      assert.equal(server.connections, 6);
    });
  });

  it("rejects a host that doesn't support TLS", async () => {
    const server = await serveLocally((_request, response) => response.end(spec));
    const port = server.host.split(":")[1] ?? "";
    const means = {
      policy: {
        schemes: ["https:"],
        allowsAddress: (address: string) => getAddressKind(address) === "loopback",
      },
    };
    const text = await getFailure(download({ url: `https://127.0.0.1:${port}/`, isHostAllowed: allowAll }, means));
    assert.match(text, /certificate|closed the connection|can't be fetched/);
    assert.deepEqual(server.paths, []);
  });

  it("ignores proxy settings in environment variables", async () => {
    const proxy = await serveLocally((_request, response) => response.end(spec));
    const server = await serveLocally((_request, response) => response.end(spec));
    const names = ["http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
    for (const name of names) process.env[name] = name.startsWith("NODE") ? "1" : `http://${proxy.host}`;
    try {
      assert.equal((await download({ url: server.url, isHostAllowed: allowAll }, localMeans)).kind, "fetched");
      assert.equal(proxy.connections, 0);
    } finally {
      for (const name of names) delete process.env[name];
    }
  });
});
