import { react } from "../interpret/react.ts";

/** What component files may name without importing it: the service gives React to all of them. */
export const freeNames: readonly string[] = ["React", ...react.keys()];
