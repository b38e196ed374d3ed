import assert from "node:assert/strict";
import { basename } from "node:path";
import {
  fixSafeProblems,
  listProblems,
  siteOverviews,
  siteOverviewsChanged,
} from "../../server/src/protocol/site-overview.ts";
import { siteStatus, type SitesStatus } from "../../server/src/protocol/site.ts";
import { LspClient, uriOf, type WireMessage } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

const annotated = {
  workspace: {
    workspaceEdit: { documentChanges: true, changeAnnotationSupport: { groupsOnLabel: true } },
  },
};

describe("language server in an editor", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(() => {
    folder = new TempFolder({ "docs.json": docsJson("start", "gone", "lost"), "start.mdx": page("Start") });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const progress = () =>
    client.received.flatMap(({ method, params }) =>
      method === "$/progress" ? [(params as { value: { kind: string } }).value.kind] : [],
    );

  it("reports the first scan as progress that begins and ends once", async () => {
    client = await LspClient.start({
      folders: [folder.root],
      capabilities: { window: { workDoneProgress: true } },
    });
    await client.message(() => progress().includes("end"), "the end of the progress");
    await client.quiet();
    assert.equal(progress().at(0), "begin");
    assert.equal(progress().filter((kind) => kind === "begin").length, 1);
    assert.deepEqual(progress().indexOf("end"), progress().length - 1);
  });

  it("publishes an open page's problems before the scan is done", async () => {
    const info = { title: "A", version: "1" };
    folder.write("api.json", JSON.stringify({ openapi: "3.1.0", info, paths: {} }));
    for (let i = 0; i < 800; i++) folder.write(`many/${i}.mdx`, page(`Page ${i}`));
    client = await LspClient.start({
      folders: [folder.root],
      capabilities: { window: { workDoneProgress: true } },
    });
    client.open(folder.at("start.mdx"), "---\ntitle: [\n---\n");
    await client.diagnosed(folder.at("start.mdx"), (all) => all.some(({ code }) => code === "frontmatter/syntax"));
    const isIt = (message: WireMessage) => JSON.stringify(message).includes("frontmatter/syntax");
    const before = client.received.slice(0, client.received.findIndex(isIt));
    assert.ok(
      !JSON.stringify(before).includes("801 of 801"),
      "the problem wasn't published before all pages were read",
    );
    await client.message(() => progress().includes("end"), "the end of the progress");
    await client.quiet();
    const reported = client.allPublished().filter(({ uri }) => uri === uriOf(folder.at("start.mdx")));
    assert.ok(
      reported.every(({ diagnostics }) => diagnostics.length > 0),
      "the problem disappeared temporarily",
    );
  });

  it("shows no progress and registers nothing if the client supports neither", async () => {
    client = await LspClient.start({ folders: [folder.root] });
    await client.diagnosed(folder.at("docs.json"));
    await client.quiet();
    assert.deepEqual(
      client.received.filter(({ method, id }) => method !== undefined && id !== undefined),
      [],
    );
    assert.ok(!client.received.some(({ method }) => method?.startsWith("docwright/")));
  });

  it("registers for file events if the client supports it", async () => {
    client = await LspClient.start({
      folders: [folder.root],
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
    });
    const { params } = await client.message(({ method }) => method === "client/registerCapability", "a registration");
    assert.match(JSON.stringify(params), /"workspace\/didChangeWatchedFiles".*"\*\*\/\*"/);
  });

  it("reports the status of each site", async () => {
    client = await LspClient.start({ folders: [folder.root], options: { siteStatus: true } });
    const rest = await client.message(
      ({ method, params }) => method === siteStatus.method && (params as SitesStatus).sites[0]?.isScanning === false,
      "rest",
    );
    const [site] = (rest.params as SitesStatus).sites;
    assert.deepEqual(
      [site?.root, site?.profile, site?.pageCount, site?.counts],
      [uriOf(folder.root), "standard", 1, { error: 2, warning: 0, information: 0, hint: 0 }],
    );
  });

  const overview = async () => {
    const [first] = await client.request(siteOverviews);
    assert.ok(first);
    return first;
  };

  it("reports the rules of a site with counts and locations", async () => {
    client = await servers.start({ folders: [folder.root] });
    await client.codes(folder.at("docs.json"), ["nav/page-not-found", "nav/page-not-found"]);
    await client.quiet();
    const { rules, pages } = await overview();
    const [rule] = rules;
    assert.deepEqual([rule?.code, rule?.severity, rule?.count], ["nav/page-not-found", "error", 2]);
    assert.notEqual(rule?.summary, "");
    assert.deepEqual(
      rule?.locations.map(({ uri, path, range }) => [uri, path, range.start.line]),
      [
        [uriOf(folder.at("docs.json")), "docs.json", 4],
        [uriOf(folder.at("docs.json")), "docs.json", 5],
      ],
    );
    assert.equal(pages.shown, 1);
  });

  it("returns the first lines with a rule's problems and, on request, all locations", async () => {
    // Links to the same target would be combined into one problem.
    const links = [1, 2, 3, 4].map((n) => `[one](/gone-${n}) [two](/lost-${n})\n\n`);
    folder.write("start.mdx", `${page("Start")}\n${links.join("")}`);
    folder.write("docs.json", docsJson("start"));
    client = await servers.start({ folders: [folder.root] });
    const code = "link/page-not-found";
    await client.codes(
      folder.at("start.mdx"),
      Array.from({ length: 8 }, () => code),
    );
    await client.quiet();
    const { rules } = await overview();
    assert.deepEqual(
      rules.map(({ count, locations }) => [count, locations.map(({ range }) => range.start.line)]),
      [[8, [6, 8, 10]]],
    );
    const all = await client.request(listProblems, { root: uriOf(folder.root), code });
    assert.deepEqual(
      all.map(({ uri, range }) => [uri, range.start.line]),
      [6, 6, 8, 8, 10, 10, 12, 12].map((line) => [uriOf(folder.at("start.mdx")), line]),
    );
    const of = async (root: string, rule: string) => client.request(listProblems, { root: uriOf(root), code: rule });
    assert.deepEqual(await of(folder.root, "link/wrong-case"), []);
    assert.deepEqual(await of(folder.at("nowhere"), code), []);
  });

  it("uses the folder's name for a site without a name", async () => {
    folder.write("docs.json", JSON.stringify({ name: " ", navigation: { pages: ["start"] } }));
    client = await servers.start({ folders: [folder.root] });
    await client.quiet();
    const { status } = await overview();
    assert.equal(status.name, basename(folder.root));
  });

  it("notifies the client once when an overview changes", async () => {
    client = await servers.start({ folders: [folder.root] });
    await client.codes(folder.at("docs.json"), ["nav/page-not-found", "nav/page-not-found"]);
    await client.quiet();
    await overview();
    const notices = () => client.received.filter(({ method }) => method === siteOverviewsChanged.method).length;
    const before = notices();
    client.open(folder.at("docs.json"), docsJson("start", "gone"));
    await client.codes(folder.at("docs.json"), ["nav/page-not-found"]);
    await client.message(() => notices() > before, "the notification");
    assert.equal((await overview()).rules[0]?.count, 1);
  });

  it("returns the safe fixes for all files as one edit, with an annotation for each rule", async () => {
    folder.write("docs.json", docsJson("Start", "usage"));
    folder.write("usage.mdx", `${page("Usage")}\n[One](/START), [two](/USAGE), and [three](/gone).\n`);
    client = await servers.start({ folders: [folder.root], capabilities: annotated });
    await client.codes(folder.at("usage.mdx"), ["link/page-not-found", "link/wrong-case", "link/wrong-case"]);
    const { fixes, rules } = await overview();
    assert.deepEqual(fixes, { problemCount: 3, fileCount: 2 });
    const fixable = rules.filter(({ isFixable }) => isFixable).map(({ code }) => code);
    assert.deepEqual(fixable.sort(), ["link/wrong-case", "nav/page-wrong-case"]);
    const planned = await client.request(fixSafeProblems, { root: uriOf(folder.root) });
    assert.ok(planned.ok);
    const { documentChanges = [], changeAnnotations = {} } = planned.edit;
    const edits = documentChanges.flatMap((change) =>
      "edits" in change
        ? change.edits.map((edit) => [
            change.textDocument.uri,
            "newText" in edit && edit.newText,
            "annotationId" in edit && changeAnnotations[edit.annotationId]?.label,
          ])
        : [],
    );
    const [config, usage] = [uriOf(folder.at("docs.json")), uriOf(folder.at("usage.mdx"))];
    assert.deepEqual(edits, [
      [config, '"start"', "nav/page-wrong-case"],
      [usage, "/start", "link/wrong-case"],
      [usage, "/usage", "link/wrong-case"],
    ]);
  });

  it("explains that there are no safe fixes or that the folder isn't a site", async () => {
    client = await servers.start({ folders: [folder.root], capabilities: annotated });
    await client.codes(folder.at("docs.json"), ["nav/page-not-found", "nav/page-not-found"]);
    assert.deepEqual((await overview()).fixes, { problemCount: 0, fileCount: 0 });
    for (const [root, reason] of [
      [uriOf(folder.root), "None of this site's problems has a safe fix."],
      [uriOf(folder.at("nowhere")), "This folder isn't a site."],
    ] as const)
      assert.deepEqual(await client.request(fixSafeProblems, { root }), { ok: false, reason });
  });
});
