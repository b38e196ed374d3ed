import assert from "node:assert/strict";
import type {
  ColorInformation,
  ColorPresentation,
  InlayHint,
  InlayHintLabelPart,
  LinkedEditingRanges,
  SemanticTokens,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  SelectionRange,
  SymbolInformation,
} from "vscode-languageserver-protocol";
import { publishedPage } from "../../server/src/protocol/navigation.ts";
import { closeTag } from "../../server/src/protocol/refactoring.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const files: Readonly<Record<string, string>> = {
  "docs.json": `{
  "colors": { "primary": "#FF8800" },
  "navigation": {
    "openapi": "api.json",
    "groups": [
      { "group": "Guides", "boost": 2, "pages": ["start", { "group": "More", "pages": ["next"] }] },
      { "group": "API", "pages": ["GET /users/{id}"] }, { "$ref": "more.json" }
    ]
  }
}
`,
  "more.json": `{ "group": "Others", "boost": 2, "pages": ["start", { "group": "Inner", "pages": [] }] }\n`,
  "start.mdx": `---
title: Start
---

Words [next](/next#deep-down).

<Card title="Next">
  Inside
</Card>
`,
  "next.mdx": "---\ntitle: Next\n---\n\n## Deep down\n\nText\n",
  "api.json": `{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": { "/users/{id}": { "get": { "summary": "One user", "responses": {} } } } }
`,
};

const capabilities = { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } };

