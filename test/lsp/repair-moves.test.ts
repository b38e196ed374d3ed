import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type {
  ClientCapabilities,
  Location,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { moveFiles, remainingReferences, type RemainingReferences } from "../../server/src/protocol/refactoring.ts";
import { eventually } from "../harness/eventually.ts";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { docsJson, page, TempFolder } from "./temp-folder.ts";

const capabilities: ClientCapabilities = {
  workspace: {
    workspaceEdit: { documentChanges: true, resourceOperations: ["rename"], changeAnnotationSupport: {} },
  },
  textDocument: { synchronization: { dynamicRegistration: true } },
};
const code = 'export const Links = () => <a href="/b">B</a>;\n';

describe("updating references after moves and deletions in the editor", function () {
  this.timeout(120_000);
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  let answers: Record<string, unknown>;
  beforeEach(async () => {
    folder = new TempFolder({
      "docs.json": docsJson("a", "b"),
      "a.mdx": `${page("A")}\nimport { Links } from "/snippets/links.jsx";\n\n<Links />\n`,
      "b.mdx": page("B"),
      "other.mdx": "[B](/b)\n",
      "snippets/links.jsx": code,
      "images/unused.png": "png",
    });
    answers = {
      "window/showMessageRequest": { title: "Update References" },
      "workspace/applyEdit": { applied: true },
    };
    client = await servers.start({ folders: [folder.root], capabilities, answers });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const rename = (from = "b.mdx", to = "c.mdx") =>
    client.request<WorkspaceEdit | null>("workspace/willRenameFiles", {
      files: [{ oldUri: uriOf(folder.at(from)), newUri: uriOf(folder.at(to)) }],
    });
  /**
   * Sends a request while a file keeps changing, and repeats it until the response doesn't contain an edit. On a busy
   * machine, the file may remain unchanged long enough for the response to contain one. Returns the number of messages
   * that had been received before the last request.
   */
  const untilThereIsNoEdit = async (ask: () => Promise<WorkspaceEdit | null>) => {
    let isDone = false;
    const writing = (async () => {
      for (let i = 0; !isDone; i++) {
        folder.write("other.mdx", `${"x".repeat(i % 50)} [B](/b)\n`);
        await setImmediate();
      }
    })();
    let since = 0;
    try {
      await eventually(async () => {
        since = client.received.length;
        assert.equal(await ask(), null);
      });
    } finally {
      isDone = true;
      await writing;
    }
    return since;
  };
  /** Opens docs.json with an unclosed bracket in its redirects, so that no redirects can be added. */
  const openHalfTyped = () => {
    const docs = folder.read("docs.json").replace(/^\{/, '{ "redirects": [{ "source": "/x", "destination": "/y" ],');
    client.open(folder.at("docs.json"), docs);
  };
  const isOffer = ({ method }: { readonly method?: string }) => method === "window/showMessageRequest";
  const isEdit = ({ method }: { readonly method?: string }) => method === "workspace/applyEdit";
  const messageOf = ({ params }: { readonly params?: unknown }) => (params as { readonly message: string }).message;
  const messagesSince = (since: number) => client.received.slice(since).filter(isOffer).map(messageOf);
  /**
   * Returns the files that an edit changes without confirmation. For each change, also returns its line and its new
   * text.
   */
  const changes = (edit: WorkspaceEdit | null | undefined) =>
    (edit?.documentChanges ?? [])
      .filter((change): change is TextDocumentEdit => "textDocument" in change)
      .map(({ textDocument, edits }) => ({
        file: textDocument.uri.slice(uriOf(folder.root).length + 1),
        version: textDocument.version,
        edits: edits.flatMap((one) =>
          "newText" in one && !("annotationId" in one) ? [`${String(one.range.start.line)} ${one.newText}`] : [],
        ),
      }))
      .filter(({ edits }) => edits.length > 0);

  it("includes a code file's unsaved changes and its version", async () => {
    // A new server is started, because each server registers only once.
    await servers.release(client);
    client = await LspClient.start({ folders: [folder.root], capabilities, answers });
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

  it("warns about the redirects to add manually if docs.json is half-typed", async () => {
    openHalfTyped();
    const since = client.received.length;
    const changed = changes(await rename());
    assert.deepEqual(changed.map(({ file }) => file).sort(), ["docs.json", "other.mdx", "snippets/links.jsx"]);
    const warning = await client.message(({ method }) => method === "window/showMessageRequest", "the warning", since);
    assert.deepEqual(warning.params, {
      type: 2,
      message: "Docwright: Couldn't add redirects because docs.json has errors. Add them manually: /b → /c.",
      actions: [],
    });
    const moved = await client.request(moveFiles, {
      uri: uriOf(folder.at("b.mdx")),
      to: "c",
      movesCounterparts: false,
    });
    assert.ok(moved.ok);
    assert.deepEqual([moved.redirects, moved.manualRedirects], [[], [{ source: "/b", destination: "/c" }]]);
  });

  it("is offered again if files keep changing or the editor hasn't moved the files yet", async () => {
    const since = await untilThereIsNoEdit(rename);
    const { params } = await client.message(isOffer, "the offer", since);
    assert.deepEqual(params, {
      type: 2,
      message:
        "Docwright: References to the moved files weren't updated because the site's files keep changing on disk. Update them when the files stop changing.",
      actions: [{ title: "Update References" }],
    });
    // The client accepts each proposed edit immediately, before the editor has moved the file.
    for (const nth of ["first", "second", "third"])
      await client.message(isOffer, `the ${nth} offer after the last change`, client.received.length);
    assert.equal(
      messagesSince(since).at(-1),
      "Docwright: References to the moved files weren't updated because the editor hasn't moved the files. Update them after the files have moved.",
    );
    assert.ok(!client.received.some(isEdit));
    folder.rename("b.mdx", "c.mdx");
    const applied = await client.message(isEdit, "the edit", since);
    assert.deepEqual(
      changes((applied.params as { readonly edit: WorkspaceEdit }).edit)
        .map(({ file }) => file)
        .sort(),
      ["docs.json", "other.mdx", "snippets/links.jsx"],
    );
  });

  it("warns once about redirects to add manually, after the editor has applied the edit", async () => {
    answers["workspace/applyEdit"] = { applied: false };
    openHalfTyped();
    const since = await untilThereIsNoEdit(rename);
    folder.rename("b.mdx", "c.mdx");
    const isWarning = (message: string) => message.endsWith("Add them manually: /b → /c.");
    for (const nth of ["first", "second"])
      await client.message(
        (message) => isOffer(message) && messageOf(message).includes("didn't apply"),
        `the ${nth} offer after the edit`,
        nth === "first" ? since : client.received.length,
      );
    assert.deepEqual(messagesSince(since).filter(isWarning), []);
    answers["workspace/applyEdit"] = { applied: true };
    await client.message((message) => isOffer(message) && isWarning(messageOf(message)), "the warning", since);
    assert.equal(messagesSince(since).filter(isWarning).length, 1);
  });

  it("reports an edit that the editor didn't apply, and offers it again", async () => {
    answers["workspace/applyEdit"] = { applied: false };
    const since = await untilThereIsNoEdit(rename);
    folder.rename("b.mdx", "c.mdx");
    await client.message(isEdit, "the edit", since);
    const offer = await client.message(
      (message) => isOffer(message) && messageOf(message).includes("didn't apply"),
      "the offer after the edit",
      since,
    );
    assert.equal(
      messageOf(offer),
      "Docwright: References to the moved files weren't updated because the editor didn't apply the edit.",
    );
    answers["window/showMessageRequest"] = null;
    await client.message(isEdit, "the same edit", client.received.indexOf(offer));
  });

  it("reports that nothing refers to the moved files", async () => {
    const since = await untilThereIsNoEdit(() => rename("images/unused.png", "images/old.png"));
    folder.rename("images/unused.png", "images/old.png");
    await client.message(
      (message) =>
        isOffer(message) && messageOf(message) === "Docwright: References to the moved files are already up to date.",
      "the message",
      since,
    );
    assert.ok(!client.received.some(isEdit));
  });

  it("reports references to deleted files that couldn't be removed because files kept changing", async () => {
    const files = [{ uri: uriOf(folder.at("b.mdx")) }];
    const since = await untilThereIsNoEdit(() => client.request("workspace/willDeleteFiles", { files }));
    assert.deepEqual(messagesSince(since), [
      "Docwright: References to the deleted files weren't removed because the site's files keep changing on disk. The Problems view lists these references.",
    ]);
  });
});

describe("references that a move can't update", function () {
  this.timeout(120_000);
  const including = `import Note from "/snippets/note.mdx";\n\n<Note />\n`;
  const note = "Hi\n\n[a](/guides/a) [next](./b)\n";
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(() => {
    folder = new TempFolder({
      "docs.json": docsJson("guides/a", "guides/b", "other/b", "other/c"),
      "guides/a.mdx": `${page("A")}\n${including}`,
      "guides/b.mdx": page("B"),
      "other/b.mdx": page("B"),
      "other/c.mdx": `${page("C")}\n${including}`,
      "snippets/note.mdx": note,
    });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const start = async (refactoring: boolean) => {
    client = await servers.start({ folders: [folder.root], capabilities, options: { refactoring } });
  };
  const renameInEditor = (...moves: readonly (readonly [from: string, to: string])[]) =>
    client.request<WorkspaceEdit | null>("workspace/willRenameFiles", {
      files: moves.map(([from, to]) => ({ oldUri: uriOf(folder.at(from)), newUri: uriOf(folder.at(to)) })),
    });
  /** Returns the text at each location after the file has been edited as expected. */
  const textsAt = (left: readonly Location[], file: string, after: string) =>
    left.map(({ uri, range }) => {
      assert.equal(uri, uriOf(folder.at(file)));
      const document = TextDocument.create(uri, "mdx", 1, after);
      return document.getText(range);
    });

  it("are in the response of a move, at their locations after the move", async () => {
    await start(true);
    const params = { uri: uriOf(folder.at("guides/a.mdx")), to: "documentation/a", movesCounterparts: false };
    const moved = await client.request(moveFiles, params);
    assert.ok(moved.ok);
    const after = note.replace("/guides/a", "/documentation/a");
    assert.deepEqual(textsAt(moved.remainingLocations, "snippets/note.mdx", after), ["./b"]);
  });

  it("are at their locations in docs.json after redirects have been added before them", async () => {
    const entry = "old/api.yaml GET /x";
    const docs = `{ "redirects": [{ "source": "/first", "destination": "/last" }],\n"navigation": { "pages": ["old/a", "${entry}"] } }\n`;
    folder.write("docs.json", docs);
    folder.write("old/a.mdx", page("A"));
    folder.write(
      "old/api.yaml",
      'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: { /x: { get: { responses: {} } } }\n',
    );
    await start(true);
    const params = { uri: uriOf(folder.at("old")), to: "new docs", movesCounterparts: false };
    for (const redirects of ["add", "omit"] as const) {
      const moved = await client.request(moveFiles, { ...params, redirects });
      assert.ok(moved.ok);
      const uri = uriOf(folder.at("docs.json"));
      const edits = (moved.edit.documentChanges ?? []).flatMap((change) =>
        "textDocument" in change && change.textDocument.uri === uri ? change.edits : [],
      );
      const document = TextDocument.create(uri, "json", 1, docs);
      const after = TextDocument.applyEdits(document, edits as TextEdit[]);
      assert.equal(after.split("/old/a").length - 1, redirects === "add" ? 1 : 0);
      const texts = textsAt(moved.remainingLocations, "docs.json", after);
      assert.equal(moved.remainingCount, texts.length);
      assert.deepEqual(texts, [JSON.stringify(entry)]);
    }
  });

  it("are sent to clients that can list them after a move in the editor, even if their file moves", async () => {
    await start(true);
    await renameInEditor(["guides/a.mdx", "documentation/a.mdx"], ["snippets/note.mdx", "snippets/hint.mdx"]);
    const { params } = await client.message(({ method }) => method === remainingReferences.method, "the references");
    const { remainingLocations: left } = params as RemainingReferences;
    const after = note.replace("/guides/a", "/documentation/a");
    assert.deepEqual(textsAt(left, "snippets/hint.mdx", after), ["./b"]);
    assert.ok(!client.received.some(({ method }) => method === "window/showMessage"));
  });

  it("are listed in a message for all other clients", async () => {
    await start(false);
    await renameInEditor(["guides/a.mdx", "documentation/a.mdx"]);
    const isMessage = ({ method = "" }) => method.startsWith("window/showMessage");
    const { params } = await client.message(isMessage, "the message");
    assert.equal(
      (params as { readonly message: string }).message,
      "Docwright: These references must be updated manually: ./b in snippets/note.mdx.",
    );
    assert.ok(!client.received.some(({ method }) => method === remainingReferences.method));
  });
});
