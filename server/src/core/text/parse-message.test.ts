import assert from "node:assert/strict";
import fc from "fast-check";
import { type DataLimits, exceedsLimits, messageLimits } from "./parse-message.ts";

const limits = { maxValues: 50, maxDepth: 5, maxTextLength: 10 };

describe("exceedsLimits", () => {
  it("accepts data within the limits", () => {
    for (const value of [undefined, null, 1, "a".repeat(10), [], {}, Array(49).fill(0), createNested(5)])
      assert.equal(exceedsLimits(value, limits), false);
  });

  it("doesn't limit the length of array indexes", () =>
    assert.equal(exceedsLimits([1], { ...limits, maxTextLength: 0 }), false));

  it("rejects data that is too deep, too wide, or too long", () => {
    const wide = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at, at]));
    const hostile: readonly unknown[] = [
      createNested(6),
      wide,
      Array(50).fill(0),
      Array(4_000_000_000),
      "a".repeat(11),
      { text: "a".repeat(11) },
      { ["a".repeat(11)]: 1 },
      [["a".repeat(11)]],
    ];
    for (const value of hostile) assert.equal(exceedsLimits(value, limits), true);
  });

  it("stops at circular values and at arrays that repeat the same array", () => {
    const circle: Record<string, unknown> = {};
    circle["itself"] = circle;
    assert.equal(exceedsLimits(circle, messageLimits), true);
    let doubled: unknown = [];
    for (let level = 0; level < 60; level++) doubled = [doubled, doubled];
    assert.equal(exceedsLimits(doubled, messageLimits), true);
  });

  it("counts all own members but no inherited members", () => {
    const value: unknown = JSON.parse(`{"__proto__": ${JSON.stringify(createNested(5))}}`);
    assert.equal(exceedsLimits(value, limits), true);
    assert.equal(exceedsLimits(Object.create({ deep: createNested(9) }), limits), false);
  });

  it("counts a byte array as a single value", () =>
    assert.equal(exceedsLimits({ bytes: new Uint8Array(1000) }, limits), false));

  it("returns the same result as a recursive count", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 8, depthSize: "large" }),
        fc.nat(30),
        fc.nat(8),
        fc.nat(20),
        (value, nodes, depth, text) => {
          const bounds = { maxValues: nodes, maxDepth: depth, maxTextLength: text };
          const isExpected = getSize(value) > nodes || countLevels(value) > depth || getLongest(value) > text;
          // A primitive value never exceeds the limit on the number of values.
          if (typeof value === "object" && value !== null) assert.equal(exceedsLimits(value, bounds), isExpected);
        },
      ),
    );
  });
});

function createNested(levelCount: number): unknown {
  let value: unknown = {};
  for (let level = 1; level < levelCount; level++) value = { in: value };
  return value;
}

const listMembers = (value: unknown): readonly unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

function getSize(value: unknown): number {
  return listMembers(value).reduce<number>((sum, each) => sum + getSize(each), 1);
}

function countLevels(value: unknown): DataLimits["maxDepth"] {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...listMembers(value).map(countLevels));
}

function getLongest(value: unknown): number {
  if (typeof value === "string") return value.length;
  const names = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  return Math.max(0, ...names.map((name) => name.length), ...listMembers(value).map(getLongest));
}
