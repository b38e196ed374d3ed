import assert from "node:assert/strict";
import { closePreview, openPreview } from "../../server/src/protocol/preview.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, TempFolder } from "./temp-folder.ts";

const head = "---\ntitle: Start\n---\n\n";
const faulty = `${head}Words.\n\n<script src="https://example.com/tour.js" />\n\n[Go](javascript:go)\n\n$$\n\\frca{1}{2}\n$$\n`;

/** Content that a preview can't show is reported in the page's text as long as the preview is open. */
describe("problems on a page that is open in a preview", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(async () => {
    folder = new TempFolder({
      "docs.json": docsJson("start", "other"),
      "start.mdx": faulty,
      "other.mdx": `${head}Words.\n`,
    });
    client = await servers.start({ folders: [folder.root] });
  });
  afterEach(async () => {
    for (const preview of ["p1", "p2"]) client.notify(closePreview, { preview });
    await servers.release(client);
    folder.remove();
  });

  const open = (file: string, preview = "p1") => client.request(openPreview, { preview, uri: uriOf(folder.at(file)) });
  const link = ["link/unsafe-scheme"];
  const both = [...link, "mdx/formula", "mdx/not-rendered"];

  it("appear at their position when the preview opens and disappear when it closes", async () => {
    client.open(folder.at("start.mdx"), faulty);
    await client.codes(folder.at("start.mdx"), link, 1);
    await open("start.mdx");
    const found = await client.codes(folder.at("start.mdx"), both, 1);
    assert.deepEqual(
      found
        .map(({ code, severity, range: { start, end } }) => `${code} ${severity} ${start.line}-${end.line}`)
        .toSorted(),
      ["link/unsafe-scheme 2 8-8", "mdx/formula 2 10-12", "mdx/not-rendered 3 6-6"],
    );
    client.notify(closePreview, { preview: "p1" });
    await client.codes(folder.at("start.mdx"), link, 1);
  });

  it("stay with their text and disappear when it's fixed", async () => {
    client.open(folder.at("start.mdx"), faulty);
    await open("start.mdx");
    await client.codes(folder.at("start.mdx"), both, 1);
    client.change(folder.at("start.mdx"), 2, faulty.replace("Words.", "Words.\n\nMore words."));
    const moved = await client.codes(folder.at("start.mdx"), both, 2);
    assert.deepEqual(
      moved.map(({ range }) => range.start.line).toSorted((a, b) => a - b),
      [8, 10, 12],
    );
    client.change(folder.at("start.mdx"), 3, faulty.replace("\\frca", "\\frac"));
    await client.codes(folder.at("start.mdx"), [...link, "mdx/not-rendered"], 3);
  });

  it("disappear when the preview shows another page, unless another preview still shows the first page", async () => {
    await open("start.mdx");
    await open("start.mdx", "p2");
    await client.codes(folder.at("start.mdx"), both);
    await open("other.mdx");
    await client.quiet();
    assert.equal(client.published(folder.at("start.mdx"))?.diagnostics.length, 3);
    await open("other.mdx", "p2");
    await client.codes(folder.at("start.mdx"), link);
  });

  it("are reported in the snippet that contains them", async () => {
    folder.write("snippets/sum.mdx", "$$\n\\frca{1}{2}\n$$\n");
    folder.write("start.mdx", `${head}import Sum from "/snippets/sum.mdx"\n\n<Sum />\n\n<Sum />\n`);
    client.watched([folder.at("snippets/sum.mdx"), 1], [folder.at("start.mdx"), 2]);
    await client.quiet();
    await open("start.mdx");
    await client.codes(folder.at("snippets/sum.mdx"), ["mdx/formula"]);
  });
});
