import assert from "node:assert/strict";
import type {
  ClientCapabilities,
  CodeAction,
  DeleteFile,
  TextDocumentEdit,
  WorkspaceEdit,
} from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { upgradeSettings } from "../../server/src/protocol/refactoring.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const mint = JSON.stringify({
  name: "Acme",
  colors: { primary: "#123456" },
  navigation: [{ group: "A", pages: ["index"] }],
  footerSocials: { x: "https://example.com" },
  feedback: { thumbsRating: true },
});
const capabilities: ClientCapabilities = {
  workspace: {
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      changeAnnotationSupport: { groupsOnLabel: true },
    },
  },
};

describe("mint.json over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  const start = async (files: Readonly<Record<string, string>>) => {
    folder = new TempFolder({ "index.mdx": "---\ntitle: I\n---\n", ...files });
    client = await servers.start({ folders: [folder.root], capabilities, options: { refactoring: true } });
  };
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const upgrade = (path = "mint.json") => client.request(upgradeSettings, { uri: uriOf(folder.at(path)) });
  const deletions = (edit: WorkspaceEdit) =>
    (edit.documentChanges ?? []).filter((change): change is DeleteFile => "kind" in change && change.kind === "delete");
  const textEdit = (edit: WorkspaceEdit) =>
    (edit.documentChanges ?? []).find((change): change is TextDocumentEdit => "textDocument" in change);

  it("is converted to docs.json and deleted", async () => {
    await start({ "mint.json": mint });
    const answer = await upgrade();
    assert.ok(answer.ok && answer.isNew);
    const [create] = answer.edit.documentChanges ?? [];
    assert.ok(create && "kind" in create && create.kind === "create");
    assert.equal(create.uri, uriOf(folder.at("docs.json")));
    const [edit] = textEdit(answer.edit)?.edits ?? [];
    const docs = JSON.parse(edit && "newText" in edit ? edit.newText : "") as Record<string, unknown>;
    assert.deepEqual(docs["footer"], { socials: { x: "https://example.com" } });
    assert.deepEqual(docs["navigation"], { groups: [{ group: "A", pages: ["index"] }] });
    assert.deepEqual(
      deletions(answer.edit).map(({ uri }) => uri),
      [uriOf(folder.at("mint.json"))],
    );
    assert.equal(answer.edit.changeAnnotations?.["old"]?.needsConfirmation, false, "ticked");
    assert.deepEqual(
      answer.skippedSettings.map(({ path }) => path),
      ["feedback"],
    );
  });

  it("adds missing settings to an existing docs.json after confirmation and is then deleted", async () => {
    const docs = '{\r\n\t"name": "New",\r\n\t"navigation": { "pages": ["index"] }\r\n}\r\n';
    await start({ "mint.json": mint, "docs.json": docs });
    const answer = await upgrade();
    assert.ok(answer.ok && !answer.isNew);
    assert.deepEqual(answer.migratedSettings, ["theme", "colors", "footer"]);
    const edits = textEdit(answer.edit)?.edits ?? [];
    for (const edit of edits)
      assert.ok("annotationId" in edit && answer.edit.changeAnnotations?.[edit.annotationId]?.needsConfirmation);
    const after = TextDocument.applyEdits(
      TextDocument.create("", "", 1, docs),
      edits.flatMap((edit) => ("newText" in edit ? [edit] : [])),
    );
    assert.ok(after.startsWith(docs.slice(0, docs.indexOf("]") + 3)), "existing settings were changed");
    assert.deepEqual(Object.keys(JSON.parse(after) as object), ["name", "navigation", "theme", "colors", "footer"]);
    assert.equal(deletions(answer.edit).length, 1);
  });

  const listQuickFixes = () => {
    const at = { line: 0, character: 0 };
    return client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri: uriOf(folder.at("docs.json")) },
      range: { start: at, end: at },
      context: { diagnostics: [], only: ["quickfix"] },
    });
  };

  it("has quick fixes on docs.json", async () => {
    await start({ "mint.json": mint, "docs.json": '{ "navigation": { "pages": ["index"] } }' });
    await client.codes(folder.at("docs.json"), ["config/old-file"]);
    const actions = await listQuickFixes();
    const [take, remove] = actions.filter(({ title }) => title.includes("mint.json"));
    assert.deepEqual(take?.command?.arguments, [uriOf(folder.at("mint.json"))]);
    assert.deepEqual(remove?.edit && deletions(remove.edit).map(({ uri }) => uri), [uriOf(folder.at("mint.json"))]);
  });

  it("has no quick fixes on docs.json for a misspelled ignore file", async () => {
    await start({ ".mintgnore": "drafts/", "docs.json": '{ "navigation": { "pages": ["index"] } }' });
    await client.codes(folder.at("docs.json"), ["config/old-file"]);
    const actions = await listQuickFixes();
    assert.deepEqual(
      actions.filter(({ title }) => title.includes("mint.json")),
      [],
    );
  });

  it("is read from the editor", async () => {
    await start({ "mint.json": "{" });
    const before = await upgrade();
    assert.ok(!before.ok);
    assert.match(before.reason, /isn't valid JSON/);
    client.open(folder.at("mint.json"), mint);
    assert.ok((await upgrade()).ok);
  });

  it("is rejected if it's invalid or missing", async () => {
    await start({ "other.json": mint });
    for (const path of ["other.json", "mint.json"]) assert.ok(!(await upgrade(path)).ok, path);
  });
});
