import { fixesOf } from "../../../core/rules/engine/run-rules.ts";
import type { Problem } from "../../../core/rules/rule.ts";
import {
  type CoverageLocation,
  type OperationCoverage,
  type SpecCoverage,
  specCoverages,
} from "../../../core/site/navigation/coverage.ts";
import type { Site } from "../../../core/site/site.ts";
import { unfetchedSources } from "../../../core/site/specs/operation-references.ts";
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
import { KnownFiles } from "../../convert/convert.ts";
import type { Session } from "../../session/session.ts";
import { identifySite } from "./site-status.ts";

/**
 * Returns one operation in the `docwright/coverage` response. `listings` maps offsets in the operation's specification
 * to problems.
 */
function coveredOperation(
  { spec, operation, isWebhook, places, state, hasExample, deprecated }: OperationCoverage,
  listings: ReadonlyMap<number, Problem>,
  files: KnownFiles,
): CoveredOperation {
  const { method, path, summary, range, pathRange } = operation;
  const listing = listings.get(operation.file ? pathRange.start : range.start);
  return {
    place: files.getLocation({ file: operation.file ?? spec.path, range }),
    method,
    path,
    webhook: isWebhook,
    ...(summary !== undefined && { summary }),
    state,
    example: hasExample,
    deprecated,
    pages: places.map((place) => toPage(place, files)),
    ...(state === "missing" && listing && { listing: files.getLocation(listing.at) }),
  };
}

function toPage(
  { slug, file, inNavigation, language, version }: CoverageLocation,
  files: KnownFiles,
): CoveragePage {
  return {
    url: slug === "index" ? "/" : `/${slug}`,
    ...(file !== undefined && { uri: files.uriOf(file) }),
    navigation: inNavigation,
    ...(language !== undefined && { language }),
    ...(version !== undefined && { version }),
  };
}

export type CoverageChangeNotification = ChangeNotifier<undefined, SiteCoverage[]>;

/** Handles `docwright/coverage`. Also notifies clients that have requested the coverage when the result changes. */
export function createCoverageNotifier(session: () => Session): CoverageChangeNotification {
  return new ChangeNotifier<undefined, SiteCoverage[]>({
    compute: () => mapInSteps(session().sites.sites, (live) => coverageOf(live, session())),
    onChange: () => void session().connection.sendNotification(coverageChanged),
  });
}

/** Returns the coverage of the loaded part of the site. Yields after each specification. */
function* coverageOf(live: SiteState, session: Session): Generator<void, SiteCoverage> {
  const site = live.current?.site;
  const files = new KnownFiles(live, session);
  const loaded = site !== undefined && site.loaded.pages && site.loaded.specs;
  const specifications: SpecificationCoverage[] = [];
  if (site)
    for (const each of specCoverages(site)) {
      const listings = listingsOf(each.spec.path, site, live);
      const operations = each.operations.map((one) => coveredOperation(one, listings, files));
      specifications.push({ ...summarizeCoverage(each, files), operations });
      yield;
    }
  return {
    ...identifySite(live),
    loaded,
    specifications,
    // The list is empty until everything is loaded, because a local copy may seem to be missing before then.
    unfetched: loaded ? unfetchedSources(site) : [],
  };
}

/** Returns the coverage of a specification without listing the operations. */
export function summarizeCoverage(
  { spec, fault, counts: { meant, shown } }: SpecCoverage,
  files: KnownFiles,
): Omit<SpecificationCoverage, "operations"> {
  return {
    uri: files.uriOf(spec.path),
    path: spec.path,
    ...(spec.title !== undefined && { title: spec.title }),
    ...(fault && { fault }),
    meant,
    shown,
  };
}

/**
 * Returns the problems with operations that a quick fix would add to the navigation, keyed by offset. In each file,
 * either all operations or none have this fix, so only one of them is checked.
 */
function listingsOf(path: string, site: Site, live: SiteState): ReadonlyMap<number, Problem> {
  const problems = live.problems
    .everyProblemIn(path)
    .filter(({ code }) => code === "openapi/operation-undocumented");
  const [first] = problems;
  if (!first || fixesOf(first, site).length === 0) return new Map();
  return new Map(problems.map((problem) => [problem.at.range.start, problem]));
}
