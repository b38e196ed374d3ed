import assert from "node:assert/strict";
import { inChromium } from "../open-page.ts";
import { viewOf } from "./payload-views.ts";
import { openStage } from "./stage.ts";

const page = [
  "```mermaid\nflowchart LR\n  A[One] --> B[Two]\n```",
  "```mermaid\nsequenceDiagram\n  A->>B: Hello\n```",
  '```mermaid\nflowchart LR\n  A@{ shape: rounded, label: "Three" } --> B\n```',
].join("\n\n");

describe("diagrams", function () {
  this.timeout(60_000);
  const openPage = inChromium();

  for (const policy of ["editor", "browser"] as const)
    it(`are drawn under the policy of the ${policy}, which has nothing to stop`, async () => {
      const stage = await openStage(openPage, { policy, painter: "real" });
      const view = await viewOf({ name: "diagrams", page }, 0);
      await stage.show(view.page, view.frame);
      await stage.page.locator(".dw-diagram-canvas svg").nth(2).waitFor();
      const { violations, requests } = await stage.outcome();
      // Mermaid writes styles into its own workbench, which is not what is painted.
      assert.deepEqual(
        violations.filter((each) => !each.startsWith("style-src")),
        [],
      );
      assert.deepEqual(requests, []);
    });
});
