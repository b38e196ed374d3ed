import assert from "node:assert/strict";
import fc from "fast-check";
import { chooseByMode } from "../../../../test/harness/choose-by-mode.ts";
import { readJsonTable, readJsonTree } from "./parse-json.ts";
import { getEntries, type SpecNode, TableTree } from "./spec-tree.ts";

function toValue(node: SpecNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(toValue);
  return Object.fromEntries([...getEntries(node)].map(({ key, value }) => [key, toValue(value)]));
}

/** Parses JSON text and checks every range. Returns undefined if the text isn't valid JSON. */
function read(text: string): { readonly value: unknown } | undefined {
  const read = readJsonTable(text);
  if (!read || !("table" in read)) return undefined;
  const { root } = new TableTree(read.table);
  assert.ok(root);
  checkRanges(root, text);
  return { value: toValue(root) };
}

function checkRanges(node: SpecNode, text: string): void {
  const source = text.slice(node.range.start, node.range.end);
  assert.deepEqual(JSON.parse(source), toValue(node));
  if (node.kind === "list") for (const item of node.items) checkRanges(item, text);
  if (node.kind !== "map") return;
  for (const { key, keyRange, value } of node.entries) {
    assert.equal(JSON.parse(text.slice(keyRange.start, keyRange.end)), key);
    checkRanges(value, text);
  }
}

function parseText(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

describe("readJsonTree", () => {
  it("finds the second of two equal keys, in maps of any size", () => {
    const key = fc.constantFrom(
      "",
      "a",
      "b",
      "ab",
      "ba",
      "aab",
      "abb",
      "abcde",
      "abXde",
      "a\n",
      "\u{1f600}",
      "__proto__",
    );
    const entries = fc.array(fc.tuple(key, fc.constantFrom("1", "{}", '{"a":1,"b":[{"a":2}]}')), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(entries, fc.constantFrom(0, 40), (pairs, more) => {
        const all = [...Array.from({ length: more }, (_, i) => [`k${i}`, "1"] as const), ...pairs];
        const keys = all.map(([name]) => name);
        const second = keys.findIndex((name, i) => keys.indexOf(name) < i);
        const places: number[] = [];
        let text = '{"x":{';
        for (const [name, value] of all) {
          text += places.length > 0 ? "," : "";
          places.push(text.length);
          text += `${JSON.stringify(name)}:${value}`;
        }
        const { error } = readJsonTree("a.json", `${text}}}`);
        assert.equal(error?.range.start, second < 0 ? undefined : places[second]);
        assert.equal(error?.isDuplicateKey, second < 0 ? undefined : true);
      }),
      { numRuns: chooseByMode(1_000, 10_000) },
    );
  });

  // Processor time, in this process, of the same text.
  it("takes little longer than reading the table", () => {
    const fields = Object.fromEntries(
      Array.from({ length: 12 }, (_, i): [string, unknown] => [`field${i}`, { type: "string" }]),
    );
    const schemas = Array.from({ length: 3_000 }, (_, i): [string, unknown] => [
      `Schema${i}`,
      { type: "object", properties: fields },
    ]);
    const text = JSON.stringify({ openapi: "3.1.0", components: { schemas: Object.fromEntries(schemas) } }, null, 2);
    const measureCost = (read: () => unknown) =>
      Math.min(
        ...Array.from({ length: 7 }, () => {
          const before = process.cpuUsage();
          read();
          const { user, system } = process.cpuUsage(before);
          return user + system;
        }),
      );
    const table = measureCost(() => readJsonTable(text));
    const tree = measureCost(() => readJsonTree("a.json", text));
    assert.ok(tree < table * 1.35, `${tree} and ${table} µs`);
  });
});

describe("readJsonTable", () => {
  it("returns the same values as JSON.parse, with their positions", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 1, 2), (text, indent) => {
        const json = JSON.stringify(JSON.parse(text), null, indent);
        assert.deepEqual(read(json), parseText(json));
      }),
      { numRuns: 300 },
    );
  });

  it("accepts the same input as JSON.parse and returns the same values", () => {
    const piece = fc.constantFrom(
      ..."{}[],:\"\\/ \t\n\rtrufalsn0123456789.eE+-bx\u0000\u001f\u00a0\ufeff\u2028\ud800".split(""),
      '"a":', '"\\u00e9"', '"\\ud8"', "true", "null", "-0", "01", "1e5", "1.", '"\\""', '"\\\\"', "[[", "]]",
    ); // prettier-ignore
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        assert.deepEqual(readJsonTable(text) !== undefined, parseText(text) !== undefined, JSON.stringify(text));
      }),
      { numRuns: chooseByMode(1_500, 5_000) },
    );
    const sound = `{"a": [1, -2.5e+3, true, {"b\\n": "c\\u0041"}], "d": null, "": {}}`;
    for (let i = 0; i < sound.length; i++)
      for (const broken of [sound.slice(0, i), sound.slice(0, i) + sound.slice(i + 1)])
        assert.deepEqual(read(broken), parseText(broken), broken);
  });

  it("finds keys by name and uses the last of several duplicates", () => {
    const many = Array.from({ length: 30 }, (_, i) => `"k${i}":${i}`).join();
    const read = readJsonTable(`{"a":1,"b\\u0041":2,"a":3,"__proto__":4,"many":{${many},"k7":"last"}}`);
    assert.ok(read && "table" in read);
    const tree = new TableTree(read.table);
    const getNode = (node: SpecNode | undefined, key: string) =>
      node?.kind === "map" ? node.getEntry?.(key)?.value : undefined;
    const getValue = (key: string) => {
      const node = getNode(tree.root, key);
      return node?.kind === "scalar" ? node.value : undefined;
    };
    assert.deepEqual(["a", "bA", "__proto__", "c", "constructor"].map(getValue), [3, 2, 4, undefined, undefined]);
    const last = getNode(getNode(tree.root, "many"), "k7");
    assert.equal(last?.kind === "scalar" && last.value, "last");
    const again = getNode(getNode(tree.root, "many"), "k7");
    assert.equal(again, last, "the second lookup returned another node");
    const before = tree.root;
    tree.release();
    assert.notEqual(tree.root, before);
  });
});
