import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  fixesAt,
  openFile,
  problemsOf,
  replaceText,
  revertChanges,
  siteFile,
  untilNoProblem,
  untilProblem,
} from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { inWindow, takePicture } from "../in-host/window.ts";

/** Follows docs/tour.mdx to test that VS Code shows what the tour describes. */
describe("tour", () => {
  afterEach(revertChanges);

  // This test takes the screenshot in the README.
  it("shows a problem and its quick fixes", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const editor = await openFile("faults/docs.json");
    const { range } = await untilProblem(editor.document, "nav/page-not-found", "instal");
    await vscode.commands.executeCommand("workbench.actions.view.problems");
    const focused = await openFile("faults/docs.json");
    focused.selection = new vscode.Selection(range.start, range.start);
    focused.revealRange(range, vscode.TextEditorRevealType.InCenter);
    await vscode.commands.executeCommand("editor.action.quickFix");
    await takePicture("tour");
  });

  const repairs = [
    { code: "nav/page-not-found", text: '"guides/instal"', at: "guides/instal", becomes: "guides/install" },
    { code: "config/value-not-allowed", text: '"drak"', at: "drak", becomes: "dark" },
    { code: "config/unknown-setting", text: '"navbr"', at: "navbr", becomes: "navbar" },
    { code: "openapi/method-not-uppercase", text: '"get /orders"', at: "get", becomes: "GET" },
    { code: "nav/unknown-language", text: '"DE"', at: "DE", becomes: "de" },
  ];
  for (const { code, text, at, becomes } of repairs)
    it(`fixes ${text}`, async () => {
      const { document } = await openFile("faults/docs.json");
      const before = document.getText();
      const { range } = await untilProblem(document, code, at);
      const fixes = await fixesAt(document, range);
      const fix = fixes.find(({ title }) => title.includes(becomes));
      assert.ok(fix?.edit, `offered: ${fixes.map(({ title }) => title).join("; ")}`);
      await vscode.workspace.applyEdit(fix.edit);
      assert.equal(document.getText(), before.replace(text, text.replace(at, becomes)));
      await untilNoProblem(document, code, at);
    });

  it("merges two kinds of children", async () => {
    const { document } = await openFile("faults/docs.json");
    const { range } = await untilProblem(document, "nav/mixed-children", '"pages"');
    await untilProblem(document, "nav/mixed-children", '"groups"');
    const [fix] = await fixesAt(document, range);
    assert.ok(fix?.edit, "no fix is offered");
    await vscode.workspace.applyEdit(fix.edit);
    await untilNoProblem(document, "nav/mixed-children", '"pages"');
    assert.match(document.getText(), /"guides\/lost"/, "the pages weren't preserved");
  });

  // While the file is open, VS Code's JSON service reports the syntax errors. After it's closed, only Docwright reports
  // them.
  it("keeps a problem when its file is closed", async () => {
    const uri = siteFile("faults/navigation/trailing-comma.json");
    // The file is opened as if it had been clicked, because a document that a suite opens by URI stays open for
    // minutes, even without a tab.
    await vscode.commands.executeCommand("vscode.open", uri);
    const isTheirs = () => vscode.languages.getDiagnostics(uri).some(({ source }) => source !== "docwright");
    await until("the JSON service's problem alone", () => isTheirs() && problemsOf(uri).length === 0);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("its problem", () => problemsOf(uri).length > 0);
  });

  it("shows a problem in a file that docs.json includes", async () => {
    const { document } = await openFile("faults/navigation/trailing-comma.json");
    await until("a problem at the comma", () =>
      vscode.languages.getDiagnostics(document.uri).some(({ range }) => document.getText(range).includes(",")),
    );
  });

  it("shows no problem twice", async () => {
    const { document } = await openFile("faults/docs.json");
    await untilProblem(document, "openapi/operation-not-found", "/order/");
    const messages = problemsOf(document.uri).map(
      ({ range, message }) => `${range.start.line}:${range.start.character} ${message}`,
    );
    assert.ok(messages.length > 20, `${messages.length} problems`);
    assert.deepEqual(
      messages.filter((text, index) => messages.indexOf(text) !== index),
      [],
    );
  });

  it("shows where readers find the operations of both sites", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("docwright.coverage.focus");
    await inWindow("expandOnly", "API Coverage");
    const isShown = (rows: readonly string[]) =>
      rows.includes("openapi/berths.json · 11 of 11 shown") && rows.includes("openapi/orders.yaml · 3 of 4 shown");
    await until("both sites", async () => {
      const rows = (await inWindow("rowsOfView")) as string[] | undefined;
      return !rows || isShown(rows);
    });
    await takePicture("coverage-sites");
    await vscode.commands.executeCommand("workbench.view.explorer");
  });

  it("shows no problems for the valid site", async () => {
    const { document } = await openFile("docs.json");
    // Adds a problem and fixes it, which proves that the check has run.
    await replaceText(document, '"changelog"', '"changelogs"');
    await untilProblem(document, "nav/page-not-found", "changelogs");
    await replaceText(document, '"changelogs"', '"changelog"');
    await untilNoProblem(document, "nav/page-not-found", "changelog");
    assert.deepEqual(
      problemsOf(document.uri).map(({ message }) => message),
      [],
    );
  });
});
