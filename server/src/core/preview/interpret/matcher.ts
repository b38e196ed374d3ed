import { EvaluationError } from "./evaluation-error.ts";
import { spend } from "./fuel.ts";
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

/** Returns at most `max` matches. Throws an error for patterns that might be slow. */
export function matchesOf(
  matcher: PatternValue,
  text: string,
  machine: Machine,
  max: number,
): PatternMatch[] {
  const { source, flags } = matcher;
  const tries = mostTriesOf(source, text.length);
  if (tries > maxTries)
    throw new EvaluationError(
      "not-static",
      "This regular expression could take very long, so the preview doesn't evaluate it. Simplify it, or check the published page.",
    );
  spend(machine.fuel, 1 + Math.floor(tries / 1e6));
  const pattern = compile(source, flags);
  const found: PatternMatch[] = [];
  for (const match of text.matchAll(pattern)) {
    spend(machine.fuel);
    found.push({ index: match.index, text: match[0], groups: [...match] });
    if (found.length >= max) break;
  }
  return found;
}

/**
 * Returns an upper bound for the number of ways to match text of this length. Each repeat can end anywhere, each `?`
 * may be present or not, and the match can start at any position. Returns infinity for nested repeats, repeats with
 * alternatives, backreferences, and lookarounds, because they have no useful bound.
 */
function mostTriesOf(source: string, length: number): number {
  if (source.length > maxPatternLength || /\\[1-9k]|\(\?[=!<]/.test(source)) return Number.POSITIVE_INFINITY;
  const simplified = source
    .replace(/\\./gs, "x")
    .replace(/\[[^\]]*\]/g, "x")
    .replace(/\(\?:/g, "(");
  if (hasNestedRepeat(simplified)) return Number.POSITIVE_INFINITY;
  const repeats = simplified.match(/[*+{]/g)?.length ?? 0;
  const choiceCount = simplified.match(/[?|]/g)?.length ?? 0;
  return (length + 1) ** (repeats + 1) * 2 ** choiceCount;
}

function hasNestedRepeat(simplifiedPattern: string): boolean {
  const open: number[] = [];
  for (let at = 0; at < simplifiedPattern.length; at++) {
    if (simplifiedPattern[at] === "(") open.push(at);
    if (simplifiedPattern[at] !== ")") continue;
    const groupText = simplifiedPattern.slice((open.pop() ?? -1) + 1, at);
    if (/^[*+{]/.test(simplifiedPattern.slice(at + 1)) && /[*+{?|]/.test(groupText)) return true;
  }
  return false;
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags.replace(/[^imsu]/g, "") + "g");
  } catch {
    throw new EvaluationError(
      "fails",
      "This regular expression isn't valid, so readers see an error. Fix the expression.",
    );
  }
}
