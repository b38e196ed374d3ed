import { type SpecDifference, weightOf, weightOfPage } from "../core/analysis/spec-diff/difference.ts";
import { countsOf } from "../core/analysis/spec-diff/report.ts";
import type { PrintedDifference } from "./diff-spec-command.ts";

/** The difference for programs: one object, lines and characters from 0. */
export function differenceJson(
  difference: SpecDifference,
  { found, after, changelog, placeAt }: PrintedDifference,
): string {
  const { general, operations, pages, lost, isPartial } = difference;
  const report = {
    version: 1,
    before: found.name,
    after: after.name,
    weight: weightOf(difference) ?? null,
    counts: countsOf(difference),
    general,
    operations: operations.map(({ before, after: now, ...rest }) => ({
      ...rest,
      before: before ?? null,
      after: now ?? null,
    })),
    pages:
      pages?.map((page) => ({
        kind: page.kind,
        weight: weightOfPage(page),
        before: page.before ?? null,
        after: page.after ?? null,
      })) ?? null,
    lost: lost.map((place) => ({
      kind: place.kind,
      ...placeAt(place),
      text: place.text,
      becomes: place.becomes,
      instead: place.instead ?? null,
    })),
    partial: isPartial,
    changelog: changelog ?? null,
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
