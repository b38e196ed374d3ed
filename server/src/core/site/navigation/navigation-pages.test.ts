import assert from "node:assert/strict";
import fc from "fast-check";
import { chooseByMode } from "../../../../../test/harness/choose-by-mode.ts";
import { readConfig } from "../../config/config.ts";
import { readJson, reparseJson } from "../../config/json/json-tree.ts";
import { getListedSlugs } from "./navigation-pages.ts";

const pages = ["a", "b", "c", "d/e", "GET /users", "https://example.com", "f"];

const groups = fc.array(fc.array(fc.constantFrom(...pages), { maxLength: 4 }), { maxLength: 5 });

/** A docs.json with these entries, which also contains an array that a `$ref` includes several times. */
function writeDocs(lists: readonly (readonly string[])[]): string {
  const shared = { $ref: "shared.json" };
  const written = lists.map((list, i) => ({
    group: `G${String(i)}`,
    root: `root-${list.join("")}`,
    pages: list,
  }));
  return JSON.stringify({ navigation: { groups: [shared, ...written, shared] } });
}

const shared = readJson("shared.json", '{ "group": "Shared", "pages": ["f", "g"] }');

function readDocs(file: ReturnType<typeof readJson>): ReturnType<typeof getListedSlugs> {
  return getListedSlugs(readConfig("docs.json", new Map([file, shared].map((each) => [each.path, each]))));
}

describe("listedSlugs", () => {
  it("returns the same after each edit as for the new text", () => {
    fc.assert(
      fc.property(fc.array(groups, { minLength: 2, maxLength: 8 }), (versions) => {
        let file = readJson("docs.json", writeDocs(versions[0] ?? []));
        for (const version of versions) {
          const text = writeDocs(version);
          file = reparseJson(file, text);
          const listed = readDocs(file);
          const slugs = version.flat().filter((page) => !page.includes(" ") && !page.includes(":"));
          const roots = version.map((list) => `root-${list.join("")}`).filter((root) => !/[ :]/.test(root));
          for (const slug of [...pages, "g", "root-a", "root-ab", "root-"])
            assert.equal(listed.has(slug), ["f", "g", ...slugs, ...roots].includes(slug), `${slug} in ${text}`);
          assert.ok(["f", "g", ...slugs, ...roots].every((slug) => listed.exactSlugs.has(slug)));
          // The array that is included twice repeats its entries.
          assert.equal(listed.hasRepeatedSlug, true);
        }
      }),
      { numRuns: chooseByMode(200, 5000) },
    );
  });

  it("finds entries that an edit repeats or removes", () => {
    const write = (entries: readonly string[]) =>
      JSON.stringify({
        navigation: {
          groups: [
            { group: "A", pages: ["a"] },
            { group: "B", pages: entries },
          ],
        },
      });
    let file = readJson("docs.json", write(["b"]));
    for (const [entries, isAnyRepeated] of [
      [["b"], false],
      [["b", "a"], true],
      [["b"], false],
      [["c"], false],
      [["c", "c"], true],
      [[], false],
    ] as const) {
      file = reparseJson(file, write(entries));
      const listed = readDocs(file);
      assert.equal(listed.hasRepeatedSlug, isAnyRepeated, entries.join());
      for (const slug of ["b", "c"])
        assert.equal(
          listed.has(slug),
          entries.some((entry) => entry === slug),
        );
    }
  });
});
