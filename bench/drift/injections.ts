import { fieldInjections } from "./field-injections.ts";
import type { Inject } from "./injection.ts";
import { jsonInjections } from "./json-injections.ts";
import { requestInjections } from "./request-injections.ts";

/** All kinds of drift that the benchmark can add, by name. */
export const injections: ReadonlyMap<string, Inject> = new Map([
  ...jsonInjections(),
  ...fieldInjections(),
  ...requestInjections(),
]);
