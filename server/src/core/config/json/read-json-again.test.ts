import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { chooseByMode } from "../../../../../test/harness/choose-by-mode.ts";
import { deriveFromContent, type JsonArray, type JsonFile, type JsonNode, readJson, reparseJson } from "./json-tree.ts";

const realisticText = `{
  "$schema": "https://mintlify.com/docs.json",
  "name": "Acme \\"docs\\" \\u00e9",
  // a comment
  "colors": { "primary": "#0F766E", "light": "#5eead4", "dark": "#0F766E" },
  "navigation": {
    "tabs": [
      {
        "tab": "Guides",
        "groups": [
          { "group": "Start", "pages": ["index", "guides/setup", { "group": "More", "pages": ["a", "b"] }] },
          { "group": "Don't", "pages": [] }
        ]
      },
      { "tab": "API", "openapi": { "source": "api.json", "directory": "reference" }, "boost": 1.5e0 },
      null, true, 12, -3
    ]
  },
  "redirects": [{ "source": "/a", "destination": "/b", "permanent": false }, { "source": "/c", "destination": "/d" }]
}
`;

/** Text that authors typically insert into such files. Some of it breaks the syntax. */
const pieces = [
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  '"',
  "/",
  "\\",
  "a",
  "1",
  "-",
  " ",
  "\n",
  "\r",
  "\t",
  '""',
  "[]",
  "{}",
  '"pa',
  '"key": ',
  '"name": "x",',
  "true",
  "// c",
  "/*",
  "*/",
  "'a'",
  "'",
  "\\u",
  "\uFEFF",
  '{ "group": "New", "pages": ["x"] },',
  "[".repeat(60),
  "",
];

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removedCount: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(3), fc.nat(60)),
  typedText: fc.constantFrom(...pieces),
});

function applyChange(
  text: string,
  { at, removedCount: removed, typedText: typed }: { at: number; removedCount: number; typedText: string },
): string {
  const start = Math.floor(at * text.length);
  return text.slice(0, start) + typed + text.slice(start + removed);
}

function assertSame(before: JsonFile, text: string): JsonFile {
  const again = reparseJson(before, text);
  assert.deepStrictEqual(again, readJson(before.path, text));
  return again;
}

function getChild(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === "object" ? node.properties.find((property) => property.key === key)?.value : undefined;
}

describe("rereading a JSON file after a change", () => {
  it("returns the same tree as a full read, regardless of earlier changes", () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
        let file = readJson("docs.json", realisticText);
        for (const one of edits) file = assertSame(file, applyChange(file.text, one));
      }),
      { numRuns: chooseByMode(250, 1500) },
    );
  }).timeout(60_000);

  it("returns the same tree for any two short strings of punctuation", () => {
    const text = fc.array(fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', "1", "'", "\n", '"'), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(text, text, text, text, (start, oldText, newText, end) => {
        const before = readJson("docs.json", [...start, ...oldText, ...end].join(""));
        assertSame(before, [...start, ...newText, ...end].join(""));
      }),
      { numRuns: chooseByMode(1500, 5000) },
    );
  }).timeout(60_000);

  for (const [name, before, after] of [
    ["an array that ends with a comma before the wrong type of bracket", '{"a": [1, }', '{"a": [1, } ]'],
    ["a double quote inserted after a single quote", "{'a: [[1], 2]}", "{'a: [[1], 2, ']}"],
    ["a closing bracket that now has an opening bracket", '{"a": [[1}]]', '{"a": {[[1}]]'],
  ] as const)
    it(`returns the same tree for ${name}`, () => void assertSame(readJson("docs.json", before), after));

  it("reuses the nodes before a change and any later nodes that it doesn't affect", () => {
    const before = readJson("docs.json", realisticText);
    const after = assertSame(before, realisticText.replace('"redirects": [', '"redirects": [{},'));
    assert.equal(getChild(after.root, "navigation"), getChild(before.root, "navigation"));
    const end = assertSame(before, `${realisticText} `);
    assert.notEqual(getChild(before.root, "navigation"), undefined);
    assert.equal(getChild(end.root, "navigation"), getChild(before.root, "navigation"));
  });

  it("reports newly excessive nesting at the same position as a full read", () => {
    const deepText = `{"a": ${"[".repeat(198)}${"]".repeat(198)}, "b": 1}`;
    assertSame(readJson("docs.json", deepText), deepText.replace("{", '{"x":[['));
    assertSame(readJson("docs.json", deepText), deepText.replace('"a": ', '"a": [['));
  });
});

describe("readJsonAgain over many edits", () => {
  it("doesn't keep the earlier versions of the text", () => {
    setFlagsFromString("--expose-gc");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the flag adds this function
    const collectGarbage = runInNewContext("gc") as () => void;
    const groups = Array.from({ length: 100 }, (_, group) => group);
    const pages = Array.from({ length: 50 }, (_, page) => page);
    const createText = (edits: number) =>
      JSON.stringify(
        groups.map((group) =>
          pages.map((page) => `group-${group}/page-${page}${page === 0 && group < edits ? "x" : ""}`),
        ),
      );
    let file = readJson("docs.json", createText(0));
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (const group of groups) file = reparseJson(file, createText(group + 1));
    collectGarbage();
    const growth = process.memoryUsage().heapUsed - before;
    assert.ok(growth < 10 * file.text.length, `the heap has grown by ${growth} bytes`);
  });
});

describe("deriveFromContent", () => {
  it("computes the view of changed arrays only, even if an edit shifts all others", () => {
    const computedTexts: string[] = [];
    const getView = deriveFromContent(({ items }: JsonArray) => {
      const texts = items.flatMap((item) => (item.kind === "string" ? [item.value] : []));
      computedTexts.push(texts.join(" "));
      return texts;
    });
    const getViews = ({ root }: JsonFile) =>
      root?.kind === "array" ? root.items.flatMap((item) => (item.kind === "array" ? [getView(item)] : [])) : [];
    let file = readJson("docs.json", '[["a"], ["b", "c"], ["d"]]');
    getViews(file);
    assert.deepEqual(computedTexts.splice(0), ["a", "b c", "d"]);
    for (const [from, to, changed] of [
      ["b", "bb", ["bb c"]],
      ["[[", "\n[[", []],
      ['"a"', '"a", "e"', ["a e"]],
      ["c", "d", ["bb d"]],
    ] as const) {
      file = reparseJson(file, file.text.replace(from, to));
      const views = getViews(file);
      assert.deepEqual(computedTexts.splice(0), changed);
      assert.deepEqual(views, getViews(readJson("docs.json", file.text)));
      computedTexts.splice(0);
    }
  });
});
