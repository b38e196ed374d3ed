import assert from "node:assert/strict";
import { readJson, reparseJson } from "../../server/src/core/config/json/json-tree.ts";
import { findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import { readYamlTree } from "../../server/src/core/spec/parse-yaml.ts";
import { TooManyValuesError, parseYamlEvents } from "../../server/src/core/spec/yaml-events.ts";
import { siteOf } from "../harness/site-of.ts";

/** Tests the limits on the number of values in a file with files that exceed these limits. */
describe("YAML file with very many values", () => {
  it("is rejected before all values are read if there are too many", () => {
    const text = `openapi: 3.1.0\nx: [${"a,".repeat(3_000_000)}]\n`;
    assert.throws(() => parseYamlEvents(text, 400, 1_000), TooManyValuesError);
    const tree = readYamlTree(text);
    assert.equal(tree.error?.kind, "too-large");
    assert.equal(tree.root, undefined);
  }).timeout(60_000);

  it("is read with exactly the maximum number of values", () => {
    const list = (count: number) => readYamlTree(`openapi: 3.1.0\nx: [${"a,".repeat(count)}]\n`);
    assert.equal(list(1_400_000).error, undefined);
    assert.equal(list(1_500_000).error?.kind, "too-large");
  }).timeout(60_000);
});

describe("JSON file with very many values", () => {
  it("has at most 1,000 problems", () => {
    for (const start of ["", "[", '{"a": [']) {
      const { problems } = readJson("docs.json", start + ",".repeat(2_000_000));
      assert.ok(problems.length >= 1 && problems.length <= 1000);
    }
  });

  it("is rejected at the same position after an edit exceeds the limit", () => {
    const many = (count: number) => `{"a": [${"1,".repeat(count)}1], "b": [${"1,".repeat(149_990)}1], "c": []}`;
    const before = readJson("docs.json", many(149_990));
    assert.equal(before.refusal, undefined);
    const text = many(150_005).replace('"c": []', '"c": [1,2,3]');
    const again = reparseJson(before, text);
    assert.deepEqual(again, readJson("docs.json", text));
    assert.equal(again.refusal?.reason, "too-large");
  }).timeout(60_000);

  it("has one problem if there are too many values, regardless of the file's content", function () {
    this.timeout(60_000);
    const many = 400_000;
    for (const [text, at] of [
      [`{ "navigation": { "pages": [${'"a",'.repeat(many)} "a"] } }`, '"a"'],
      [`{ ${Array.from({ length: many }, (_, i) => `"k${i}": 1`).join(", ")} }`, '"k149999": 1'],
      [`{${"a ".repeat(many)}`, "a"],
    ] as const) {
      const problems = findSiteProblems(siteOf(new Map([["docs.json", text]])));
      assert.deepEqual(
        problems.map(({ code }) => code),
        ["config/too-large"],
      );
      const start = problems[0]?.at.range.start ?? 0;
      assert.ok(text.slice(start - 20, start + 40).includes(at), text.slice(start, start + 40));
    }
  });
});
