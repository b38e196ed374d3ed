import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import type { ClientCapabilities, CodeAction, TextDocumentEdit } from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { renameHeading, type HeadingToRename } from "../../server/src/protocol/refactoring.ts";
import { type LspClient, uriOf } from "../harness/lsp-client.ts";
import { ServerPool } from "../harness/server-pool.ts";
import { removeOwnerAccess } from "../harness/unprivileged-user.ts";
import { docsJson, TempFolder } from "./temp-folder.ts";

const text = "---\ntitle: B\n---\n\n## Install it\n\n## Else\n";
const capabilities: ClientCapabilities = { workspace: { workspaceEdit: { documentChanges: true } } };

describe("keeping a heading anchor over LSP", () => {
  let folder: TempFolder;
  const servers = new ServerPool();
  let client: LspClient;
  beforeEach(async function () {
    this.timeout(60_000);
    folder = new TempFolder({
      "docs.json": docsJson("a", "b"),
      "a.mdx": "---\ntitle: A\n---\n\n[x](/b#install-it)\n",
      "b.mdx": text,
    });
    client = await servers.start({
      folders: [folder.root],
      capabilities,
      options: { refactoring: true },
    });
  });
  afterEach(async () => {
    await servers.release(client);
    folder.remove();
  });

  const actionsAt = async (line: number, only?: readonly string[]) => {
    const at = { line, character: line === 4 ? 4 : 0 };
    const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri: uriOf(folder.at("b.mdx")) },
      range: { start: at, end: at },
      context: { diagnostics: [], ...(only && { only }) },
    });
    return actions.filter(({ kind }) => kind === "refactor.rewrite.anchor");
  };
  const applied = (edit: CodeAction["edit"]): string => {
    const [change, ...more] = (edit?.documentChanges ?? []) as TextDocumentEdit[];
    assert.equal(more.length, 0, "more than one file was changed");
    assert.equal(change?.textDocument.uri, uriOf(folder.at("b.mdx")));
    const edits = change.edits.flatMap((one) => ("newText" in one ? [one] : []));
    return TextDocument.applyEdits(TextDocument.create("", "", 1, text), edits);
  };

  it("is offered on the heading and nowhere else", async () => {
    const [rename, pin] = await actionsAt(4);
    assert.match(rename?.title ?? "", /#install-it/);
    assert.equal(applied(pin?.edit), text.replace("Install it", "Install it {#install-it}"));
    assert.deepEqual(await actionsAt(5), []);
    assert.equal((await actionsAt(4, ["refactor"])).length, 2);
    assert.equal((await actionsAt(4, ["quickfix"])).length, 0);
  });

  it("changes the heading's text and keeps the old anchor", async () => {
    const [rename] = await actionsAt(4);
    const [requested] = (rename?.command?.arguments ?? []) as HeadingToRename[];
    assert.equal(requested?.name, "Install it");
    const answer = await client.request(renameHeading, {
      uri: requested.uri,
      position: requested.position,
      newName: "Set it up",
    });
    assert.ok(answer.ok);
    assert.equal(applied(answer.edit), text.replace("Install it", "Set it up {#install-it}"));
  });

  it("is rejected with a reason if there's no heading, the text is empty, or the file is read-only", async () => {
    const ask = (line: number, newName: string) =>
      client.request(renameHeading, {
        uri: uriOf(folder.at("b.mdx")),
        position: { line, character: 3 },
        newName,
      });
    const reasons: string[] = [];
    for (const answer of [await ask(5, "X"), await ask(4, " ")]) {
      assert.ok(!answer.ok);
      reasons.push(answer.reason);
    }
    assert.match(reasons.join("\n"), /heading no longer exists.*\n.*must be one line of text/);
    await servers.release(client);
    removeOwnerAccess(folder.root);
    client = await servers.start({ folders: [folder.root], capabilities, asNobody: true });
    chmodSync(folder.at("b.mdx"), 0o444);
    const locked = await ask(4, "X");
    assert.match(locked.ok ? "" : locked.reason, /is read-only/);
  });

  it("isn't offered with an input prompt if the editor can't prompt for text", async () => {
    await servers.release(client);
    client = await servers.start({ folders: [folder.root], capabilities });
    assert.deepEqual(
      (await actionsAt(4)).map(({ command }) => command),
      [undefined],
    );
  });
});
