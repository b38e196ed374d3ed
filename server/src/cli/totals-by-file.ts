import { needOf } from "../feedback/panel/statistics.ts";
import type { ReportedTotals } from "./feedback-report.ts";

/** For sorting: by the share of bad ratings times how much is said, as the panel of the editor does. */
export function worstFirst(a: ReportedTotals, b: ReportedTotals): number {
  const difference = needFor(b) - needFor(a) || b.totals.total - a.totals.total;
  return difference || (a.totals.path < b.totals.path ? -1 : 1);
}

/** Totals of all addresses of a page as one: it may have been elsewhere before, or be asked for under its full URL. The worst first. */
export function totalsByFile(pages: readonly ReportedTotals[]): readonly ReportedTotals[] {
  const found = new Map<string, ReportedTotals>();
  for (const page of pages) {
    const { totals, place } = page;
    const name = place ? `${place.file}\n${place.operation ?? ""}` : `?${totals.path}`;
    const known = found.get(name)?.totals;
    found.set(
      name,
      known
        ? {
            ...page,
            totals: {
              path: known.path,
              up: known.up + totals.up,
              down: known.down + totals.down,
              code: known.code + totals.code,
              total: known.total + totals.total,
            },
          }
        : page,
    );
  }
  return [...found.values()].toSorted(worstFirst);
}

function needFor({ totals: { up, down, total } }: ReportedTotals): number {
  return needOf({ up, down, unrated: Math.max(0, total - up - down) });
}
