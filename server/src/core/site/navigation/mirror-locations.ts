import type { Config } from "../../config/config.ts";
import type { NavEntry } from "../../config/settings/navigation.ts";
import { getEntrySlug, groupPagesByElement, type SiblingGap } from "./translations.ts";

/**
 * Returns positions for the missing pages. Each page is placed after the counterpart of its nearest neighbor in the
 * sibling's list. If possible, the neighbor precedes the page. Otherwise, it follows the page. Pages without such a
 * neighbor are omitted.
 */
export function findMirrorLocations(
  config: Config,
  { element, missingCounterparts }: SiblingGap,
): { readonly slug: string; readonly previousEntry: NavEntry }[] {
  const entriesBySlug = new Map(
    (groupPagesByElement(config).get(element) ?? []).map(({ slug, entry }) => [slug, entry]),
  );
  const predecessorsBySlug = new Map<string, NavEntry>();
  return missingCounterparts.flatMap(({ entry, listedSlug, slug }) => {
    const toOwnSlug = (other: string) => (other.length > 0 ? getCounterpartSlug(listedSlug, slug, other) : undefined);
    const siblings = entry.parent.children.flatMap((child) => (child.type === "entry" ? [child] : []));
    const index = siblings.indexOf(entry);
    const siblingsByDistance = [...siblings.slice(0, index).reverse(), ...siblings.slice(index + 1)];
    const previousEntry = siblingsByDistance
      .map((sibling) => toOwnSlug(getEntrySlug(sibling)))
      .map((other) => (other === undefined ? undefined : (entriesBySlug.get(other) ?? predecessorsBySlug.get(other))))
      .find((entry) => entry !== undefined);
    if (!previousEntry) return [];
    predecessorsBySlug.set(slug, previousEntry);
    return [{ slug, previousEntry }];
  });
}

/**
 * Returns the counterpart of the page `otherSlug`, given that `counterpartSlug` is the counterpart of `listedSlug`.
 * Only the page's folder is replaced.
 */
function getCounterpartSlug(listedSlug: string, counterpartSlug: string, otherSlug: string): string | undefined {
  let sharedLength = 0;
  const maxLength = Math.min(listedSlug.length, counterpartSlug.length);
  while (sharedLength < maxLength && listedSlug.at(-1 - sharedLength) === counterpartSlug.at(-1 - sharedLength))
    sharedLength++;
  const listedFolder = listedSlug.slice(0, listedSlug.length - sharedLength);
  const counterpartFolder = counterpartSlug.slice(0, counterpartSlug.length - sharedLength);
  return otherSlug.startsWith(listedFolder) ? counterpartFolder + otherSlug.slice(listedFolder.length) : undefined;
}
