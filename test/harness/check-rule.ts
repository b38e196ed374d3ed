import assert from "node:assert/strict";
import type { ProfileName } from "../../server/src/core/config/settings/profile.ts";
import { createFixes, findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import type { Problem, Rule } from "../../server/src/core/rules/rule.ts";
import { applyEdits, type SitePath } from "../../server/src/core/text/text-edit.ts";
import { parseFixture } from "./fixture.ts";
import { siteFor } from "./site-in-preview.ts";
import type { SiteOptions } from "./site-of.ts";

/**
 * Returns the problems that a rule finds in a marked site. The positions of the problems must match the marks exactly.
 */
export function checkRule(
  rule: Rule,
  marked: string,
  profile: ProfileName = "standard",
  options?: SiteOptions,
): Problem[] {
  const { files, marks } = parseFixture(marked);
  const problems = findSiteProblems(siteFor(rule, files, profile, options), { rules: [rule] });
  const show = (at: { file: SitePath; range: { start: number; end: number } }) =>
    `${at.file} ${at.range.start}-${at.range.end} ${files.get(at.file)?.slice(at.range.start, at.range.end) ?? "(no such file)"}`;
  assert.deepEqual(
    problems.map(({ at }) => show(at)).sort(),
    marks.map(show).sort(),
    `${rule.code} reports: ${problems.map(({ message }) => message).join(" | ")}`,
  );
  for (const { message } of problems) {
    assert.ok(message.length <= 200, `longer than 200 characters: ${message}`);
    assert.doesNotMatch(message, /\{\w+\}/, "a placeholder has no value");
  }
  return problems;
}

/**
 * Returns the files that are changed by a fix for the only marked problem. The fix is the first one with this title or,
 * if no title is given, the first fix.
 */
export function applyFix(
  rule: Rule,
  marked: string,
  title?: string | RegExp,
  profile: ProfileName = "standard",
): Map<SitePath, string> {
  const [problem] = checkRule(rule, marked, profile);
  assert.ok(problem, "no problem to fix");
  const { files } = parseFixture(marked);
  const fixes = createFixes(problem, siteFor(rule, files, profile), { rules: [rule] });
  const fix = fixes.find(
    (candidate) =>
      title === undefined || (typeof title === "string" ? candidate.title === title : title.test(candidate.title)),
  );
  assert.ok(fix, `no fix ${String(title)}; available: ${fixes.map((candidate) => candidate.title).join(" | ")}`);
  const changed = new Map<SitePath, string>();
  for (const edit of fix.edits) {
    if (edit.kind === "create") {
      assert.ok(!files.has(edit.file), `${edit.file} already exists`);
      changed.set(edit.file, edit.text);
    } else changed.set(edit.file, applyEdits(files.get(edit.file) ?? "", edit.edits));
  }
  return changed;
}

/** Applies a fix and checks that the rule no longer reports a problem at the same position. */
export function checkFix(
  rule: Rule,
  marked: string,
  expected: Readonly<Record<SitePath, string>>,
  title?: string | RegExp,
  profile: ProfileName = "standard",
): void {
  const changed = applyFix(rule, marked, title, profile);
  assert.deepEqual(Object.fromEntries(changed), expected);
  const { files } = parseFixture(marked);
  const before = findSiteProblems(siteFor(rule, files, profile), { rules: [rule] }).length;
  const after = findSiteProblems(siteFor(rule, new Map([...files, ...changed]), profile), {
    rules: [rule],
  }).length;
  assert.ok(after < before, `${rule.code}: the problem remains after the fix`);
}
