import { findProperty, type JsonProperty, keyPlace, placeOf } from "../config/json/json-tree.ts";
import { labelKeyOf, type NavElement, type NavEntry, type Navigation } from "../config/settings/navigation.ts";
import { isSamePlace, type SiteLocation } from "../text/text-edit.ts";

/** The tightest place that stands for a whole element: its name, else its first key, else its opening bracket. */
export function elementPlace(element: NavElement): SiteLocation {
  if (element.label) return placeOf(element.label);
  const first = element.node.properties.find(({ file }) => file === element.node.file);
  if (first) return keyPlace(first);
  const { start } = element.node.range;
  return { file: element.node.file, range: { start, end: start + 1 } };
}

/** How a message calls an element: by its name, else by the key that would hold it. */
export function elementName(element: NavElement): string {
  const name = element.label?.value.trim();
  return name === undefined || name === "" ? (labelKeyOf(element.kind) ?? "navigation") : name;
}

/** The property as it stands on the element itself, inherited values left out. */
export function propertyOf(element: NavElement, key: string): JsonProperty | undefined {
  return findProperty(element.node, key);
}

/** Words for a message, each in backticks. */
export function listed(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(", ");
}

/** The entry that stands at this place now, for a fix. */
export function entryAt(navigation: Navigation, at: SiteLocation): NavEntry | undefined {
  return navigation.entries.find(({ node }) => isSamePlace(placeOf(node), at));
}

/** An element that another repository provides; nothing of it can be seen here. */
export function isMounted(element: NavElement): boolean {
  return propertyOf(element, "sourceRef") !== undefined;
}
