import assert from "node:assert/strict";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { createFixes, findSiteProblems } from "../engine/run-rules.ts";
import { syntax } from "./syntax.ts";
import { testFixInEveryLayout } from "../../../../../test/harness/it-fixes-in-every-layout.ts";

describe("config/syntax", () => {
  testFixInEveryLayout(
    syntax,
    '{\n  "name": "Acme", [|// the company|]\n  "navigation": { "pages": ["index"] }\n}\n',
    '{\n  "name": "Acme",\n  "navigation": { "pages": ["index"] }\n}\n',
    "Remove comment",
  );
  testFixInEveryLayout(
    syntax,
    '{\n  [|/* one\n  two */|]\n  "navigation": { "pages": ["index"] }\n}\n',
    '{\n  "navigation": { "pages": ["index"] }\n}\n',
    "Remove comment",
  );
  testFixInEveryLayout(
    syntax,
    '{\n  "navigation": {\n    "pages": [\n      "index"[|,|]\n    ]\n  }\n}\n',
    '{\n  "navigation": {\n    "pages": [\n      "index"\n    ]\n  }\n}\n',
    "Remove comma",
  );
  testFixInEveryLayout(
    syntax,
    '{\n  "name": "Acme[|"|]\n  "navigation": { "pages": ["index"] }\n}\n',
    '{\n  "name": "Acme",\n  "navigation": { "pages": ["index"] }\n}\n',
    "Add comma",
  );

  it("offers a fix in the file that docs.json includes", () =>
    checkFix(
      syntax,
      '//- docs.json\n{ "navigation": { "$ref": "nav.json" } }\n//- nav.json\n{\n\t"pages": [\n\t\t"index"[|,|]\n\t]\n}',
      { "nav.json": '{\n\t"pages": [\n\t\t"index"\n\t]\n}' },
    ));

  it("doesn't offer to remove a comment that extends to the end of the file", () => {
    const { files } = parseFixture('{ "a": 1 /* open\n}\n');
    const site = siteOf(files);
    for (const problem of findSiteProblems(site, { rules: [syntax] }))
      assert.deepEqual(createFixes(problem, site, { rules: [syntax] }), []);
  });

  it("reports a problem only once if its file is included twice", () => {
    checkRule(
      syntax,
      '//- docs.json\n{ "footer": { "$ref": "x.json" }, "navbar": { "$ref": "x.json" } }\n//- x.json\n{ "links": [][|,|] }',
    );
  });

  it("accepts a byte order mark", () => checkRule(syntax, '\ufeff{ "navigation": { "pages": ["index"] } }'));

  it("reports a file that isn't UTF-8 text", () => {
    const [problem] = findSiteProblems(siteOf(new Map([["docs.json", "{\0}"]])), { rules: [syntax] });
    assert.match(problem?.message ?? "", /UTF-8/);
  });

  it("stops after 1,000 problems", () => {
    const problems = findSiteProblems(siteOf(new Map([["docs.json", `[${",".repeat(2_000_000)}`]])), {
      rules: [syntax],
    });
    assert.ok(problems.length <= 1001, `${problems.length}`);
    assert.match(problems.at(-1)?.message ?? "", /1,000/);
  });
});
