import assert from "node:assert/strict";
import { siteReport, siteStatus, type SitesStatus } from "../../server/src/protocol/site.ts";
import { LspClient, uriOf, type WireMessage } from "../harness/lsp-client.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

describe("server features for the editor", () => {
  let folder: TempFolder;
  let client: LspClient;
  beforeEach(() => {
    folder = new TempFolder({ "docs.json": docsJson("start", "gone", "lost"), "start.mdx": page("Start") });
  });
  afterEach(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  const progress = () =>
    client.received.flatMap(({ method, params }) =>
      method === "$/progress" ? [(params as { value: { kind: string } }).value.kind] : [],
    );

  it("report the first scan as progress that begins and ends once", async () => {
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

  it("publish problems of an open page before the scan is done", async () => {
    const info = { title: "A", version: "1" };
    folder.write("api.json", JSON.stringify({ openapi: "3.1.0", info, paths: {} }));
    for (let i = 0; i < 800; i++) folder.write(`many/${i}.mdx`, page(`Page ${i}`));
    client = await LspClient.start({
      folders: [folder.root],
      capabilities: { window: { workDoneProgress: true } },
    });
    client.open(folder.at("start.mdx"), "---\ntitle: [\n---\n");
    await client.diagnosed(folder.at("start.mdx"), (all) =>
      all.some(({ code }) => code === "frontmatter/syntax"),
    );
    const isIt = (message: WireMessage) => JSON.stringify(message).includes("frontmatter/syntax");
    const before = client.received.slice(0, client.received.findIndex(isIt));
    assert.ok(!JSON.stringify(before).includes("801 of 801"), "it waited for all pages");
    await client.message(() => progress().includes("end"), "the end of the progress");
    await client.quiet();
    const reported = client.allPublished().filter(({ uri }) => uri === uriOf(folder.at("start.mdx")));
    assert.ok(
      reported.every(({ diagnostics }) => diagnostics.length > 0),
      "the problem flickered",
    );
  });

  it("show no progress and register nothing if the client doesn't support it", async () => {
    client = await LspClient.start({ folders: [folder.root] });
    await client.diagnosed(folder.at("docs.json"));
    await client.quiet();
    assert.deepEqual(
      client.received.filter(({ method, id }) => method !== undefined && id !== undefined),
      [],
    );
    assert.ok(!client.received.some(({ method }) => method?.startsWith("docwright/")));
  });

  it("register for file events if the client supports it", async () => {
    client = await LspClient.start({
      folders: [folder.root],
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
    });
    const { params } = await client.message(
      ({ method }) => method === "client/registerCapability",
      "a registration",
    );
    assert.match(JSON.stringify(params), /"workspace\/didChangeWatchedFiles".*"\*\*\/\*"/);
  });

  it("report the status of each site", async () => {
    client = await LspClient.start({ folders: [folder.root], options: { siteStatus: true } });
    const rest = await client.message(
      ({ method, params }) =>
        method === siteStatus.method && (params as SitesStatus).sites[0]?.scanning === false,
      "rest",
    );
    const [site] = (rest.params as SitesStatus).sites;
    assert.deepEqual(
      [site?.root, site?.profile, site?.pages, site?.counts],
      [uriOf(folder.root), "standard", 1, { error: 2, warning: 0, information: 0, hint: 0 }],
    );
  });

  it("report the rules of a site with counts and locations", async () => {
    client = await LspClient.start({ folders: [folder.root] });
    await client.codes(folder.at("docs.json"), ["nav/page-not-found", "nav/page-not-found"]);
    const [report] = await client.request(siteReport);
    const [rule] = report?.rules ?? [];
    assert.deepEqual([rule?.code, rule?.severity, rule?.count], ["nav/page-not-found", "error", 2]);
    assert.notEqual(rule?.summary, "");
    assert.deepEqual(
      rule?.places.map(({ uri, range }) => [uri, range.start.line]),
      [
        [uriOf(folder.at("docs.json")), 4],
        [uriOf(folder.at("docs.json")), 5],
      ],
    );
  });
});
