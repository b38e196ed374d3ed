import type { Site } from "../site/site.ts";
import type { TextEdit } from "../text/text-edit.ts";
import type { SitePath, TextRange } from "../text/text-range.ts";
import type { Problem } from "./problem.ts";
import { fixesOf, type RunOptions } from "./run-rules.ts";

/**
 * The edits of one file that may be made unseen, all at once: those of fixes that are safe everywhere and touch no
 * other file. Of two that touch the same text, the first is made.
 */
export function safeEdits(
  problems: readonly Problem[],
  file: SitePath,
  site: Site,
  options: RunOptions = {},
): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const problem of problems)
    for (const fix of fixesOf(problem, site, options)) {
      if (!fix.all || !fix.edits.every((edit) => edit.kind === "edit" && edit.file === file)) continue;
      const own = fix.edits.flatMap((edit) => (edit.kind === "edit" ? edit.edits : []));
      if (!own.some(({ range }) => edits.some((other) => meet(range, other.range)))) edits.push(...own);
    }
  return edits;
}

/** Two insertions at one place meet as well: which comes first would be chance. */
function meet(a: TextRange, b: TextRange): boolean {
  return a.start === b.start || (a.start < b.end && b.start < a.end);
}
