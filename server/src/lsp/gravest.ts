import type { Problem } from "../core/rules/problem.ts";
import { toSeverity } from "./convert.ts";

/** VS Code shows no more in one file, and sending them all for each key would hold up what is typed. */
const mostShown = 1000;

/** As many as an editor lists, the gravest first; the counts of the site have them all. */
export function gravest(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= mostShown) return problems;
  const rank = ({ severity }: Problem): number => toSeverity[severity];
  return problems.toSorted((a, b) => rank(a) - rank(b)).slice(0, mostShown);
}
