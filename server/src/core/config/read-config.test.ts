import assert from "node:assert/strict";
import type { Config } from "./config.ts";
import { readJson, type JsonNode } from "./json-tree.ts";
import { readConfig, type ConfigSources } from "./read-config.ts";

/** Files as values or, for faulty ones, as text behind `text:`; null is a file that was looked for in vain. */
function sourcesOf(files: Readonly<Record<string, unknown>>): ConfigSources {
  return new Map(
    Object.entries(files).map(([path, value]) => {
      if (value === null) return [path, null];
      const text =
        typeof value === "string" && value.startsWith("text:") ? value.slice(5) : JSON.stringify(value);
      return [path, readJson(path, text)];
    }),
  );
}

function read(files: Readonly<Record<string, unknown>>): Config {
  return readConfig("docs.json", sourcesOf(files));
}

/** The tree as a value, objects as lists of pairs so that order and odd keys show. */
function plain(node: JsonNode | undefined): unknown {
  switch (node?.kind) {
    case undefined:
      return undefined;
    case "object":
      return node.properties.map(({ key, value }) => [key, plain(value)]);
    case "array":
      return node.items.map(plain);
    case "null":
      return null;
    default:
      return node.value;
  }
}

const verdicts = (config: Config) =>
  config.refs.map(({ at, written, verdict }) => [at.file, written, verdict.kind]);

