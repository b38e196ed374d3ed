import type { Rule } from "./rule.ts";

/** Every rule. Adding one is a new file and a line here; a test compares this list with the folder. */
export const rules: readonly Rule[] = [];
