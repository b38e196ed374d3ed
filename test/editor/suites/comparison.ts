import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import * as vscode from "vscode";
import { openFile, replaceText, revertChanges, siteFile } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { inWindow, takePicture } from "../in-host/window.ts";

const specification = "openapi/orders.yaml";

/**
 * Tests which changes between the last commit and the specification in the editor are reported because readers notice
 * them.
 */
describe("comparing two versions of a specification", () => {
  const root = siteFile("").fsPath;
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.com", ...args], { cwd: root });

  before(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "As published");
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(siteFile(".git").fsPath, { recursive: true });
  });

  it("shows the effects of unsaved changes from the command palette", async function () {
    const { document } = await openFile(specification);
    await replaceText(document, "summary: List orders", "summary: List all orders");
    await replaceText(
      document,
      "      operationId: readOrder\n",
      "      operationId: readOrder\n      deprecated: true\n",
    );
    if ((await inWindow("runCommand", "Docwright: Compare")) === undefined) this.skip();
    await inWindow("pickRow", "Last commit");
    const report = await until("the report", () => {
      const shown = vscode.window.activeTextEditor?.document;
      return shown?.isUntitled && shown.languageId === "markdown" && shown;
    });
    const text = report.getText();
    await takePicture("comparison");
    assert.match(text, /openapi\/orders\.yaml compared with/);
    assert.match(text, /list-orders/);
    assert.match(text, /list-all-orders/);
    assert.match(text, /deprecated/i);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await revertChanges();
  });
});
