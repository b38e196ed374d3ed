import { placeOf, valueOf } from "../../config/json/json-tree.ts";
import { nearestListing } from "../../site/navigation/navigation-suggestions.ts";
import type { Site } from "../../site/site.ts";
import type { Finding } from "./explanation.ts";
import { barrierFinding, calledElement, foundWhere, placeOfPlacement, wayTo } from "./placement-words.ts";
import type { Placement } from "./placements.ts";

const maxPlacements = 8;

/** Where the navigation has a page, or that it has it nowhere. `subject` is what a sentence calls it: `\`GET /users\``. */
export function* navigationFindings(
  site: Site,
  placements: readonly Placement[],
  subject: string,
): Iterable<Finding> {
  for (const placement of placements.slice(0, maxPlacements)) yield* placementFindings(site, placement, subject);
  if (placements.length > maxPlacements)
    yield {
      kind: "navigation",
      state: "note",
      sentence: `${placements.length - maxPlacements} more places of the navigation have it.`,
    };
}

function* placementFindings(site: Site, placement: Placement, subject: string): Iterable<Finding> {
  const place = placeOfPlacement(placement);
  if (!placement.barrier) {
    yield {
      kind: "navigation",
      state: "ok",
      sentence: `The navigation has it ${foundWhere(site, placement)}.`,
      ...(place && { place }),
    };
    return;
  }
  const way = wayTo(placement);
  yield {
    kind: "navigation",
    state: "note",
    sentence: `docs.json has it ${way === "" ? "in its navigation" : `in ${way}`}, which no menu shows.`,
    ...(place && { place }),
  };
  yield barrierFinding(placement.barrier, subject);
}

/** That no entry names a page, and where it might go. */
export function unlistedFinding(site: Site, slug: string): Finding {
  const navigation = valueOf(site.config.root, "navigation");
  const beside = nearestListing(site.config, slug);
  const place = beside ? placeOf(beside.node) : navigation && placeOf(navigation);
  const because = navigation ? "nothing in the navigation names it" : "docs.json has no navigation";
  return {
    kind: "navigation",
    state: "stops",
    sentence: navigation ? "No entry of the navigation names it." : "docs.json has no navigation.",
    ...(place && { place }),
    because,
    remedy: beside
      ? `add \`"${slug}"\` to ${calledElement(beside.parent)}, where its neighbours are`
      : `add \`"${slug}"\` to \`pages\` of a group in docs.json`,
  };
}
