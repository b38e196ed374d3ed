import assert from "node:assert/strict";
import * as vscode from "vscode";
import { replaceText, revertChanges, siteFile } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { inWindow, takePicture } from "../in-host/window.ts";

/** Tests the preview next to the text, with the sample site. If the window can't be read, only the tabs are checked. */
describe("preview", () => {
  before(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("workbench.action.closeSidebar");
  });
  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("opens to the side and leaves the focus in the editor", async function () {
    const editor = await openLeft("quickstart.mdx");
    await vscode.commands.executeCommand("docwright.openPreviewToSide");
    const tab = await until("a tab with the preview", previewTab);
    assert.equal(vscode.window.activeTextEditor?.document, editor.document);
    assert.notEqual(tab.group.viewColumn, editor.viewColumn);
    const words = await untilShown("Quickstart");
    if (words === undefined) this.skip();
    await takePicture("preview-beside");
  });

  it("shows unsaved text", async function () {
    const { document } = await openLeft("quickstart.mdx");
    const before = document.getText();
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(before.length), "\n\nTyped just now.\n");
    await vscode.workspace.applyEdit(edit);
    const words = await untilShown("Typed just now.");
    await vscode.commands.executeCommand("undo");
    if (words === undefined) this.skip();
    await until("the words to be gone", async () => !(await shown())?.includes("Typed just now."));
  });

  it("follows the active page", async function () {
    await openLeft("guides/authentication.mdx");
    await until("the preview of the other page", () => previewTab()?.label.includes("Authentication"));
    if ((await untilShown("Authentication")) === undefined) this.skip();
  });

  it("opens the source of a linked page next to it", async function () {
    await openLeft("index.mdx");
    if ((await untilShown("Know where your freight is")) === undefined) this.skip();
    await inWindow("clickInPreview", "Quickstart");
    await until("the text of the quickstart", () =>
      vscode.window.visibleTextEditors.some(({ document }) => document.uri.path.endsWith("/quickstart.mdx")),
    );
    await takePicture("preview-followed");
  });

  it("reveals the source on a double-click", async function () {
    const editor = await openLeft("quickstart.mdx");
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    if ((await untilShown("Quickstart")) === undefined) this.skip();
    const line = lineWithProse(editor.document);
    await doubleClick(wordsOf(editor.document.lineAt(line).text));
    await until("the cursor at the text", () => vscode.window.activeTextEditor?.selection.active.line === line);
  });

  it("stays on its page when the source of one of its snippets is opened in the editor", async function () {
    await openLeft("quickstart.mdx");
    if ((await untilShown("Quickstart")) === undefined) this.skip();
    await doubleClick("Its keys begin with");
    const { document } = await until("the text of the snippet", () =>
      [vscode.window.activeTextEditor].find((editor) =>
        editor?.document.uri.path.endsWith("/snippets/sandbox-note.mdx"),
      ),
    );
    await replaceText(document, "Its keys begin", "Each key begins");
    assert.match((await untilShown("Each key begins with")) ?? "", /Follow your first/);
    await revertChanges();
    await openLeft("index.mdx");
    await untilShown("Know where your freight is");
    await openLeft("snippets/sandbox-note.mdx");
    assert.equal((await untilShown("Its keys begin with"))?.includes("Follow your first"), false);
    await takePicture("preview-snippet");
  });

  it("scrolls with the source, and vice versa", async function () {
    const editor = await openLeft("quickstart.mdx");
    if ((await untilShown("Quickstart")) === undefined) this.skip();
    const heading = [...Array(editor.document.lineCount).keys()].findLast((line) =>
      editor.document.lineAt(line).text.startsWith("## "),
    );
    assert.ok(heading !== undefined);
    const words = editor.document.lineAt(heading).text.replace(/^## /, "");
    await until("the page itself", async () => Number(await inWindow("topOfPreview", words)) > 0);
    editor.revealRange(new vscode.Range(heading, 0, heading, 0), vscode.TextEditorRevealType.AtTop);
    await until("the heading near the top of the preview", async () => {
      const top = Number(await inWindow("topOfPreview", words));
      return top > 0 && top < 500;
    });
    await takePicture("preview-scrolled");
    await inWindow("scrollPreview", "-20000");
    await until("the first line of the text", () => editor.visibleRanges[0]?.start.line === 0);
  });

  it("shows the first page for docs.json and updates the surrounding site with each change", async function () {
    const { document } = await openLeft("docs.json");
    await vscode.commands.executeCommand("docwright.openPreviewToSide");
    if ((await untilShown("Know where your freight is")) === undefined) this.skip();
    await replaceText(document, "Version 1 retires", "The first version retires");
    await untilShown("The first version retires");
    await revertChanges();
  });

  it("is equally readable in dark and high-contrast themes, with code in the editor's colors if set", async function () {
    await openLeft("quickstart.mdx");
    if ((await untilShown("Quickstart")) === undefined) this.skip();
    const settings = vscode.workspace.getConfiguration("workbench");
    const own = vscode.workspace.getConfiguration("docwright.preview");
    const ofSite = await until("code in colours", async () => (await inWindow("groundOfCode")) || undefined);
    await inWindow("scrollPreview", "800");
    await own.update("codeTheme", "editor", vscode.ConfigurationTarget.Global);
    let seen = "";
    for (const theme of ["Default Dark Modern", "Default High Contrast"]) {
      await settings.update("colorTheme", theme, vscode.ConfigurationTarget.Global);
      await until(
        "code on the ground of texts",
        async () => {
          const ground = await inWindow("groundOfCode");
          seen = `${String(ground)}, texts ${String(await inWindow("groundOfTexts"))}`;
          return ground !== "" && ground !== ofSite && ground === (await inWindow("groundOfTexts"));
        },
        { describe: () => `Seen: ${seen}` },
      );
      await takePicture(`preview-${theme.split(" ")[1]?.toLowerCase()}`);
    }
    await own.update("codeTheme", undefined, vscode.ConfigurationTarget.Global);
    await settings.update("colorTheme", undefined, vscode.ConfigurationTarget.Global);
    await until("the site's ground again", async () => (await inWindow("groundOfCode")) === ofSite);
  });
});

