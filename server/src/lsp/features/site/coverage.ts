import { fixesOf } from "../../../core/rules/engine/run-rules.ts";
import type { Problem } from "../../../core/rules/problem.ts";
import {
  type CoveragePlace,
  type OperationCoverage,
  type SpecCoverage,
  specCoverages,
} from "../../../core/site/navigation/coverage.ts";
import type { Site } from "../../../core/site/site.ts";
import { unfetchedSources } from "../../../core/site/specs/operation-references.ts";
import {
  coverageChanged,
  type CoveragePage,
  type CoveredOperation,
  type SiteCoverage,
  type SpecificationCoverage,
} from "../../../protocol/coverage.ts";
import type { SiteState } from "../../../workspace/analysis/site-state.ts";
import { KnownFiles } from "../../convert/convert.ts";
import type { Session } from "../../session/session.ts";
import { identifySite } from "./site-status.ts";

/**
 * Returns one operation of the `docwright/coverage` response. `listings` maps offsets in its specification to problems.
 */
export function coveredOperation(
  { spec, operation, isWebhook, places, state, hasExample, deprecated }: OperationCoverage,
  listings: ReadonlyMap<number, Problem>,
  files: KnownFiles,
): CoveredOperation {
  const { method, path, summary, range, pathRange } = operation;
  const listing = listings.get(operation.file ? pathRange.start : range.start);
  return {
    place: files.placeOf({ file: operation.file ?? spec.path, range }),
    method,
    path,
    webhook: isWebhook,
    ...(summary !== undefined && { summary }),
    state,
    example: hasExample,
    deprecated,
    pages: places.map((place) => toPage(place, files)),
    ...(state === "missing" && listing && { listing: files.placeOf(listing.at) }),
  };
}

function toPage(
  { slug, file, inNavigation, language, version }: CoveragePlace,
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

/** Handles `docwright/coverage`: returns the coverage of each site as far as it's been loaded. */
export function siteCoverages(session: Session): SiteCoverage[] {
  return session.sites.sites.map((live) => {
    const site = live.current?.site;
    const files = new KnownFiles(live, session);
    const loaded = site !== undefined && site.loaded.pages && site.loaded.specs;
    return {
      ...identifySite(live),
      loaded,
      specifications: site ? specCoverages(site).map((one) => ofSpecification(one, site, live, files)) : [],
      // Until everything is loaded, a local copy may still be missing.
      unfetched: loaded ? unfetchedSources(site) : [],
    };
  });
}

function ofSpecification(
  { spec, fault, counts: { meant, shown }, operations }: SpecCoverage,
  site: Site,
  live: SiteState,
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
 * Returns the problems of operations that a quick fix would add to the navigation, by their offset. Whether such a fix
 * exists is the same for all operations of a file, so only one is checked.
 */
function listingsOf(path: string, site: Site, live: SiteState): ReadonlyMap<number, Problem> {
  const problems = live.problems
    .everyProblemIn(path)
    .filter(({ code }) => code === "openapi/operation-undocumented");
  const [first] = problems;
  if (!first || fixesOf(first, site).length === 0) return new Map();
  return new Map(problems.map((problem) => [problem.at.range.start, problem]));
}

/**
 * Responds to coverage requests, and notifies the client when the response would change. A client that doesn't request
 * it costs nothing, and is notified only once until its next request.
 */
export class CoverageNotifier {
  readonly #session: () => Session;
  #given: string | undefined;

  constructor(session: () => Session) {
    this.#session = session;
  }

  answer(): SiteCoverage[] {
    const sites = siteCoverages(this.#session());
    this.#given = JSON.stringify(sites);
    return sites;
  }

  /** Called when sites have settled or one was removed. */
  notify(): void {
    const session = this.#session();
    if (this.#given === undefined || JSON.stringify(siteCoverages(session)) === this.#given) return;
    this.#given = undefined;
    void session.connection.sendNotification(coverageChanged);
  }
}
