import assert from "node:assert/strict";
import type { ViewBlock } from "../../core/preview/view/page-view.ts";
import { computePageDelta, type FullPage, applyPageDelta } from "./page-updates.ts";

const createBlock = (id: string, line: number): ViewBlock => ({
  id,
  lines: [line, line],
  nodes: [`text of ${id}`],
});
const page: FullPage["page"] = {
  path: "a.mdx",
  head: { title: "A", mode: "default" },
  contents: [],
  issues: [],
  palette: [],
  styles: "",
};

describe("page updates", () => {
  const first = { page, blocks: [createBlock("a", 0), createBlock("b", 2), createBlock("c", 4)] };

  it("contain everything if there's no previous page", () => {
    const delta = computePageDelta(undefined, first);
    assert.deepEqual(applyPageDelta(undefined, delta), first);
  });

  it("contain only the parts that a keystroke changed", () => {
    const second = { page, blocks: [createBlock("a", 0), createBlock("x", 2), createBlock("c", 6)] };
    const delta = computePageDelta(first, second);
    assert.deepEqual(delta.order, [{ id: "x", lines: [2, 2] }]);
    assert.deepEqual(delta.newNodes, { x: ["text of x"] });
    assert.ok(!("contents" in delta.page) && !("palette" in delta.page) && !("styles" in delta.page));
    assert.deepEqual(applyPageDelta(first, delta), second);
  });

  it("don't repeat a block that moved", () => {
    const second = { page, blocks: [createBlock("c", 0), createBlock("a", 2), createBlock("b", 4)] };
    const delta = computePageDelta(first, second);
    assert.deepEqual(delta.newNodes, {});
    assert.deepEqual(applyPageDelta(first, delta), second);
  });

  it("contain changed headings and styles", () => {
    const contents = [{ id: "one", text: "One", depth: 2, line: 0 }];
    const second = { page: { ...page, contents, styles: ".p-4{}" }, blocks: first.blocks };
    const delta = computePageDelta(first, second);
    assert.deepEqual([delta.page.contents, delta.page.styles], [contents, ".p-4{}"]);
    assert.deepEqual(applyPageDelta(first, delta), second);
  });

  it("can't be applied without the previous page", () => {
    assert.equal(applyPageDelta(undefined, computePageDelta(first, first)), undefined);
  });
});
