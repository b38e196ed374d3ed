import * as vscode from "vscode";
import { until } from "./until.ts";
import { inWindow } from "./window.ts";

/** Shows the coverage view, which exists once a site has been found, and collapses the views around it. */
export async function showCoverage(): Promise<void> {
  await until("the coverage view", async () => {
    await vscode.commands.executeCommand("docwright.coverage.focus");
    return (await inWindow("expandOnly", "API Coverage")) !== false;
  });
}
