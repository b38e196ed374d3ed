import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import type {
  AnnotatedTextEdit,
  ClientCapabilities,
  DeleteFile,
  TextDocumentEdit,
} from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { migrateEndpointPages, type EndpointMigration } from "../../server/src/protocol/refactoring.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const capable: ClientCapabilities = {
  workspace: {
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "delete", "rename"],
      changeAnnotationSupport: { groupsOnLabel: true },
    },
  },
};

const files = {
  "docs.json": JSON.stringify(
    { navigation: { groups: [{ group: "API", pages: ["users/list", "users/get", "start"] }] } },
    null,
    2,
  ),
  "openapi.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /users:
    get:
      summary: List users
      responses: { "200": { description: Fine } }
  /users/{id}:
    get:
      summary: Get a user
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: Fine } }
`,
  "users/list.mdx": "---\ntitle: List users\nopenapi: GET /users\n---\n",
  "users/get.mdx": "---\ntitle: One user\nopenapi: GET /users/{id}\n---\n\nAsk for **one**.\n",
  "start.mdx": "---\ntitle: Start\n---\n\n[List](/users/list)\n",
};

/**
 * These settings turn off the check of links in pages below `users`, but not in the pages that are generated in their
 * place.
 */
const silent = JSON.stringify({
  overrides: [{ files: ["users/**"], rules: { "link/page-not-found": "off" } }],
});

describe("migration of endpoint pages", function () {
  this.timeout(60_000);
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(() => {
    folder = new TempFolder(files);
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const ask = async (capabilities?: ClientCapabilities): Promise<EndpointMigration> => {
    client = await servers.start({ folders: [folder.root], ...(capabilities && { capabilities }) });
    const [only, ...more] = await client.request(migrateEndpointPages);
    assert.ok(only && more.length === 0);
    return only;
  };

  /** Returns the changes of an edit, grouped by annotation as in Refactor Preview. */
  const partsOf = ({ edit }: EndpointMigration) => {
    const changes = (edit?.documentChanges ?? []) as (TextDocumentEdit | DeleteFile)[];
    return changes.flatMap((change) =>
      "kind" in change
        ? [{ uri: change.uri, id: change.annotationId ?? "", text: "deleted" }]
        : change.edits.map((one) => ({
            uri: change.textDocument.uri,
            id: (one as AnnotatedTextEdit).annotationId,
            text: (one as AnnotatedTextEdit).newText,
          })),
    );
  };
  /** Returns the changes that are selected by default. */
  const tickedOf = (migration: EndpointMigration) =>
    partsOf(migration).filter(({ id }) => !migration.edit?.changeAnnotations?.[id]?.needsConfirmation);

  it("returns a result for each page and one edit with change annotations", async () => {
    const { pages, edit, root } = await ask(capable);
    assert.equal(root, uriOf(folder.root));
    assert.deepEqual(
      pages.map(({ path, result, newUrl }) => [path, result, newUrl]),
      [
        ["users/get.mdx", "extension", "/users/get"],
        ["users/list.mdx", "loss-free", "/api-reference/list-users"],
      ],
    );
    const changes = (edit?.documentChanges ?? []) as (TextDocumentEdit | DeleteFile)[];
    const ids = changes.flatMap((change) =>
      "kind" in change ? change.annotationId : change.edits.map((one) => (one as AnnotatedTextEdit).annotationId),
    );
    assert.deepEqual(
      [...new Set(ids)].sort((a = "", b = "") => (a < b ? -1 : 1)),
      ["config", "extensions", "links", "pages"],
    );
    assert.ok(ids.every((id) => id !== undefined && edit?.changeAnnotations?.[id]));
    assert.deepEqual(
      changes.flatMap((change) => ("kind" in change ? change.uri : [])).sort(),
      [folder.at("users/get.mdx"), folder.at("users/list.mdx")].map(uriOf),
    );
  });

  it("selects the edits for lossless pages by default, but not those for pages that need an extension", async () => {
    const migration = await ask(capable);
    assert.deepEqual([migration.isSafePartSelected, migration.newProblems], [true, []]);
    const [list, get] = [folder.at("users/list.mdx"), folder.at("users/get.mdx")].map(uriOf);
    const ticked = tickedOf(migration);
    const tickedTexts = ticked.map(({ text }) => text.trim()).join("\n");
    assert.match(tickedTexts, /"GET \/users"/);
    assert.match(tickedTexts, /"openapi": "openapi\.yaml"/);
    assert.match(tickedTexts, /"source": "\/users\/list"/);
    assert.ok(ticked.some(({ uri, text }) => uri === list && text === "deleted"));
    assert.doesNotMatch(tickedTexts, /GET \/users\/\{id\}/);
    assert.ok(!ticked.some(({ uri }) => uri === get || uri === uriOf(folder.at("openapi.yaml"))));
    assert.deepEqual(
      partsOf(migration)
        .filter(({ id }) => id === "extensions")
        .map(({ uri }) => uri)
        .sort(),
      ["docs.json", "openapi.yaml", "users/get.mdx"].map((path) => uriOf(folder.at(path))).sort(),
    );
  });

  it("reports the problems that the migration would cause", async () => {
    folder.write(".docwright.json", silent);
    folder.write("users/get.mdx", `${files["users/get.mdx"]}\nSee [this](/nowhere).\n`);
    const { newProblems, isSafePartSelected } = await ask(capable);
    const [problem, ...more] = newProblems;
    assert.deepEqual(
      [problem?.path, problem?.line, problem?.severity, problem?.code, more.length],
      ["openapi.yaml", 16, "warning", "link/page-not-found", 0],
    );
    assert.match(problem?.message ?? "", /nowhere/);
    assert.equal(isSafePartSelected, true, "the lossless edits weren't selected although they don't cause the problem");
  });

  it("selects no edits by default if the lossless edits alone would cause problems", async () => {
    const inLanguage = (language: string, ...pages: readonly string[]) => ({
      language,
      groups: [{ group: "API", pages }],
    });
    const languages = [
      inLanguage("en", "users/list", "start"),
      inLanguage("de", "de/users/list", "de/start", "de/more"),
    ];
    // Redirects can't be added to an object, so nothing leads from the removed page to the generated one.
    folder.write("docs.json", JSON.stringify({ navigation: { languages }, redirects: {} }));
    folder.write(".docwright.json", JSON.stringify({ rules: { "nav/language-gap": "warning" } }));
    folder.write("de/users/list.mdx", files["users/get.mdx"]);
    folder.write("users/get.mdx", files["start.mdx"]);
    folder.write("de/start.mdx", files["start.mdx"]);
    // With different numbers of pages, no page can be the translation of another one at the same position.
    folder.write("de/more.mdx", files["start.mdx"]);
    const migration = await ask(capable);
    assert.equal(migration.isSafePartSelected, false);
    assert.ok(migration.newProblems.some(({ code }) => code === "nav/language-gap"));
    assert.deepEqual(tickedOf(migration), []);
    assert.ok(partsOf(migration).length > 0);
  });

  it("returns edits that produce the expected texts at the right positions", async () => {
    const { edit } = await ask(capable);
    const after = new Map<string, string>();
    for (const change of (edit?.documentChanges ?? []) as (TextDocumentEdit | DeleteFile)[]) {
      if ("kind" in change) continue;
      const path = Object.keys(files).find((name) => uriOf(folder.at(name)) === change.textDocument.uri) ?? "";
      const document = TextDocument.create(change.textDocument.uri, "", 1, readFileSync(folder.at(path), "utf8"));
      after.set(path, TextDocument.applyEdits(document, change.edits as AnnotatedTextEdit[]));
    }
    const config = JSON.parse(after.get("docs.json") ?? "") as {
      navigation: { groups: { openapi: string; pages: string[] }[] };
      redirects: unknown;
    };
    assert.equal(config.navigation.groups[0]?.openapi, "openapi.yaml");
    assert.deepEqual(config.navigation.groups[0]?.pages, ["GET /users", "GET /users/{id}", "start"]);
    assert.deepEqual(config.redirects, [{ source: "/users/list", destination: "/api-reference/list-users" }]);
    assert.match(
      after.get("openapi.yaml") ?? "",
      /\n {4}get:\n {6}x-service:\n {8}href: \/users\/get\n {8}metadata:\n {10}title: "One user"\n[^]*content: "Ask for \*\*one\*\*\."\n {6}summary: Get a user\n/,
    );
    assert.match(after.get("start.mdx") ?? "", /\[List\]\(\/api-reference\/list-users\)/);
  });

  it("doesn't write files itself and returns no edit to a client that can't show it", async () => {
    const { pages, edit } = await ask();
    assert.equal(pages.length, 2);
    assert.equal(edit, undefined);
    assert.ok(Object.keys(files).every((path) => existsSync(folder.at(path))));
  });

  it("uses unsaved text", async () => {
    client = await servers.start({ folders: [folder.root], capabilities: capable });
    const uri = uriOf(folder.at("users/list.mdx"));
    client.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: "mdx", version: 3, text: `${files["users/list.mdx"]}\nMore.\n` },
    });
    const [only] = await client.request(migrateEndpointPages);
    assert.equal(only?.pages.find(({ path }) => path === "users/list.mdx")?.result, "extension");
  });
});
