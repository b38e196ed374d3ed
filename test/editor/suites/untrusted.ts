import * as vscode from "vscode";
import { openFile, replaceText, untilProblem } from "../in-host/site.ts";

/** An untrusted folder: everything that only reads the site still works. */
describe("folder in restricted mode", () => {
  it("is still checked", async function () {
    // A VS Code started for tests may trust every folder. In that case, there is nothing to test.
    if (vscode.workspace.isTrusted) this.skip();
    const { document } = await openFile("docs.json");
    await replaceText(document, '"quickstart"', '"quickstrat"');
    await untilProblem(document, "nav/page-not-found", "quickstrat");
  });
});
