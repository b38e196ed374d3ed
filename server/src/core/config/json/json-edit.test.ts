import assert from "node:assert/strict";
import { applyEdits, type TextEdit } from "../../text/text-edit.ts";
import { readConfig } from "../config.ts";
import {
  insertFirstProperty,
  insertItem,
  insertProperty,
  formatJson,
  detectLayout,
  findNodeAtRange,
  removeMember,
  removeMembers,
  getSourceText,
} from "./json-edit.ts";
import { type JsonArray, type JsonFile, type JsonNode, type JsonObject, readJson } from "./json-tree.ts";

/**
 * Common file layouts. Every test case below is written with two-space indentation and runs in each of these layouts.
 */
const layouts: readonly (readonly [string, (text: string) => string])[] = [
  ["two blanks", (text) => text],
  ["four blanks", (text) => text.replace(/^( {2})+/gm, (spaces) => spaces + spaces)],
  ["tabs", (text) => text.replace(/^( {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2))],
  ["CRLF", (text) => text.replaceAll("\n", "\r\n")],
  ["a byte order mark", (text) => `\ufeff${text}`],
];

type Edit = (file: JsonFile, getNode: (path: string) => JsonNode) => readonly TextEdit[];

/** Applies the edit in every layout. The result must match the text exactly and be valid JSON. */
function check(before: string, edit: Edit, after: string): void {
  for (const [name, layout] of layouts) {
    const text = layout(before);
    const file = readJson("docs.json", text);
    const result = applyEdits(
      text,
      edit(file, (path) => getNodeAtPath(file, path)),
    );
    assert.equal(result, layout(after), name);
    assert.deepEqual(readJson("docs.json", result).problems, [], name);
    assert.doesNotThrow(() => JSON.parse(result.replace(/^\ufeff/, "")) as unknown, name);
  }
}

/** Returns the value at a path of keys and indexes, such as `navigation.pages.1`. */
function getNodeAtPath(file: JsonFile, path: string): JsonNode {
  let node = file.root;
  for (const step of path === "" ? [] : path.split(".")) {
    if (node?.kind === "array") node = node.items[Number(step)];
    else if (node?.kind === "object") node = node.properties.find(({ key }) => key === step)?.value;
  }
  assert.ok(node, `the configuration has no value at ${path}`);
  return node;
}

function toObject(node: JsonNode): JsonObject {
  assert.equal(node.kind, "object");
  return node;
}

function toArray(node: JsonNode): JsonArray {
  assert.equal(node.kind, "array");
  return node;
}

const site = `{
  "name": "Docs",
  "navigation": {
    "pages": [
      "a",
      "b",
      "c"
    ],
    "empty": [],
    "hollow": {},
    "flat": ["x", "y"]
  }
}
`;

const removeLine = (line: string) => site.replace(line, "");

describe("edit-config", () => {
  describe("removeMember", () => {
    const remove =
      (path: string): Edit =>
      (file, getNode) =>
        removeMember(file, getNode(path).range);

    it("removes the first item and its line", () =>
      check(site, remove("navigation.pages.0"), removeLine('      "a",\n')));
    it("removes a middle item and its line", () =>
      check(site, remove("navigation.pages.1"), removeLine('      "b",\n')));
    it("removes the last item and the comma before it", () =>
      check(site, remove("navigation.pages.2"), site.replace('"b",\n      "c"', '"b"')));
    it("leaves an empty array after removing the only item", () =>
      check('{\n  "a": [\n    "x"\n  ]\n}', remove("a.0"), '{\n  "a": []\n}'));
    it("removes items from a single-line array", () => {
      check(site, remove("navigation.flat.0"), site.replace('["x", "y"]', '["y"]'));
      check(site, remove("navigation.flat.1"), site.replace('["x", "y"]', '["x"]'));
    });
    it("removes a property identified by its value", () =>
      check(site, remove("name"), removeLine('  "name": "Docs",\n')));
    it("removes a property identified by its key", () =>
      check(
        site,
        (file) => removeMember(file, toObject(getNodeAtPath(file, "")).properties[0]?.keyRange ?? { start: 0, end: 0 }),
        removeLine('  "name": "Docs",\n'),
      ));
    it("removes the last property", () =>
      check(site, remove("navigation.flat"), site.replace(',\n    "flat": ["x", "y"]', "")));
    it("removes an object that spans several lines", () => {
      const before =
        '{\n  "groups": [\n    {\n      "group": "A",\n      "pages": []\n    },\n    { "group": "B" }\n  ]\n}\n';
      check(before, remove("groups.0"), '{\n  "groups": [\n    { "group": "B" }\n  ]\n}\n');
      check(
        before,
        remove("groups.1"),
        '{\n  "groups": [\n    {\n      "group": "A",\n      "pages": []\n    }\n  ]\n}\n',
      );
    });
    it("removes only the second of two identical properties", () => {
      const before = '{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}';
      for (const [name, layout] of layouts) {
        const file = readJson("docs.json", layout(before));
        const edits = removeMember(
          file,
          toObject(getNodeAtPath(file, "")).properties[2]?.keyRange ?? { start: 0, end: 0 },
        );
        assert.equal(applyEdits(layout(before), edits), layout('{\n  "a": 1,\n  "b": 2\n}'), name);
      }
    });
    it("doesn't change anything if the range isn't that of a member", () => {
      const file = readJson("docs.json", site);
      for (const [start, end] of [
        [0, site.length],
        [5000, 5001],
      ] as const)
        assert.deepEqual(removeMember(file, { start, end }), []);
    });
  });

  describe("removeMembers", () => {
    const removeAll =
      (...paths: string[]): Edit =>
      (file, getNode) =>
        removeMembers(
          file,
          paths.map((path) => getNode(path).range),
        );

    it("removes items that are next to each other at the start", () =>
      check(site, removeAll("navigation.pages.1", "navigation.pages.0"), removeLine('      "a",\n      "b",\n')));
    it("removes items that are next to each other at the end, and the comma before them", () =>
      check(
        site,
        removeAll("navigation.pages.1", "navigation.pages.2"),
        site.replace('"a",\n      "b",\n      "c"', '"a"'),
      ));
    it("removes items with others between them", () =>
      check(
        site,
        removeAll("navigation.pages.0", "navigation.pages.2"),
        site.replace('"a",\n      "b",\n      "c"', '"b"'),
      ));
    it("leaves an empty array after removing all items", () =>
      check(site, removeAll("navigation.flat.0", "navigation.flat.1"), site.replace('["x", "y"]', "[]")));
    it("removes members of several objects and arrays", () =>
      check(
        site,
        removeAll("name", "navigation.flat.0", "navigation.hollow"),
        removeLine('  "name": "Docs",\n').replace('    "hollow": {},\n', "").replace('["x", "y"]', '["y"]'),
      ));
    it("doesn't change anything if one of the ranges isn't that of a member", () => {
      const file = readJson("docs.json", site);
      const { range } = getNodeAtPath(file, "name");
      assert.deepEqual(removeMembers(file, [range, { start: 5000, end: 5001 }]), []);
    });
  });

  describe("insertItem", () => {
    const insert =
      (path: string, value: string, after?: string): Edit =>
      (file, getNode) =>
        insertItem(file, toArray(getNode(path)), value, after === undefined ? undefined : getNode(after).range);

    it("appends at the end", () =>
      check(site, insert("navigation.pages", '"d"'), site.replace('"c"', '"c",\n      "d"')));
    it("inserts after the given item", () =>
      check(site, insert("navigation.pages", '"d"', "navigation.pages.0"), site.replace('"a",', '"a",\n      "d",')));
    it("keeps a single-line array on one line", () =>
      check(site, insert("navigation.flat", '"z"'), site.replace('"y"]', '"y", "z"]')));
    it("inserts into an empty array", () =>
      check(site, insert("navigation.empty", '"z"'), site.replace('"empty": []', '"empty": [\n      "z"\n    ]')));
    it("inserts into an empty array that contains spaces or line breaks", () => {
      check('{\n  "a": [ ]\n}', insert("a", "1"), '{\n  "a": [\n    1\n  ]\n}');
      check('{\n  "a": [\n  ]\n}', insert("a", "1"), '{\n  "a": [\n    1\n  ]\n}');
    });
    it("indents a multiline value to match its new position", () => {
      const group = { group: "New", pages: ["n"] };
      const lines = '{\n        "group": "New",\n        "pages": [\n          "n"\n        ]\n      }';
      const write =
        (path: string): Edit =>
        (file, getNode) =>
          insertItem(file, toArray(getNode(path)), formatJson(file, group));
      check(site, write("navigation.pages"), site.replace('"c"', `"c",\n      ${lines}`));
      check(site, write("navigation.empty"), site.replace('"empty": []', `"empty": [\n      ${lines}\n    ]`));
      check(site, write("navigation.flat"), site.replace('"y"]', '"y", { "group": "New", "pages": [ "n" ] }]'));
    });
  });

  describe("insertProperty", () => {
    const insert =
      (path: string, key: string, value: string, after?: string): Edit =>
      (file, getNode) =>
        insertProperty(file, toObject(getNode(path)), key, value, after);

    it("appends at the end", () =>
      check(site, insert("navigation", "new", "true"), site.replace('["x", "y"]', '["x", "y"],\n    "new": true')));
    it("inserts after the given property", () =>
      check(site, insert("", "theme", '"mint"', "name"), site.replace('"Docs",', '"Docs",\n  "theme": "mint",')));
    it("inserts at the start", () => {
      const insertFirst: Edit = (file, getNode) => insertFirstProperty(file, toObject(getNode("")), "theme", '"mint"');
      check(site, insertFirst, site.replace("{\n", '{\n  "theme": "mint",\n'));
      check('{ "a": 1 }', insertFirst, '{ "theme": "mint", "a": 1 }');
    });
    it("inserts into an empty object", () =>
      check(site, insert("navigation.hollow", "k", "1"), site.replace("{}", '{\n      "k": 1\n    }')));
    it("keeps a single-line object on one line", () =>
      check('{\n  "a": { "b": 1 }\n}', insert("a", "c", "2"), '{\n  "a": { "b": 1, "c": 2 }\n}'));
    it("inserts into a single-line file", () => {
      check('{"a":1}', insert("", "b", "2"), '{"a":1, "b": 2}');
      const file = readJson("docs.json", "{}");
      assert.equal(
        applyEdits("{}", insertProperty(file, toObject(getNodeAtPath(file, "")), "b", "2")),
        '{\n  "b": 2\n}',
      );
    });
    it("escapes special characters in a key", () =>
      check('{\n  "a": 1\n}', insert("", 'x"\\\n', "2"), '{\n  "a": 1,\n  "x\\"\\\\\\n": 2\n}'));
    it("doesn't insert anything into a value that contains an unclosed bracket", () => {
      for (const text of ['{ "a": 1', '{ "a": [1, "b": 2 }', '{ "a": { "b": [1 }, "c": 2 }']) {
        const file = readJson("docs.json", text);
        assert.deepEqual(insertProperty(file, toObject(getNodeAtPath(file, "")), "d", "1"), [], text);
      }
      const file = readJson("docs.json", '{ "a": [1, { "c": 1 }');
      assert.notDeepEqual(insertProperty(file, toObject(getNodeAtPath(file, "a.1")), "d", "1"), []);
    });
    it("doesn't insert anything after a property that has no value yet", () => {
      const file = readJson("docs.json", '{ "a": 1, "b" }');
      assert.deepEqual(insertProperty(file, toObject(getNodeAtPath(file, "")), "c", "1"), []);
    });
  });

  it("changes only the included file if an object comes from a $ref", () => {
    const docs = readJson("docs.json", '{ "navigation": { "$ref": "nav.json", "own": 1 } }');
    for (const [name, layout] of layouts) {
      const text = layout('{\n  "pages": [\n    "a"\n  ]\n}\n');
      const nav = readJson("nav.json", text);
      const { root } = readConfig(
        "docs.json",
        new Map([
          ["docs.json", docs],
          ["nav.json", nav],
        ]),
      );
      const navigation = root?.kind === "object" ? root.properties[0]?.value : undefined;
      assert.ok(navigation?.kind === "object");
      assert.deepEqual(
        navigation.properties.map(({ key }) => key),
        ["pages", "own"],
      );
      const addedText = applyEdits(text, insertProperty(nav, navigation, "global", "{}"));
      assert.equal(addedText, layout('{\n  "pages": [\n    "a"\n  ],\n  "global": {}\n}\n'), name);
      assert.deepEqual(
        insertProperty(docs, navigation, "global", "{}"),
        [],
        "the edit was returned for the wrong file",
      );
    }
  });

  it("inserts into an array whose items come from a $ref", () => {
    const text = '{ "pages": [{ "$ref": "a.json" }, "b"] }';
    const docs = readJson("docs.json", text);
    const includedFile = readJson("a.json", `${" ".repeat(200)}"a"`);
    const { root } = readConfig(
      "docs.json",
      new Map([
        ["docs.json", docs],
        ["a.json", includedFile],
      ]),
    );
    const pages = root?.kind === "object" ? root.properties[0]?.value : undefined;
    assert.ok(pages?.kind === "array");
    assert.equal(applyEdits(text, insertItem(docs, pages, '"c"')), text.replace('"b"', '"b", "c"'));
    assert.deepEqual(insertItem(includedFile, pages, '"c"'), [], "the edit was returned for the wrong file");
  });

  it("reindents a value for a different depth", () => {
    const before = '{\n  "a": {\n    "b": {\n      "c": [\n        1\n      ]\n    }\n  },\n  "list": [\n    0\n  ]\n}';
    const insertMoved: Edit = (file, getNode) =>
      insertItem(file, toArray(getNode("list")), getSourceText(file, getNode("a.b").range));
    check(before, insertMoved, before.replace("0\n", '0,\n    {\n      "c": [\n        1\n      ]\n    }\n'));
  });

  it("detects the line endings and indentation of a file", () => {
    assert.deepEqual(detectLayout('{\r\n\t"a": 1\r\n}'), { eol: "\r\n", indentUnit: "\t" });
    assert.deepEqual(detectLayout('{\n\n    "a": 1\n}'), { eol: "\n", indentUnit: "    " });
    assert.deepEqual(detectLayout('{\n    "a": {\n      "b": [\n        1'), { eol: "\n", indentUnit: "  " });
    assert.deepEqual(detectLayout("{}"), { eol: "\n", indentUnit: "  " });
  });

  it("finds a node by its range", () => {
    const file = readJson("docs.json", site);
    const node = getNodeAtPath(file, "navigation.pages.1");
    assert.equal(findNodeAtRange(file.root, node.range), node);
  });
});
