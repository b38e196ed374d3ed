import assert from "node:assert/strict";
import type { Hover, MarkupContent } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

function textOf(found: Hover | null): string {
  return found ? (found.contents as MarkupContent).value : "";
}

describe("hover over the protocol", () => {
  let folder: TempFolder;
  let client: LspClient;
  beforeEach(async () => {
    folder = new TempFolder({ "docs.json": docsJson("start"), "start.mdx": page("Start") });
    client = await LspClient.start({ folders: [folder.root] });
  });
  afterEach(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  const hoverAt = async (file: string, marked: string): Promise<Hover | null> => {
    const text = marked.replace("$0", "");
    const document = TextDocument.create("x", "x", 1, text);
    client.open(folder.at(file), text);
    await client.codes(folder.at(file), []);
    return client.request<Hover | null>("textDocument/hover", {
      textDocument: { uri: uriOf(folder.at(file)) },
      position: document.positionAt(marked.indexOf("$0")),
    });
  };

  it("tells of a page where docs.json names it, with the range in lines", async () => {
    const found = await hoverAt("docs.json", docsJson("st$0art"));
    assert.match(textOf(found), /\*\*Start\*\*/);
    const line = docsJson("start")
      .split("\n")
      .findIndex((each) => each.includes('"start"'));
    assert.equal(found?.range?.start.line, line);
  });

  it("shows the picture of an icon from the files that ship", async () => {
    const found = await hoverAt("start.mdx", page("Start").replace("title:", "icon: roc$0ket\ntitle:"));
    assert.match(textOf(found), /data:image\/svg\+xml,%3Csvg/);
  });

  it("says nothing where there is nothing", async () => {
    assert.equal(await hoverAt("docs.json", docsJson("start").replace("{", "{ $0")), null);
  });
});
