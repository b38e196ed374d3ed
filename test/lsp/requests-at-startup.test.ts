import assert from "node:assert/strict";
import type { CompletionList, Hover, SymbolInformation } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { explain } from "../../server/src/protocol/explain.ts";
import { checkNewPage } from "../../server/src/protocol/new-page.ts";
import { remoteSpecifications, convertSpecification } from "../../server/src/protocol/specifications.ts";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

// The site has 500 pages, which take so long to read that the requests arrive before the site has been found and read.
const slugs = Array.from({ length: 500 }, (_, i) => `guides/p${i}`);
const start = `${page("Start")}\n[Guide](/guides/p1) and [later](/guides/p49)\n`;
const swagger = '{ "swagger": "2.0", "info": { "title": "Pets", "version": "1" }, "paths": {} }';

describe("requests right after the server starts", () => {
  let folder: TempFolder;
  let client: LspClient;
  beforeEach(async () => {
    folder = new TempFolder({
      "docs.json": JSON.stringify({
        navigation: { pages: ["start", ...slugs] },
        api: { openapi: "https://api.example.com/openapi.json" },
      }),
      "start.mdx": start,
      "old/api.json": swagger,
      ...Object.fromEntries(slugs.map((slug, i) => [`${slug}.mdx`, page(`Guide ${i}`)])),
    });
    client = await LspClient.start({ folders: [folder.root] });
  });
  afterEach(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  const open = () => client.open(folder.at("start.mdx"), start);
  const at = (words: string) => ({
    textDocument: { uri: uriOf(folder.at("start.mdx")) },
    position: TextDocument.create("", "", 1, start).positionAt(start.indexOf(words) + words.length),
  });

  it("complete links to pages that haven't been read yet", async () => {
    open();
    const list = await client.request<CompletionList>("textDocument/completion", at("[later](/guides/p49"));
    assert.ok(list.items.some(({ label, detail }) => label.endsWith("p499") && detail === "Guide 499"));
  });

  it("show the hover of a link", async () => {
    open();
    const hover = await client.request<Hover | null>("textDocument/hover", at("[Guide](/guides/p1"));
    assert.match(JSON.stringify(hover?.contents), /Guide 1/);
  });

  it("find workspace symbols", async () => {
    const found = await client.request<SymbolInformation[]>("workspace/symbol", { query: "Guide 499" });
    assert.ok(found.some(({ name }) => name === "Guide 499"));
  });

  it("explain a page without an open file", async () => {
    const [explained] = await client.request(explain, { target: "guides/p499" });
    assert.equal(explained?.shown, true);
  });

  it("check a new page against pages that haven't been read yet", async () => {
    open();
    const checked = await client.request(checkNewPage, {
      root: uriOf(folder.root),
      pageKind: "page",
      title: "Guide",
      folder: "guides",
      path: "guides/p499",
    });
    assert.notEqual(checked.refusal, undefined);
  });

  it("list remote specifications", async () => {
    const found = await client.request(remoteSpecifications);
    assert.deepEqual(
      found.map(({ url }) => url),
      ["https://api.example.com/openapi.json"],
    );
  });

  it("convert a specification", async () => {
    const params = { uri: uriOf(folder.at("old/api.json")), to: "3.1" } as const;
    const converted = await client.request(convertSpecification, params);
    assert.equal(converted.ok, true, JSON.stringify(converted));
  });
});

it("the server responds to requests in a file outside a site", async () => {
  const folder = new TempFolder({ "notes.md": "Text\n", "site/docs.json": docsJson() });
  const client = await LspClient.start({ folders: [folder.root] });
  try {
    client.open(folder.at("notes.md"), "Text\n");
    const params = {
      textDocument: { uri: uriOf(folder.at("notes.md")) },
      position: { line: 0, character: 2 },
    };
    assert.deepEqual(await client.request("textDocument/completion", params), {
      isIncomplete: false,
      items: [],
    });
    assert.equal(await client.request("textDocument/hover", params), null);
    assert.equal(await client.stop(), 0);
  } finally {
    client.kill();
    folder.remove();
  }
});
