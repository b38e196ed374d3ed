import assert from "node:assert/strict";
import type { ProfileName } from "../../server/src/core/config/settings/profile.ts";
import { createCombinedProblem, combineProblems } from "../../server/src/core/rules/engine/problem-groups.ts";
import { createFixes, findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import type { Problem } from "../../server/src/core/rules/rule.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { applyEdits } from "../../server/src/core/text/text-edit.ts";
import { parseFixture } from "./fixture.ts";
import { siteOf, type SiteOptions } from "./site-of.ts";

/** Returns the site of a fixture. */
export function siteFrom(text: string, profile: ProfileName = "mintlify", options?: SiteOptions): Site {
  return siteOf(parseFixture(text).files, profile, options);
}

/** Returns the problems reported by one rule as they're shown to authors. */
export function getShownProblems(code: string, site: Site): Problem[] {
  return combineProblems(findSiteProblems(site), createCombinedProblem).filter((problem) => problem.code === code);
}

/** Returns one line for each problem of a rule, with the file of the problem and the files of its related locations. */
export function placesOf(code: string, site: Site): string[] {
  return getShownProblems(code, site).map(({ at, relatedLocations }) =>
    [at.file, ...relatedLocations.map((other) => other.at.file)].join(" "),
  );
}

/** Returns the texts of the files after the first fix with this title is applied. */
export function fixedBy(
  title: string,
  problem: Problem | undefined,
  site: Site,
  text: string,
): ReadonlyMap<string, string> {
  assert.ok(problem);
  const titles = createFixes(problem, site);
  const fix = titles.find((one) => one.title === title);
  assert.ok(fix, titles.map((one) => one.title).join("\n"));
  const { files } = parseFixture(text);
  return new Map(
    fix.edits.map((edit) => [
      edit.file,
      edit.kind === "create" ? edit.text : applyEdits(files.get(edit.file) ?? "", edit.edits),
    ]),
  );
}
