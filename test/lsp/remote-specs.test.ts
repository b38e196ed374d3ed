import assert from "node:assert/strict";
import type { Hover, MarkupContent } from "vscode-languageserver-protocol";
import { fetchSpecification, remoteSpecifications } from "../../server/src/protocol/specifications.ts";
import { RemoteSpecs } from "../../server/src/workspace/specs/remote-specs.ts";
import { eventually } from "../harness/eventually.ts";
import { closeLocalServers, serveLocally, type LocalServer } from "../harness/local-server.ts";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { TempFolder } from "./temp-folder.ts";

const spec = `{"openapi":"3.1.0","info":{"title":"Kept","version":"1"},"paths":{"/users":{"get":{}}}}`;

function docsNaming(...urls: readonly string[]): string {
  return JSON.stringify({ navigation: { groups: urls.map((url, i) => ({ group: `G${i}`, openapi: url })) } });
}

describe("remote specifications over LSP", () => {
  let folder: TempFolder;
  let client: LspClient;
  let server: LocalServer;
  before(async () => {
    server = await serveLocally((_request, response) => response.end(spec));
  });
  afterEach(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });
  after(closeLocalServers);

  const start = async (options: unknown, ...urls: readonly string[]) => {
    folder = new TempFolder({ "docs.json": docsNaming(...urls) });
    client = await LspClient.start({ folders: [folder.root], options });
    client.open(folder.at("docs.json"), docsNaming(...urls));
  };
  const fetchIt = (url: string, ...hosts: readonly string[]) =>
    client.request(fetchSpecification, { url, allowedHosts: hosts });

  it("are never fetched unless requested, and never from a private address, even if the user allows it", async () => {
    const { port, host } = server;
    const urls = [
      `https://127.0.0.1:${port}/a.json`,
      `http://127.0.0.1:${port}/a.json`,
      `https://2130706433:${port}/a.json`,
      `https://[::ffff:127.0.0.1]:${port}/a.json`,
      `https://localhost:${port}/a.json`,
      `https://169.254.169.254/latest/meta-data`,
      `//127.0.0.1:${port}/a.json`,
    ];
    await start({ network: true }, ...urls);
    await client.codes(folder.at("docs.json"), ["config/invalid-value", ...urls.map(() => "openapi/remote-spec")]);
    const named = await client.request(remoteSpecifications);
    assert.deepEqual(
      named.map(({ url, host: to }) => [url, to]),
      urls.map((url) => [url, undefined]),
    );
    for (const url of urls) {
      const answer = await fetchIt(url, host, `localhost:${port}`, `[::ffff:7f00:1]:${port}`, "169.254.169.254");
      assert.equal(answer.kind, "failed", url);
    }
    assert.equal(server.connections, 0);
  });

  it("are fetched only in a trusted workspace, if a site refers to them, and only from allowed hosts", async () => {
    const url = "https://api.example.com/a.json";
    await start({}, url);
    await client.codes(folder.at("docs.json"), ["openapi/remote-spec"]);
    assert.match(JSON.stringify(await fetchIt(url, "api.example.com")), /isn't trusted/);
    await client.stop();
    client = await LspClient.start({ folders: [folder.root], options: { network: true } });
    client.open(folder.at("docs.json"), docsNaming(url));
    await client.codes(folder.at("docs.json"), ["openapi/remote-spec"]);
    assert.match(JSON.stringify(await fetchIt(`${url}?x`, "api.example.com")), /no site refers to it/);
    assert.deepEqual(await fetchIt(url, "example.com"), { kind: "consent", host: "api.example.com" });
  });

  it("are read from a local copy of an earlier session, whose age appears on hover", async () => {
    const url = "https://kept.example.com/openapi";
    const long = Date.now() - 3 * 24 * 3_600_000;
    const answer = { kind: "fetched", text: spec, etag: undefined, lastModified: undefined } as const;
    const earlier = new RemoteSpecs(
      () => Promise.resolve(answer),
      undefined,
      () => long,
    );
    await earlier.fetch(url, { isHostAllowed: () => true });
    await start({ network: true }, url);
    await client.codes(folder.at("docs.json"), []);
    const character = docsNaming(url).indexOf("kept");
    const messages: string[] = [];
    const text = await eventually(async () => {
      const hover = await client.request<Hover | null>("textDocument/hover", {
        textDocument: { uri: uriOf(folder.at("docs.json")) },
        position: { line: 0, character },
      });
      const reported = (hover?.contents as MarkupContent | undefined)?.value ?? "";
      messages.push(reported);
      assert.match(reported, /\*\*Kept\*\*/);
      return reported;
    });
    assert.ok(
      !messages.some((reported) => reported.includes("isn't checked")),
      "the problem was reported before it was known",
    );
    assert.ok(
      text.includes(`fetched ${new Date(long).toISOString().slice(0, 16).replace("T", " ")} UTC. The copy is stale.`),
      text,
    );
    const [named] = await client.request(remoteSpecifications);
    assert.deepEqual(named, { url, host: "kept.example.com", fetchedAt: long, isStale: true });
  });
});
