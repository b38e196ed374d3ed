import assert from "node:assert/strict";
import * as fc from "fast-check";
import { addToGroup, BoundedMap, groupBy, setSortedEntry } from "./maps.ts";

describe("BoundedMap", () => {
  const createMap = (maxSize: number, keys: string) => {
    const dropped: string[] = [];
    const map = new BoundedMap<string, string>(maxSize, (value) => dropped.push(value));
    for (const key of keys) map.set(key, key.toUpperCase());
    return { map, dropped };
  };

  it("removes the oldest entry when it's full", () => {
    const { map, dropped } = createMap(3, "abcde");
    assert.deepEqual(
      [[...map.keys()], dropped],
      [
        ["c", "d", "e"],
        ["A", "B"],
      ],
    );
  });

  it("keeps entries that are read or set again, but not entries that are only checked with `has`", () => {
    const { map } = createMap(3, "abc");
    assert.equal(map.get("a"), "A");
    map.set("b", "B2");
    assert.ok(map.has("c"));
    map.set("d", "D");
    assert.deepEqual(
      [...map],
      [
        ["a", "A"],
        ["b", "B2"],
        ["d", "D"],
      ],
    );
  });

  it("keeps entries whose value is undefined and returns undefined for other keys", () => {
    const map = new BoundedMap<string, undefined>(2).set("a", undefined).set("b", undefined);
    assert.deepEqual([map.get("a"), map.get("x")], [undefined, undefined]);
    assert.deepEqual([...map.keys()], ["b", "a"]);
  });

  it("doesn't report deleted or replaced entries as dropped", () => {
    const { map, dropped } = createMap(2, "aa");
    map.delete("a");
    map.clear();
    assert.deepEqual([map.size, dropped], [0, []]);
  });
});

describe("groups", () => {
  it("contain the items of each key in order", () => {
    const groups = groupBy(["b1", "a1", "b2"].values(), (name) => name.charAt(0));
    assert.deepEqual([...groups], [["b", ["b1", "b2"]], ["a", ["a1"]]]); // prettier-ignore
    addToGroup(groups, "a", "a2");
    addToGroup(groups, "c", "c1");
    assert.deepEqual([...groups.values()], [["b1", "b2"], ["a1", "a2"], ["c1"]]);
  });

  it("can have any key, including undefined, and can be empty", () => {
    const key = {};
    assert.deepEqual([...groupBy([1, 2], (item) => (item === 1 ? key : undefined))], [[key, [1]], [undefined, [2]]]); // prettier-ignore
    assert.equal(groupBy([], () => "").size, 0);
  });
});

describe("setSortedEntry", () => {
  const createKey = (number: number) => String(number).padStart(3, "0");
  const key = fc.integer({ min: 0, max: 320 }).map(createKey);
  const changes = fc.array(fc.tuple(key, fc.option(fc.nat(), { nil: undefined })), { maxLength: 300, size: "max" });

  it("returns the same map as a copy with that change, and doesn't change the previous map", () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 60, 300), changes, (size, list) => {
        let map: ReadonlyMap<string, number> = new Map(Array.from({ length: size }, (_, i) => [createKey(i), -i]));
        let expected = new Map(map);
        for (const [changed, value] of list) {
          const [before, expectedBefore] = [map, expected];
          map = setSortedEntry(map, changed, value);
          expected = new Map(expected);
          if (value === undefined) expected.delete(changed);
          else expected.set(changed, value);
          expected = new Map([...expected].toSorted(([a], [b]) => (a < b ? -1 : 1)));
          assert.deepEqual([map.size, map.get(changed), map.has(changed)], [expected.size, value, value !== undefined]);
          assert.deepEqual([...before], [...expectedBefore]);
        }
        assert.deepEqual(
          [
            [...map],
            [...map.entries()],
            [...map.keys()],
            [...map.values()],
            [...expected.keys()].map((each) => map.get(each)),
          ],
          [[...expected], [...expected], [...expected.keys()], [...expected.values()], [...expected.values()]],
        );
        const visited: unknown[] = [];
        map.forEach((value, each, from) => visited.push([each, value, from === map]));
        assert.deepEqual(visited, [...expected].map((entry) => [...entry, true])); // prettier-ignore
      }),
      { numRuns: 60 },
    );
  });
});
