import summaries from "./rule-codes.json";

/** The code and summary of every rule, sorted by code. Generated from the rules by `npm run generate`. */
export const ruleSummaries: ReadonlyMap<string, string> = new Map(Object.entries(summaries));

/** Patterns for all rules of an area, such as `link/*`. */
export const ruleAreas: ReadonlySet<string> = new Set(
  [...ruleSummaries.keys()].map((code) => `${code.slice(0, code.indexOf("/"))}/*`),
);

/**
 * Whether `.docwright.json` and ignore comments may use the name: a rule code, or a pattern for all rules of an area.
 */
export function isRuleName(name: string): boolean {
  return ruleSummaries.has(name) || ruleAreas.has(name);
}

/** Whether a name from settings or comments, such as `link/*` or `link/page-not-found`, matches the rule code. */
export function namesRule(name: string, code: string): boolean {
  return name === code || (name.endsWith("/*") && code.startsWith(name.slice(0, -1)));
}
