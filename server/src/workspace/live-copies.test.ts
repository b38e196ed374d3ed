import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeLocalServers, localMeans, serveLocally } from "../../../test/harness/local-server.ts";
import { TempFolder } from "../../../test/lsp/temp-folder.ts";
import { problemsOfSite } from "../core/rules/engine/run-rules.ts";
import { download } from "../relay/download.ts";
import { LiveSite } from "./live-site.ts";
import { nodeDisk } from "./node-disk.ts";
import { filesWithCopies } from "./remote-copies.ts";
import { RemoteSpecs } from "./remote-specs.ts";
import { SpecReader } from "./spec-reader.ts";
import { SyntaxReader } from "./syntax-reader.ts";

const specWith = (path: string) =>
  `{"openapi":"3.1.0","info":{"title":"U","version":"1"},"servers":[{"url":"https://api.example.com"}],"paths":{"${path}":{"get":{"summary":"List","responses":{"200":{"description":"OK"}}}}}}`;

const docsNaming = (url: string) =>
  JSON.stringify({ navigation: { groups: [{ group: "G", openapi: url, pages: ["GET /users"] }] } });

describe("a live site that names a specification on the web", () => {
  let cache: string;
  let folder: TempFolder;
  const specs = new SpecReader();
  const syntax = new SyntaxReader({});
  const open = new Map<string, string>();
  beforeEach(() => {
    cache = mkdtempSync(join(tmpdir(), "docwright-cache-"));
    folder = new TempFolder({});
    open.clear();
  });
  afterEach(async () => {
    rmSync(cache, { recursive: true });
    folder.remove();
    await closeLocalServers();
  });
  after(() => Promise.all([specs.end(), syntax.end()]));

  function liveSite(remote: RemoteSpecs): LiveSite {
    return new LiveSite({
      from: filesWithCopies(remote, { disk: nodeDisk(folder.root), unsaved: (path) => open.get(path) }),
      readSpecs: specs.readSpecs,
      specs,
      syntax,
      remote,
      rules: {},
      onChanged: () => undefined,
      onProgress: () => undefined,
      onScanning: () => undefined,
      onFailed: (what, error) => assert.fail(`${what}: ${String(error)}`),
    });
  }
  const codes = async (site: LiveSite) => {
    await site.whenCurrent();
    const current = site.current?.site;
    const problems = current ? problemsOfSite(current) : [];
    return problems.map(({ code }) => code).filter((code) => code.startsWith("openapi/"));
  };

  it("has it once it was fetched, its news when it is renewed, and not when it is named no more", async () => {
    let spec = specWith("/users");
    const server = await serveLocally((_request, response) => response.end(spec));
    const remote = new RemoteSpecs((request) => download(request, localMeans), cache);
    folder.write("docs.json", docsNaming(server.url));
    const site = liveSite(remote);
    await site.scan();
    assert.deepEqual(await codes(site), ["openapi/remote-spec"]);
    assert.equal(server.connections, 0);

    await remote.fetch(server.url, { mayAsk: () => true });
    site.renewCopy(server.url);
    assert.deepEqual(await codes(site), []);
    assert.equal(site.current?.site.copies?.get(server.url)?.isStale, false);

    spec = specWith("/people");
    await remote.fetch(server.url, { mayAsk: () => true });
    site.renewCopy(server.url);
    assert.deepEqual(await codes(site), ["openapi/operation-not-found"]);

    await site.scan();
    assert.deepEqual(await codes(site), ["openapi/operation-not-found"], "the copy is lost by a scan");

    open.set("docs.json", docsNaming("https://example.com/other.json"));
    site.change("docs.json");
    assert.deepEqual(await codes(site), ["openapi/remote-spec"]);
    assert.deepEqual([...(site.current?.site.specs.keys() ?? [])], []);

    open.delete("docs.json");
    site.change("docs.json");
    assert.deepEqual(await codes(site), ["openapi/operation-not-found"]);
    assert.equal(server.connections, 2);
    site.end();
  });
});
