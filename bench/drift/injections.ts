import { listFieldInjections } from "./field-injections.ts";
import type { Inject } from "./injection.ts";
import { listJsonInjections } from "./json-injections.ts";
import { listRequestInjections } from "./request-injections.ts";

/** All kinds of drift that the benchmark can add, by name. */
export const injections: ReadonlyMap<string, Inject> = new Map([
  ...listJsonInjections(),
  ...listFieldInjections(),
  ...listRequestInjections(),
]);
