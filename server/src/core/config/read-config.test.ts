import assert from "node:assert/strict";
import { configOf, plainOf } from "../../../../test/harness/config-of.ts";
import type { Config } from "./config.ts";
import { readJson } from "./json-tree.ts";
import { readConfig } from "./read-config.ts";

const verdicts = (config: Config) =>
  config.refs.map(({ at, written, verdict }) => [at.file, written, verdict.kind]);

describe("readConfig", () => {
  it("leaves a file without $ref as it is", () => {
    const docs = readJson("docs.json", '{ "name": "x", "navigation": { "pages": ["a"] } }');
    const config = readConfig("docs.json", new Map([["docs.json", docs]]));
    assert.equal(config.root, docs.root);
    assert.deepEqual([config.refs, config.wanted], [[], []]);
  });

  it("is empty when docs.json is missing, empty or refused", () => {
    for (const docs of [null, "text:", "text:  \n", `text:${"[".repeat(300)}`]) {
      const config = configOf({ "docs.json": docs });
      assert.equal(config.root, undefined);
      assert.deepEqual(
        config.files.map(({ path }) => path),
        docs === null ? [] : ["docs.json"],
      );
    }
  });

  it("puts the target in place, whatever its kind", () => {
    const config = configOf({
      "docs.json": {
        a: { $ref: "object.json" },
        b: [{ $ref: "./text.json" }, 1],
        c: { $ref: "/lists/array.json" },
      },
      "object.json": { x: 1 },
      "text.json": "guides/start",
      "lists/array.json": [1, 2],
    });
    assert.deepEqual(plainOf(config.root), [
      ["a", [["x", 1]]],
      ["b", ["guides/start", 1]],
      ["c", [1, 2]],
    ]);
    assert.deepEqual(
      config.files.map(({ path }) => path),
      ["docs.json", "object.json", "text.json", "lists/array.json"],
    );
    assert.deepEqual(
      verdicts(config).map(([, , kind]) => kind),
      ["resolved", "resolved", "resolved"],
    );
  });

  it("keeps for each node the file and range where its text stands", () => {
    const { root } = configOf({
      "docs.json": { navigation: { $ref: "nav.json" } },
      "nav.json": 'text:\n  { "pages": ["a"] }',
    });
    const navigation = root?.kind === "object" ? root.properties[0]?.value : undefined;
    assert.deepEqual([navigation?.file, navigation?.range], ["nav.json", { start: 3, end: 21 }]);
    assert.equal(navigation?.kind === "object" && navigation.pulledInBy?.file, "docs.json");
  });

  it("lays sibling keys over an object, in the order of the target", () => {
    const config = configOf({
      "docs.json": { tab: { $ref: "tab.json", icon: "mine", extra: true } },
      "tab.json": { tab: "T", icon: "theirs", pages: [] },
    });
    assert.deepEqual(plainOf(config.root), [
      [
        "tab",
        [
          ["tab", "T"],
          ["icon", "mine"],
          ["pages", []],
          ["extra", true],
        ],
      ],
    ]);
    const [ref] = config.refs;
    assert.deepEqual(ref?.verdict.kind === "resolved" && ref.verdict.ignoredSiblings, []);
  });

  it("lets a sibling win over a key that the target has twice", () => {
    const config = configOf({
      "docs.json": { a: { $ref: "t.json", k: "own" } },
      "t.json": 'text:{"k":1,"j":2,"k":3}',
    });
    assert.deepEqual(plainOf(config.root), [
      [
        "a",
        [
          ["k", "own"],
          ["j", 2],
        ],
      ],
    ]);
  });

  it("ignores sibling keys of any other target, and says where they stand", () => {
    const docs = '{"a":{"$ref":"list.json","icon":"x","tag":"y"}}';
    const config = configOf({ "docs.json": `text:${docs}`, "list.json": [1] });
    assert.deepEqual(plainOf(config.root), [["a", [1]]]);
    const verdict = config.refs[0]?.verdict;
    const ignored = verdict?.kind === "resolved" ? verdict.ignoredSiblings : [];
    assert.deepEqual(
      ignored.map(({ file, range }) => [file, docs.slice(range.start, range.end)]),
      [
        ["docs.json", '"icon"'],
        ["docs.json", '"tag"'],
      ],
    );
  });

  it("follows $ref in sibling keys", () => {
    const config = configOf({
      "docs.json": { a: { $ref: "t.json", k: { $ref: "k.json" } } },
      "t.json": { x: 1 },
      "k.json": [2],
    });
    assert.deepEqual(plainOf(config.root), [
      [
        "a",
        [
          ["x", 1],
          ["k", [2]],
        ],
      ],
    ]);
  });

  it("reads a nested $ref from its own file's folder", () => {
    const config = configOf({
      "docs.json": { a: { $ref: "config/nav.json" } },
      "config/nav.json": { b: { $ref: "parts/tabs.json" }, c: { $ref: "../top.json" } },
      "config/parts/tabs.json": ["t"],
      "top.json": { d: 1 },
    });
    assert.deepEqual(plainOf(config.root), [
      [
        "a",
        [
          ["b", ["t"]],
          ["c", [["d", 1]]],
        ],
      ],
    ]);
  });

  it("follows a file that is itself a $ref, and docs.json that is one", () => {
    const config = configOf({
      "docs.json": { $ref: "a.json" },
      "a.json": { $ref: "b.json" },
      "b.json": { name: "x" },
    });
    assert.deepEqual(plainOf(config.root), [["name", "x"]]);
  });

  it("asks for files it has not seen, nested ones once their parent is there", () => {
    const docs = { "docs.json": { a: { $ref: "a.json" }, b: { $ref: "b.json" } } };
    const first = configOf(docs);
    assert.deepEqual(first.wanted, ["a.json", "b.json"]);
    assert.deepEqual(first.refs, []);
    assert.deepEqual(plainOf(first.root), [
      ["a", undefined],
      ["b", undefined],
    ]);
    assert.deepEqual(configOf({ ...docs, "a.json": { $ref: "c.json" }, "b.json": null }).wanted, ["c.json"]);
  });

  it("takes what cannot be followed out of the tree, with one verdict each", () => {
    const config = configOf({
      "docs.json": { list: [{ $ref: "missing.json" }, { $ref: "empty.json" }, { $ref: "docs.json" }, 1] },
      "missing.json": null,
      "empty.json": "text:",
    });
    assert.deepEqual(plainOf(config.root), [["list", [1]]]);
    assert.deepEqual(verdicts(config), [
      ["docs.json", "missing.json", "not-found"],
      ["docs.json", "empty.json", "unreadable"],
      ["docs.json", "docs.json", "cycle"],
    ]);
  });

  it("names the whole ring of a cycle once, where it closes", () => {
    const config = configOf({
      "docs.json": { a: { $ref: "a.json" } },
      "a.json": { b: { $ref: "b.json" } },
      "b.json": { a: { $ref: "a.json" } },
    });
    const cycles = config.refs.filter(({ verdict }) => verdict.kind === "cycle");
    assert.deepEqual(
      cycles.map(({ at, verdict }) => [at.file, verdict.kind === "cycle" && verdict.chain]),
      [["b.json", ["a.json", "b.json", "a.json"]]],
    );
  });

  it("follows a chain of files as deep as JSON may be, and asks for no more", () => {
    const link = (i: number): [string, object] => [`${i}.json`, { $ref: `${i + 1}.json` }];
    const config = configOf({
      "docs.json": { $ref: "0.json" },
      ...Object.fromEntries(Array.from({ length: 5000 }, (_, i) => link(i))),
    });
    assert.deepEqual(verdicts(config), [["198.json", "199.json", "too-much"]]);
  });

  it("gives a file that is nothing but a broken $ref no second problem", () => {
    const config = configOf({ "docs.json": { a: { $ref: "a.json" } }, "a.json": { $ref: "docs.json" } });
    assert.deepEqual(verdicts(config), [["a.json", "docs.json", "cycle"]]);
  });

  it("leaves a $ref that is no text to the rules", () => {
    const config = configOf({ "docs.json": { a: { $ref: 3, x: 1 } } });
    assert.deepEqual(plainOf(config.root), [
      [
        "a",
        [
          ["$ref", 3],
          ["x", 1],
        ],
      ],
    ]);
    assert.deepEqual(config.refs, []);
  });

  it("shares a file that is pulled in twice", () => {
    const config = configOf({
      "docs.json": [{ $ref: "a.json" }, { $ref: "a.json" }],
      "a.json": { b: { $ref: "gone.json" } },
      "gone.json": null,
    });
    assert.deepEqual(plainOf(config.root), [[["b", undefined]], [["b", undefined]]]);
    assert.deepEqual(verdicts(config), [
      ["a.json", "gone.json", "not-found"],
      ["docs.json", "a.json", "resolved"],
      ["docs.json", "a.json", "resolved"],
    ]);
    assert.deepEqual(
      config.files.map(({ path }) => path),
      ["docs.json", "a.json"],
    );
  });
});
