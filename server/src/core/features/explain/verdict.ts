import type { Site } from "../../site/site.ts";
import type { Finding } from "./explanation.ts";
import { foundWhere } from "./placement-words.ts";
import type { Placement } from "./placements.ts";

/** What readers meet: `Readers find it in Guides › Basics, as the second page, and in one more place.` */
export function shownVerdict(site: Site, places: readonly Placement[], subject = "it"): string {
  const [first] = places;
  const where = first ? foundWhere(site, first) : "in the menu";
  const more = places.length - 1;
  const also = more <= 0 ? "" : more === 1 ? ", and in one more place" : `, and in ${more} more places`;
  return `Readers find ${subject} ${where}${also}.`;
}

/**
 * Why they do not: the first thing that stops them, and what would change it. `address` is where who knows it gets to
 * it all the same.
 */
export function hiddenVerdict(findings: readonly Finding[], address: string | undefined): string {
  const stop = findings.find(({ state, because }) => state === "stops" && because !== undefined);
  const reason = stop?.because ?? "nothing leads to it";
  const advice = stop?.hint ?? (stop?.remedy === undefined ? undefined : `To show it, ${stop.remedy}.`);
  const remedy = advice === undefined ? "" : ` ${advice}`;
  return address === undefined
    ? `Nobody sees it: ${reason}.${remedy}`
    : `No menu leads to it: ${reason}. Readers who know \`${address}\` can open it.${remedy}`;
}

/** A list as people write it: `a, b and c`, and of many the first few. */
export function listOf(names: readonly string[], most = 3): string {
  const quoted = names.map((name) => `\`${name}\``);
  if (quoted.length > most) {
    const more = quoted.length - most;
    return `${quoted.slice(0, most).join(", ")} and ${more === 1 ? "one more" : `${more} more`}`;
  }
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} and ${last}`;
}
