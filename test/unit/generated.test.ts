import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createFiles } from "../../tools/rule-docs.ts";

const project = path.resolve(import.meta.dirname, "../..");

/** The output of `npm run generate` must be committed, so that the links of all diagnostics lead to a page. */
describe("generated files", () => {
  const expected = createFiles();

  it("include a page for each rule, the navigation, and nothing else", () => {
    const found = readdirSync(path.join(project, "docs/rules"), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(mdx?|json)$/.test(name))
      .map((name) => `docs/rules/${name.split(path.sep).join("/")}`);
    assert.deepEqual(found.sort(), [...expected.keys()].filter((name) => name.startsWith("docs/rules/")).sort());
  });

  it("are up to date (if not, run npm run generate)", () => {
    for (const [name, text] of expected)
      assert.equal(readFileSync(path.join(project, name), "utf8"), text, `${name} is out of date`);
  });
});
