import type { Problem } from "../../core/rules/rule.ts";
import { isSamePlace } from "../../core/text/text-edit.ts";

/** Whether two lists of problems look the same to an author. */
export function sameProblems(a: readonly Problem[], b: readonly Problem[]): boolean {
  return sameLists(a, b, sameProblem);
}

/** Whether two problems look the same to an author. */
export function sameProblem(a: Problem, b: Problem): boolean {
  return (
    a.code === b.code &&
    a.severity === b.severity &&
    isSamePlace(a.at, b.at) &&
    a.message === b.message &&
    a.cause?.key === b.cause?.key &&
    sameLists(a.related, b.related, (x, y) => x.message === y.message && isSamePlace(x.at, y.at)) &&
    sameLists(a.tags, b.tags, (x, y) => x === y)
  );
}

function sameLists<T>(a: readonly T[], b: readonly T[], isSame: (x: T, y: T) => boolean): boolean {
  return (
    a.length === b.length &&
    a.every((item, i) => {
      const other = b[i];
      return other !== undefined && isSame(item, other);
    })
  );
}
