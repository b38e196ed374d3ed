import type { Site } from "../site/site.ts";
import type { SitePath, TextEdit, TextRange } from "../text/text-edit.ts";
import type { Problem, ProblemFix } from "./problem.ts";
import { fixesOf, type RunOptions } from "./run-rules.ts";

/** Edits of one file that do not touch one another, and the problems they put right. */
export interface SafeFixes {
  readonly edits: readonly TextEdit[];
  readonly fixed: readonly Problem[];
}

/**
 * The edits of one file that may be made unseen, all at once: those of fixes that are safe everywhere and touch no
 * other file. Of two that touch the same text, the first is made.
 */
export function safeFixes(
  problems: readonly Problem[],
  file: SitePath,
  site: Site,
  options: RunOptions = {},
): SafeFixes {
  const edits: TextEdit[] = [];
  const fixed: Problem[] = [];
  const taken = new TakenRanges();
  for (const problem of problems) {
    const fix = safeFixOf(problem, site, options);
    if (!fix?.edits.every((edit) => edit.kind === "edit" && edit.file === file)) continue;
    const own = fix.edits.flatMap((edit) => (edit.kind === "edit" ? edit.edits : []));
    if (own.some(({ range }) => taken.meets(range))) continue;
    edits.push(...own);
    for (const { range } of own) taken.add(range);
    fixed.push(problem);
  }
  return { edits, fixed };
}

/** The fix of a problem that may be made unseen, if it has one. */
export function safeFixOf(problem: Problem, site: Site, options: RunOptions = {}): ProblemFix | undefined {
  return fixesOf(problem, site, options).find(({ all, edits }) => all && edits.length > 0);
}

/** Ranges that do not meet, in order, so that a file with thousands of fixes is not compared each with each. */
class TakenRanges {
  readonly #sorted: TextRange[] = [];

  meets(range: TextRange): boolean {
    const at = this.#indexFrom(range.start);
    return [this.#sorted[at - 1], this.#sorted[at]].some((other) => other && meet(range, other));
  }

  add(range: TextRange): void {
    this.#sorted.splice(this.#indexFrom(range.start), 0, range);
  }

  /** Of the first range that begins there or later. */
  #indexFrom(start: number): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Two insertions at one place meet as well: which comes first would be chance. */
function meet(a: TextRange, b: TextRange): boolean {
  return a.start === b.start || (a.start < b.end && b.start < a.end);
}
