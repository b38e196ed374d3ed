import assert from "node:assert/strict";
import { eventually } from "../../harness/eventually.ts";
import { inChromium } from "../open-page.ts";
import { diagramKinds, diagramPage } from "./diagram-kinds.ts";
import { viewOf } from "./payload-views.ts";
import { openStage } from "./stage.ts";

describe("diagrams", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  for (const policy of ["editor", "browser"] as const)
    it(`are drawn under the ${policy}'s policy without violating it`, async () => {
      const stage = await openStage(openPage, { policy, painter: "real" });
      const errors: string[] = [];
      stage.page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      const view = await viewOf({ name: "diagrams", page: diagramPage }, 0);
      await stage.show(view.page, view.frame);
      await eventually(async () => {
        assert.equal(await stage.page.locator(".dw-diagram-canvas > svg").count(), diagramKinds.length);
      }, 120_000);
      const { violations, requests } = await stage.outcome();
      assert.deepEqual([...violations, ...errors], []);
      assert.deepEqual(requests, []);
    });

  it("have the same layout as in Mermaid without a policy", async () => {
    const drawn = async (policy: "editor" | "none") => {
      const stage = await openStage(openPage, { policy, painter: "real" });
      const view = await viewOf({ name: "shapes", page: shapes }, 0);
      await stage.show(view.page, view.frame);
      await stage.page.locator(".dw-diagram-canvas svg").nth(2).waitFor();
      return () => stage.page.evaluate<string[][]>(placesOfParts);
    };
    const [under, without] = [await drawn("editor"), await drawn("none")];
    await eventually(async () => {
      const [one, other] = [await under(), await without()];
      assert.ok(one.every((parts) => parts.length > 5));
      assert.deepEqual(one, other);
    });
  });
});

const shapes = [
  "```mermaid\nflowchart TD\n  A[Rect] --> B[(Database of things)] -- words --> C{{Hexagon}}\n  style B fill:#bbf,color:#f00\n```",
  "```mermaid\nclassDiagram\n  Animal <|-- Duck : is a\n  class Duck { +swim() }\n```",
  '```mermaid\npie title Pets\n  "Dogs" : 386\n  "Cats" : 85\n```',
].join("\n\n");

/** A script that returns the shapes and texts in each diagram, with their positions and sizes in whole pixels. */
const placesOfParts = `[...document.querySelectorAll(".dw-diagram-canvas")].map((canvas) => {
  const from = canvas.getBoundingClientRect();
  return [...canvas.querySelectorAll("text, rect, path, polygon")].map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [part.tagName, part.textContent, ...[x - from.x, y - from.y, width, height].map(Math.round)].join(" ");
  });
})`;
