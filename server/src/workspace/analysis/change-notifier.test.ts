import assert from "node:assert/strict";
import fc from "fast-check";
import { isSameJson, serializeInSteps, type JsonParts } from "../async/time-slicing.ts";

function createMessage(value: unknown): {
  readonly text: string;
  readonly parts: JsonParts;
  readonly steps: number;
} {
  const steps = serializeInSteps(value);
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done) return { text: step.value.join(""), parts: step.value, steps: count };
  }
}

describe("incremental JSON serialization", () => {
  it("produces the same text as JSON.stringify", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => assert.equal(createMessage(value).text, JSON.stringify(value))));
    const some = { a: undefined, b: [{ c: [1, { d: "é\u2028" }], e: undefined }], f: { g: [] } };
    assert.equal(createMessage(some).text, JSON.stringify(some));
  });

  it("distinguishes equal and different data", () => {
    const toParts = (value: unknown): JsonParts => createMessage(value).parts;
    const createMenu = (changed: number) => Array.from({ length: 450 }, (_, n) => ({ n: n === changed ? "x" : n, children: [] })); // prettier-ignore
    assert.equal(toParts(createMenu(-1)).length, 5);
    assert.ok(isSameJson(toParts(createMenu(-1)), toParts(createMenu(-1))));
    for (const changed of [0, 99, 100, 449])
      assert.ok(!isSameJson(toParts(createMenu(-1)), toParts(createMenu(changed))));
    assert.ok(!isSameJson(toParts(createMenu(-1)), toParts(createMenu(-1).slice(0, 400))));
  });

  it("takes one step for every 100 entries at any depth", () => {
    const pages = Array.from({ length: 1000 }, (_, n) => ({ kind: "page", n }));
    const menu = { sidebar: [{ kind: "group", items: [{ kind: "group", items: pages }] }] };
    const { text, steps } = createMessage(menu);
    assert.deepEqual({ text, steps }, { text: JSON.stringify(menu), steps: 10 });
  });

  it("takes the same number of steps for many short lists", () => {
    const row = { label: "Page", children: [] };
    const tree = Array.from({ length: 500 }, () => ({ label: "Group", children: [row, row, row] }));
    const { text, steps } = createMessage(tree);
    assert.deepEqual({ text, steps }, { text: JSON.stringify(tree), steps: 20 });
  });
});
