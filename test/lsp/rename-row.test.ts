import assert from "node:assert/strict";
import type { TextDocumentEdit } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { renameRow, type PlannedEdit } from "../../server/src/protocol/refactoring.ts";
import { changeNavigation } from "../../server/src/protocol/navigation.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const files: Readonly<Record<string, string>> = {
  "docs.json": `{
  // kept
  "navigation": {
    "groups": [
      { "group": "One", "pages": ["a"] },
      { "group": "API", "openapi": "api.yaml", "pages": ["GET /users"] },
      { "$ref": "more.json" },
      { "group": "Web", "openapi": "https://example.com/api.json", "pages": [] }
    ]
  }
}
`,
  "more.json": '{\r\n\t"group": "More", "pages": ["b"]\r\n}\r\n',
  "a.mdx": "---\ntitle: First\n---\n\n[x](/api-reference/list-users)\n",
  "b.mdx": "---\ntitle: Second\n---\n",
  "api.yaml":
    "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /users:\n    get:\n      summary: List users # seen\n      responses: { '200': { description: ok } }\n",
};

describe("renaming navigation entries over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(async function () {
    this.timeout(60_000);
    folder = new TempFolder(files);
    const workspaceEdit = {
      documentChanges: true,
      changeAnnotationSupport: { groupsOnLabel: true },
    };
    client = await servers.start({
      folders: [folder.root],
      capabilities: { workspace: { workspaceEdit } },
    });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const rename = (slug: string, title: string) => client.request(renameRow, { root: uriOf(folder.root), slug, title });
  /** Returns the text of each file after all changes that don't need confirmation have been applied. */
  const after = (planned: PlannedEdit): Record<string, string> => {
    assert.ok(planned.ok, planned.ok ? "" : planned.reason);
    const { documentChanges, changeAnnotations = {} } = planned.edit;
    const result = { ...files };
    for (const change of (documentChanges ?? []) as TextDocumentEdit[]) {
      const name = change.textDocument.uri.slice(uriOf(folder.root).length + 1);
      const edits = change.edits.flatMap((one) => {
        const id = "annotationId" in one ? one.annotationId : undefined;
        return "newText" in one && !(id !== undefined && changeAnnotations[id]?.needsConfirmation) ? [one] : [];
      });
      result[name] = TextDocument.applyEdits(TextDocument.create("", "", 1, result[name] ?? ""), edits);
    }
    return result;
  };

  it("changes a page's title in its frontmatter", async () => {
    assert.deepEqual(after(await rename("a", "Start: here")), {
      ...files,
      "a.mdx": files["a.mdx"]?.replace("First", '"Start: here"'),
    });
  });

  it("changes an operation's title in its specification, updates links, and offers a redirect", async () => {
    const planned = await rename("api-reference/list-users", "All users");
    assert.deepEqual(after(planned), {
      ...files,
      "api.yaml": files["api.yaml"]?.replace("List users", "All users"),
      "a.mdx": files["a.mdx"]?.replace("list-users", "all-users"),
    });
    assert.ok(planned.ok);
    const [offered] = Object.values(planned.edit.changeAnnotations ?? {});
    assert.equal(offered?.label, "Add redirects");
    assert.equal(offered.needsConfirmation, true);
    assert.match(
      JSON.stringify(planned.edit.documentChanges),
      /\/api-reference\/list-users.*\/api-reference\/all-users/,
    );
  });

  it("returns the redirects to add manually if docs.json is half-typed", async () => {
    const text = files["docs.json"] ?? "";
    client.open(folder.at("docs.json"), text.replace("{", '{ "redirects": [{ "source": "/x", "destination": "/y" ],'));
    const planned = await rename("api-reference/list-users", "All users");
    assert.ok(planned.ok);
    assert.equal(planned.edit.changeAnnotations, undefined);
    assert.deepEqual(planned.manualRedirects, [
      { source: "/api-reference/list-users", destination: "/api-reference/all-users" },
    ]);
  });

  it("changes the title in an open, unsaved specification", async () => {
    client.open(folder.at("api.yaml"), `# above\n${files["api.yaml"] ?? ""}`, 7);
    const planned = await rename("api-reference/list-users", "All users");
    assert.ok(planned.ok);
    const change = ((planned.edit.documentChanges ?? []) as TextDocumentEdit[]).find(({ textDocument }) =>
      textDocument.uri.endsWith("api.yaml"),
    );
    assert.equal(change?.textDocument.version, 7);
    const [edit] = change.edits;
    assert.ok(edit && "range" in edit);
    assert.equal(edit.range.start.line, 6);
  });

  it("changes a group's title in the file that defines it", async () => {
    const text = files["more.json"] ?? "";
    const start = TextDocument.create("", "", 1, text).positionAt(0);
    const node = { uri: uriOf(folder.at("more.json")), range: { start, end: start } };
    await rename("a", "Read");
    const planned = await client.request(changeNavigation, {
      kind: "rename",
      nodes: [node],
      label: 'More "and" more',
    });
    assert.deepEqual(after(planned), {
      ...files,
      "more.json": text.replace('"More"', '"More \\"and\\" more"'),
    });
  });

  it("is rejected with a reason", async () => {
    const reason = async (slug: string, title: string) => {
      const planned = await rename(slug, title);
      return planned.ok ? "made" : planned.reason;
    };
    assert.match(await reason("a", " "), /title can't be empty/);
    assert.match(await reason("gone", "New"), /Try again/);
    assert.match(
      await client
        .request(renameRow, { root: "file:///nowhere", slug: "a", title: "x" })
        .then((planned) => (planned.ok ? "made" : planned.reason)),
      /isn't a site/,
    );
  });
});
