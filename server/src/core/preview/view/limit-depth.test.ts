import assert from "node:assert/strict";
import { limitDepth, maxRenderedDepth, type ViewNode } from "./page-view.ts";

function createNested(levels: number): ViewNode[] {
  let nodes: ViewNode[] = ["innermost"];
  for (let level = 1; level < levels; level++)
    nodes = [level % 2 === 0 ? { tag: "Card", slots: { title: nodes } } : { tag: "div", children: nodes }];
  return nodes;
}

/** Returns the nesting depth of nodes, including children and slots. */
function countLevels(nodes: readonly ViewNode[]): number {
  let levels = 0;
  for (let level = nodes; level.length > 0; levels++)
    level = level.flatMap((node) =>
      typeof node === "string" ? [] : [...(node.children ?? []), ...Object.values(node.slots ?? {}).flat()],
    );
  return levels;
}

describe("limitDepth", () => {
  it("keeps children and slots one level below the rendered depth", () => {
    assert.equal(countLevels(limitDepth(createNested(5000))), maxRenderedDepth + 2);
  });

  it("returns the same nodes if it doesn't remove any", () => {
    const nodes = createNested(maxRenderedDepth + 2);
    assert.equal(limitDepth(nodes), nodes);
  });

  it("keeps siblings of removed nodes", () => {
    const [first, last] = limitDepth([...createNested(300), "after"]);
    assert.equal(countLevels([first ?? ""]), maxRenderedDepth + 2);
    assert.equal(last, "after");
  });
});