describe("language features over LSP:", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  before(async function () {
    this.timeout(60_000);
    folder = new TempFolder(files);
    client = await servers.start({ folders: [folder.root], capabilities });
  });
  after(async () => {
    await servers.release(client);
    folder.remove();
  });

  const of = (file: string) => ({ textDocument: { uri: uriOf(folder.at(file)) } });

  it("documentLink returns ranges, and resolve returns the target line", async () => {
    const [link, ...others] = await client.request<DocumentLink[]>("textDocument/documentLink", of("start.mdx"));
    assert.ok(link);
    assert.deepEqual(others, []);
    assert.deepEqual(link.range, { start: { line: 4, character: 13 }, end: { line: 4, character: 28 } });
    const { target } = await client.request<DocumentLink>("documentLink/resolve", link);
    assert.equal(target, `${uriOf(folder.at("next.mdx"))}#L5,4`);
  });

  it("documentLink/resolve returns no file outside sites", async () => {
    const data = { uri: "file:///etc/passwd", offset: 3 };
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const { target } = await client.request<DocumentLink>("documentLink/resolve", { range, data });
    assert.equal(target, undefined);
  });

  const tree = (symbols: readonly DocumentSymbol[]): unknown =>
    symbols.map(({ name, children = [] }) => (children.length === 0 ? name : [name, tree(children)]));

  it("documentSymbol lists a page's headings and components, and the navigation of docs.json", async () => {
    const ofPage = await client.request<DocumentSymbol[]>("textDocument/documentSymbol", of("start.mdx"));
    assert.deepEqual(tree(ofPage), ["Next"]);
    assert.deepEqual(ofPage[0]?.range, { start: { line: 6, character: 0 }, end: { line: 8, character: 7 } });
    const ofConfig = await client.request<DocumentSymbol[]>("textDocument/documentSymbol", of("docs.json"));
    assert.deepEqual(tree(ofConfig), [
      ["Guides", ["start", ["More", ["next"]]]],
      ["API", ["GET /users/{id}"]],
    ]);
    const ofSpec = await client.request<DocumentSymbol[]>("textDocument/documentSymbol", of("api.json"));
    assert.match(JSON.stringify(tree(ofSpec)), /users/);
  });

  it("documentSymbol returns a list with locations to a client that doesn't support trees", async () => {
    const other = await servers.start({ folders: [folder.root] });
    const found = await other.request<SymbolInformation[]>("textDocument/documentSymbol", of("docs.json"));
    const { uri } = of("docs.json").textDocument;
    assert.deepEqual(
      found.map(({ name, containerName, location }) => [
        name,
        containerName,
        location.range.start.line,
        location.uri === uri,
      ]),
      [
        ["Guides", undefined, 5, true],
        ["start", "Guides", 5, true],
        ["More", "Guides", 5, true],
        ["next", "More", 5, true],
        ["API", undefined, 6, true],
        ["GET /users/{id}", "API", 6, true],
      ],
    );
    await servers.release(other);
  });

  it("workspace/symbol finds headings with their position", async () => {
    const found = await client.request<SymbolInformation[]>("workspace/symbol", { query: "deepdo" });
    assert.deepEqual(
      found.map(({ name, location }) => [name, location]),
      [
        [
          "Deep down",
          {
            uri: uriOf(folder.at("next.mdx")),
            range: { start: { line: 4, character: 3 }, end: { line: 4, character: 12 } },
          },
        ],
      ],
    );
  });

  it("foldingRange returns whole lines", async () => {
    assert.deepEqual(await client.request<FoldingRange[]>("textDocument/foldingRange", of("start.mdx")), [
      { startLine: 0, endLine: 1 },
      { startLine: 6, endLine: 7 },
    ]);
    const ofConfig = await client.request<FoldingRange[]>("textDocument/foldingRange", of("docs.json"));
    assert.deepEqual(ofConfig[0], { startLine: 0, endLine: 8 });
  });

  it("selectionRange grows from the word to the page", async () => {
    const [first] = await client.request<SelectionRange[]>("textDocument/selectionRange", {
      ...of("start.mdx"),
      positions: [{ line: 4, character: 2 }],
    });
    const ranges: string[] = [];
    for (let each = first; each; each = each.parent as SelectionRange)
      ranges.push(
        `${each.range.start.line}:${each.range.start.character}–${each.range.end.line}:${each.range.end.character}`,
      );
    assert.deepEqual(ranges, ["4:0–4:5", "4:0–4:30", "3:0–9:0", "0:0–9:0"]);
    const none = {
      textDocument: { uri: uriOf(folder.at("api.json")) },
      positions: [{ line: 0, character: 3 }],
    };
    assert.equal(await client.request("textDocument/selectionRange", none), null);
  });

  it("semanticTokens covers `GET /users/{id}` in both full and range requests", async () => {
    const full = await client.request<SemanticTokens>("textDocument/semanticTokens/full", of("docs.json"));
    // Each row consists of a relative line, a relative character, a length, the index of a type in the legend, and no
    // modifiers.
    assert.deepEqual(rowsOf(full), [
      [3, 16, 8, 0, 0],
      [3, 35, 3, 1, 0],
      [0, 4, 7, 2, 0],
      [0, 7, 4, 3, 0],
    ]);
    const first = await client.request<SemanticTokens>("textDocument/semanticTokens/range", {
      ...of("docs.json"),
      range: { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } },
    });
    assert.deepEqual(rowsOf(first), [[3, 16, 8, 0, 0]]);
  });

  it("inlayHint shows titles and inherited values, and links to their source", async () => {
    const found = await client.request<InlayHint[]>("textDocument/inlayHint", {
      ...of("more.json"),
      range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } },
    });
    const parts = found.flatMap(({ label }) => label as InlayHintLabelPart[]);
    assert.deepEqual(
      parts.map(({ value }) => value),
      ["openapi: api.json", "Start"],
    );
    assert.deepEqual(parts[0]?.location, {
      uri: uriOf(folder.at("docs.json")),
      range: { start: { line: 3, character: 15 }, end: { line: 3, character: 25 } },
    });
  });

  it("inlayHint shows only the kinds that the client requests", async () => {
    const other = await servers.start({
      folders: [folder.root],
      options: { inlayHints: ["inheritedValues"] },
    });
    const found = await other.request<InlayHint[]>("textDocument/inlayHint", {
      ...of("more.json"),
      range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } },
    });
    const labels = found.flatMap(({ label }) => (label as InlayHintLabelPart[]).map(({ value }) => value));
    assert.deepEqual(labels, ["openapi: api.json"]);
    await servers.release(other);
  });

  it("documentColor and colorPresentation preserve the color's notation", async () => {
    const found = await client.request<ColorInformation[]>("textDocument/documentColor", of("docs.json"));
    const range = { start: { line: 1, character: 26 }, end: { line: 1, character: 33 } };
    assert.deepEqual(found, [{ range, color: { red: 1, green: 136 / 255, blue: 0, alpha: 1 } }]);
    const [written] = await client.request<ColorPresentation[]>("textDocument/colorPresentation", {
      ...of("docs.json"),
      range,
      color: { red: 0, green: 0.67, blue: 1, alpha: 0.5 },
    });
    assert.deepEqual(written?.textEdit, { range, newText: "#00ABFF" });
    assert.deepEqual(await client.request("textDocument/documentColor", of("start.mdx")), []);
  });

  it("linkedEditingRange returns both names of a tag", async () => {
    const position = { line: 6, character: 3 };
    const found = await client.request<LinkedEditingRanges>("textDocument/linkedEditingRange", {
      ...of("start.mdx"),
      position,
    });
    assert.deepEqual(found.ranges, [
      { start: { line: 6, character: 1 }, end: { line: 6, character: 5 } },
      { start: { line: 8, character: 2 }, end: { line: 8, character: 6 } },
    ]);
    const none = { ...of("start.mdx"), position: { line: 4, character: 3 } };
    assert.equal(await client.request("textDocument/linkedEditingRange", none), null);
  });

  it("docwright/closeTag closes the typed tag in the editor's text", async () => {
    client.open(folder.at("next.mdx"), "---\ntitle: Next\n---\n\n<Card>\n");
    const position = { line: 4, character: 6 };
    assert.deepEqual(await client.request(closeTag, { ...of("next.mdx"), position }), {
      text: "</Card>",
    });
    assert.equal(
      await client.request(closeTag, {
        ...of("start.mdx"),
        position: { line: 6, character: 19 },
      }),
      null,
    );
    client.close(folder.at("next.mdx"));
  });

  it("docwright/publishedPage returns the path, and the URL if the site declares it", async () => {
    const ask = (file: string) => client.request(publishedPage, { uri: uriOf(folder.at(file)) });
    assert.deepEqual(await ask("start.mdx"), { ok: true, configPath: "start" });
    const other = await ask("docs.json");
    assert.ok(!other.ok);
    assert.equal(other.reason, "docs.json isn't a page on the site.");
  });
});

function rowsOf({ data }: SemanticTokens): number[][] {
  return Array.from({ length: data.length / 5 }, (_, i) => data.slice(5 * i, 5 * i + 5));
}
