import assert from "node:assert/strict";
import type { ProfileName } from "../../server/src/core/config/settings/profile.ts";
import type { Problem } from "../../server/src/core/rules/rule.ts";
import { createCombinedProblem, combineProblems } from "../../server/src/core/rules/engine/problem-groups.ts";
import { createFixes, findSiteProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { filesOfCase, type Case, type Verdict } from "../cases/case.ts";
import { areas } from "../cases/areas.ts";
import { assertFixesWork, type CheckedSite } from "../harness/assert-fixes-work.ts";
import { assertTranslated } from "../harness/assert-translated.ts";
import { siteOf } from "../harness/site-of.ts";

const profileNames = ["standard", "mintlify"] as const;

/** Checks small sites. The expected results are derived from the specification and the rule catalog. */
describe("checking small sites", () => {
  for (const [area, cases] of Object.entries(areas))
    describe(area, () => {
      // All checks of a case use the same site, because building it takes longer than checking it again.
      const checkedSites = new Map<string, CheckedSite>();
      const check = (one: Case, profile: ProfileName): CheckedSite => {
        const key = `${profile} ${one.name}`;
        const checkedSite = checkedSites.get(key) ?? checkCase(one, profile);
        checkedSites.set(key, checkedSite);
        return checkedSite;
      };
      after(() => checkedSites.clear());

      for (const one of cases)
        for (const profile of profileNames)
          it(`reports the expected problems for ${one.name} (${profile})`, () => {
            const result = one[profile] ?? one.both;
            assert.ok(result, "the case has no expected result");
            const { files, site, problems } = check(one, profile);
            validate(problems, files, result);
            if (one.shown) validateShown(problems, one.shown);
            if (one.offers) validateOffers(problems, site, one.offers);
          });

      it("reports problems that contain no English outside code in another language", () => {
        for (const one of cases) for (const profile of profileNames) assertTranslated(check(one, profile).site);
      });

      it("offers fixes that reduce the number of problems that their rule reports", () => {
        for (const one of cases) assertFixesWork(check(one, "standard"));
      });
    });

  it("uses a unique name for each case", () => {
    const names = Object.entries(areas).flatMap(([area, cases]) => cases.map(({ name }) => `${area}: ${name}`));
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
  });
});

function checkCase(one: Case, profile: ProfileName): CheckedSite {
  const files = filesOfCase(one);
  const site = siteOf(files, profile);
  return { name: one.name, files, site, problems: findSiteProblems(site) };
}

function validateShown(problems: readonly Problem[], expected: readonly string[]): void {
  const codes = new Set(expected.map((line) => line.split(" ")[1]));
  const shown = combineProblems(problems, createCombinedProblem).filter(({ code }) => codes.has(code));
  assert.deepEqual(shown.map(({ severity, code }) => `${severity} ${code}`).sort(), [...expected].sort());
}

function validateOffers(problems: readonly Problem[], site: Site, expected: readonly string[]): void {
  const titles = problems.flatMap((problem) => createFixes(problem, site).map(({ title }) => title));
  for (const line of expected) {
    const isOffered = !line.startsWith("no ");
    const title = isOffered ? line : line.slice(3);
    assert.equal(titles.includes(title), isOffered, `${line}, but:\n${titles.join("\n")}`);
  }
}

function validate(problems: readonly Problem[], files: ReadonlyMap<string, string>, result: Verdict): void {
  const reported = problems.map((problem) => report(problem, files));
  const faults = reported.filter(({ severity }) => severity === "error" || severity === "warning");
  const all = reported.map(({ line, message }) => `${line}: ${message}`).join("\n");
  for (const { message } of problems) assert.ok(message.length <= 200, `longer than 200 characters: ${message}`);
  if (result === "fault") return assert.ok(faults.length > 0, `no problem:\n${all}`);
  if (result === "no error")
    return assert.ok(!faults.some(({ severity }) => severity === "error"), `an error:\n${all}`);
  const expected = result === "clean" ? [] : result;
  const unmatched = [...reported];
  // Expected problems that include their text are matched first, so that no other problem is matched in their place.
  for (const line of [...expected].sort((a, b) => Number(b.endsWith("`")) - Number(a.endsWith("`")))) {
    if (line.startsWith("no ")) {
      assert.ok(!reported.some(({ code }) => code === line.slice(3)), `${line}, but:\n${all}`);
      continue;
    }
    const index = unmatched.findIndex((one) => matches(line, one));
    assert.ok(index >= 0, `missing: ${line}\nreported:\n${all}`);
    unmatched.splice(index, 1);
  }
  const more = unmatched.filter((one) => faults.includes(one));
  assert.deepEqual(
    more.map(({ line, message }) => `${line}: ${message}`),
    [],
    `unexpected problems:\n${all}`,
  );
}

interface ReportedProblem {
  readonly severity: string;
  readonly code: string;
  readonly text: string;
  readonly line: string;
  readonly message: string;
}

function report({ severity, code, at, message }: Problem, files: ReadonlyMap<string, string>): ReportedProblem {
  const text = (files.get(at.file) ?? "").slice(at.range.start, at.range.end).replace(/^"([^"]*)"$/, "$1");
  return { severity, code, text, message, line: `${severity} ${code} \`${text}\` in ${at.file}` };
}

function matches(line: string, { severity, code, text }: ReportedProblem): boolean {
  const [, requestedSeverity, requestedCode, requestedText] = /^(\S+) (\S+)(?: `([^]*)`)?$/.exec(line) ?? [];
  if (requestedSeverity === undefined) throw new Error(`no expected result: ${line}`);
  if (severity !== requestedSeverity || (requestedCode !== "*" && code !== requestedCode)) return false;
  if (requestedText === undefined) return true;
  return requestedText.endsWith("…") ? text.startsWith(requestedText.slice(0, -1)) : text === requestedText;
}
