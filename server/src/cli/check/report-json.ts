import type { ProfileName } from "../../core/config/settings/profile.ts";
import { shownPercent } from "../../core/site/navigation/coverage.ts";
import type { Severity } from "../../core/site/settings/site-settings.ts";
import { type CheckResult, selectProblems } from "./check-result.ts";

/**
 * Returns the report as one JSON object. `profile` is the profile of the sites, or `auto` if their profiles differ. By
 * default, all problems are included. The counts always include all problems.
 */
export function reportJson(
  result: CheckResult,
  options: {
    readonly minSeverity?: Severity | undefined;
    readonly maxProblems: number;
    readonly coverage?: boolean;
  },
): string {
  const problems = selectProblems(result.problems, options.minSeverity ?? "hint", options.maxProblems);
  const total = (count: "pages" | "specs" | "operations") =>
    result.sites.reduce((sum, site) => sum + site[count], 0);
  return escapeForTerminals(
    JSON.stringify({
      version: 1,
      profile: commonProfile(result),
      root: result.root,
      sites: result.sites,
      pages: total("pages"),
      specs: total("specs"),
      operations: total("operations"),
      milliseconds: Math.round(result.milliseconds),
      counts: result.counts,
      problems: problems.map(({ file, range, severity, code, message, related, fixTitles }) => ({
        file,
        range,
        severity,
        code,
        message,
        related,
        fixes: fixTitles(),
      })),
      ...(options.coverage && { coverage: coverageFor(result) }),
    }),
  );
}

function coverageFor(result: CheckResult) {
  const { counts, operations } = result.coverage();
  return { percent: shownPercent(counts), ...counts, operations };
}

function commonProfile({ sites }: CheckResult): ProfileName | "auto" {
  const [first, ...others] = new Set(sites.map(({ profile }) => profile));
  return first && others.length === 0 ? first : "auto";
}

/** Escapes C1 controls and direction marks. JSON doesn't escape them, but some terminals interpret them. */
function escapeForTerminals(json: string): string {
  return json.replace(/[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
