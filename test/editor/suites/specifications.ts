import assert from "node:assert/strict";
import * as vscode from "vscode";
import { openFile, replaceText, revertChanges, siteFile, untilNoProblem, untilProblem } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { inWindow, showHover, takePicture } from "../in-host/window.ts";

const specification = "openapi/orders.yaml";

/** Tests editing a specification: validation, CodeLenses above operations, hovers on references, and conversion. */
describe("writing a specification", () => {
  afterEach(async () => {
    await vscode.commands.executeCommand("editor.action.hideHover");
    await revertChanges();
  });

  it("shows an error at its position while you type and removes it when fixed", async () => {
    const editor = await openFile(specification);
    const { document } = editor;
    await replaceText(document, "in: path", "in: pth");
    const { range } = await untilProblem(document, "openapi/spec-invalid", "pth");
    assert.equal(document.getText(range), "pth");
    editor.revealRange(range, vscode.TextEditorRevealType.InCenter);
    editor.selection = new vscode.Selection(range.start, range.start);
    await until("a line in the window", async () => (await inWindow("countMarks", "error")) !== 0);
    await showHover();
    await takePicture("specification-fault");
    await replaceText(document, "in: pth", "in: path");
    await untilNoProblem(document, "openapi/spec-invalid", "");
  });

  it("shows above each operation where readers find it", async function () {
    const editor = await openFile(specification);
    const { document } = editor;
    editor.revealRange(new vscode.Range(7, 0, 7, 0), vscode.TextEditorRevealType.AtTop);
    const titles = await until("code lenses", async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        document.uri,
      );
      const all = lenses.map(({ command }) => command?.title ?? "");
      return all.some((title) => title.includes("shown at")) && all;
    });
    assert.ok(titles.includes("shown at /api-reference/list-orders"), titles.join("; "));
    assert.ok(titles.includes("shown at /orders/create"), titles.join("; "));
    assert.ok(
      titles.some((title) => title.startsWith("not shown:")),
      titles.join("; "),
    );
    const drawn = await until("lenses in the window", async () => {
      const texts = await inWindow("readLenses");
      const isDrawn = (text: string) => /^shown at \/orders\/create\W+open playground$/.test(text);
      return texts === undefined || ((texts as string[]).some(isDrawn) && texts);
    });
    await takePicture("specification-lenses");
    if (drawn === true) this.skip();
  });

  it("explains a reference on hover", async () => {
    const editor = await openFile(specification);
    const { document } = editor;
    const at = document.positionAt(document.getText().indexOf("#/components/schemas/Order") + 3);
    let seen: readonly string[] = [];
    const text = await until(
      "what the reference leads to",
      async () => {
        const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
          "vscode.executeHoverProvider",
          document.uri,
          at,
        );
        seen = hovers
          .flatMap(({ contents }) => contents)
          .map((content) => (typeof content === "string" ? content : content.value));
        return seen.find((content) => content.includes("What a ship has asked for"));
      },
      { describe: () => `Seen: ${seen.join("; ")}.` },
    );
    assert.match(text, /items/);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenter);
    await showHover();
    await takePicture("specification-reference");
  });

  it("shows a Swagger 2.0 file next to its conversion", async () => {
    const uri = siteFile("openapi/berths.json");
    const converting = vscode.commands.executeCommand("docwright.convertSpecification", uri);
    const tab = await until("a comparison", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff && input;
    });
    assert.equal(tab.original.toString(), uri.toString());
    const result = await vscode.workspace.openTextDocument(tab.modified);
    assert.match(result.getText(), /"openapi": "3\.1/);
    // While VS Code runs tests, it shows notifications only on request.
    let messages: readonly string[] | undefined;
    await until(
      "the question",
      async () => {
        messages = (await inWindow("readMessages")) as string[] | undefined;
        // An empty list is closed again.
        if (messages?.length === 0) await vscode.commands.executeCommand("notifications.showList");
        // After the prompt, notes about the conversion are shown.
        const question = "Convert openapi/berths.json to OpenAPI 3.1?";
        return !messages || messages.some((message) => message.startsWith(question));
      },
      { describe: () => `Seen: ${messages?.join("; ") ?? ""}.` },
    );
    await takePicture("convert");
    await vscode.commands.executeCommand("notifications.clearAll");
    await converting;
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
});
