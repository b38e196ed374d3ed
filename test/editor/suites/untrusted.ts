import * as vscode from "vscode";
import { openFile, replaceText, untilProblem } from "../in-host/site.ts";

/** Tests that everything that only reads the site works in an untrusted folder. */
describe("folder in restricted mode", () => {
  it("is still checked", async function () {
    // A VS Code that was started for tests may trust every folder. If so, there's nothing to test.
    if (vscode.workspace.isTrusted) this.skip();
    const { document } = await openFile("docs.json");
    await replaceText(document, '"quickstart"', '"quickstrat"');
    await untilProblem(document, "nav/page-not-found", "quickstrat");
  });
});
