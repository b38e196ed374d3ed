import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fixesAt, openFile, replaceText, revertChanges, untilNoProblem, untilProblem } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { inWindow, takePicture } from "../in-host/window.ts";

/** The first minutes of an author, on a copy of the sample site and with the extension in development. */
describe("authoring", () => {
  let document: vscode.TextDocument;

  beforeEach(async () => {
    ({ document } = await openFile("docs.json"));
  });

  // Changes aren't saved, so every test starts with the original file.
  afterEach(revertChanges);

  it("starts in a folder with a docs.json", async () => {
    const extension = vscode.extensions.getExtension("docwright.docwright");
    assert.ok(extension, "Docwright isn't installed in this editor");
    await until("Docwright to start", () => extension.isActive);
  });

  it("shows a problem while you type and removes it when fixed", async () => {
    await replaceText(document, '"quickstart"', '"quickstrat"');
    const problem = await untilProblem(document, "nav/page-not-found", "quickstrat");
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
    assert.match(problem.message, /quickstrat/);
    assert.ok(problem.message.length <= 200, problem.message);
    const link = typeof problem.code === "object" ? problem.code.target.scheme : "no link";
    assert.match(link, /^https?$/, "the problem's code doesn't link to the rule's page");

    await replaceText(document, '"quickstrat"', '"quickstart"');
    await untilNoProblem(document, "nav/page-not-found", "quickstart");
    assert.equal(document.isDirty, true);
  });

  it("underlines the text that causes a problem", async () => {
    await replaceText(document, '"quickstart"', '"quickstrat"');
    const { range } = await untilProblem(document, "nav/page-not-found", "quickstrat");
    const editor = await openFile("docs.json");
    editor.revealRange(range, vscode.TextEditorRevealType.InCenter);
    editor.selection = new vscode.Selection(range.start, range.start);
    await until("a red line in the window", async () => (await inWindow("countMarks", "error")) !== 0);
    await vscode.commands.executeCommand("editor.action.showHover");
    await takePicture("authoring");
  });

  it("applies a quick fix that inserts the intended page", async () => {
    const before = document.getText();
    await replaceText(document, '"quickstart"', '"quickstrat"');
    const { range } = await untilProblem(document, "nav/page-not-found", "quickstrat");
    const actions = await fixesAt(document, range);
    const titles = actions.map(({ title }) => title);
    const meant = actions.find(({ title }) => title.includes("quickstart"));
    assert.ok(meant?.edit, `no fix contains quickstart: ${titles.join("; ")}`);
    assert.ok(
      titles.some((title) => /create/i.test(title)),
      titles.join("; "),
    );
    await vscode.workspace.applyEdit(meant.edit);
    assert.equal(document.getText(), before, "the fix changed more than the name");
    await untilNoProblem(document, "nav/page-not-found", "quickstart");
  });

  it("completes a page path", async () => {
    const before = document.getText();
    await replaceText(document, '"quickstart"', '"quick"');
    const inside = document.positionAt(document.getText().indexOf('"quick"') + '"quick'.length);
    const list = await until("quickstart among the completions", async () => {
      const found = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        inside,
      );
      return found.items.some((item) => labelOf(item).includes("quickstart")) && found;
    });
    const labels = list.items.map(labelOf);
    assert.deepEqual(
      labels.filter((label, index) => labels.indexOf(label) !== index),
      [],
      "a label is offered twice",
    );

    const editor = await openFile("docs.json");
    editor.selection = new vscode.Selection(inside, inside);
    await vscode.commands.executeCommand("editor.action.triggerSuggest");
    await until(
      "the accepted path in the text",
      async () => {
        await vscode.commands.executeCommand("acceptSelectedSuggestion");
        return document.getText() === before;
      },
      { describe: () => document.lineAt(inside.line).text },
    );
  });
});

function labelOf({ label }: vscode.CompletionItem): string {
  return typeof label === "string" ? label : label.label;
}
