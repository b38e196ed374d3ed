import type { OperationName } from "../spec/study-spec.ts";
import type { SitePath } from "../text/text-range.ts";
import { derive } from "./derive.ts";
import type { Site } from "./site.ts";

/** Operations whose models rules and features compare pages with, by specification. */
export const wantedModels = derive(
  (_site: Site): ReadonlyMap<SitePath, readonly OperationName[]> => new Map(),
);
