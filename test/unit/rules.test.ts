import assert from "node:assert/strict";
import type { ProfileName } from "../../server/src/core/config/settings/profile.ts";
import { rules } from "../../server/src/core/rules/engine/registry.ts";
import { createFixes, findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import { missingTitle } from "../../server/src/core/rules/frontmatter/missing-title.ts";
import { longTableRow } from "../../server/src/core/rules/mdx/long-table-row.ts";
import { syntax } from "../../server/src/core/rules/mdx/syntax.ts";
import type { Rule } from "../../server/src/core/rules/rule.ts";
import { applyEdits, type SitePath } from "../../server/src/core/text/text-edit.ts";
import { checkRule } from "../harness/check-rule.ts";
import { parseFixture } from "../harness/fixture.ts";
import { siteFor } from "../harness/site-in-preview.ts";

/** The examples of every rule must be correct, because they're part of the documentation. */
describe("rules", () => {
  for (const rule of rules) {
    describe(rule.code, () => {
      rule.examples.forEach(({ bad, good, profile = rule.onlyProfile ?? "standard" }, index) => {
        it(`reports the problem of example ${index + 1} at the marked range`, () => {
          const problems = checkRule(rule, bad, profile);
          assert.ok(problems.length > 0, "the bad example has no problem");
        });
        it(`has no problems in the corrected version of example ${index + 1}`, () => {
          assert.deepEqual(findSiteProblems(siteFor(rule, parseFixture(good).files, profile), { rules: [rule] }), []);
        });
        it(`reports the problem of example ${index + 1} with CRLF line endings, too`, () => {
          const { files } = parseFixture(bad);
          assert.deepEqual(linesWith(rule, inCrlf(files), profile), linesWith(rule, files, profile));
        });
        it(`has fixes that each correct example ${index + 1}`, () => {
          const { files } = parseFixture(bad);
          const site = siteFor(rule, files, profile);
          const problems = findSiteProblems(site, { rules: [rule] });
          for (const fix of problems.flatMap((problem) => createFixes(problem, site, { rules: [rule] }))) {
            const changed = new Map(files);
            for (const edit of fix.edits)
              changed.set(
                edit.file,
                edit.kind === "create" ? edit.text : applyEdits(changed.get(edit.file) ?? "", edit.edits),
              );
            const left = findSiteProblems(siteFor(rule, changed, profile), { rules: [rule] });
            assert.ok(left.length < problems.length, `the problem remains after “${fix.title}”`);
          }
        });
      });
    });
  }

  const table = "| a | b |\n|---|---|\n| 1 | 2 |\n";
  for (const [rule, text, count] of [
    [missingTitle, "Intro.\n\n---\ntitle: A\ndescription: B\n---\n\nText.\n", 1],
    [missingTitle, "---\n---\ntitle: A\ndescription: B\n---\n\nText.\n", 1],
    [longTableRow, `${table}| c | d | e |\n|---|---|---|\n| 1 | 2 | 3 |\n`, 1],
    [syntax, "```\nfoo: 1\n## Comment\nbar: 2\n", 0],
  ] as const)
    it(`report the same problems of ${JSON.stringify(text)} with CRLF line endings`, () => {
      const { files } = parseFixture(text);
      const expected = linesWith(rule, files, "standard");
      assert.equal(expected.length, count);
      assert.deepEqual(linesWith(rule, inCrlf(files), "standard"), expected);
    });
});

const inCrlf = (files: ReadonlyMap<SitePath, string>) =>
  new Map([...files].map(([path, text]) => [path, text.replaceAll("\n", "\r\n")] as const));

/** Returns the line, the message, and the titles of the fixes of each problem. */
function linesWith(rule: Rule, files: ReadonlyMap<SitePath, string>, profile: ProfileName): string[] {
  const site = siteFor(rule, files, profile);
  return findSiteProblems(site, { rules: [rule] }).map((problem) => {
    const { file, range } = problem.at;
    const line = files.get(file)?.slice(0, range.start).split("\n").length ?? 0;
    const titles = createFixes(problem, site, { rules: [rule] }).map(({ title }) => title);
    return `${file}:${line} ${problem.message} ${titles.join(", ")}`;
  });
}
