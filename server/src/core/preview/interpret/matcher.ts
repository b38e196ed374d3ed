import { EvaluationError } from "./evaluation-error.ts";
import { spendSteps } from "./fuel.ts";
import type { Machine } from "./machine.ts";
import type { PatternValue } from "./values.ts";

/** A regular expression match. */
export interface PatternMatch {
  readonly index: number;
  readonly text: string;
  /** The captured groups. The first one is the full match. */
  readonly groups: readonly (string | undefined)[];
}

const maxPatternLength = 300;
/** The maximum number of match attempts. Patterns that might need more are rejected as too slow. */
const maxTries = 1e8;

/** Returns at most `maxMatches` matches. Throws an error for patterns that might be slow. */
export function findMatches(
  patternValue: PatternValue,
  text: string,
  machine: Machine,
  maxMatches: number,
): PatternMatch[] {
  const { source, flags } = patternValue;
  const tryCountBound = computeTryCountBound(source, text.length);
  if (tryCountBound > maxTries)
    throw new EvaluationError(
      "not-static",
      "This regular expression could take very long, so the preview doesn't evaluate it. Simplify it, or check the published page.",
    );
  spendSteps(machine.fuel, 1 + Math.floor(tryCountBound / 1e6));
  const pattern = compilePattern(source, flags);
  const matches: PatternMatch[] = [];
  for (const match of text.matchAll(pattern)) {
    spendSteps(machine.fuel);
    matches.push({ index: match.index, text: match[0], groups: [...match] });
    if (matches.length >= maxMatches) break;
  }
  return matches;
}

/**
 * Returns an upper bound for the number of ways to match text of this length. Each repeat can end anywhere, each `?`
 * may be present or not, and the match can start at any position. Returns infinity for nested repeats, repeats with
 * alternatives, backreferences, and lookarounds, because they have no useful bound.
 */
function computeTryCountBound(source: string, length: number): number {
  if (source.length > maxPatternLength || /\\[1-9k]|\(\?[=!<]/.test(source)) return Number.POSITIVE_INFINITY;
  const simplifiedSource = source
    .replace(/\\./gs, "x")
    .replace(/\[[^\]]*\]/g, "x")
    .replace(/\(\?:/g, "(");
  if (hasNestedRepeat(simplifiedSource)) return Number.POSITIVE_INFINITY;
  const repeatCount = simplifiedSource.match(/[*+{]/g)?.length ?? 0;
  const choiceCount = simplifiedSource.match(/[?|]/g)?.length ?? 0;
  return (length + 1) ** (repeatCount + 1) * 2 ** choiceCount;
}

function hasNestedRepeat(simplifiedPattern: string): boolean {
  const openGroups: number[] = [];
  for (let position = 0; position < simplifiedPattern.length; position++) {
    if (simplifiedPattern[position] === "(") openGroups.push(position);
    if (simplifiedPattern[position] !== ")") continue;
    const groupText = simplifiedPattern.slice((openGroups.pop() ?? -1) + 1, position);
    if (/^[*+{]/.test(simplifiedPattern.slice(position + 1)) && /[*+{?|]/.test(groupText)) return true;
  }
  return false;
}

function compilePattern(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags.replace(/[^imsu]/g, "") + "g");
  } catch {
    throw new EvaluationError(
      "fails",
      "This regular expression isn't valid, so readers see an error. Fix the expression.",
    );
  }
}
