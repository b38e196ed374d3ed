import assert from "node:assert/strict";
import type { DocumentSymbol, Location, LocationLink } from "vscode-languageserver-protocol";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const files: Readonly<Record<string, string>> = {
  "docs.json": `{ "navigation": { "groups": [{ "group": "API", "openapi": "api.yaml", "pages": ["GET /users", "users"] }] } }\n`,
  "users.mdx": `---\ntitle: Add\nopenapi: api.yaml POST /users\n---\n`,
  "api.yaml": `openapi: 3.1.0
info: { title: A, version: "1" }
tags: [{ name: People }]
security: [{ key: [] }]
paths:
  /users:
    get:
      tags: [People]
      operationId: listUsers
      responses:
        "200":
          description: ok
          links: { next: { operationId: addUser } }
          content: { application/json: { schema: { $ref: "#/components/schemas/User" } } }
    post:
      operationId: addUser
      tags: [People]
      responses: { "200": { description: ok, content: { a/b: { schema: { $ref: "models.yaml#/Pet" } } } } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    User: { type: object }
    Other: { $ref: "#/components/schemas/User/properties/name" }
`,
  "models.yaml": `Pet:\n  type: object\n`,
  "api.json": `{ "openapi": "3.1.0", "paths": {} }\n`,
};

const capabilities = { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } };

describe("navigation in specifications over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  before(async () => {
    folder = new TempFolder(files);
    client = await servers.start({ folders: [folder.root], capabilities });
    client.open(folder.at("api.yaml"), files["api.yaml"] ?? "");
  });
  after(async () => {
    await servers.release(client);
    folder.remove();
  });

  /** Returns the position of the nth occurrence of this text. */
  const at = (file: string, words: string, nth = 0) => {
    const text = files[file] ?? "";
    let offset = -1;
    for (let i = 0; i <= nth; i++) offset = text.indexOf(words, offset + 1);
    assert.ok(offset >= 0, `${words} in ${file}`);
    const lines = text.slice(0, offset + 1).split("\n");
    return { line: lines.length - 1, character: (lines.at(-1)?.length ?? 1) - 1 };
  };
  const words = ({ uri, range }: Location): string => {
    const file = Object.keys(files).find((path) => uriOf(folder.at(path)) === uri) ?? uri;
    const line = (files[file] ?? "").split("\n")[range.start.line] ?? "";
    return `${file}:${range.start.line} ${line.slice(range.start.character, range.end.character)}`;
  };
  const ask = async (method: string, file: string, position: object, more: object = {}) => {
    const textDocument = { uri: uriOf(folder.at(file)) };
    const found = await client.request<Location[]>(method, { textDocument, position, ...more });
    return found.map(words);
  };
  const definition = (file: string, text: string, nth?: number) =>
    ask("textDocument/definition", file, at(file, text, nth));
  const references = (file: string, text: string, nth?: number) =>
    ask("textDocument/references", file, at(file, text, nth), { context: { includeDeclaration: false } });

  it("resolves a reference to its target, in the same or another file", async () => {
    assert.deepEqual(await definition("api.yaml", "#/components/schemas/User"), ["api.yaml:21 User"]);
    assert.deepEqual(await definition("api.yaml", "models.yaml#"), ["models.yaml:0 Pet"]);
  });

  it("resolves IDs, tags, and security schemes to their definitions", async () => {
    assert.deepEqual(await definition("api.yaml", "addUser"), ["api.yaml:15 addUser"]);
    assert.deepEqual(await definition("api.yaml", "People", 1), ["api.yaml:2 People"]);
    assert.deepEqual(await definition("api.yaml", "key:"), ["api.yaml:19 key"]);
  });

  it("resolves docs.json entries and pages to operations and files", async () => {
    assert.deepEqual(await definition("docs.json", "/users"), ["api.yaml:6 get"]);
    assert.deepEqual(await definition("docs.json", "api.yaml"), ["api.yaml:0 "]);
    assert.deepEqual(await definition("users.mdx", "/users"), ["api.yaml:14 post"]);
    assert.deepEqual(await definition("users.mdx", "api.yaml"), ["api.yaml:0 "]);
    assert.deepEqual(await definition("docs.json", '"group"'), []);
  });

  it("finds references from every file", async () => {
    assert.deepEqual(await references("api.yaml", "User:"), [
      'api.yaml:13 "#/components/schemas/User"',
      'api.yaml:22 "#/components/schemas/User/properties/name"',
    ]);
    assert.deepEqual(await references("api.yaml", "get:"), ['docs.json:0 "GET /users"']);
    assert.deepEqual(await references("api.yaml", "/users:"), [
      'docs.json:0 "GET /users"',
      "users.mdx:2 api.yaml POST /users",
    ]);
    assert.deepEqual(await references("docs.json", "api.yaml"), [
      'docs.json:0 "api.yaml"',
      "users.mdx:2 api.yaml POST /users",
    ]);
    assert.deepEqual(await references("api.yaml", "addUser", 1), [
      "api.yaml:12 addUser",
      "users.mdx:2 api.yaml POST /users",
    ]);
    assert.deepEqual(await references("api.yaml", "People"), ["api.yaml:7 People", "api.yaml:16 People"]);
    assert.deepEqual(await references("api.yaml", "key:", 1), ["api.yaml:3 key"]);
    assert.deepEqual(await references("models.yaml", "Pet"), ['api.yaml:17 "models.yaml#/Pet"']);
  });

  it("returns links with origin ranges if the editor supports them", async () => {
    const other = await servers.start({
      folders: [folder.root],
      capabilities: { textDocument: { definition: { linkSupport: true } } },
    });
    const [link] = await other.request<LocationLink[]>("textDocument/definition", {
      textDocument: { uri: uriOf(folder.at("docs.json")) },
      position: at("docs.json", "GET /users"),
    });
    assert.equal(link?.targetUri, uriOf(folder.at("api.yaml")));
    const start = at("docs.json", '"GET /users"').character;
    assert.deepEqual(link?.originSelectionRange, {
      start: { line: 0, character: start },
      end: { line: 0, character: start + '"GET /users"'.length },
    });
    await servers.release(other);
  });

  it("lists paths, operations, and components as document symbols", async () => {
    const symbols = await client.request<DocumentSymbol[]>("textDocument/documentSymbol", {
      textDocument: { uri: uriOf(folder.at("api.yaml")) },
    });
    const tree = (all: readonly DocumentSymbol[]): unknown[] =>
      all.map(({ name, children = [] }) => (children.length > 0 ? [name, ...tree(children)] : name));
    assert.deepEqual(tree(symbols), [
      ["Tags", "People"],
      ["Paths", ["/users", "GET /users", "POST /users"]],
      ["Components", ["Security schemes", "key"], ["Schemas", "User", "Other"]],
    ]);
    const get = symbols[1]?.children?.[0]?.children?.[0];
    assert.equal(get?.selectionRange.start.line, 6);
    assert.equal(get?.range.end.line, 13);
  });
});
