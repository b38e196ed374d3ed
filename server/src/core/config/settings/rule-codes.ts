import summaries from "./rule-codes.json";

/** Every rule's code with its summary, in order of codes. The list is made from the rules by `npm run generate`. */
export const ruleSummaries: ReadonlyMap<string, string> = new Map(Object.entries(summaries));

/** `link/*`: all rules of an area. */
export const ruleAreas: ReadonlySet<string> = new Set(
  [...ruleSummaries.keys()].map((code) => `${code.slice(0, code.indexOf("/"))}/*`),
);

/** Whether `.docwright.json` and ignore comments may name it: the code of a rule, or all rules of an area. */
export function isRuleName(name: string): boolean {
  return ruleSummaries.has(name) || ruleAreas.has(name);
}

/** Whether a name as settings and comments have it, `link/*` or `link/page-not-found`, means the rule. */
export function namesRule(name: string, code: string): boolean {
  return name === code || (name.endsWith("/*") && code.startsWith(name.slice(0, -1)));
}
