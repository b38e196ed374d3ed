import assert from "node:assert/strict";
import type { CompletionList, Hover, MarkupContent, MarkupKind } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

function textOf(found: Hover | null): string {
  return found ? (found.contents as MarkupContent).value : "";
}

describe("hover over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(async () => {
    folder = new TempFolder({ "docs.json": docsJson("start"), "start.mdx": page("Start") });
    client = await servers.start({ folders: [folder.root] });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const hoverAt = async (file: string, marked: string, codes: readonly string[] = []): Promise<Hover | null> => {
    const text = marked.replace("$0", "");
    const document = TextDocument.create("x", "x", 1, text);
    client.open(folder.at(file), text);
    await client.codes(folder.at(file), codes);
    return client.request<Hover | null>("textDocument/hover", {
      textDocument: { uri: uriOf(folder.at(file)) },
      position: document.positionAt(marked.indexOf("$0")),
    });
  };

  it("describes a page referenced in docs.json and returns the reference's range", async () => {
    const found = await hoverAt("docs.json", docsJson("st$0art"));
    assert.match(textOf(found), /\*\*Start\*\*/);
    const line = docsJson("start")
      .split("\n")
      .findIndex((each) => each.includes('"start"'));
    assert.equal(found?.range?.start.line, line);
  });

  it("shows an icon's image from the bundled files", async () => {
    const found = await hoverAt("start.mdx", page("Start").replace("title:", "icon: roc$0ket\ntitle:"));
    assert.match(textOf(found), /data:image\/svg\+xml,%3Csvg/);
  });

  it("returns plain text without images to a client that doesn't support Markdown", async () => {
    const plain = ["plaintext"] as MarkupKind[];
    const capabilities = {
      textDocument: {
        hover: { contentFormat: plain },
        completion: { completionItem: { documentationFormat: plain } },
      },
    };
    const other = await servers.start({ folders: [folder.root], capabilities });
    const ask = async <T>(method: string, marked: string) => {
      const text = marked.replace("$0", "");
      other.open(folder.at("start.mdx"), text);
      await other.codes(folder.at("start.mdx"), []);
      const position = TextDocument.create("x", "x", 1, text).positionAt(marked.indexOf("$0"));
      return other.request<T>("textDocument/" + method, {
        textDocument: { uri: uriOf(folder.at("start.mdx")) },
        position,
      });
    };
    const icon = await ask<Hover>("hover", page("Start").replace("title:", "icon: roc$0ket\ntitle:"));
    assert.deepEqual(icon.contents, { kind: "plaintext", value: "rocket from Font Awesome" });
    const { items } = await ask<CompletionList>("completion", page("Start").replace("title:", "icon: rocke$0\ntitle:"));
    assert.ok(items.length > 0);
    for (const { documentation } of items)
      assert.ok(documentation === undefined || (documentation as MarkupContent).kind === "plaintext");
    await servers.release(other);
  });

  it("describes the target of a specification reference, based on another file's unsaved text", async () => {
    // Specifications that the site doesn't use aren't read completely.
    client.open(
      folder.at("docs.json"),
      JSON.stringify({ name: "A", navigation: { groups: [{ group: "API", openapi: "api.yaml" }] } }),
    );
    const models = "User:\n  type: object\n  properties: { name: { type: string } }\n";
    client.open(folder.at("models.yaml"), models);
    const spec = `openapi: 3.1.0
info: { title: A, version: "1" }
paths:
  /a:
    get: { responses: { "200": { description: ok, content: { a/b: { schema: { $ref: "mod$0els.yaml#/User" } } } } } }
`;
    const found = await hoverAt("api.yaml", spec, ["openapi/no-server", "openapi/external-ref"]);
    assert.match(textOf(found), /^\*\*User\*\*\n\nobject\n\n- `name` string\n\nFrom `models\.yaml#\/User`$/);
    assert.equal(found?.range?.start.line, 4);
    const hidden = await hoverAt("other.yaml", `openapi: 3.1.0\npaths: {}\nx-hid$0den: true\n`);
    assert.match(textOf(hidden), /no effect here/);
  });

  it("returns nothing at positions without hover content", async () => {
    assert.equal(await hoverAt("docs.json", docsJson("start").replace("{", "{ $0")), null);
  });
});
