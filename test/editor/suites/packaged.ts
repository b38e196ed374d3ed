import assert from "node:assert/strict";
import * as vscode from "vscode";
import { openFile, replaceText, untilProblem } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { takePicture } from "../in-host/window.ts";

/** Tests that the installed package starts with only the packaged files. */
describe("installed package", () => {
  it("is the extension under test", async () => {
    const extension = vscode.extensions.getExtension("docwright.docwright");
    assert.ok(extension, "the package isn't installed");
    assert.match(extension.extensionPath, /[\\/]extensions[\\/]docwright\.docwright-/);
    await until("Docwright to start", () => extension.isActive);
  });

  it("finds a problem", async () => {
    const { document } = await openFile("docs.json");
    await replaceText(document, '"quickstart"', '"quickstrat"');
    const { range } = await untilProblem(document, "nav/page-not-found", "quickstrat");
    const editor = await openFile("docs.json");
    editor.revealRange(range, vscode.TextEditorRevealType.InCenter);
    await vscode.commands.executeCommand("workbench.actions.view.problems");
    await takePicture("packaged");
  });

  it("shows the documentation of a rule offline, below the fixes of its problem", async () => {
    const { document } = await openFile("docs.json");
    const { range } = await untilProblem(document, "nav/page-not-found", "quickstrat");
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const titles = actions.map(({ title }) => title);
    const command = actions.find(({ title }) => title.startsWith("Show documentation for"))?.command;
    assert.ok(command, titles.join("; "));
    assert.equal(titles.at(-1), "Show documentation for nav/page-not-found", titles.join("; "));
    assert.ok(titles.length > 1);
    await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as readonly unknown[]));
    await until("the Markdown preview", () =>
      vscode.window.tabGroups.all.some(({ activeTab }) => activeTab?.label.includes("page-not-found.md")),
    );
  });
});
