import assert from "node:assert/strict";
import type { Location, WorkspaceEdit } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const files: Readonly<Record<string, string>> = {
  "docs.json": '{ "navigation": { "pages": ["a"] } }\n',
  "a.mdx": 'import { Card } from "/snippets/chart.jsx";\n\n<Card />\n',
  "snippets/chart.jsx": "export const Card = () => 1;\n",
  "snippets/use.jsx": "export const Two = 2;\n",
};

/** The unsaved text of `snippets/use.jsx` in the editor. */
const unsaved =
  'import { Card } from "./chart.jsx";\nconst one = (Card) => <Card />;\nexport const Two = () => <Card />;\n';

describe("names in code files over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  before(async function () {
    this.timeout(60_000);
    folder = new TempFolder(files);
    client = await servers.start({ folders: [folder.root] });
    client.open(folder.at("snippets/use.jsx"), unsaved);
  });
  after(async () => {
    await servers.release(client);
    folder.remove();
  });

  const document = TextDocument.create("", "", 1, unsaved);
  const at = (offset: number) => ({
    textDocument: { uri: uriOf(folder.at("snippets/use.jsx")) },
    position: document.positionAt(offset),
  });
  const clause = unsaved.indexOf("Card }") + 1;
  const use = unsaved.lastIndexOf("Card") + 1;
  const parameter = unsaved.indexOf("Card)") + 1;
  const placeOf = ({ uri, range }: Location) =>
    `${uri.slice(uriOf(folder.root).length + 1)} ${range.start.line}:${range.start.character}`;

  it("resolve to the export from both an import and a use", async () => {
    for (const offset of [clause, use]) {
      const found = await client.request<Location[]>("textDocument/definition", at(offset));
      assert.deepEqual(found.map(placeOf), ["snippets/chart.jsx 0:13"]);
    }
    assert.deepEqual(await client.request("textDocument/definition", at(parameter)), []);
  });

  it("are found in pages and code", async () => {
    const params = { ...at(use), context: { includeDeclaration: false } };
    const found = await client.request<Location[]>("textDocument/references", params);
    assert.deepEqual(found.map(placeOf).sort(), [
      "a.mdx 0:9",
      "a.mdx 2:1",
      "snippets/use.jsx 0:9",
      "snippets/use.jsx 2:26",
    ]);
  });

  it("are renamed in every file, except for parameters with the same name", async () => {
    const { changes } = await client.request<WorkspaceEdit>("textDocument/rename", {
      ...at(use),
      newName: "Crate",
    });
    const renamed = (name: string, text: string) =>
      TextDocument.applyEdits(TextDocument.create("", "", 1, text), changes?.[uriOf(folder.at(name))] ?? []);
    assert.equal(
      renamed("snippets/use.jsx", unsaved),
      'import { Crate } from "./chart.jsx";\nconst one = (Card) => <Card />;\nexport const Two = () => <Crate />;\n',
    );
    for (const name of ["a.mdx", "snippets/chart.jsx"])
      assert.equal(renamed(name, files[name] ?? ""), files[name]?.replaceAll("Card", "Crate"));
  });

  it("aren't renamed if the code can't be parsed", async () => {
    client.change(folder.at("snippets/use.jsx"), 2, `${unsaved}const broken = (`);
    await assert.rejects(
      client.request("textDocument/rename", { ...at(clause), newName: "Crate" }),
      /can't parse snippets\/use\.jsx as JavaScript/,
    );
  });
});
