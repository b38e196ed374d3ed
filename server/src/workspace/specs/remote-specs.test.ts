import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeLocalServers, localMeans, serveLocally } from "../../../../test/harness/local-server.ts";
import { TempFolder } from "../../../../test/lsp/temp-folder.ts";
import { findSiteProblems } from "../../core/rules/engine/run-rules.ts";
import { download } from "../../relay/download.ts";
import { SiteState } from "../analysis/site-state.ts";
import { createNodeDisk } from "../files/node-disk.ts";
import { MdxReader } from "../mdx/mdx-validator.ts";
import { type FetchFile, addCopies, RemoteSpecCache, RemoteSpecs } from "./remote-specs.ts";
import { SpecService } from "./spec-service.ts";

const createSpec = (path: string) =>
  `{"openapi":"3.1.0","info":{"title":"U","version":"1"},"servers":[{"url":"https://api.example.com"}],"paths":{"${path}":{"get":{"summary":"List","responses":{"200":{"description":"OK"}}}}}}`;

const createDocs = (url: string) =>
  JSON.stringify({ navigation: { groups: [{ group: "G", openapi: url, pages: ["GET /users"] }] } });

describe("live site with a remote specification", () => {
  let cache: string;
  let folder: TempFolder;
  const specs = new SpecService();
  const syntax = new MdxReader({});
  const openTexts = new Map<string, string>();
  beforeEach(() => {
    cache = mkdtempSync(join(tmpdir(), "docwright-cache-"));
    folder = new TempFolder({});
    openTexts.clear();
  });
  afterEach(async () => {
    rmSync(cache, { recursive: true });
    folder.remove();
    await closeLocalServers();
  });
  after(() => Promise.all([specs.end(), syntax.end()]));

  function createLiveSite(remote: RemoteSpecs): SiteState {
    return new SiteState({
      files: addCopies(remote, {
        disk: createNodeDisk(folder.root),
        readUnsavedText: (path) => openTexts.get(path),
      }),
      readSpecs: specs.readSpecs,
      specAnalyzer: specs,
      mdxReader: syntax,
      remoteSpecs: remote,
      rules: {},
      onChanged: () => undefined,
      onProgress: () => undefined,
      onScanChanged: () => undefined,
      onFailed: (what, error) => assert.fail(`${what}: ${String(error)}`),
    });
  }
  const listCodes = async (site: SiteState) => {
    await site.waitUntilCurrent();
    const currentSite = site.current?.site;
    const problems = currentSite ? findSiteProblems(currentSite) : [];
    return problems.map(({ code }) => code).filter((code) => code.startsWith("openapi/"));
  };

  it("includes the specification once it's fetched, updates it on refresh, and removes it once nothing refers to it", async () => {
    let spec = createSpec("/users");
    const server = await serveLocally((_request, response) => response.end(spec));
    const remote = new RemoteSpecs((request) => download(request, localMeans), cache);
    folder.write("docs.json", createDocs(server.url));
    const site = createLiveSite(remote);
    await site.scan();
    assert.deepEqual(await listCodes(site), ["openapi/remote-spec"]);
    assert.equal(server.connections, 0);

    await remote.fetch(server.url, { isHostAllowed: () => true });
    site.onCopyUpdated(server.url);
    assert.deepEqual(await listCodes(site), []);
    assert.equal(site.current?.site.copies?.get(server.url)?.isStale, false);

    spec = createSpec("/people");
    await remote.fetch(server.url, { isHostAllowed: () => true });
    site.onCopyUpdated(server.url);
    assert.deepEqual(await listCodes(site), ["openapi/operation-not-found"]);

    await site.scan();
    assert.deepEqual(await listCodes(site), ["openapi/operation-not-found"], "a scan removed the copy");

    openTexts.set("docs.json", createDocs("https://example.com/other.json"));
    site.change("docs.json");
    assert.deepEqual(await listCodes(site), ["openapi/remote-spec"]);
    assert.deepEqual([...(site.current?.site.specs.keys() ?? [])], []);

    openTexts.delete("docs.json");
    site.change("docs.json");
    assert.deepEqual(await listCodes(site), ["openapi/operation-not-found"]);
    assert.equal(server.connections, 2);
    site.end();
  });
});

const json = `{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}`;
const url = "https://example.com/openapi";
const day = 24 * 3_600_000;
const agreed = { isHostAllowed: () => true };

