import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { configOf } from "../../../../test/harness/config-of.ts";
import type { Config } from "./config.ts";
import type { JsonNode } from "./json/json-tree.ts";

const listResults = (config: Config) =>
  config.refs.map(({ location: at, rawPath: written, result }) => [at.file, written, result.kind]);

describe("readConfig with hostile files", () => {
  it("rejects paths outside the site without requesting them", () => {
    const outsidePaths = [
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
      "x".repeat(5000),
    ];
    const config = configOf({ "docs.json": { list: outsidePaths.map(($ref) => ({ $ref })) } });
    assert.deepEqual(config.requestedPaths, []);
    assert.deepEqual(
      listResults(config),
      outsidePaths.map((path) => ["docs.json", path, "outside-site"]),
    );
  });

  it("rejects paths to the site's root folder without requesting them", () => {
    const own = ["", ".", "./", "/"];
    const config = configOf({ "docs.json": { list: own.map(($ref) => ({ $ref })) } });
    assert.deepEqual(config.requestedPaths, []);
    assert.deepEqual(
      listResults(config),
      own.map((path) => ["docs.json", path, "not-found"]),
    );
  });

  it("accepts paths that only appear to leave the site", () => {
    const config = configOf({
      "docs.json": [{ $ref: "..x/y.json" }, { $ref: ".../z.json" }, { $ref: "a/./../b.json" }],
    });
    assert.deepEqual(config.requestedPaths, ["..x/y.json", ".../z.json", "b.json"]);
  });

  it("stops early if each of 30 levels doubles the content", () => {
    const files: Record<string, unknown> = { "docs.json": { $ref: "l0.json" } };
    for (let level = 0; level < 30; level++)
      files[`l${level}.json`] = [{ $ref: `l${level + 1}.json` }, { $ref: `l${level + 1}.json` }];
    files["l30.json"] = ["x"];
    assertQuick(500, () => configOf(files));
    const config = configOf(files);
    assert.ok(config.refs.some(({ result }) => result.kind === "too-much"));
    assert.ok(countNodes(config.root) <= 300_000);
  });

  it("continues reading small files after rejecting a large one", () => {
    const config = configOf({
      "docs.json": [{ $ref: "big.json" }, { $ref: "big.json" }, { $ref: "small.json" }],
      "big.json": Array.from({ length: 200 }, () => ({ $ref: "thousand.json" })),
      "thousand.json": Array.from({ length: 1000 }, () => 1),
      "small.json": { pages: ["a"] },
    });
    assert.deepEqual(
      config.refs.slice(-3).map(({ rawPath: written, result }) => [written, result.kind]),
      [
        ["big.json", "resolved"],
        ["big.json", "too-much"],
        ["small.json", "resolved"],
      ],
    );
  });

  it("applies the same depth limit across files as within one file", () => {
    const nest = (inner: unknown): unknown => Array.from({ length: 150 }).reduce((value) => [value], inner);
    const config = configOf({
      "docs.json": { a: nest({ $ref: "b.json" }) },
      "b.json": nest({ $ref: "c.json" }),
      "c.json": nest(1),
    });
    assert.ok(getDepth(config.root) <= 400);
    assert.ok(config.refs.some(({ result }) => result.kind === "too-much"));
  });
});

function countNodes(node: JsonNode | undefined): number {
  if (node?.kind === "array") return node.items.reduce((sum, item) => sum + countNodes(item), 1);
  if (node?.kind === "object") return node.properties.reduce((sum, { value }) => sum + countNodes(value), 1);
  return node ? 1 : 0;
}

function getDepth(node: JsonNode | undefined): number {
  if (node?.kind === "array") return 1 + Math.max(0, ...node.items.map(getDepth));
  if (node?.kind === "object") return 1 + Math.max(0, ...node.properties.map(({ value }) => getDepth(value)));
  return node ? 1 : 0;
}
