import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { listSites } from "../../server/src/protocol/site.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { page, TempFolder } from "./temp-folder.ts";

const servers = new ServerPool();

const config = JSON.stringify(
  {
    $schema: "https://mintlify.com/docs.json",
    theme: "mint",
    name: "Site",
    colors: { primary: "#0a6a6a" },
    navigation: { groups: [{ group: "Guides", pages: ["start", "guides/next"] }] },
    redirects: [{ source: "/old", destination: "/start" }],
  },
  undefined,
  2,
);

describe("docs.json that another program saves half-written", () => {
  let folder: TempFolder;
  let client: LspClient;
  beforeEach(async () => {
    folder = new TempFolder({
      "docs.json": config,
      "start.mdx": `${page("Start")}[Next](/guides/next), [old](/old), [gone](/gone)\n`,
      "guides/next.mdx": `${page("Next")}[Start](/start)\n`,
    });
    client = await servers.start({ folders: [folder.root] });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const messagesIn = (path: string): string[] =>
    (client.published(folder.at(path))?.diagnostics ?? []).map(({ message }) =>
      typeof message === "string" ? message : message.value,
    );

  const save = async (text: string): Promise<void> => {
    folder.write("docs.json", text);
    client.watched([folder.at("docs.json"), 2]);
    await client.quiet();
  };

  it("has one problem at a time and doesn't cause problems in pages", async function () {
    this.timeout(120_000);
    await client.codes(folder.at("start.mdx"), ["link/page-not-found", "link/to-redirect"]);
    const known = messagesIn("start.mdx");
    for (let round = 1; round <= 8; round++) {
      const length = Math.floor((config.length * round) / 9);
      await save(config.slice(0, length));
      const [problems, others] = [messagesIn("docs.json"), messagesIn("guides/next.mdx")];
      assert.equal(problems.length, 1, `${length} characters: ${problems.join(" ")}`);
      const added = [...messagesIn("start.mdx").filter((message) => !known.includes(message)), ...others];
      assert.deepEqual(added, [], `${length} characters`);
    }
    await save(config);
    assert.deepEqual(messagesIn("docs.json"), []);
    assert.deepEqual(messagesIn("start.mdx"), known);
  });
});

describe("folder with 100,000 files and no docs.json", () => {
  let folder: TempFolder;
  let client: LspClient;
  before(function () {
    this.timeout(300_000);
    folder = new TempFolder({ "guide.mdx": page("Guide") });
    for (let group = 0; group < 100; group++) {
      mkdirSync(folder.at(`group-${group}`));
      for (let file = 0; file < 1000; file++) writeFileSync(folder.at(`group-${group}/page-${file}.md`), "");
    }
  });
  after(function () {
    this.timeout(300_000);
    folder.remove();
  });
  afterEach(() => servers.release(client));

  it("isn't a site, and the editor still gets responses", async function () {
    this.timeout(120_000);
    client = await servers.start({ folders: [folder.root] });
    assert.deepEqual(await client.request(listSites), []);
    client.open(folder.at("guide.mdx"), page("Guide"));
    assert.equal(
      await client.request("textDocument/hover", {
        textDocument: { uri: uriOf(folder.at("guide.mdx")) },
        position: { line: 1, character: 2 },
      }),
      null,
    );
  });
});
