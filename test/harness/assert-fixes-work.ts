import assert from "node:assert/strict";
import type { Problem } from "../../server/src/core/rules/rule.ts";
import { rules } from "../../server/src/core/rules/engine/registry.ts";
import { createFixes, findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { applyEdits, type FileEdit } from "../../server/src/core/text/text-edit.ts";
import { siteOf } from "./site-of.ts";

type Files = ReadonlyMap<string, string>;

/** A site with its files and its problems. */
export interface CheckedSite {
  /** The name that failures include. */
  readonly name: string;
  readonly files: Files;
  readonly site: Site;
  readonly problems: readonly Problem[];
}

/**
 * The problems of other rules that a fix may add, by the code of its problem. Some fixes insert text that the author
 * completes. Others make content visible to more rules, or empty the list that contained a wrong entry.
 */
const expectedAdditions: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "config/missing-setting",
    ["config/file-not-found", "config/invalid-value", "openapi/spec-not-found", "redirect/target-not-found"],
  ],
  ["config/syntax", ["config/unknown-setting"]],
  ["config/value-not-allowed", ["nav/unknown-icon"]],
  ["config/wrong-type", ["config/ref-not-found", "nav/page-not-found"]],
  ["frontmatter/wrong-type", ["asyncapi/channel-not-found", "openapi/malformed-reference"]],
  ["link/page-not-found", ["link/anchor-not-found"]],
  ["mdx/misplaced-component", ["mdx/missing-prop"]],
  ["mdx/unknown-component", ["mdx/misplaced-component", "mdx/missing-prop"]],
  ["nav/missing-field", ["nav/empty-element"]],
  ["nav/mixed-children", ["nav/empty-element", "nav/page-not-found"]],
  ["nav/page-listed-twice", ["nav/empty-element"]],
  ["nav/page-not-found", ["nav/empty-element", "nav/page-has-extension"]],
  ["nav/page-not-in-navigation", ["drift/missing-field", "openapi/ambiguous-spec"]],
  ["openapi/spec-not-found", ["openapi/operation-not-found"]],
  ["openapi/method-not-uppercase", ["openapi/operation-twice"]],
]);

/**
 * Checks that each fix that is offered for a problem reduces the number of problems that its rule reports, that it adds
 * no errors or warnings of other rules, and that JSON stays valid.
 */
export function assertFixesWork({ name, files, site, problems }: CheckedSite): void {
  if ([...files.values()].some(({ length }) => length > 400_000)) return;
  let duplicateKeys: number | undefined;
  for (const problem of problems)
    for (const { title, edits } of createFixes(problem, site)) {
      const fixed = withEdits(files, edits);
      const where = `${name}: ${problem.code} “${title}”`;
      const before = problems.filter(({ code }) => code === problem.code);
      const fixedSite = siteOf(fixed, "standard");
      const after = problemsLike(problem, fixedSite);
      // When a syntax error is fixed, the next one may be reported.
      const isGone = problem.code === "config/syntax" && !after.some(({ at }) => isSame(at, problem.at));
      assert.ok(after.length < before.length || isGone, `the problem remains after ${where}`);
      const keys = countOf(fixedSite, "config/duplicate-key");
      duplicateKeys ??= countOf(site, "config/duplicate-key");
      assert.ok(keys <= duplicateKeys, `${where} adds a duplicate key`);
      assert.deepEqual(listAddedCodes(problem, problems, findSiteProblems(fixedSite)), [], `${where} adds problems`);
      for (const { file } of edits)
        if (isJson(files.get(file))) assert.ok(isJson(fixed.get(file)), `${where} breaks ${file}`);
    }
}

/** Returns the codes of errors and warnings of other rules that a fix adds unexpectedly. */
function listAddedCodes({ code }: Problem, before: readonly Problem[], after: readonly Problem[]): string[] {
  const listCodes = (problems: readonly Problem[]) =>
    problems.flatMap((problem) =>
      problem.code !== code && (problem.severity === "error" || problem.severity === "warning") ? [problem.code] : [],
    );
  const counts = new Map<string, number>();
  for (const other of listCodes(before)) counts.set(other, (counts.get(other) ?? 0) + 1);
  return listCodes(after).filter((other) => {
    const count = counts.get(other) ?? 0;
    counts.set(other, Math.max(0, count - 1));
    return count === 0 && expectedAdditions.get(code)?.includes(other) !== true;
  });
}

function problemsLike({ code }: Pick<Problem, "code">, site: Site): Problem[] {
  return findSiteProblems(site, { rules: rules.filter((rule) => rule.code === code) });
}

function countOf(site: Site, code: string): number {
  return problemsLike({ code }, site).length;
}

function isSame(a: Problem["at"], b: Problem["at"]): boolean {
  return a.file === b.file && a.range.start === b.range.start && a.range.end === b.range.end;
}

function withEdits(files: Files, edits: readonly FileEdit[]): Map<string, string> {
  const changed = new Map(files);
  for (const edit of edits)
    changed.set(edit.file, edit.kind === "create" ? edit.text : applyEdits(changed.get(edit.file) ?? "", edit.edits));
  return changed;
}

function isJson(text: string | undefined): boolean {
  try {
    JSON.parse(text ?? "");
    return true;
  } catch {
    return false;
  }
}
