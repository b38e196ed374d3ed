import type { Problem } from "../core/rules/problem.ts";
import type { Site } from "../core/site/site.ts";
import { moveRange, type MoveRange, type SiteLocation, type SitePath } from "../core/text/text-edit.ts";

/** Problems of an older state of the site, put where their text stands now. Those in text that has changed are left out. */
export function moveProblems(problems: readonly Problem[], before: Site, now: Site): Problem[] {
  const moves = new Map<SitePath, MoveRange>();
  const move = ({ file, range }: SiteLocation): SiteLocation | undefined => {
    const known = moves.get(file) ?? moveRange(textOf(file, before), textOf(file, now));
    moves.set(file, known);
    const moved = known(range);
    return moved && { file, range: moved };
  };
  return problems.flatMap((problem) => {
    const at = move(problem.at);
    if (!at) return [];
    const related = problem.related.flatMap(({ at: other, message }) => {
      const moved = move(other);
      return moved ? [{ at: moved, message }] : [];
    });
    return [{ ...problem, at, related }];
  });
}

/** Of a specification the site keeps no text: its problems stay where they were until it is looked at again. */
function textOf(path: SitePath, { references, config, settings }: Site): string {
  const { source } = settings;
  return (
    references.get(path)?.text ??
    config.files.find((file) => file.path === path)?.text ??
    (source?.path === path ? source.text : "")
  );
}
