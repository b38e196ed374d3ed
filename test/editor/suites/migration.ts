import assert from "node:assert/strict";
import * as vscode from "vscode";
import { siteFile } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { inWindow, takePicture } from "../in-host/window.ts";

/** Pages with an endpoint become entries of the navigation. The last suite of its session: files are gone afterwards. */
describe("migrating endpoint pages", () => {
  before(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("shows a report and every edit before anything is written", async function () {
    this.timeout(60_000);
    const pages = ["orders/create.mdx", "orders/cancel.mdx"];
    const migrating = vscode.commands.executeCommand("docwright.migrateEndpointPages");
    const report = await until("the report", () => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.isUntitled && document;
    });
    assert.equal(report.languageId, "markdown");
    for (const page of pages) assert.ok(report.getText().includes(page), report.getText());
    const rows = await until("the preview of edits", async () => {
      const drawn = await inWindow("rowsOfPanel");
      return drawn === undefined || ((drawn as string[]).some((row) => row.includes("docs.json")) && drawn);
    });
    await takePicture("migration");
    for (const page of pages) await vscode.workspace.fs.stat(siteFile(page));
    if (rows === true) return this.skip();
    assert.ok(
      (rows as string[]).some((row) => row.includes("create.mdx")),
      (rows as string[]).join("; "),
    );
    await inWindow("tickAndApply");
    await migrating;
    const { document } = await vscode.window.showTextDocument(siteFile("docs.json"));
    assert.match(document.getText(), /"GET \/orders", "POST \/orders"/);
    assert.match(document.getText(), /"source": "\/orders\/create"/);
    await assert.rejects(async () => vscode.workspace.fs.stat(siteFile("orders/create.mdx")));
    await vscode.workspace.fs.stat(siteFile("orders/cancel.mdx"));
  });
});
