import path from "node:path";
import type { CodeServer } from "../../tools/editor/install-code-server.ts";
import { newPageSteps } from "./by-hand/new-page-steps.ts";
import { reloadSteps, treeSteps } from "./by-hand/tree-steps.ts";
import { runByHand } from "./runner/run-by-hand.ts";
import type { RunControl, TestReport } from "./runner/session.ts";

const project = path.resolve(__dirname, "../..");

/**
 * Tests changes to the navigation and new pages only with keys and clicks, because suites in VS Code can't respond to
 * prompts.
 */
export function checkNewPage(codeServer: CodeServer, control: RunControl): Promise<TestReport[]> {
  const site = path.join(project, "sample/site");
  return runByHand(codeServer, control, {
    name: "new-page",
    site,
    extension: project,
    steps: [...treeSteps, ...newPageSteps, ...reloadSteps],
  });
}
