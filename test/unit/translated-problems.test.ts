import { rules } from "../../server/src/core/rules/engine/registry.ts";
import { assertTranslated } from "../harness/assert-translated.ts";
import { parseFixture } from "../harness/fixture.ts";
import { siteFor } from "../harness/site-in-preview.ts";

// cases.test.ts checks the problems of the test cases.
describe("problems in another language", () => {
  for (const rule of rules)
    it(`contain no English outside code: ${rule.code}`, () => {
      for (const { bad, profile = rule.onlyProfile ?? "standard" } of rule.examples)
        assertTranslated(siteFor(rule, parseFixture(bad).files, profile), { rules: [rule] });
    });
});
