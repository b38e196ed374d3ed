import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { ClientCapabilities, TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { moveFiles } from "../../server/src/protocol/refactoring.ts";
import { eventually } from "../harness/eventually.ts";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

const capabilities: ClientCapabilities = {
  workspace: {
    workspaceEdit: { documentChanges: true, resourceOperations: ["rename"], changeAnnotationSupport: {} },
  },
  textDocument: { synchronization: { dynamicRegistration: true } },
};
const code = 'export const Links = () => <a href="/b">B</a>;\n';

describe("moves in the editor", function () {
  this.timeout(120_000);
  let folder: TempFolder;
  let client: LspClient;
  beforeEach(async () => {
    folder = new TempFolder({
      "docs.json": docsJson("a", "b"),
      "a.mdx": `${page("A")}\nimport { Links } from "/snippets/links.jsx";\n\n<Links />\n`,
      "b.mdx": page("B"),
      "other.mdx": "[B](/b)\n",
      "snippets/links.jsx": code,
    });
    const answers = { "window/showMessageRequest": { title: "Update References" } };
    client = await LspClient.start({ folders: [folder.root], capabilities, answers });
  });
  afterEach(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  const rename = () =>
    client.request<WorkspaceEdit | null>("workspace/willRenameFiles", {
      files: [{ oldUri: uriOf(folder.at("b.mdx")), newUri: uriOf(folder.at("c.mdx")) }],
    });
  /** Returns the files that an edit always changes, with the new texts. */
  const changes = (edit: WorkspaceEdit | null | undefined) =>
    (edit?.documentChanges ?? [])
      .filter((change): change is TextDocumentEdit => "textDocument" in change)
      .map(({ textDocument, edits }) => ({
        file: textDocument.uri.slice(uriOf(folder.root).length + 1),
        version: textDocument.version,
        edits: edits.flatMap((one) =>
          "newText" in one && !("annotationId" in one)
            ? [`${String(one.range.start.line)} ${one.newText}`]
            : [],
        ),
      }))
      .filter(({ edits }) => edits.length > 0);

  it("include unsaved changes of a code file, with its version", async () => {
    const registered = await client.message(
      ({ method, params }) =>
        method === "client/registerCapability" && JSON.stringify(params).includes("textDocument/didChange"),
      "the registration",
    );
    assert.match(JSON.stringify(registered.params), /tsx/);
    client.open(folder.at("snippets/links.jsx"), code);
    client.change(folder.at("snippets/links.jsx"), 2, `// New\n${code}`);
    const changed = changes(await rename());
    assert.deepEqual(
      changed.find(({ file }) => file === "snippets/links.jsx"),
      { file: "snippets/links.jsx", version: 2, edits: ["1 /c"] },
    );
  });

  it("warn about redirects that a half-typed docs.json prevents", async () => {
    const docs = folder
      .read("docs.json")
      .replace(/^\{/, '{ "redirects": [{ "source": "/x", "destination": "/y" ],');
    client.open(folder.at("docs.json"), docs);
    const since = client.received.length;
    const changed = changes(await rename());
    assert.deepEqual(changed.map(({ file }) => file).sort(), [
      "docs.json",
      "other.mdx",
      "snippets/links.jsx",
    ]);
    const warning = await client.message(
      ({ method }) => method === "window/showMessageRequest",
      "the warning",
      since,
    );
    assert.deepEqual(warning.params, {
      type: 2,
      message: "Docwright: Couldn't add redirects because docs.json has errors. Add them manually: /b → /c.",
      actions: [],
    });
    const moved = await client.request(moveFiles, {
      uri: uriOf(folder.at("b.mdx")),
      to: "c",
      counterparts: false,
    });
    assert.ok(moved.ok);
    assert.deepEqual([moved.redirects, moved.manualRedirects], [[], [{ source: "/b", destination: "/c" }]]);
  });

  it("offer to update references later if files keep changing, until the files have moved", async () => {
    let isDone = false;
    const writing = (async () => {
      for (let i = 0; !isDone; i++) {
        folder.write("other.mdx", `${"x".repeat(i % 50)} [B](/b)\n`);
        await pause(5);
      }
    })();
    const isOffer = ({ method }: { readonly method?: string }) => method === "window/showMessageRequest";
    let since = 0;
    try {
      // On a busy machine, the files may stay unchanged for long enough that there is an edit.
      await eventually(async () => {
        since = client.received.length;
        assert.equal(await rename(), null);
      });
    } finally {
      isDone = true;
      await writing;
    }
    const { params } = await client.message(isOffer, "the offer", since);
    assert.deepEqual(params, {
      type: 2,
      message:
        "Docwright: References to the moved files weren't updated because the site's files keep changing on disk. Update them when the files stop changing.",
      actions: [{ title: "Update References" }],
    });
    // The client accepts each offer immediately, before the editor has moved the file.
    for (const nth of ["first", "second", "third"])
      await client.message(isOffer, `the ${nth} offer after the last change`, client.received.length);
    assert.ok(!client.received.some(({ method }) => method === "workspace/applyEdit"));
    folder.rename("b.mdx", "c.mdx");
    const applied = await client.message(({ method }) => method === "workspace/applyEdit", "the edit", since);
    assert.deepEqual(
      changes((applied.params as { readonly edit: WorkspaceEdit }).edit)
        .map(({ file }) => file)
        .sort(),
      ["docs.json", "other.mdx", "snippets/links.jsx"],
    );
    assert.ok(!client.received.some(({ method }) => method === "window/showMessage"));
  });
});
