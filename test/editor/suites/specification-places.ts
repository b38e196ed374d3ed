import assert from "node:assert/strict";
import * as vscode from "vscode";
import { openFile, revertChanges, siteFile } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { takePicture } from "../in-host/window.ts";

const api = "openapi/berths.json";

/** Tests a specification in the editor: CodeLenses above operations, definitions, and completion. */
describe("navigation in specifications", () => {
  let document: vscode.TextDocument;
  let editor: vscode.TextEditor;

  beforeEach(async () => {
    editor = await openFile(api);
    ({ document } = editor);
  });

  // Changes aren't saved, so every test starts with the original file.
  afterEach(revertChanges);

  const placeOf = (words: string, inside = 1): vscode.Position => {
    const at = document.getText().indexOf(words);
    assert.ok(at >= 0, `${document.fileName} doesn't contain ${words}`);
    return document.positionAt(at + inside);
  };
  const ask = <T>(command: string, ...more: readonly unknown[]): Thenable<T> =>
    vscode.commands.executeCommand<T>(command, document.uri, ...more);

  it("shows above each operation where it appears and opens that location on a click", async () => {
    const lens = await until("a lens", async () => {
      const lenses = await ask<vscode.CodeLens[]>("vscode.executeCodeLensProvider", 50);
      return lenses.find(({ command }) => command?.title.startsWith("shown at /berths/api/ports/list-ports"));
    });
    assert.equal(document.getText(lens.range), '"get"');
    await vscode.commands.executeCommand("outline.focus");
    await vscode.window.showTextDocument(document);
    editor.revealRange(lens.range, vscode.TextEditorRevealType.InCenter);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await takePicture("specification-places");
    const { command } = lens;
    assert.ok(command);
    await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as readonly unknown[]));
    await until("docs.json to be shown", () => {
      const shown = vscode.window.activeTextEditor;
      return shown?.document.uri.path.endsWith("/docs.json") && shown.document.getText(shown.selection) === `"${api}"`;
    });
  });

  it("opens the target of a reference and lists all references to it", async () => {
    const position = placeOf('"#/components/schemas/Port"');
    type Places = readonly (vscode.Location | vscode.LocationLink)[];
    const [target] = await ask<Places>("vscode.executeDefinitionProvider", position);
    assert.ok(target);
    const range = "targetRange" in target ? target.targetRange : target.range;
    assert.equal(document.getText(range), '"Port"');
    const uses = await ask<vscode.Location[]>("vscode.executeReferenceProvider", range.start);
    const texts = uses.map((use) => document.getText(use.range));
    assert.ok(texts.filter((text) => text === '"#/components/schemas/Port"').length > 0, texts.join("; "));
  });

  it("shows an outline of operations and components alongside the JSON service's outline", async () => {
    const symbols = await ask<vscode.DocumentSymbol[]>("vscode.executeDocumentSymbolProvider");
    const paths = symbols.find(({ name }) => name === "Paths");
    assert.equal(paths?.children[0]?.children[0]?.name, "GET /ports");
    const components = symbols.find(({ name }) => name === "Components");
    assert.ok(components?.children.some(({ name }) => name === "Schemas"));
  });

  it("offers each extension field once alongside the JSON service's items", async () => {
    const at = placeOf('"operationId": "listPorts"', 0);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, at, '"x-" ');
    await vscode.workspace.applyEdit(edit);
    const items = await until("completions", async () => {
      const list = await ask<vscode.CompletionList>("vscode.executeCompletionItemProvider", at.translate(0, 3));
      const names = list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
      return names.some((name) => name === "x-excluded") && names;
    });
    const plain = items.map((name) => name.replace(/^"|"$/g, ""));
    for (const name of ["x-hidden", "x-excluded"])
      assert.equal(plain.filter((one) => one === name).length, 1, plain.join("; "));
  });

  it("renames a tag, updates links to pages that move, and offers redirects", async () => {
    const edit = await ask<vscode.WorkspaceEdit>(
      "vscode.executeDocumentRenameProvider",
      placeOf('"Ports"'),
      "Harbours",
    );
    const files = edit.entries().map(([uri]) => vscode.workspace.asRelativePath(uri));
    assert.ok(files.includes(api), files.join("; "));
    const own = edit.get(siteFile(api));
    assert.ok(own.length > 1 && own.every(({ newText }) => newText === "Harbours"), JSON.stringify(own));
    assert.ok(files.includes("docs.json"), files.join("; "));
  });
});
