import type { Config } from "../config/config.ts";
import type { JsonString } from "../config/json/json-tree.ts";
import { type DivisionKey, elementKindOf, type NavElement } from "../config/settings/navigation.ts";
import { navigationOf } from "./navigation-of.ts";

/** A name that an earlier element of the same array has too. */
export interface DuplicateLabel {
  readonly label: JsonString;
  readonly first: JsonString;
}

/** Elements of one array with the same name; what the service drops does not count. */
export function* duplicateLabels(config: Config, key: DivisionKey): Iterable<DuplicateLabel> {
  for (const siblings of siblingsUnder(config, key)) {
    const firstOf = new Map<string, JsonString>();
    for (const { label } of siblings) {
      if (!label || label.value.trim() === "") continue;
      const first = firstOf.get(label.value);
      if (first) yield { label, first };
      else firstOf.set(label.value, label);
    }
  }
}

/** The elements of each array of that key, wherever it stands; arrays that the service drops are left out. */
export function siblingsUnder(config: Config, key: DivisionKey): NavElement[][] {
  return navigationOf(config).elements.flatMap((parent) => {
    const siblings = parent.children.filter(
      (child): child is NavElement =>
        child.type === "element" && child.kind === elementKindOf[key] && !child.lost,
    );
    return siblings.length > 0 ? [siblings] : [];
  });
}
