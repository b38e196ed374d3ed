import type { Problem } from "../core/rules/problem.ts";
import type { CoveragePlace, OperationCoverage } from "../core/site/navigation/coverage.ts";
import type { CoveragePage, CoveredOperation } from "../protocol/coverage.ts";
import type { KnownFiles } from "./known-files.ts";

/** One operation as `docwright/coverage` has it; `listings` are problems by where they stand in its specification. */
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
