import type { Problem } from "../core/rules/problem.ts";
import type { CoveragePlace as ReadersPlace, OperationCoverage } from "../core/site/coverage.ts";
import type { Location } from "../core/text/text-range.ts";
import type { CoveragePage, CoveragePlace, CoveredOperation } from "../protocol.ts";
import type { LiveSite } from "../workspace/live-site.ts";
import { toRange } from "./convert.ts";
import { uriOf } from "./diagnostic.ts";
import type { Session } from "./session.ts";

/** One operation as `docwright/coverage` has it; `listings` are problems by where they stand in its specification. */
export function coveredOperation(
  { spec, operation, isWebhook, places, state, hasExample, deprecated }: OperationCoverage,
  listings: ReadonlyMap<number, Problem>,
  live: LiveSite,
  session: Session,
): CoveredOperation {
  const { method, path, summary, range, pathRange } = operation;
  const listing = listings.get(operation.file ? pathRange.start : range.start);
  return {
    place: toPlace({ file: operation.file ?? spec.path, range }, live, session),
    method,
    path,
    webhook: isWebhook,
    ...(summary !== undefined && { summary }),
    state,
    example: hasExample,
    deprecated,
    pages: places.map((place) => toPage(place, live, session)),
    ...(state === "missing" && listing && { listing: toPlace(listing.at, live, session) }),
  };
}

function toPage(
  { slug, file, inNavigation, language, version }: ReadersPlace,
  site: LiveSite,
  session: Session,
): CoveragePage {
  return {
    url: slug === "index" ? "/" : `/${slug}`,
    ...(file !== undefined && { uri: uriOf({ site, path: file }, session) }),
    navigation: inNavigation,
    ...(language !== undefined && { language }),
    ...(version !== undefined && { version }),
  };
}

function toPlace({ file, range }: Location, site: LiveSite, session: Session): CoveragePlace {
  const place = { site, path: file };
  return { uri: uriOf(place, session), range: toRange(session.lineMaps.of(place), range) };
}
