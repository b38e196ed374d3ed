import { findProblemsInSteps, listSubjects } from "../../server/src/core/rules/engine/run-rules.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import type { Texts } from "./read-site.ts";

/** Counts the problems of each kind in each file. The keys have the form `link/page-not-found in guides/start.mdx`. */
export function countProblems(site: Site): Map<string, number> {
  const counts = new Map<string, number>();
  for (const subject of listSubjects(site)) {
    const steps = findProblemsInSteps(subject, site, { onRuleFailure: (error) => console.error(error) });
    let step = steps.next();
    while (!step.done) step = steps.next();
    for (const { code, at } of step.value) {
      const key = `${code} in ${at.file}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** Returns the counts with the file names updated for a move. */
export function moveCounts(
  counts: ReadonlyMap<string, number>,
  moved: ReadonlyMap<string, string>,
): Map<string, number> {
  return new Map(
    [...counts].map(([key, count]): [string, number] => {
      const [code = "", file = ""] = key.split(" in ");
      return [`${code} in ${moved.get(file) ?? file}`, count];
    }),
  );
}

/** Returns a message for each file that differs from the original, with excerpts of its original and current text. */
export function describeDifferences(texts: Texts, back: Texts | undefined): string[] {
  if (!back) return ["the way back is refused"];
  return [...texts].flatMap(([file, text]) => {
    const now = back.get(file);
    if (now === text) return [];
    const at = text.split("").findIndex((unit, i) => now?.[i] !== unit);
    return [
      `${file}: ${JSON.stringify(text.slice(Math.max(0, at - 30), at + 40))} is ${JSON.stringify(now?.slice(Math.max(0, at - 30), at + 40))}`,
    ];
  });
}
