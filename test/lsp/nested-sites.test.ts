import assert from "node:assert/strict";
import type { ClientCapabilities } from "vscode-languageserver-protocol";
import { closePreview, openPreview, type OpenPreviewResult } from "../../server/src/protocol/preview.ts";
import { siteStatus, type SitesStatus } from "../../server/src/protocol/site.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, page, sites, TempFolder } from "./temp-folder.ts";

const capabilities = {
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create", "delete"] } },
} satisfies ClientCapabilities;

// The service publishes one folder, with docs.json at its root.
describe("docs.json in a subfolder of a site", () => {
  const leftover = docsJson("index", "gone");
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(() => {
    folder = new TempFolder({
      "docs.json": docsJson("index", "ja/index"),
      "index.mdx": page("Start"),
      "ja/docs.json": leftover,
      "ja/index.mdx": `${page("Start")}\n[to](/ja/nowhere) ![one](/ja/one.png)\n`,
      "ja/one.png": "png",
    });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const start = async (...folders: readonly string[]) =>
    (client = await servers.start({ folders, capabilities, options: { siteStatus: true } }));
  const roots = () => {
    const status = client.received.findLast(({ method }) => method === siteStatus.method)?.params as
      | SitesStatus
      | undefined;
    return status?.sites.map(({ root }) => root);
  };
  const untilSites = (...paths: readonly string[]) => {
    const expected = paths.map((path) => uriOf(folder.at(path)).replace(/\/$/, "")).sort();
    return client.message(
      () => JSON.stringify(roots()?.toSorted()) === JSON.stringify(expected),
      `status of ${expected.join(" ")}`,
    );
  };
  const isPart = async () => {
    await client.codes(folder.at("ja/docs.json"), ["config/nested-site"]);
    await client.codes(folder.at("ja/index.mdx"), ["link/page-not-found"]);
    await untilSites("");
    // If a file never had any problems, its diagnostics may not have been published at all.
    if (client.published(folder.at("docs.json"))) await client.codes(folder.at("docs.json"), []);
  };
  const isSite = async () => {
    await client.codes(folder.at("ja/docs.json"), ["nav/page-not-found"]);
    await untilSites("", "ja");
  };

  it("is part of the outer site and reported once", async () => {
    await start(folder.root);
    await isPart();
  });

  it("is part of the outer site if a page below it is opened first", async () => {
    await start(folder.root);
    client.open(folder.at("ja/index.mdx"), folder.read("ja/index.mdx"));
    await isPart();
    client.close(folder.at("ja/index.mdx"));
    await isPart();
  });

  it("is part of the outer site if a page is opened without a folder", async () => {
    await start();
    client.open(folder.at("ja/index.mdx"), folder.read("ja/index.mdx"));
    await isPart();
  });

  it("defines its own site if only its folder is open, until the outer folder is opened too", async () => {
    await start(folder.at("ja"));
    await client.codes(folder.at("ja/docs.json"), ["nav/page-not-found"]);
    await untilSites("ja");
    const added = [{ uri: uriOf(folder.root), name: "all" }];
    client.notify("workspace/didChangeWorkspaceFolders", { event: { added, removed: [] } });
    await isPart();
    client.notify("workspace/didChangeWorkspaceFolders", { event: { added: [], removed: added } });
    await client.codes(folder.at("ja/docs.json"), ["nav/page-not-found"]);
    await untilSites("ja");
  });

  it("switches between its own site and the outer one when .docwright.json changes, saved or not", async () => {
    await start(folder.root);
    await isPart();
    client.watched([folder.write(".docwright.json", sites("ja")), 1]);
    await isSite();
    client.watched([folder.delete(".docwright.json"), 3]);
    await isPart();
    client.open(folder.at(".docwright.json"), "{}");
    client.change(folder.at(".docwright.json"), 2, sites("ja"));
    await isSite();
    client.change(folder.at(".docwright.json"), 3, sites("fr"));
    await isPart();
  });

  it("switches between its own site and the outer one when .mintignore changes", async () => {
    await start(folder.root);
    await isPart();
    client.watched([folder.write(".mintignore", "ja/\n"), 1]);
    await isSite();
    client.watched([folder.write(".mintignore", "ko/\n"), 2]);
    await isPart();
    client.watched([folder.write(".mintignore", "ja/**\n"), 2]);
    await isSite();
    client.watched([folder.delete(".mintignore"), 3]);
    await isPart();
  });

  it("can be added and removed", async () => {
    folder.delete("ja/docs.json");
    await start(folder.root);
    await client.codes(folder.at("ja/index.mdx"), ["link/page-not-found"]);
    client.watched([folder.write("ja/docs.json", leftover), 1]);
    await isPart();
    client.watched([folder.write("ja/docs.json", '[{ "id": 1 }]'), 2]);
    await client.codes(folder.at("ja/docs.json"), []);
    client.open(folder.at("ja/docs.json"), leftover);
    await isPart();
    client.close(folder.at("ja/docs.json"));
    await client.codes(folder.at("ja/docs.json"), []);
    client.watched([folder.write("ja/docs.json", leftover), 2]);
    await isPart();
    client.watched([folder.delete("ja/docs.json"), 3]);
    await client.codes(folder.at("ja/docs.json"), []);
    await untilSites("");
  });

  it("defines its own site while the outer docs.json is deleted, and is part of the outer site once it's restored", async () => {
    await start(folder.root);
    await isPart();
    client.watched([folder.delete("docs.json"), 3]);
    await client.codes(folder.at("ja/docs.json"), ["nav/page-not-found"]);
    await untilSites("ja");
    client.watched([folder.write("docs.json", docsJson("index", "ja/index")), 1]);
    await isPart();
  });

  it("defines its own site while the outer docs.json doesn't define one", async () => {
    folder.write("docs.json", "[]");
    await start(folder.root);
    await client.codes(folder.at("ja/docs.json"), ["nav/page-not-found"]);
    await untilSites("ja");
    client.open(folder.at("index.mdx"), folder.read("index.mdx"));
    client.open(folder.at("docs.json"), "[]");
    await untilSites("ja");
    client.change(folder.at("docs.json"), 2, docsJson("index", "ja/index"));
    await isPart();
  });

  it("remains part of the outer site while a key in the outer docs.json is being typed", async () => {
    await start(folder.root);
    await isPart();
    const text = docsJson("index", "ja/index");
    client.open(folder.at("docs.json"), text);
    client.change(folder.at("docs.json"), 2, text.replace("{", '{ "na'));
    await client.diagnosed(folder.at("docs.json"), (all) => all.length > 0);
    await client.quiet();
    assert.deepEqual(roots(), [uriOf(folder.root)]);
    client.change(folder.at("docs.json"), 3, text);
    await isPart();
  });

  it("offers to convert the folder to a separate site and completes its path in .docwright.json", async () => {
    await start(folder.root);
    await isPart();
    client.open(folder.at("ja/docs.json"), leftover);
    await client.codes(folder.at("ja/docs.json"), ["config/nested-site"], 1);
    const at = { line: 0, character: 0 };
    const { result } = await client.ask("textDocument/codeAction", {
      textDocument: { uri: uriOf(folder.at("ja/docs.json")) },
      range: { start: at, end: at },
      context: { diagnostics: [] },
    }).answer;
    const titles = (result as readonly { readonly title: string }[]).map(({ title }) => title);
    assert.ok(titles.includes("Convert `ja` to a separate site"), titles.join(", "));
    assert.ok(titles.includes("Delete ja/docs.json"), titles.join(", "));
    client.open(folder.at(".docwright.json"), '{ "sites": [""] }');
    const completed = await client.ask("textDocument/completion", {
      textDocument: { uri: uriOf(folder.at(".docwright.json")) },
      position: { line: 0, character: 13 },
    }).answer;
    assert.match(JSON.stringify(completed.result), /"label":"ja"/);
  });

  it("is part of the outer site in the preview", async () => {
    await start(folder.root);
    await isPart();
    const { result } = await client.ask(openPreview.method, {
      preview: "one",
      uri: uriOf(folder.at("ja/index.mdx")),
    }).answer;
    client.notify(closePreview, { preview: "one" });
    assert.deepEqual(result, { ok: true, root: uriOf(folder.root) } satisfies OpenPreviewResult);
  });
});
