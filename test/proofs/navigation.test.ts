import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compareNavigation } from "./compare-navigation.ts";
import { readIndependently } from "./independent-reading.ts";
import { readJsonFiles } from "./read-json-files.ts";

const sites = join(import.meta.dirname, "../sites");

/** Compares the product's navigation parser with another parser, which doesn't share any code with it. */
describe("navigation parsed by two implementations", () => {
  for (const name of readdirSync(sites)) {
    it(`is identical for every node of test/sites/${name}`, () => {
      const { nodes, differences } = compareNavigation(readJsonFiles(join(sites, name)));
      assert.ok(nodes > 3, "nothing was compared");
      assert.deepEqual(differences, []);
    });
  }

  it("covers every kind of element and every inheritable value, both set and inherited", () => {
    const all = readdirSync(sites).flatMap((name) => {
      const files = readJsonFiles(join(sites, name));
      return readIndependently((path) => files.get(path));
    });
    const kinds = [
      "root",
      "product",
      "language",
      "version",
      "tab",
      "dropdown",
      "anchor",
      "item",
      "group",
      "global",
      "entry",
    ];
    assert.deepEqual([...new Set(all.map(({ kind }) => kind))].sort(), kinds.sort());
    for (const key of ["openapi", "asyncapi", "directory", "boost"] as const)
      for (const how of ["own", "inherited", "none"])
        assert.ok(
          all.some((node) => node[key].startsWith(how)),
          `${key} ${how}`,
        );
    assert.ok(all.some(({ file }) => file !== "docs.json"));
  });

  it("is compared in a way that detects wrong results", () => {
    const files = new Map([["docs.json", '{ "navigation": { "groups": [{ "group": "A", "pages": ["x"] }] } }']]);
    assert.deepEqual(
      readIndependently((path) => files.get(path)).map(({ kind, name, text }) => [kind, name, text]),
      [
        ["root", "", '{ "groups": [{ "group": "A", "pages": ["x"] }] }'],
        ["group", "A", '{ "group": "A", "pages": ["x"] }'],
        ["entry", "x", '"x"'],
      ],
    );
  });
});
