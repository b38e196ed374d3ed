import type { Site } from "../site/site.ts";
import type { SitePath } from "../text/text-edit.ts";
import type { Problem, ProblemFix } from "./problem.ts";
import { fixesOf } from "./run-rules.ts";
import { safeFixes } from "./safe-edits.ts";
import { silenceFixes } from "./silence-fixes.ts";

/** The lightbulb appears at every move of the caret, so that more are not tried; *fix all* of the file still does. */
const mostOfKind = 1000;

/** A fix, the problem it is for, and whether the editor may make it without asking which. */
export interface OfferedFix extends ProblemFix {
  readonly problem: Problem;
  readonly isPreferred: boolean;
}

/**
 * What an author is offered for the problems at the caret: first what puts one right, then what puts right all of
 * its kind among `all` the problems of the file, last what only silences it.
 */
export function offeredFixes(
  problems: readonly Problem[],
  all: readonly Problem[],
  site: Site,
): OfferedFix[] {
  const kinds = firstOfEachKind(problems);
  return [
    ...problems.flatMap((problem) => ownFixes(problem, site)),
    ...kinds.flatMap((problem) => fixesOfKind(problem, all, problem.at.file, site)),
    ...problems.flatMap((problem) =>
      silenceFixes(problem, site)
        .filter(({ edits }) => kinds.includes(problem) || edits.every(({ file }) => file === problem.at.file))
        .map((fix) => ({ ...fix, problem, isPreferred: false })),
    ),
  ];
}

function ownFixes(problem: Problem, site: Site): OfferedFix[] {
  const fixes = fixesOf(problem, site);
  return fixes.map((fix) => ({ ...fix, problem, isPreferred: fix.all || fixes.length === 1 }));
}

/** What puts right every problem of this kind in the file, where there are several. */
function fixesOfKind(problem: Problem, all: readonly Problem[], file: SitePath, site: Site): OfferedFix[] {
  const alike = all.filter(({ code }) => code === problem.code);
  const { edits, fixed } =
    alike.length > 1 && alike.length <= mostOfKind ? safeFixes(alike, file, site) : { edits: [], fixed: [] };
  if (fixed.length < 2) return [];
  const title = `Fix all ${fixed.length} problems of this kind in this file`;
  return [{ title, edits: [{ kind: "edit", file, edits }], all: false, problem, isPreferred: false }];
}

/** So that what is about a kind is offered once, however many of the kind stand at the caret. */
function firstOfEachKind(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ code }, index) => problems.findIndex((other) => other.code === code) === index);
}
