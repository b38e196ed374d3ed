import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkSite } from "../../server/src/cli/check/check-site.ts";
import { englishReport } from "../../server/src/cli/check/report-text.ts";
import { RemoteSpecCopies } from "../../server/src/cli/folder-site.ts";
import { download } from "../../server/src/relay/download.ts";
import { RemoteSpecs } from "../../server/src/workspace/specs/remote-specs.ts";
import { SpecService } from "../../server/src/workspace/specs/spec-service.ts";
import { closeLocalServers, localMeans, serveLocally } from "../harness/local-server.ts";
import { callCli, checkJson } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const users = `{"openapi":"3.1.0","info":{"title":"U","version":"1"},"servers":[{"url":"https://api.example.com"}],"paths":{"/users":{"get":{"summary":"List","responses":{"200":{"description":"OK"}}}}}}`;

function siteNaming(...urls: readonly string[]): string {
  const groups = urls.map((url, i) => ({ group: `G${i}`, openapi: url, pages: ["GET /users", "GET /gone"] }));
  return tempSite({ "docs.json": JSON.stringify({ name: "A", navigation: { groups } }) });
}

describe("docwright check with remote specifications", () => {
  let cache: string;
  beforeEach(() => (cache = mkdtempSync(join(tmpdir(), "docwright-cache-"))));
  afterEach(async () => {
    rmSync(cache, { recursive: true });
    removeTempSites();
    await closeLocalServers();
  });

  async function check(root: string, hosts: readonly string[]) {
    const remote = new RemoteSpecCopies(
      new RemoteSpecs((request) => download(request, localMeans), cache),
      hosts,
      englishReport,
    );
    const specs = new SpecService();
    try {
      const site = await checkSite(root, root, {
        profile: undefined,
        specReader: specs,
        syntax: undefined,
        remoteCopies: remote,
        showProgress: () => undefined,
      });
      const codes = site.problems.map(({ code, file }) => `${code} ${file}`);
      return {
        codes,
        notices: [...site.notices, ...remote.listUnusedHosts()],
        operations: site.summary.operations,
      };
    } finally {
      await specs.end();
    }
  }

  it("makes no connections by default, and none to the local machine even if requested", async () => {
    const server = await serveLocally((_request, response) => response.end(users));
    const urls = [
      server.url,
      server.url.replace("http:", "https:"),
      `http://localhost:${server.port}/a.json`,
      `//127.0.0.1:${server.port}/a.json`,
      `http://2130706433:${server.port}/a.json`,
      `https://[::ffff:127.0.0.1]:${server.port}/a.json`,
    ];
    const folder = siteNaming(...urls);
    const unasked = await checkJson(folder);
    assert.equal(unasked.problems.filter(({ code }) => code === "openapi/remote-spec").length, urls.length);
    const hosts = [server.host, `localhost:${server.port}`, `2130706433:${server.port}`];
    const requested = await callCli(["check", folder, ...hosts.flatMap((host) => ["--fetch", host])]);
    assert.equal(requested.exitCode, 2, requested.stderr);
    assert.match(requested.stderr, /doesn't start with https/);
    assert.match(requested.stderr, /is on a private network or on this machine/);
    assert.equal(server.connections, 0);
  });

  it("fetches each specification once, only from the given hosts, and checks references to it", async () => {
    const server = await serveLocally((_request, response) => response.end(users));
    const folder = siteNaming(server.url, server.url);
    const { codes, notices, operations } = await check(folder, [server.host]);
    assert.deepEqual(notices, []);
    assert.equal(server.connections, 1);
    assert.equal(operations, 1);
    assert.ok(codes.includes("openapi/operation-not-found docs.json"), codes.join());
    assert.ok(!codes.some((code) => code.startsWith("openapi/remote-spec")));
  });

  it("uses the local copy in later runs without connecting, and says so", async () => {
    const server = await serveLocally((_request, response) => response.end(users));
    const folder = siteNaming(server.url);
    await check(folder, [server.host]);
    const later = await check(folder, []);
    assert.equal(server.connections, 1);
    assert.ok(later.codes.includes("openapi/operation-not-found docs.json"));
    assert.match(
      later.notices[0]?.text ?? "",
      /using the local copy of \S+ fetched on \d{4}-\d\d-\d\d \d\d:\d\d UTC; to update it, use --fetch/,
    );
    assert.equal(later.notices[0]?.isReportIncomplete, false);
  });

  it("summarizes the problems in a local copy at the reference to it", async () => {
    const server = await serveLocally((_request, response) => response.end(users.replace('"description"', '"text"')));
    const folder = siteNaming(server.url);
    const { codes } = await check(folder, [server.host]);
    assert.ok(codes.includes("openapi/remote-spec docs.json"), codes.join());
    assert.ok(codes.every((code) => code.endsWith("docs.json")));
  });

  it("reports which specifications it couldn't fetch and that the check is incomplete", async () => {
    const other = await serveLocally((_request, response) => response.end(users));
    const server = await serveLocally((request, response) =>
      request.url === "/openapi.json"
        ? response.writeHead(302, { location: other.url }).end()
        : response.writeHead(503).end(),
    );
    const page = await serveLocally((_request, response) => response.end(`{"name":"package"}`));
    const folder = siteNaming(server.url, `http://${server.host}/down`, page.url);
    const { notices } = await check(folder, [server.host, page.host, "example.org"]);
    assert.deepEqual(
      notices.map(({ text, isReportIncomplete: incomplete }) => [text.replace(/http:\S+ /, ""), incomplete]),
      [
        [`redirects to ${other.host}; to allow that, use --fetch ${other.host}.`, true],
        ["returned 503.", true],
        ["returned something that isn't a specification.", true],
        ["--fetch example.org: no site uses a specification from this host.", false],
      ],
    );
    assert.equal(other.connections, 0);
  });

  it("rejects an invalid host", async () => {
    const folder = siteNaming("https://example.com/a.json");
    for (const host of ["https://example.com", "example.com/a", "user@example.com", "*", "example.com:x"]) {
      const { exitCode, stderr } = await callCli(["check", folder, "--fetch", host]);
      assert.equal(exitCode, 2);
      assert.match(stderr, /--fetch must be a host such as api\.example\.com/);
    }
  });
});