describe("RemoteSpecs", () => {
  let folder: string;
  let now = 1_000 * day;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "docwright-remote-"))));
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await closeLocalServers();
  });

  const createFetch = (text: string, etag?: string): FetchFile => async () => ({
    kind: "fetched", text, etag, lastModified: undefined,
  }); // prettier-ignore
  const createSpecs = (fetchFile: FetchFile) => new RemoteSpecs(fetchFile, folder, () => now);
  const failToFetch: FetchFile = () => assert.fail("a file was fetched");
  const getOnlyFile = () => {
    const [name, ...others] = readdirSync(folder);
    assert.ok(name !== undefined && others.length === 0);
    return join(folder, name);
  };

  it("has no copy until one is requested and never requests one automatically", () => {
    const specs = createSpecs(failToFetch);
    assert.equal(specs.listCopies([url]).size, 0);
    assert.equal(specs.getTextAt(url), undefined);
  });

  it("saves a copy for later sessions, which don't need a connection", async () => {
    assert.deepEqual(await createSpecs(createFetch(json)).fetch(url, agreed), {
      kind: "fetched",
      isNew: true,
    });
    const later = createSpecs(failToFetch);
    assert.deepEqual(
      [...later.listCopies([url, "https://example.com/other"])],
      [[`${url}#.json`, { url, fetchedAt: now, isStale: false }]],
    );
    assert.equal(later.getTextAt(`${url}#.json`), json);
  });

  it("distinguishes YAML from JSON by content and removes a byte order mark", async () => {
    const specs = createSpecs(createFetch("\ufeffopenapi: 3.1.0\npaths: {}\n"));
    await specs.fetch("https://example.com/openapi.json", agreed);
    const [path] = specs.listCopies(["https://example.com/openapi.json"]).keys();
    assert.equal(path, "https://example.com/openapi.json#.yaml");
    assert.equal(specs.getTextAt(path ?? ""), "openapi: 3.1.0\npaths: {}\n");
  });

  it("reports a copy as stale after a day, and as fresh after revalidation", async () => {
    await createSpecs(createFetch(json, '"a"')).fetch(url, agreed);
    const listStale = () => [...createSpecs(failToFetch).listCopies([url]).values()].map(({ isStale }) => isStale);
    now += day;
    assert.deepEqual(listStale(), [false]);
    now += 1;
    assert.deepEqual(listStale(), [true]);
    const fetches: unknown[] = [];
    const fetchUnchanged: FetchFile = async ({ validators }) => {
      fetches.push(validators?.etag);
      return { kind: "unchanged" };
    };
    assert.deepEqual(await createSpecs(fetchUnchanged).fetch(url, agreed), { kind: "fetched", isNew: false });
    assert.deepEqual(fetches, ['"a"']);
    assert.deepEqual(listStale(), [false]);
  });

  it("keeps the copy if the file can no longer be fetched", async () => {
    await createSpecs(createFetch(json)).fetch(url, agreed);
    const failing = createSpecs(async () => ({ kind: "failed", text: "answers 500" }));
    assert.deepEqual(await failing.fetch(url, agreed), { kind: "failed", text: "answers 500" });
    assert.equal(failing.getTextAt(`${url}#.json`), json);
  });

  it("fetches a file from a real server and revalidates it", async () => {
    const server = await serveLocally((request, response) =>
      request.headers["if-none-match"] === '"1"'
        ? response.writeHead(304).end()
        : response.setHeader("etag", '"1"').end(json),
    );
    const specs = createSpecs((request) => download(request, localMeans));
    assert.deepEqual(await specs.fetch(server.url, { isHostAllowed: () => false }), {
      kind: "consent",
      host: server.host,
    });
    assert.equal(server.connections, 0);
    assert.deepEqual(await specs.fetch(server.url, agreed), { kind: "fetched", isNew: true });
    assert.deepEqual(await specs.fetch(server.url, agreed), { kind: "fetched", isNew: false });
    assert.equal(server.connections, 2);
    assert.equal(specs.getTextAt(server.url), json);
  });

  describe("with an invalid copy", () => {
    const oddities: Readonly<Record<string, (file: string) => void>> = {
      "was changed": (file) => appendFileSync(file, " "),
      "is truncated": (file) => writeFileSync(file, readFileSync(file).subarray(0, -5)),
      "is empty": (file) => writeFileSync(file, ""),
      "has no metadata line": (file) => writeFileSync(file, json),
      "has a different URL": (file) =>
        writeFileSync(file, readFileSync(file, "utf8").replace("example.com", "example.org")),
      "has a different format": (file) =>
        writeFileSync(file, readFileSync(file, "utf8").replace("specification 1", "x")),
      "has a time in the future": (file) =>
        writeFileSync(file, readFileSync(file, "utf8").replace(/"fetchedAt":\d+/, `"fetchedAt":${now + day}`)),
      "has an invalid time": (file) =>
        writeFileSync(file, readFileSync(file, "utf8").replace(/"fetchedAt":\d+/, '"fetchedAt":"x"')),
      "has empty metadata": (file) => writeFileSync(file, "{}\n{}"),
      "is a symbolic link": (file) => {
        const elsewhere = join(tmpdir(), `docwright-elsewhere-${process.pid}`);
        writeFileSync(elsewhere, readFileSync(file));
        rmSync(file);
        symlinkSync(elsewhere, file);
      },
    };
    for (const [what, spoil] of Object.entries(oddities))
      it(`ignores the copy if it ${what}`, async () => {
        await createSpecs(createFetch(json)).fetch(url, agreed);
        spoil(getOnlyFile());
        assert.equal(createSpecs(failToFetch).getTextAt(`${url}#.json`), undefined);
        const fetches: unknown[] = [];
        const again = createSpecs(async ({ validators }) => {
          fetches.push(validators);
          return { kind: "fetched", text: json, etag: undefined, lastModified: undefined };
        });
        await again.fetch(url, agreed);
        assert.deepEqual(fetches, [undefined], "the request was conditional although no copy is valid");
        assert.equal(again.getTextAt(`${url}#.json`), json);
      });
  });

  it("reports that a copy can't be written", async () => {
    const specs = new RemoteSpecs(createFetch(json), join(folder, "file", "x"), () => now);
    writeFileSync(join(folder, "file"), "");
    assert.equal((await specs.fetch(url, agreed)).kind, "failed");
  });

  it("keeps up to 200 copies and deletes the oldest ones", () => {
    const cache = new RemoteSpecCache(folder, () => now);
    const facts = { fetchedAt: now, etag: undefined, lastModified: undefined, isJson: true };
    for (let i = 0; i < 205; i++) cache.write({ ...facts, url: `https://example.com/${i}` }, json);
    assert.equal(readdirSync(folder).length, 200);
    assert.equal(cache.getText("https://example.com/204"), json);
  });
});
