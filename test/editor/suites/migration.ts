import assert from "node:assert/strict";
import * as vscode from "vscode";
import { openFile, replaceText, siteFile } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { inWindow, takePicture } from "../in-host/window.ts";

/** A page with text that isn't in the specification. Its migration therefore adds a vendor extension. */
const change = "---\ntitle: Change it\nopenapi: openapi/orders.yaml PATCH /orders/{orderId}\n---\n\nDo it **soon**.\n";

/**
 * Tests that endpoint pages become navigation entries. This must be the last suite of its session, because it deletes
 * files.
 */
describe("migrating endpoint pages", () => {
  before(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.writeFile(siteFile("orders/change.mdx"), new TextEncoder().encode(change));
    // The server is notified of open files immediately, but of other files only by the file watcher.
    await openFile("orders/change.mdx");
    const { document } = await openFile("docs.json");
    await replaceText(document, '"orders/create"', '"orders/create", "orders/change"');
    await document.save();
  });

  it("shows a report and every edit before it writes anything", async function () {
    const pages = ["orders/create.mdx", "orders/change.mdx", "orders/cancel.mdx"];
    const migrating = vscode.commands.executeCommand("docwright.migrateEndpointPages");
    const report = await until("the report", () => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.isUntitled && document;
    });
    assert.equal(report.languageId, "markdown");
    for (const page of pages) assert.ok(report.getText().includes(page), report.getText());
    assert.match(report.getText(), /Applying all edits won't cause any new problems\./);
    const files = ["docs.json", "create.mdx", "change.mdx", "orders.yaml", "docwright-migration.txt"];
    const rows = await until("the preview of edits", async () => {
      const drawn = (await inWindow("rowsOfPreview")) as string[] | undefined;
      const isThere = (name: string) => drawn?.some((row) => row.includes(name));
      return drawn === undefined || (files.every(isThere) && drawn);
    });
    await takePicture("migration");
    for (const page of pages) await vscode.workspace.fs.stat(siteFile(page));
    if (rows === true) return this.skip();
    const ticked = (name: string) => rows.find((row) => row.includes(name))?.slice(0, 1);
    assert.deepEqual(files.map(ticked), ["☑", "☑", "☐", "☐", "☐"], rows.join("; "));
    await vscode.commands.executeCommand("refactorPreview.groupByType");
    await takePicture("migration-by-type");
    await inWindow("applyPreview");
    await migrating;
    const { document } = await vscode.window.showTextDocument(siteFile("docs.json"));
    assert.match(document.getText(), /"GET \/orders", "POST \/orders", "orders\/change"/);
    assert.match(document.getText(), /"source": "\/orders\/create"/);
    await assert.rejects(async () => vscode.workspace.fs.stat(siteFile("orders/create.mdx")));
    for (const page of ["orders/cancel.mdx", "orders/change.mdx"]) await vscode.workspace.fs.stat(siteFile(page));
    await assert.rejects(async () => vscode.workspace.fs.stat(siteFile("docwright-migration.txt")));
  });
});
