import assert from "node:assert/strict";
import type { ClientCapabilities, WorkspaceEdit } from "vscode-languageserver-protocol";
import { changeNavigation } from "../../server/src/protocol/navigation.ts";
import { deleteFiles, moveFiles, renameHeading, upgradeSettings } from "../../server/src/protocol/refactoring.ts";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { docsJson, TempFolder } from "./temp-folder.ts";

const capabilities: ClientCapabilities = {
  workspace: {
    workspaceEdit: { documentChanges: true, resourceOperations: ["delete"], changeAnnotationSupport: {} },
  },
};

describe("explanations for edits", () => {
  let folder: TempFolder;
  let client: LspClient;
  before(async () => {
    folder = new TempFolder({
      "docs.json": docsJson("a"),
      "a.mdx": "---\ntitle: A\n---\n\n## Install it\n",
      "Notes/b.mdx": "---\ntitle: B\n---\n",
    });
    client = await LspClient.start({
      folders: [folder.root],
      capabilities,
      options: { refactoring: true },
      locale: "de-AT",
    });
  });
  after(async () => {
    assert.equal(await client.stop(), 0, client.stderr);
    folder.remove();
  });

  const heading = { line: 4, character: 4 };
  /** A range that doesn't contain any part of the navigation. */
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const uri = () => uriOf(folder.at("a.mdx"));

  const cases: Readonly<Record<string, () => readonly [method: string, params: object, reason: string]>> = {
    "a heading can't be renamed": () => [
      renameHeading.method,
      { uri: uri(), position: heading, newName: " " },
      "Eine Überschrift muss aus einer Textzeile bestehen.",
    ],
    "a file can't be moved": () => [
      moveFiles.method,
      { uri: uri(), to: "notes/b", movesCounterparts: false },
      "Notes/b.mdx ist bereits vorhanden und unterscheidet sich nur in der Groß- und Kleinschreibung, die viele Dateisysteme ignorieren. Wählen Sie einen anderen Namen.",
    ],
    "a file can't be deleted": () => [
      deleteFiles.method,
      { root: uriOf(folder.root), files: ["gone.mdx"] },
      "gone.mdx wurde gerade geändert. Prüfen Sie die Datei erneut, bevor Sie sie löschen.",
    ],
    "an entry can't be removed": () => [
      changeNavigation.method,
      { kind: "remove", nodes: [{ uri: uriOf(folder.at("docs.json")), range }] },
      "Die Navigation wurde gerade geändert. Versuchen Sie es erneut.",
    ],
    "settings can't be upgraded": () => [upgradeSettings.method, { uri: uri() }, "Diese Datei ist keine mint.json."],
  };
  for (const [what, request] of Object.entries(cases))
    it(`are in the client's language if ${what}`, async () => {
      const [method, params, reason] = request();
      assert.deepEqual(await client.request(method, params), { ok: false, reason });
    });

  it("are in the client's language if a symbol can't be renamed", async () => {
    const params = { textDocument: { uri: uri() }, position: heading, newName: "!" };
    await assert.rejects(
      client.request("textDocument/rename", params),
      /„!“ enthält keine Buchstaben oder Ziffern, daher können Links nicht zu dieser Überschrift führen\./,
    );
  });

  it("are in the client's language in change annotations", async () => {
    const params = { root: uriOf(folder.root), files: ["a.mdx"] };
    const { edit } = await client.request<{ edit: WorkspaceEdit }>(deleteFiles.method, params);
    assert.deepEqual(edit.changeAnnotations, {
      "0": { label: "Aus der Navigation entfernen", needsConfirmation: false },
      "2": {
        label: "Weiterleitungen hinzufügen",
        description: "Leser, die alten Links folgen, werden zu einer benachbarten Seite weitergeleitet.",
        needsConfirmation: true,
      },
    });
  });
});