/** Opens a file in the column of the text editors, even if the preview was clicked most recently. */
async function openLeft(path: string): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(siteFile(path));
  return vscode.window.showTextDocument(document, vscode.ViewColumn.One);
}

function previewTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes("docwright.preview"));
}

/** Returns the preview's text, or undefined if the window can't be read. */
async function shown(): Promise<string | undefined> {
  const text = await inWindow("readPreview");
  return typeof text === "string" ? text : undefined;
}

async function untilShown(words: string): Promise<string | undefined> {
  let seen: string | undefined;
  if ((await shown()) === undefined) return undefined;
  return until(
    `“${words}” in the preview`,
    async () => {
      seen = await shown();
      return seen?.includes(words) ? seen : undefined;
    },
    { describe: () => `Seen: ${seen?.slice(0, 500) ?? "nothing"}` },
  );
}

/**
 * Double-clicks words in the preview after the preview is active. VS Code checks the focus of a webview only every
 * 50 ms. A double-click without a pause can open the source before that check, which then activates the preview again.
 */
async function doubleClick(words: string): Promise<void> {
  await inWindow("focusPreview");
  await until("the preview to be active", () => previewTab()?.group.isActive);
  await inWindow("doubleClickInPreview", words);
}

/** Returns the first line of plain text after the frontmatter. */
function lineWithProse(document: vscode.TextDocument): number {
  let fences = 0;
  for (let line = 0; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    if (text === "---") fences++;
    else if (fences === 2 && /^[A-Z][\w ,]{20,}/.test(text)) return line;
  }
  throw new Error("The page contains no plain text.");
}

/** Returns the start of the text up to the first markup. */
function wordsOf(text: string): string {
  return /^[\w ,]+/.exec(text)?.[0].trim() ?? "";
}
