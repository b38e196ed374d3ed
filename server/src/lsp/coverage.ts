import { fixesOf } from "../core/rules/engine/run-rules.ts";
import type { Problem } from "../core/rules/problem.ts";
import { specCoverages, type SpecCoverage } from "../core/site/navigation/coverage.ts";
import type { Site } from "../core/site/site.ts";
import type { SiteCoverage, SpecificationCoverage } from "../protocol/coverage.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { coveredOperation } from "./covered-operation.ts";
import { uriOfPath } from "./file-uri.ts";
import { KnownFiles } from "./known-files.ts";
import type { Session } from "./session.ts";
import { nameOf } from "./site-status.ts";

/** `docwright/coverage`: of each site what has been read of it by now. */
export function siteCoverages(session: Session): SiteCoverage[] {
  return session.sites.sites.map((live) => {
    const site = live.current?.site;
    const files = new KnownFiles(live, session);
    return {
      root: uriOfPath(live.root),
      name: nameOf(live),
      loaded: site !== undefined && site.loaded.pages && site.loaded.specs,
      specifications: site ? specCoverages(site).map((one) => ofSpecification(one, site, live, files)) : [],
    };
  });
}

function ofSpecification(
  { spec, fault, counts: { meant, shown }, operations }: SpecCoverage,
  site: Site,
  live: LiveSite,
  files: KnownFiles,
): SpecificationCoverage {
  const listings = listingsOf(spec.path, site, live);
  return {
    uri: files.uriOf(spec.path),
    path: spec.path,
    ...(spec.title !== undefined && { title: spec.title }),
    ...(fault && { fault }),
    meant,
    shown,
    operations: operations.map((one) => coveredOperation(one, listings, files)),
  };
}

/**
 * Problems of operations that a quick fix would list, by where they stand. Whether there is such a fix is the same for
 * all operations of a file, so that one is asked.
 */
function listingsOf(path: string, site: Site, live: LiveSite): ReadonlyMap<number, Problem> {
  const problems = live.problems
    .lastProblemsIn(path)
    .filter(({ code }) => code === "openapi/operation-undocumented");
  const [first] = problems;
  if (!first || fixesOf(first, site).length === 0) return new Map();
  return new Map(problems.map((problem) => [problem.at.range.start, problem]));
}
