import assert from "node:assert/strict";
import type {
  ClientCapabilities,
  CompletionList,
  Range,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const docs = `{
  "navigation": {
    "groups": [
      { "group": "API", "openapi": "api.json", "pages": ["GET /users/{id}", "add", "links"] },
      { "group": "All", "openapi": { "source": "all.yaml", "directory": "all" } }
    ]
  }
}
`;
const files: Readonly<Record<string, string>> = {
  "docs.json": docs,
  "add.mdx": `---\ntitle: Add\nopenapi: "PUT /users/{id}"\n---\n`,
  "links.mdx": `---\ntitle: Links\n---\n\n[List](/all/people/get-all#top) and [one](/api-reference/get-users)\n`,
  "api.json": `{
  "openapi": "3.1.0",
  "info": { "title": "A", "version": "1" },
  "paths": {
    "/users/{id}": {
      "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
      "get": { "responses": { "200": { "description": "ok", "content": { "a/b": { "schema": { "$ref": "#/components/schemas/User" } } } } } },
      "put": { "responses": { "200": { "$ref": "#/paths/~1users~1{id}/get/responses/200" } } }
    }
  },
  "components": { "schemas": { "User": { "type": "object" } } }
}
`,
  "all.yaml": `openapi: 3.1.0
info: { title: B, version: "1" }
tags:
  - name: People # everybody
paths:
  /all:
    get: { tags: ['People'], responses: { "200": { description: ok } } }
    put: { operationId: putAll, tags: [People], responses: { "200": { description: ok, links: { a: { operationId: "putAll" } } } } }
`,
};

const asksBack: ClientCapabilities = {
  workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: { groupsOnLabel: true } } },
  textDocument: { rename: { prepareSupport: true } },
};

const servers = new ServerPool();

