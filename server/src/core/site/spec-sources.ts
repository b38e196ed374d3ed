import type { Config } from "../config/config.ts";
import { valueOf } from "../config/json-tree.ts";
import type { NavElement, SpecSource } from "../config/navigation.ts";
import { readSpecSources } from "../config/read-navigation.ts";
import { derive } from "./derive.ts";
import { navigationOf } from "./navigation-of.ts";

/** A specification that docs.json names, and what for. */
export interface NamedSource {
  readonly family: "openapi" | "asyncapi";
  readonly source: SpecSource;
  /** Position in its array; 0 for a single value. */
  readonly index: number;
  /** The navigation element it belongs to; absent under `api`. */
  readonly element: NavElement | undefined;
}

/** Every `openapi` and `asyncapi` value of docs.json, under `api` first, then in the order of navigation. */
export const namedSources = derive((config: Config): readonly NamedSource[] => {
  const api = valueOf(config.root, "api");
  const families = ["openapi", "asyncapi"] as const;
  const ofApi = families.flatMap((family) =>
    (readSpecSources(valueOf(api, family)) ?? []).map((source, index) => ({
      family,
      source,
      index,
      element: undefined,
    })),
  );
  const ofElements = navigationOf(config).elements.flatMap((element) =>
    families.flatMap((family) =>
      ownSources(element, family).map((source, index) => ({ family, source, index, element })),
    ),
  );
  return [...ofApi, ...ofElements];
});

/** The sources that an element sets itself. */
export function ownSources(element: NavElement, family: "openapi" | "asyncapi"): readonly SpecSource[] {
  const sources = element[family];
  return sources && !sources.inherited ? sources.value : [];
}
