import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { listSites, siteStatus, type SitesStatus } from "../../server/src/protocol/site.ts";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { mainThreadTime } from "../harness/main-thread-time.ts";
import { slowness } from "../harness/processor-time.ts";
import { docsJson, page, sites, TempFolder } from "./temp-folder.ts";

const servers = new ServerPool();

describe("workspace", () => {
  let folder: TempFolder;
  let client: LspClient;
  beforeEach(() => {
    folder = new TempFolder({ "docs.json": docsJson("start"), "start.mdx": page("Start") });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const start = (...folders: readonly string[]) => servers.start({ folders, options: { siteStatus: true } });
  const status = () =>
    client.received.findLast(({ method }) => method === siteStatus.method)?.params as SitesStatus | undefined;
  const rested = async () => {
    await client.message(() => status()?.sites.every(({ isScanning: scanning }) => !scanning) === true, "rest");
    await client.quiet(200);
  };

  it("updates problems when pages are created, deleted, or renamed", async () => {
    client = await start(folder.root);
    await rested();
    client.watched([folder.delete("start.mdx"), 3]);
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    client.watched([folder.write("start.mdx", page("Start")), 1]);
    await client.codes(folder.at("docs.json"), []);
    folder.rename("start.mdx", "begin.mdx");
    client.watched([folder.at("start.mdx"), 3], [folder.at("begin.mdx"), 1]);
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    folder.write("docs.json", docsJson("begin"));
    client.watched([folder.at("docs.json"), 2]);
    await client.codes(folder.at("docs.json"), []);
  });

  it("updates problems when a folder is renamed, even if the client reports only the folder", async () => {
    folder.write("docs.json", docsJson("start", "new/a", "new/b"));
    folder.write("old/a.mdx", page("A"));
    folder.write("old/b.mdx", page("B"));
    client = await start(folder.root);
    await client.codes(folder.at("docs.json"), ["nav/page-not-found", "nav/page-not-found"]);
    folder.rename("old", "new");
    client.watched([folder.at("old"), 3], [folder.at("new"), 1]);
    await client.codes(folder.at("docs.json"), []);
    client.watched([folder.delete("new"), 3]);
    // Neither of the two pages has a similar page, so the missing folder is reported.
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
  });

  it("updates problems when .mintignore changes", async () => {
    client = await start(folder.root);
    await rested();
    client.watched([folder.write(".mintignore", "start.mdx\n"), 1]);
    await client.diagnosed(folder.at("docs.json"), ([first]) => first?.code === "nav/page-not-found");
    client.watched([folder.delete(".mintignore"), 3]);
    await client.codes(folder.at("docs.json"), []);
  });

  it("updates problems when a package.json adds or removes the integration for Astro", async () => {
    folder.write("docs/docs.json", docsJson("start"));
    folder.write("docs/start.mdx", `${page("Start")}\n<Widget />\n`);
    folder.delete("docs.json");
    client = await start(folder.root);
    await client.codes(folder.at("docs/start.mdx"), ["mdx/unknown-component"]);
    const withAstro = '{ "dependencies": { "@mintlify/astro": "^0.1.9" } }';
    for (const path of ["package.json", "docs/package.json"]) {
      client.watched([folder.write(path, withAstro), 1]);
      await client.codes(folder.at("docs/start.mdx"), []);
      client.watched([folder.delete(path), 3]);
      await client.codes(folder.at("docs/start.mdx"), ["mdx/unknown-component"]);
    }
  });

  it("assigns a file to the innermost site", async () => {
    folder.write(".docwright.json", sites("handbook"));
    folder.write("handbook/docs.json", docsJson("rules", "gone"));
    folder.write("handbook/rules.mdx", "---\ntitle: [\n---\n");
    folder.write("node_modules/x/docs.json", "{");
    folder.write(".cache/docs.json", "{");
    client = await start(folder.root);
    await client.codes(folder.at("handbook/docs.json"), ["nav/page-not-found"]);
    await client.codes(folder.at("handbook/rules.mdx"), ["frontmatter/syntax"]);
    await rested();
    assert.deepEqual(
      status()?.sites.map(({ root }) => root),
      [uriOf(folder.root), uriOf(folder.at("handbook"))],
    );
    assert.deepEqual(
      status()?.sites.map(({ pageCount: pages }) => pages),
      [1, 1],
    );
  });

  it("updates problems when sites are added or removed", async () => {
    folder.write(".docwright.json", sites("later"));
    client = await start(folder.root);
    await rested();
    folder.write("later/docs.json", docsJson("gone"));
    client.watched([folder.at("later/docs.json"), 1]);
    await client.codes(folder.at("later/docs.json"), ["nav/page-not-found"]);
    client.watched([folder.delete("later"), 3]);
    await client.codes(folder.at("later/docs.json"), []);
    await rested();
    assert.equal(status()?.sites.length, 1);
  });

  it("adds and removes workspace folders", async () => {
    const other = new TempFolder({ "docs/docs.json": docsJson("gone") });
    client = await start(folder.root);
    await rested();
    const change = (added: string[], removed: string[]) =>
      client.notify("workspace/didChangeWorkspaceFolders", {
        event: {
          added: added.map((path) => ({ uri: uriOf(path), name: "x" })),
          removed: removed.map((path) => ({ uri: uriOf(path), name: "x" })),
        },
      });
    change([other.root], []);
    await client.codes(other.at("docs/docs.json"), ["nav/page-not-found"]);
    change([], [other.root]);
    await client.codes(other.at("docs/docs.json"), []);
    await rested();
    assert.equal(status()?.sites.length, 1);
    other.remove();
  });

  it("finds the site of a file opened without a folder", async () => {
    folder.write("docs.json", docsJson("start", "guides/deep/page"));
    folder.write("guides/deep/page.mdx", page("Deep"));
    client = await start();
    client.open(folder.at("guides/deep/page.mdx"), "---\ntitle: [\n---\n");
    await client.codes(folder.at("guides/deep/page.mdx"), ["frontmatter/syntax"]);
    client.close(folder.at("guides/deep/page.mdx"));
    await client.message(() => status()?.sites.length === 0, "the end of that site");
  });

  it("reports that a folder has no site, and reports the site once docs.json is created", async () => {
    const empty = new TempFolder({ "start.mdx": page("Start") });
    // A new server is started, because a status is sent only if it differs from the previous one.
    client = await LspClient.start({ folders: [empty.root], options: { siteStatus: true } });
    await client.message(() => status()?.sites.length === 0, "a status without sites");
    client.watched([empty.write("docs.json", docsJson("start")), 1]);
    await client.message(() => status()?.sites.length === 1, "the new site");
    empty.remove();
  });

  it("checks an unsaved docs.json", async () => {
    const empty = new TempFolder({ "start.mdx": page("Start") });
    client = await start(empty.root);
    client.open(empty.at("docs.json"), docsJson("start", "gone"));
    await client.codes(empty.at("docs.json"), ["nav/page-not-found"], 1);
    empty.remove();
  });

  it("reads nothing outside its folder, regardless of what links and paths contain", async function () {
    if (process.platform === "win32") return this.skip();
    const outside = new TempFolder({
      "secret.mdx": "---\ntitle: CANARY\n---\n",
      "secret.json": '{ "pages": ["CANARY"] }',
    });
    symlinkSync(outside.at("secret.mdx"), folder.at("linked.mdx"));
    symlinkSync(outside.root, folder.at("linked"));
    symlinkSync(folder.root, folder.at("loop"));
    folder.write(
      "docs.json",
      JSON.stringify({
        navigation: {
          pages: ["start", "linked", "linked/secret", "../secret", outside.at("secret"), "%2e%2e/secret"],
        },
        api: { openapi: "linked/secret.json" },
        x: { $ref: outside.at("secret.json") },
        y: { $ref: "linked/secret.json" },
      }),
    );
    client = await start(folder.root);
    client.open(folder.at("docs.json"), folder.read("docs.json"));
    await client.diagnosed(folder.at("docs.json"), (all) => all.length > 4);
    await rested();
    assert.doesNotMatch(JSON.stringify(client.received), /CANARY/);
    outside.remove();
  });
});

describe("workspace with a link to a file outside the site", () => {
  it("still treats the file as present after the link is reported as changed", async function () {
    if (process.platform === "win32") return this.skip();
    const outside = new TempFolder({ "CHANGELOG.md": "# Changes" });
    const folder = new TempFolder({
      "docs.json": docsJson("start", "changelog"),
      "start.mdx": `${page("Start")}\n[Changes](/changelog) [Gone](/gone)\n`,
    });
    symlinkSync(outside.at("CHANGELOG.md"), folder.at("changelog.md"));
    const client = await servers.start({ folders: [folder.root] });
    const before = await client.codes(folder.at("start.mdx"), ["link/page-not-found"]);
    client.watched([folder.at("changelog.md"), 2]);
    client.open(folder.at("start.mdx"), `${folder.read("start.mdx")}\n[Lost](/lost)\n`);
    const codes = ["link/page-not-found", "link/page-not-found"];
    const after = await client.codes(folder.at("start.mdx"), codes);
    assert.doesNotMatch(JSON.stringify([before, after]), /changelog/);
    await servers.release(client);
    folder.remove();
    outside.remove();
  });
});

describe("workspace to which symbolic links are added later", () => {
  let folder: TempFolder;
  let outside: TempFolder;
  let client: LspClient;
  beforeEach(function () {
    if (process.platform === "win32") this.skip();
    outside = new TempFolder({ "docs.json": docsJson("CANARY") });
    folder = new TempFolder({
      "docs.json": docsJson("gone"),
      ".docwright.json": sites("inner"),
      "inner/docs.json": docsJson("lost"),
    });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
    outside.remove();
  });

  const start = async () => {
    client = await servers.start({ folders: [folder.root] });
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    await client.codes(folder.at("inner/docs.json"), ["nav/page-not-found"]);
  };
  const isUntouched = async () => {
    await client.quiet(500);
    assert.doesNotMatch(JSON.stringify(client.received), /CANARY/);
  };

  it("doesn't follow a new link to another site", async () => {
    await start();
    symlinkSync(outside.root, folder.at("way-out"));
    client.watched([folder.at("way-out"), 1], [folder.at("way-out/docs.json"), 1]);
    await isUntouched();
  });

  it("doesn't follow a link that replaces a site", async () => {
    await start();
    folder.delete("inner");
    symlinkSync(outside.root, folder.at("inner"));
    client.watched([folder.at("inner/docs.json"), 2]);
    await client.codes(folder.at("inner/docs.json"), []);
    await isUntouched();
  });

  it("contains a site once, regardless of how many links point to it", async () => {
    await start();
    symlinkSync(folder.at("inner"), folder.at("again"));
    client.watched([folder.at("again"), 1], [folder.at("again/docs.json"), 1]);
    await client.quiet(500);
    assert.equal(client.published(folder.at("again/docs.json")), undefined);
  });

  it("isn't blocked by change events for 50,000 files", async function () {
    this.timeout(60_000);
    await start();
    const pid = client.child.pid ?? 0;
    // CPU time is preferred, because the elapsed time would be longer on a busy machine.
    const timeOf = () => mainThreadTime(pid) ?? performance.now();
    client.watched(...Array.from({ length: 50_000 }, (_, i) => [folder.at(`p/${i}.mdx`), 1] as const));
    let maxLength = 0;
    for (const begin = timeOf(); timeOf() - begin < 2000;) {
      const requested = timeOf();
      await client.ask("docwright/unknown").answer;
      maxLength = Math.max(maxLength, timeOf() - requested);
    }
    assert.ok(maxLength < 1000 || maxLength < 1000 * slowness(), `${Math.round(maxLength)} ms`);
  });
});

describe("workspace after a branch switch", () => {
  const count = 1500;
  const paths = (branch: string) => Array.from({ length: count }, (_, i) => `${branch}/page-${i}`);
  /** VS Code reports files that were changed by a branch switch with pauses of at most this many milliseconds. */
  const longestPause = 250;

  it("rescans once and never reports a problem that doesn't exist in either branch", async function () {
    this.timeout(300_000);
    for (let tries = 0; tries < 10; tries++) {
      const folder = new TempFolder({ "kept.mdx": "---\ntitle: [\n---\n" });
      const client = await startIn(folder);
      try {
        const before = client.received.length;
        // On a busy machine, this process may pause for longer than VS Code does. In that case, the changes don't count
        // as a branch switch.
        if ((await switchBranch(folder, client)) > longestPause) continue;
        await validate(folder, client, before);
        return;
      } finally {
        assert.equal(await client.stop(), 0, client.stderr);
        folder.remove();
      }
    }
    assert.fail("The changes were reported too slowly each time.");
  });

  function write(folder: TempFolder, branch: string): void {
    for (const path of paths(branch)) folder.write(`${path}.mdx`, page(path));
    folder.write("docs.json", docsJson("kept", "gone", ...paths(branch)));
  }

  function statusIn(client: LspClient) {
    const status = client.received.findLast(({ method }) => method === siteStatus.method)?.params as
      | SitesStatus
      | undefined;
    return status?.sites[0];
  }

  async function startIn(folder: TempFolder): Promise<LspClient> {
    write(folder, "one");
    const client = await LspClient.start({ folders: [folder.root], options: { siteStatus: true } });
    client.open(folder.at("docs.json"), folder.read("docs.json"));
    await client.message(() => statusIn(client)?.isScanning === false, "rest");
    assert.equal(statusIn(client)?.scanCount, 1);
    return client;
  }

  /**
   * Simulates switching to another branch. Returns the longest pause between two messages about changed files, in
   * milliseconds.
   */
  async function switchBranch(folder: TempFolder, client: LspClient): Promise<number> {
    folder.delete("one");
    write(folder, "two");
    let [maxLength, last] = [0, performance.now()];
    // VS Code loads the new text first. The file events arrive later, in several messages.
    client.change(folder.at("docs.json"), 2, folder.read("docs.json"));
    const changes = [
      [folder.at("docs.json"), 2] as const,
      ...paths("one").map((path) => [folder.at(`${path}.mdx`), 3] as const),
      ...paths("two").map((path) => [folder.at(`${path}.mdx`), 1] as const),
    ];
    for (let at = 0; at < changes.length; at += 1000) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      client.watched(...changes.slice(at, at + 1000));
      const now = performance.now();
      [maxLength, last] = [Math.max(maxLength, now - last), now];
    }
    return maxLength;
  }

  async function validate(folder: TempFolder, client: LspClient, before: number): Promise<void> {
    const status = () => statusIn(client);
    await client.message(() => status()?.scanCount === 2 && status()?.isScanning === false, "rest", before);
    await client.quiet();
    assert.equal(status()?.scanCount, 2);
    const reported = client.received.slice(before).map((message) => JSON.stringify(message));
    assert.ok(!reported.some((text) => text.includes("/kept.mdx")), "problems of an identical file were published");
    const shown = client.received.slice(before).flatMap(({ method, params }) => {
      const { diagnostics } = params as { diagnostics?: { message: string }[] };
      return method === "textDocument/publishDiagnostics" ? (diagnostics ?? []) : [];
    });
    assert.ok(shown.length <= 3, `${shown.length} problems were shown temporarily`);
    assert.ok(shown.every(({ message }) => message.includes("`gone`")));
    assert.equal(client.published(folder.at("docs.json"))?.diagnostics.length, 1);
  }
});

describe("folder reached through a symbolic link", () => {
  it("isn't a second site, and its problems disappear when its page is closed", async () => {
    const folder = new TempFolder({
      "docs.json": docsJson("a"),
      "a.mdx": `${page("A")}\n[gone](/gone)\n`,
    });
    symlinkSync(folder.root, folder.at("self"), "dir");
    const client = await LspClient.start({ folders: [folder.root] });
    try {
      await client.codes(folder.at("a.mdx"), ["link/page-not-found"]);
      const linked = folder.at("self/a.mdx");
      client.open(linked, folder.read("a.mdx"));
      await client.codes(linked, ["link/page-not-found"]);
      assert.equal((await client.request(listSites)).length, 1);
      client.close(linked);
      await client.codes(linked, []);
      await client.quiet();
      const left = client.allPublished().filter(({ uri }) => uri.includes("/self/"));
      const last = new Map(left.map(({ uri, diagnostics }) => [uri, diagnostics.length]));
      assert.deepEqual([...last.values()], [0]);
      assert.equal(await client.stop(), 0);
    } finally {
      client.kill();
      folder.remove();
    }
  });
});

describe("page that a symbolic link leads to", () => {
  const listings: Readonly<Record<string, readonly string[]>> = {
    "its own path": ["start", "real"],
    "the link": ["start", "alias"],
    both: ["start", "real", "alias"],
  };
  let folder: TempFolder;
  let client: LspClient;
  const begin = async (...slugs: readonly string[]) => {
    folder = new TempFolder({
      "docs.json": docsJson(...slugs),
      "start.mdx": page("Start"),
      "real.mdx": page("Real"),
    });
    symlinkSync("real.mdx", folder.at("alias.mdx"));
    client = await servers.start({ folders: [folder.root] });
    await client.quiet();
  };
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });
  const codes = (path: string) => (client.published(folder.at(path))?.diagnostics ?? []).map(({ code }) => code);

  for (const [name, slugs] of Object.entries(listings))
    it(`is in the navigation if the navigation lists ${name}`, async () => {
      await begin(...slugs);
      assert.deepEqual([codes("real.mdx"), codes("alias.mdx")], [[], []]);
    });

  it("is reported once, at its own path, if the navigation lists neither of its paths", async () => {
    await begin("start");
    await client.codes(folder.at("real.mdx"), ["nav/page-not-in-navigation"]);
    assert.deepEqual(codes("alias.mdx"), []);
  });

  it("is recognized once the link is created, and no longer recognized once the link is deleted", async () => {
    await begin("start", "other");
    await client.codes(folder.at("real.mdx"), ["nav/page-not-in-navigation"]);
    symlinkSync("real.mdx", folder.at("other.mdx"));
    client.watched([folder.at("other.mdx"), 1]);
    await client.codes(folder.at("real.mdx"), []);
    folder.delete("other.mdx");
    client.watched([folder.at("other.mdx"), 3]);
    await client.codes(folder.at("real.mdx"), ["nav/page-not-in-navigation"]);
  });
});
