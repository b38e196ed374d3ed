import assert from "node:assert/strict";
import type { ClientCapabilities, CodeAction, WorkspaceEdit } from "vscode-languageserver-protocol";
import { deleteFiles, unusedFiles } from "../../server/src/protocol/refactoring.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, TempFolder } from "./temp-folder.ts";

const files: Readonly<Record<string, string>> = {
  "docs.json": docsJson("a", "b"),
  "a.mdx": "---\ntitle: A\n---\n\n![x](/images/shown.png)\n",
  "b.mdx": "---\ntitle: B\n---\n\n![x](/images/of-b.png)\n",
  "left.mdx": "---\ntitle: Left\n---\n",
  "snippets/old.mdx": "![x](/images/deep.png)\n",
  "images/shown.png": "1",
  "images/of-b.png": "22",
  "images/deep.png": "333",
  "images/old.png": "4444",
};
const capabilities: ClientCapabilities = {
  workspace: {
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      changeAnnotationSupport: { groupsOnLabel: true },
    },
  },
};

describe("unused files over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(async function () {
    this.timeout(20_000);
    folder = new TempFolder(files);
    client = await servers.start({ folders: [folder.root], capabilities });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const remove = (...paths: string[]) => client.request(deleteFiles, { root: uriOf(folder.root), files: paths });
  /** Returns the files that an edit deletes. A `?` after a file means that the user must confirm the deletion. */
  const deleted = (edit: WorkspaceEdit | undefined): string[] =>
    (edit?.documentChanges ?? []).flatMap((change) => {
      if (!("kind" in change) || change.kind !== "delete") return [];
      const asks =
        change.annotationId !== undefined && edit?.changeAnnotations?.[change.annotationId]?.needsConfirmation;
      return [`${change.uri.slice(uriOf(folder.root).length + 1)}${asks ? "?" : ""}`];
    });

  it("are listed with their size and the files that only they use", async () => {
    const [site] = await client.request(unusedFiles);
    assert.deepEqual(
      site?.files.map(({ path, kind, isReferenced, bytes }) => [path, kind, isReferenced, bytes]),
      [
        ["images/deep.png", "media", true, 3],
        ["images/old.png", "media", false, 4],
        ["left.mdx", "page", false, files["left.mdx"]?.length],
        ["snippets/old.mdx", "snippet", false, files["snippets/old.mdx"]?.length],
      ],
    );
  });

  it("are deleted in one edit, along with a page's entry and, after confirmation, the files that only the page uses", async () => {
    const plain = await remove("images/old.png", "snippets/old.mdx", "images/deep.png");
    assert.ok(plain.ok);
    assert.deepEqual(deleted(plain.edit), ["images/old.png", "snippets/old.mdx", "images/deep.png"]);
    assert.equal(plain.edit.documentChanges?.length, 3);
    const page = await remove("b.mdx");
    assert.ok(page.ok);
    assert.deepEqual(deleted(page.edit), ["b.mdx", "images/of-b.png?"]);
    const labels = Object.values(page.edit.changeAnnotations ?? {}).map(({ label }) => label);
    assert.deepEqual(labels, ["Remove from navigation", "Delete files that only these files use", "Add redirects"]);
  });

  it("are deleted even if docs.json is half-typed, with a list of the redirects to add manually", async () => {
    const text = files["docs.json"] ?? "";
    client.open(folder.at("docs.json"), text.replace("{", '{ "redirects": [{ "source": "/x", "destination": "/y" ],'));
    const page = await remove("b.mdx");
    assert.ok(page.ok);
    assert.deepEqual(page.manualRedirects, [{ source: "/b", destination: "/a" }]);
  });

  it("aren't processed again when the editor deletes them", async () => {
    const uri = uriOf(folder.at("b.mdx"));
    const requested = () => client.request<WorkspaceEdit | null>("workspace/willDeleteFiles", { files: [{ uri }] });
    const planned = await remove("b.mdx");
    assert.ok(planned.ok);
    assert.ok((await requested())?.documentChanges, "the planned edit was treated as already applied");
    // VS Code changes docs.json before it deletes the file.
    folder.write("docs.json", folder.read("docs.json").replace(/,\s*"b"/, ""));
    assert.equal(await requested(), null);
    folder.write("docs.json", files["docs.json"] ?? "");
    assert.ok((await requested())?.documentChanges, "the second deletion got no edit");
  });

  it("can't be deleted if one is missing, is docs.json, or is outside the site", async () => {
    for (const path of ["gone.png", "docs.json", "../outside.png", "images", ""]) {
      const answer = await remove("images/old.png", path);
      assert.ok(!answer.ok, path);
      assert.match(answer.reason, /just changed/);
    }
    const nowhere = await client.request(deleteFiles, {
      root: "file:///nowhere",
      files: [],
    });
    assert.ok(!nowhere.ok);
  });

  it("have a quick fix that deletes them", async () => {
    await client.codes(folder.at("snippets/old.mdx"), ["mdx/unused-snippet"]);
    const start = { line: 0, character: 0 };
    const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri: uriOf(folder.at("snippets/old.mdx")) },
      range: { start, end: start },
      context: { diagnostics: [], only: ["quickfix"] },
    });
    const action = actions.find(({ title }) => title === "Delete unused file old.mdx");
    assert.equal(action?.diagnostics?.[0]?.code, "mdx/unused-snippet");
    assert.deepEqual(deleted(action.edit), ["snippets/old.mdx", "images/deep.png?"]);
  });
});
