import assert from "node:assert/strict";
import fc from "fast-check";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { chooseByMode } from "../../../../test/harness/choose-by-mode.ts";
import { parseObjectTree, readYamlTree } from "./parse-yaml.ts";
import { parseYamlEvents } from "./yaml-events.ts";
import { getEntries, type SpecNode } from "./spec-tree.ts";

/** Returns all of a tree's values with their ranges. */
function getReported(node: SpecNode | undefined): unknown {
  if (!node) return undefined;
  if (node.kind === "scalar") return [node.range, node.value];
  if (node.kind === "list") return [node.range, node.items.map(getReported)];
  return [node.range, [...getEntries(node)].map(({ key, keyRange, value }) => [key, keyRange, getReported(value)])];
}

/** Returns the node's value without positions. */
function toValue(node: SpecNode | undefined): unknown {
  if (!node) return undefined;
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(toValue);
  return Object.fromEntries([...getEntries(node)].map(({ key, value }) => [key, toValue(value)]));
}

/**
 * Returns whether the text was read as a table. If it was, asserts that the table has the same values as a tree of
 * objects.
 */
function isSameAsObjects(text: string): boolean {
  const tree = readYamlTree(text);
  if (!tree.table) return false;
  const other = parseObjectTree(text, parseYamlEvents(text, 400, 1_000_000));
  assert.equal(other.error, undefined, text);
  assert.deepEqual(getReported(tree.root), getReported(other.root), text);
  return true;
}

describe("readYamlTree", () => {
  // YAML texts, and the values that js-yaml 4 returns for them. The service uses js-yaml 4, whereas js-yaml 5 rejects
  // these texts.
  const insufficient: readonly (readonly [text: string, value: unknown])[] = [
    ["a: [\n1,\n2\n]\nb: 3\n", { a: [1, 2], b: 3 }],
    ["a:\n  b: [\n    1\n  ]\n  c: {\n    d: 2\n  }\n", { a: { b: [1], c: { d: 2 } } }],
    ["a:\r\n  b: [\r\n    1\r\n]\r\nc: 2\r\n", { a: { b: [1] }, c: 2 }],
    ["- [\n1\n]\n", [[1]]],
    ['a:\n  b: "x\n  y"\n', { a: { b: "x y" } }],
  ];
  for (const [text, value] of insufficient)
    it(`accepts insufficiently indented lines: ${JSON.stringify(text)}`, () => {
      const tree = readYamlTree(text);
      assert.equal(tree.error, undefined);
      assert.deepEqual(toValue(tree.root), value);
      const end = text.trimEnd().length;
      assert.equal(tree.root?.range.end, end);
    });

  // js-yaml 4.3 resolves these plain scalars, and returns all others as text.
  const scalars: readonly (readonly [text: string, value: unknown])[] = [
    ["0b1011", 11],
    ["0xffff", 65_535],
    ["-0x1f", -31],
    ["+0o17", 15],
    ["007", 7],
    ["-1.50e3", -1500],
    [".25", 0.25],
    ["1.", 1],
    ["-.25", "-.25"],
    ["1e400", "1e400"],
    ["100_000", "100_000"],
    ["-1_0.5_0e3", "-1_0.5_0e3"],
    ["0b101_1", "0b101_1"],
    ["1_", "1_"],
    ["0b", "0b"],
    ["0b12", "0b12"],
    ["0X1F", "0X1F"],
    ["2024-01-01", "2024-01-01"],
  ];
  for (const [text, value] of scalars)
    it(`resolves the scalar ${text}`, () => {
      assert.deepEqual(toValue(readYamlTree(`a: ${text}\n`).root), { a: value });
      assert.deepEqual(toValue(readYamlTree(`a: &b ${text}\n`).root), { a: value });
      assert.deepEqual(toValue(readYamlTree(`a: "${text}"\n`).root), { a: text });
    });

  it("still reports the positions of other errors in text with insufficiently indented lines", () => {
    const text = "a: [\n1\n]\nb: 'x\n";
    assert.equal(readYamlTree(text).error?.kind, "syntax");
  });

  it("takes a limited amount of time for text with many insufficiently indented lines", () => {
    const text = "- b: [\n    1\n]\n".repeat(5000);
    assertQuick(5000, () => readYamlTree(text));
  });
});

describe("yamlTable", () => {
  it("reads common YAML in the same way as the full parser", () => {
    const commonTexts = [
      "a: 1\nb: [x, 'y''s', \"z\\n\"]\nc: {d: true, e: ~, f: }\n",
      "- a\n- - b\n  - c: |\n      several\n      lines\n    d: >-\n      folded\n      text\n",
      "'quoted key': plain over\n  two lines\n\"esc\\u0041ped\":\n  - 'a'\n# comment\nlast: \n",
      "empty:\n  - \n  -\nnumbers: [1, 1.5, 0x1f, .inf, -1e3, 007]\r\nx: y\r\n",
      "---\na: {b: {c: [ 1 , { d : e } ] } }\n...\n",
    ];
    for (const text of commonTexts) assert.ok(isSameAsObjects(text), text);
  });

  it("reads values with tags for numbers, flags, and null, even in quotes", () => {
    const text = 'a: !!float 10000\nb: !!int "5"\nc: !!bool true\nd: !!null ~\ne: !!str 1\nf: ! 1\n';
    assert.deepEqual(toValue(readYamlTree(text).root), { a: 10000, b: 5, c: true, d: null, e: "1", f: "1" });
  });

  it("leaves all other YAML to the full parser", () => {
    for (const text of [
      "a: &x 1\nb: *x\n",
      "a: &x {c: 1}\nb:\n  <<: *x\n",
      "a: !!str 1\n",
      "? [a, b]\n: c\n",
      "a: 1\na: 2\n",
      "a: 1\n---\nb: 2\n",
    ])
      assert.equal(readYamlTree(text).table, undefined, text);
  });

  it("returns the same values as the full parser for generated text", () => {
    const piece = fc.constantFrom(
      "a: ", "b:", "- ", "\n", "\n  ", "\n    ", "{", "}", "[", "]", ", ", "'x'", '"y\\t"', "1", "true", "~", "text", "|\n", ">\n",
      "# c", "? ", ": ", "<<: ", "&a ", "*a", "!!str ", "---\n", "\t", "\r\n", "'a\n b'",
    ); // prettier-ignore
    let tables = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        if (isSameAsObjects(pieces.join(""))) tables++;
      }),
      { numRuns: chooseByMode(1_500, 4_000) },
    );
    assert.ok(tables > chooseByMode(70, 200), String(tables));
  });
});
