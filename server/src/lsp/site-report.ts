import type { Problem } from "../core/rules/problem.ts";
import { rules } from "../core/rules/engine/registry.ts";
import { severities } from "../core/site/settings/site-settings.ts";
import type { RuleCount, SiteReport } from "../protocol/site.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./file-uri.ts";
import type { Session } from "./session.ts";
import { statusOf } from "./site-status.ts";

const mostPlaces = 100;

/** `docwright/siteReport`: each site's rules by count, the most severe and then the most frequent first. */
export function siteReports(session: Session): SiteReport[] {
  return session.sites.sites.map((site) => ({
    status: statusOf(site, session),
    rules: [...problemsByCode(site)]
      .map(([code, problems]) => ruleCount(code, problems, site, session))
      .sort((a, b) => weight(a) - weight(b) || b.count - a.count || (a.code < b.code ? -1 : 1)),
  }));
}

function weight({ severity }: RuleCount): number {
  return severities.indexOf(severity);
}

function problemsByCode(site: LiveSite): ReadonlyMap<string, Problem[]> {
  const byCode = new Map<string, Problem[]>();
  for (const problem of site.problems.all()) {
    const problems = byCode.get(problem.code);
    if (problems) problems.push(problem);
    else byCode.set(problem.code, [problem]);
  }
  return byCode;
}

function ruleCount(code: string, problems: readonly Problem[], site: LiveSite, session: Session): RuleCount {
  const ordered = [...problems].sort(
    (a, b) => compare(a.at.file, b.at.file) || a.at.range.start - b.at.range.start,
  );
  return {
    code,
    summary: rules.find((rule) => rule.code === code)?.summary ?? "",
    severity:
      severities.find((severity) => problems.some((problem) => problem.severity === severity)) ?? "hint",
    count: problems.length,
    places: ordered.slice(0, mostPlaces).map(({ at, message }) => {
      const place = { site, path: at.file };
      return { uri: uriOf(place, session), message, range: toRange(session.lineMaps.of(place), at.range) };
    }),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
