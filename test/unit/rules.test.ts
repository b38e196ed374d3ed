import assert from "node:assert/strict";
import { rules } from "../../server/src/core/rules/engine/registry.ts";
import { fixesOf, problemsOfSite } from "../../server/src/core/rules/engine/run-rules.ts";
import { applyEdits } from "../../server/src/core/text/text-edit.ts";
import { checkRule } from "../harness/check-rule.ts";
import { parseFixture } from "../harness/fixture.ts";
import { siteFor } from "../harness/site-in-preview.ts";

/** The examples of every rule must be correct, because they're part of the documentation. */
describe("rules", () => {
  for (const rule of rules) {
    describe(rule.code, () => {
      rule.examples.forEach(({ bad, good, profile = rule.onlyIn ?? "standard" }, index) => {
        it(`reports the problem of example ${index + 1} at the marked range`, () => {
          const problems = checkRule(rule, bad, profile);
          assert.ok(problems.length > 0, "the bad example has no problem");
        });
        it(`has no problems in the corrected version of example ${index + 1}`, () => {
          assert.deepEqual(
            problemsOfSite(siteFor(rule, parseFixture(good).files, profile), { rules: [rule] }),
            [],
          );
        });
        it(`has fixes that each correct example ${index + 1}`, () => {
          const { files } = parseFixture(bad);
          const site = siteFor(rule, files, profile);
          const problems = problemsOfSite(site, { rules: [rule] });
          for (const fix of problems.flatMap((problem) => fixesOf(problem, site, { rules: [rule] }))) {
            const changed = new Map(files);
            for (const edit of fix.edits)
              changed.set(
                edit.file,
                edit.kind === "create" ? edit.text : applyEdits(changed.get(edit.file) ?? "", edit.edits),
              );
            const left = problemsOfSite(siteFor(rule, changed, profile), { rules: [rule] });
            assert.ok(left.length < problems.length, `the problem remains after “${fix.title}”`);
          }
        });
      });
    });
  }
});
