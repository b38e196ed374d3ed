import type { ProfileName } from "../../server/src/core/config/settings/profile.ts";
import type { Rule } from "../../server/src/core/rules/rule.ts";
import { createFixes, findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import { parseFixture } from "./fixture.ts";
import { siteOf } from "./site-of.ts";

/** Returns the quick fixes for the problems of one rule in a site. */
export function fixTitles(rule: Rule, marked: string, profile?: ProfileName): string[] {
  const site = siteOf(parseFixture(marked).files, profile);
  return findSiteProblems(site, { rules: [rule] }).flatMap((problem) =>
    createFixes(problem, site, { rules: [rule] }).map(({ title }) => title),
  );
}
