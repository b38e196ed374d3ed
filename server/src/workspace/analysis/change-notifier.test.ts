import assert from "node:assert/strict";
import fc from "fast-check";
import { isSameJson, jsonInSteps, type JsonParts } from "../async/time-slicing.ts";

function made(value: unknown): { readonly text: string; readonly parts: JsonParts; readonly steps: number } {
  const steps = jsonInSteps(value);
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done) return { text: step.value.join(""), parts: step.value, steps: count };
  }
}

describe("incremental JSON serialization", () => {
  it("produces the same text as JSON.stringify", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => assert.equal(made(value).text, JSON.stringify(value))));
    const some = { a: undefined, b: [{ c: [1, { d: "é\u2028" }], e: undefined }], f: { g: [] } };
    assert.equal(made(some).text, JSON.stringify(some));
  });

  it("distinguishes equal and different data", () => {
    const partsOf = (value: unknown): JsonParts => made(value).parts;
    const menu = (changed: number) => Array.from({ length: 450 }, (_, n) => ({ n: n === changed ? "x" : n, children: [] })); // prettier-ignore
    assert.equal(partsOf(menu(-1)).length, 5);
    assert.ok(isSameJson(partsOf(menu(-1)), partsOf(menu(-1))));
    for (const changed of [0, 99, 100, 449])
      assert.ok(!isSameJson(partsOf(menu(-1)), partsOf(menu(changed))));
    assert.ok(!isSameJson(partsOf(menu(-1)), partsOf(menu(-1).slice(0, 400))));
  });

  it("takes one step for every 100 entries at any depth", () => {
    const pages = Array.from({ length: 1000 }, (_, n) => ({ kind: "page", n }));
    const menu = { sidebar: [{ kind: "group", items: [{ kind: "group", items: pages }] }] };
    const { text, steps } = made(menu);
    assert.deepEqual({ text, steps }, { text: JSON.stringify(menu), steps: 10 });
  });

  it("takes the same number of steps for many short lists", () => {
    const row = { label: "Page", children: [] };
    const tree = Array.from({ length: 500 }, () => ({ label: "Group", children: [row, row, row] }));
    const { text, steps } = made(tree);
    assert.deepEqual({ text, steps }, { text: JSON.stringify(tree), steps: 20 });
  });
});