describe("readConfig", () => {
  it("leaves a file without $ref as it is", () => {
    const sources = sourcesOf({ "docs.json": { name: "x", navigation: { pages: ["a"] } } });
    const config = readConfig("docs.json", sources);
    assert.equal(config.root, sources.get("docs.json")?.root);
    assert.deepEqual([config.refs, config.wanted], [[], []]);
  });

  it("is empty when docs.json is missing, empty or refused", () => {
    for (const docs of [null, "text:", "text:  \n", `text:${"[".repeat(300)}`]) {
      const config = read({ "docs.json": docs });
      assert.equal(config.root, undefined);
      assert.deepEqual(
        config.files.map(({ path }) => path),
        docs === null ? [] : ["docs.json"],
      );
    }
  });

  it("puts the target in place, whatever its kind", () => {
    const config = read({
      "docs.json": {
        a: { $ref: "object.json" },
        b: [{ $ref: "./text.json" }, 1],
        c: { $ref: "/lists/array.json" },
      },
      "object.json": { x: 1 },
      "text.json": "guides/start",
      "lists/array.json": [1, 2],
    });
    assert.deepEqual(plain(config.root), [
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
    const sources = sourcesOf({
      "docs.json": { navigation: { $ref: "nav.json" } },
      "nav.json": 'text:\n  { "pages": ["a"] }',
    });
    const { root } = readConfig("docs.json", sources);
    const navigation = root?.kind === "object" ? root.properties[0]?.value : undefined;
    assert.deepEqual([navigation?.file, navigation?.range], ["nav.json", { start: 3, end: 21 }]);
    assert.equal(navigation?.kind === "object" && navigation.pulledInBy?.file, "docs.json");
  });

  it("lays sibling keys over an object, in the order of the target", () => {
    const config = read({
      "docs.json": { tab: { $ref: "tab.json", icon: "mine", extra: true } },
      "tab.json": { tab: "T", icon: "theirs", pages: [] },
    });
    assert.deepEqual(plain(config.root), [
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
    const config = read({
      "docs.json": { a: { $ref: "t.json", k: "own" } },
      "t.json": 'text:{"k":1,"j":2,"k":3}',
    });
    assert.deepEqual(plain(config.root), [
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
    const config = read({ "docs.json": `text:${docs}`, "list.json": [1] });
    assert.deepEqual(plain(config.root), [["a", [1]]]);
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
    const config = read({
      "docs.json": { a: { $ref: "t.json", k: { $ref: "k.json" } } },
      "t.json": { x: 1 },
      "k.json": [2],
    });
    assert.deepEqual(plain(config.root), [
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
    const config = read({
      "docs.json": { a: { $ref: "config/nav.json" } },
      "config/nav.json": { b: { $ref: "parts/tabs.json" }, c: { $ref: "../top.json" } },
      "config/parts/tabs.json": ["t"],
      "top.json": { d: 1 },
    });
    assert.deepEqual(plain(config.root), [
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
    const config = read({
      "docs.json": { $ref: "a.json" },
      "a.json": { $ref: "b.json" },
      "b.json": { name: "x" },
    });
    assert.deepEqual(plain(config.root), [["name", "x"]]);
  });

  it("asks for files it has not seen, nested ones once their parent is there", () => {
    const docs = { "docs.json": { a: { $ref: "a.json" }, b: { $ref: "b.json" } } };
    const first = read(docs);
    assert.deepEqual(first.wanted, ["a.json", "b.json"]);
    assert.deepEqual(first.refs, []);
    assert.deepEqual(plain(first.root), [
      ["a", undefined],
      ["b", undefined],
    ]);
    assert.deepEqual(read({ ...docs, "a.json": { $ref: "c.json" }, "b.json": null }).wanted, ["c.json"]);
  });

  it("takes what cannot be followed out of the tree, with one verdict each", () => {
    const config = read({
      "docs.json": { list: [{ $ref: "missing.json" }, { $ref: "empty.json" }, { $ref: "docs.json" }, 1] },
      "missing.json": null,
      "empty.json": "text:",
    });
    assert.deepEqual(plain(config.root), [["list", [1]]]);
    assert.deepEqual(verdicts(config), [
      ["docs.json", "missing.json", "not-found"],
      ["docs.json", "empty.json", "unreadable"],
      ["docs.json", "docs.json", "cycle"],
    ]);
  });

  it("names the whole ring of a cycle once, where it closes", () => {
    const config = read({
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

  it("gives a file that is nothing but a broken $ref no second problem", () => {
    const config = read({ "docs.json": { a: { $ref: "a.json" } }, "a.json": { $ref: "docs.json" } });
    assert.deepEqual(verdicts(config), [["a.json", "docs.json", "cycle"]]);
  });

  it("refuses places outside the site without asking for them", () => {
    const outside = [
      "../x.json",
      "/../x.json",
      "..\\..\\x.json",
      "C:\\x.json",
      "//host/x.json",
      "\\\\host\\x.json",
      "file:///etc/passwd",
      "https://example.com/x.json",
      "%2e%2e/x.json",
      "..%2fx.json",
      "a/../../x.json",
      "x\0.json",
      "",
      ".",
      "/",
      "x".repeat(5000),
    ];
    const config = read({ "docs.json": { list: outside.map(($ref) => ({ $ref })) } });
    assert.deepEqual(config.wanted, []);
    assert.deepEqual(
      verdicts(config),
      outside.map((written) => ["docs.json", written, "outside-site"]),
    );
  });

  it("takes names that only look like leaving the site for what they are", () => {
    const config = read({
      "docs.json": [{ $ref: "..x/y.json" }, { $ref: ".../z.json" }, { $ref: "a/./../b.json" }],
    });
    assert.deepEqual(config.wanted, ["..x/y.json", ".../z.json", "b.json"]);
  });

  it("leaves a $ref that is no text to the rules", () => {
    const config = read({ "docs.json": { a: { $ref: 3, x: 1 } } });
    assert.deepEqual(plain(config.root), [
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
    const config = read({
      "docs.json": [{ $ref: "a.json" }, { $ref: "a.json" }],
      "a.json": { b: { $ref: "gone.json" } },
      "gone.json": null,
    });
    assert.deepEqual(plain(config.root), [[["b", undefined]], [["b", undefined]]]);
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

  it("stops thirty levels of doubling at once", () => {
    const files: Record<string, unknown> = { "docs.json": { $ref: "l0.json" } };
    for (let level = 0; level < 30; level++)
      files[`l${level}.json`] = [{ $ref: `l${level + 1}.json` }, { $ref: `l${level + 1}.json` }];
    files["l30.json"] = ["x"];
    const start = performance.now();
    const config = read(files);
    assert.ok(performance.now() - start < 500);
    assert.ok(config.refs.some(({ verdict }) => verdict.kind === "too-much"));
    assert.ok(countNodes(config.root) <= 1_000_000);
  });

  it("goes on with small files after a large one was refused", () => {
    const config = read({
      "docs.json": [{ $ref: "big.json" }, { $ref: "big.json" }, { $ref: "small.json" }],
      "big.json": Array.from({ length: 600 }, () => ({ $ref: "thousand.json" })),
      "thousand.json": Array.from({ length: 1000 }, () => 1),
      "small.json": { pages: ["a"] },
    });
    assert.deepEqual(
      config.refs.slice(-3).map(({ written, verdict }) => [written, verdict.kind]),
      [
        ["big.json", "resolved"],
        ["big.json", "too-much"],
        ["small.json", "resolved"],
      ],
    );
  });

  it("does not nest deeper through files than within one", () => {
    const deep = (inner: unknown): unknown => Array.from({ length: 150 }).reduce((value) => [value], inner);
    const config = read({
      "docs.json": { a: deep({ $ref: "b.json" }) },
      "b.json": deep({ $ref: "c.json" }),
      "c.json": deep(1),
    });
    assert.ok(depthOf(config.root) <= 400);
    assert.ok(config.refs.some(({ verdict }) => verdict.kind === "too-much"));
  });
});

function countNodes(node: JsonNode | undefined): number {
  if (node?.kind === "array") return node.items.reduce((sum, item) => sum + countNodes(item), 1);
  if (node?.kind === "object") return node.properties.reduce((sum, { value }) => sum + countNodes(value), 1);
  return node ? 1 : 0;
}

function depthOf(node: JsonNode | undefined): number {
  if (node?.kind === "array") return 1 + Math.max(0, ...node.items.map(depthOf));
  if (node?.kind === "object") return 1 + Math.max(0, ...node.properties.map(({ value }) => depthOf(value)));
  return node ? 1 : 0;
}