describe("renaming in specifications over LSP", () => {
  let folder: TempFolder;
  let client: LspClient;
  beforeEach(async function () {
    this.timeout(60_000);
    folder = new TempFolder(files);
    client = await servers.start({ folders: [folder.root], capabilities: asksBack });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const at = (file: string, words: string, nth = 0) => {
    const text = files[file] ?? "";
    let offset = -1;
    for (let i = 0; i <= nth; i++) offset = text.indexOf(words, offset + 1);
    assert.ok(offset >= 0, `${words} in ${file}`);
    const position = TextDocument.create("", "", 1, text).positionAt(offset + 1);
    return { textDocument: { uri: uriOf(folder.at(file)) }, position };
  };
  /**
   * Returns the files that an edit changes, as they are after the edit. `optional` includes changes that need
   * confirmation.
   */
  const after = (edit: WorkspaceEdit, optional: boolean): Record<string, string> =>
    Object.fromEntries(
      (edit.documentChanges ?? []).flatMap((change) => {
        assert.ok("textDocument" in change);
        const file = Object.keys(files).find((path) => uriOf(folder.at(path)) === change.textDocument.uri) ?? "?";
        const edits = change.edits.filter((one) => optional || !("annotationId" in one)) as TextEdit[];
        if (edits.length === 0) return [];
        return [[file, TextDocument.applyEdits(TextDocument.create("", "", 1, files[file] ?? ""), edits)]];
      }),
    );
  const renamed = (place: object, newName: string) =>
    client.request<WorkspaceEdit>("textDocument/rename", { ...place, newName });
  const replaced = (file: string, ...pairs: readonly (readonly [string, string])[]) =>
    pairs.reduce((text, [before, now]) => text.replace(before, now), files[file] ?? "");

  it("updates a path's references, its parameter, docs.json, frontmatter, and links to pages that move", async () => {
    const edit = await renamed(at("api.json", "/users"), "/people/{key}");
    assert.deepEqual(after(edit, false), {
      "api.json": replaced(
        "api.json",
        ['"/users/{id}"', '"/people/{key}"'],
        ['"name": "id"', '"name": "key"'],
        ["~1users~1{id}", "~1people~1{key}"],
      ),
      "docs.json": replaced("docs.json", ["GET /users/{id}", "GET /people/{key}"]),
      "add.mdx": replaced("add.mdx", ["PUT /users/{id}", "PUT /people/{key}"]),
      "links.mdx": replaced("links.mdx", ["/api-reference/get-users", "/api-reference/get-people"]),
    });
    const redirects = JSON.parse(after(edit, true)["docs.json"] ?? "") as { readonly redirects: unknown };
    assert.deepEqual(redirects.redirects, [
      { source: "/api-reference/get-users", destination: "/api-reference/get-people" },
    ]);
    const [annotation] = Object.values(edit.changeAnnotations ?? {});
    assert.equal(annotation?.needsConfirmation, true);
  });

  it("warns about the redirects to add manually if docs.json is half-typed", async () => {
    client.open(
      folder.at("docs.json"),
      docs.replace("{", '{\n  "redirects": [{ "source": "/x", "destination": "/y" ],'),
    );
    const edit = await renamed(at("api.json", "/users"), "/people/{key}");
    assert.equal(edit.changeAnnotations, undefined);
    const warning = await client.message(({ method }) => method === "window/showMessageRequest", "the warning");
    assert.deepEqual(warning.params, {
      type: 2,
      message:
        "Docwright: Couldn't add redirects because docs.json has errors. Add them manually: /api-reference/get-users → /api-reference/get-people.",
      actions: [],
    });
  });

  it("selects redirects by default for a published site", async () => {
    client.open(
      folder.at("docs.json"),
      docs.replace("{", '{\n  "integrations": { "ga4": { "measurementId": "G-1" } },'),
    );
    const edit = await renamed(at("api.json", "/users"), "/people/{key}");
    assert.deepEqual(
      Object.values(edit.changeAnnotations ?? {}).map(({ label, needsConfirmation }) => [label, needsConfirmation]),
      [["Add redirects", false]],
    );
  });

  it("updates a tag in operations, regardless of its quotes, and in links", async () => {
    const edit = await renamed(at("all.yaml", "People", 1), "Staff");
    assert.deepEqual(after(edit, false), {
      "all.yaml": (files["all.yaml"] ?? "").replaceAll("People", "Staff"),
      "links.mdx": replaced("links.mdx", ["/all/people/get-all", "/all/staff/get-all"]),
    });
  });

  it("renames a component and an operation ID", async () => {
    const component = await renamed(at("api.json", "#/components/schemas/User"), "Person");
    assert.deepEqual(after(component, true), {
      "api.json": replaced("api.json", ["schemas/User", "schemas/Person"], ['"User"', '"Person"']),
    });
    const id = await renamed(at("all.yaml", "putAll"), "replaceAll");
    assert.deepEqual(after(id, true), {
      "all.yaml": (files["all.yaml"] ?? "").replaceAll("putAll", "replaceAll"),
    });
  });

  it("selects only the name, regardless of the cursor position", async () => {
    const start = async (file: string, words: string, nth = 0) => {
      const { range, placeholder } = await client.request<{ range: Range; placeholder: string }>(
        "textDocument/prepareRename",
        at(file, words, nth),
      );
      const document = TextDocument.create("", "", 1, files[file] ?? "");
      return [document.getText(range), placeholder];
    };
    assert.deepEqual(await start("api.json", "#/components/schemas/User"), ["User", "User"]);
    assert.deepEqual(await start("docs.json", "GET /users"), ["/users/{id}", "/users/{id}"]);
    assert.deepEqual(await start("add.mdx", "PUT /users"), ["/users/{id}", "/users/{id}"]);
  });

  it("is rejected with a clear message", async () => {
    const refused = async (method: string, params: object) => {
      const { error } = await client.ask(method, params).answer;
      return error?.message ?? "not refused";
    };
    assert.match(await refused("textDocument/prepareRename", at("api.json", '"get"')), /^Methods can't/);
    assert.match(await refused("textDocument/prepareRename", at("api.json", '"title"')), /nothing to rename here/);
    assert.match(await refused("textDocument/prepareRename", at("docs.json", "api.json")), /whole file/);
    assert.match(await refused("textDocument/prepareRename", at("api.json", "~1users")), /part of the API/);
    const path = at("api.json", "/users");
    assert.match(await refused("textDocument/rename", { ...path, newName: "users" }), /must start with a slash/);
    const user = at("api.json", '"User"');
    assert.match(await refused("textDocument/rename", { ...user, newName: "a b" }), /letters, digits/);
    const id = at("all.yaml", "putAll");
    assert.match(await refused("textDocument/rename", { ...id, newName: "putAll" }), /already/);
  });
});

describe("completion in specifications over LSP", () => {
  it("offers extension fields based on the current text", async function () {
    this.timeout(60_000);
    const folder = new TempFolder(files);
    const client = await servers.start({ folders: [folder.root] });
    const text = files["all.yaml"] ?? "";
    const textDocument = { uri: uriOf(folder.at("all.yaml")) };
    client.open(folder.at("all.yaml"), text);
    await client.request("textDocument/codeLens", { textDocument });
    const typed = `${text}    post:\n      x-h`;
    client.change(folder.at("all.yaml"), 2, typed);
    const { items } = await client.request<CompletionList>("textDocument/completion", {
      textDocument,
      position: TextDocument.create("", "", 1, typed).positionAt(typed.length),
    });
    assert.equal(items[0]?.label, "x-hidden");
    assert.equal((items[0]?.textEdit as TextEdit | undefined)?.newText, "x-hidden: true");
    await servers.release(client);
    folder.remove();
  });
});
