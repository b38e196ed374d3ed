import assert from "node:assert/strict";
import { checkFix } from "../../../../../test/harness/check-rule.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { syntax } from "../config/syntax.ts";
import { findSiteProblems } from "../engine/run-rules.ts";

const page = ["index.mdx", "---\ntitle: Home\n---\n"] as const;

/** If docs.json is truncated or incomplete, only one problem is reported, at the location of the error. */
describe("invalid JSON", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["[", "config/syntax ["],
    ['{"', 'config/syntax "'],
    ['{ "name": "x", "navi', 'config/syntax "navi'],
    ['{ "name": "x", "navigation"', 'config/syntax "navigation"'],
    ['{ "name": "x", "navigation":', 'config/syntax "navigation"'],
    ['{ "navigation": { "pages": ["in', 'config/syntax "in'],
    ['{ "navigation": { "pages": ["index"', 'config/syntax "'],
    ['{ "navigation": { "pages": ["index"] }, "theme": "mi', 'config/syntax "mi'],
    ['{ "navigation": { "pages": ["index"] }, "theme": "mi\n}', 'config/syntax "mi'],
    ['{ "navigation": { "pages": ["index"] }, theme: "mint" }', "config/syntax theme"],
    ['{ "navigation": { "pages": ["index"] }, "appearance": { "strict": True } }', "config/syntax True"],
  ];
  for (const [text, expected] of cases)
    it(`produces one problem for ${JSON.stringify(text)}`, () => {
      const site = siteOf(new Map([["docs.json", text], page]));
      const seen = findSiteProblems(site)
        .filter(({ severity, at }) => severity !== "hint" && at.file === "docs.json")
        .map(({ code, at }) => `${code} ${text.slice(at.range.start, at.range.end)}`);
      assert.deepEqual(seen, [expected]);
    });

  it("can be fixed by closing a string before the comma that it contains", () => {
    checkFix(
      syntax,
      '{\n  "name": [|"Acme,|]\n  "navigation": { "pages": [] }\n}',
      { "docs.json": '{\n  "name": "Acme",\n  "navigation": { "pages": [] }\n}' },
      "Close string",
    );
  });

  it("can be fixed by adding missing double quotes and replacing single quotes", () => {
    checkFix(syntax, '{ [|name|]: "Acme" }', { "docs.json": '{ "name": "Acme" }' }, "Wrap in double quotes");
    checkFix(syntax, '{ "name": [|\'A "b" c\'|] }', { "docs.json": '{ "name": "A \\"b\\" c" }' });
  });
});
