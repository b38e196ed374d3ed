import assert from "node:assert/strict";
import * as vscode from "vscode";
import { diagramKinds, diagramPage } from "../../webview/hostile/diagram-kinds.ts";
import { siteFile } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { inWindow, takePicture } from "../in-host/window.ts";

/** What guards the preview, in the webview of a real editor, whose documents the editor writes itself. */
describe("the sandbox of the preview", () => {
  before(async function () {
    if ((await inWindow("keepPolicyErrors")) === undefined) this.skip();
  });
  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("draws diagrams, in which no policy has anything to stop", async () => {
    await openPreviewOf("diagrams.mdx", diagramPage);
    let seen = "";
    await until(
      "all diagrams",
      async () => {
        const count = await inWindow("countInPreview", ".dw-diagram-canvas > svg");
        if (count === diagramKinds.length) return true;
        const text = String(await inWindow("readPreview")).slice(0, 2000);
        seen = `${String(count)} of ${diagramKinds.length} diagrams in the page: ${text}`;
        return false;
      },
      { describe: () => seen },
    );
    assert.deepEqual(await inWindow("readPolicyErrors"), []);
    await takePicture("preview-diagrams");
  });
});

async function write(path: string, text: string): Promise<vscode.Uri> {
  await vscode.workspace.fs.writeFile(siteFile(path), new TextEncoder().encode(text));
  return siteFile(path);
}

async function openPreviewOf(path: string, text: string): Promise<void> {
  await vscode.window.showTextDocument(await write(path, text), { viewColumn: vscode.ViewColumn.One });
  await vscode.commands.executeCommand("docwright.openPreviewToSide");
}
