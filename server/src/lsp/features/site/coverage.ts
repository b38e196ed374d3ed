import { createFixes } from "../../../core/rules/engine/run-rules.ts";
import type { Problem } from "../../../core/rules/rule.ts";
import {
  type CoverageLocation,
  type OperationCoverage,
  type SpecCoverage,
  getSpecCoverages,
} from "../../../core/site/navigation/coverage.ts";
import type { Site } from "../../../core/site/site.ts";
import { listUnfetchedSources } from "../../../core/site/specs/operation-references.ts";
import { mapInSteps } from "../../../core/text/maps.ts";
import {
  coverageChanged,
  type CoveragePage,
  type CoveredOperation,
  type SiteCoverage,
  type SpecificationCoverage,
} from "../../../protocol/coverage.ts";
import { ChangeNotifier } from "../../../workspace/analysis/change-notifier.ts";
import type { SiteState } from "../../../workspace/analysis/site-state.ts";
import { FileLocationCache } from "../../convert/convert.ts";
import type { Session } from "../../session/session.ts";
import { identifySite } from "./site-status.ts";

/**
 * Returns one operation in the `docwright/coverage` response. `problemsByOffset` maps offsets in the operation's
 * specification to problems.
 */
function toCoveredOperation(
  { spec, operation, isWebhook, locations, state, hasExample, deprecated }: OperationCoverage,
  problemsByOffset: ReadonlyMap<number, Problem>,
  locationCache: FileLocationCache,
): CoveredOperation {
  const { method, path, summary, range, pathRange } = operation;
  const undocumentedProblem = problemsByOffset.get(operation.file ? pathRange.start : range.start);
  return {
    location: locationCache.getLocation({ file: operation.file ?? spec.path, range }),
    method,
    path,
    isWebhook,
    ...(summary !== undefined && { summary }),
    state,
    hasExample,
    isDeprecated: deprecated,
    pages: locations.map((location) => toCoveragePage(location, locationCache)),
    ...(state === "missing" &&
      undocumentedProblem && { navigationLocation: locationCache.getLocation(undocumentedProblem.at) }),
  };
}

function toCoveragePage(
  { slug, file, isInNavigation, language, version }: CoverageLocation,
  locationCache: FileLocationCache,
): CoveragePage {
  return {
    url: slug === "index" ? "/" : `/${slug}`,
    ...(file !== undefined && { uri: locationCache.toUri(file) }),
    isInNavigation,
    ...(language !== undefined && { language }),
    ...(version !== undefined && { version }),
  };
}

export type CoverageNotifier = ChangeNotifier<undefined, SiteCoverage[]>;

/** Handles `docwright/coverage`. Also notifies clients that have requested the coverage when the result changes. */
export function createCoverageNotifier(getSession: () => Session): CoverageNotifier {
  return new ChangeNotifier<undefined, SiteCoverage[]>({
    compute: () => mapInSteps(getSession().sites.sites, (siteState) => computeCoverage(siteState, getSession())),
    onChange: () => void getSession().connection.sendNotification(coverageChanged),
  });
}

/** Returns the coverage of the loaded part of the site. Yields after each specification. */
function* computeCoverage(siteState: SiteState, session: Session): Generator<void, SiteCoverage> {
  const site = siteState.current?.site;
  const locationCache = new FileLocationCache(siteState, session);
  const isLoaded = site !== undefined && site.loaded.pages && site.loaded.specs;
  const specifications: SpecificationCoverage[] = [];
  if (site)
    for (const specCoverage of getSpecCoverages(site)) {
      const problemsByOffset = indexProblemsByOffset(specCoverage.spec.path, site, siteState);
      const operations = specCoverage.operations.map((operation) =>
        toCoveredOperation(operation, problemsByOffset, locationCache),
      );
      specifications.push({ ...summarizeCoverage(specCoverage, locationCache), operations });
      yield;
    }
  return {
    ...identifySite(siteState),
    isLoaded,
    specifications,
    // The list is empty until everything is loaded, because a local copy may seem to be missing before then.
    unfetchedUrls: isLoaded ? listUnfetchedSources(site) : [],
  };
}

/** Returns the coverage of a specification without listing the operations. */
export function summarizeCoverage(
  { spec, problem, counts: { eligibleCount, shownCount } }: SpecCoverage,
  locationCache: FileLocationCache,
): Omit<SpecificationCoverage, "operations"> {
  return {
    uri: locationCache.toUri(spec.path),
    path: spec.path,
    ...(spec.title !== undefined && { title: spec.title }),
    ...(problem && { problem }),
    eligibleCount,
    shownCount,
  };
}

/**
 * Returns the problems with operations that a quick fix would add to the navigation, keyed by offset. In each file,
 * either all operations or none have this fix, so only one of them is checked.
 */
function indexProblemsByOffset(path: string, site: Site, siteState: SiteState): ReadonlyMap<number, Problem> {
  const problems = siteState.problemStore
    .getAllProblems(path)
    .filter(({ code }) => code === "openapi/operation-undocumented");
  const [firstProblem] = problems;
  if (!firstProblem || createFixes(firstProblem, site).length === 0) return new Map();
  return new Map(problems.map((problem) => [problem.at.range.start, problem]));
}
