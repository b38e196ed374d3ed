import { feedbackFoot } from "./feedback-foot.ts";
import { totalsByFile } from "./totals-by-file.ts";
import type { TotalsReport } from "./feedback-report.ts";
import { fitCells } from "./fit-cells.ts";
import type { TableOptions } from "./report-feedback-table.ts";

/** A line for each page with its ratings, the worst first. */
export function* reportTotalsTable(
  report: TotalsReport,
  { palette, columns }: TableOptions,
): Generator<string> {
  const { hasMore, hasSite, countedFrom } = report;
  const all = totalsByFile(report.pages);
  const pages = all.slice(0, report.most);
  const left = all.length - pages.length;
  const cell = (text: string) => text.padStart(6);
  if (pages.length > 0) yield palette.quiet(`${cell("▲")}${cell("▼")}${cell("Code")}${cell("All")}  Page`);
  for (const { totals, place } of pages) {
    const { up, down, code, total, path } = totals;
    const numbers = [
      palette.good(cell(String(up))),
      down > 0 ? palette.severity.error(cell(String(down))) : cell("0"),
      cell(String(code)),
      cell(String(total)),
    ];
    const name = place
      ? place.operation === undefined
        ? place.file
        : `${place.operation} · ${place.file}`
      : path;
    const mark = hasSite && !place ? "? " : "";
    yield `${numbers.join("")}  ${mark}${fitCells(name, columns - 26 - mark.length)}`;
  }
  if (pages.length > 0) yield "";
  const more = left > 0 ? ` · ${left} more in --format json` : hasMore ? " · there are more" : "";
  const from =
    countedFrom === undefined
      ? ""
      : `, counted from ${countedFrom} ${countedFrom === 1 ? "entry" : "entries"}`;
  const count =
    pages.length === 0
      ? noPage(report.read)
      : `${pages.length} ${pages.length === 1 ? "page" : "pages"}, the worst first${from}${more}`;
  yield* feedbackFoot(report, count, { palette, columns });
}

function noPage(read: number): string {
  if (read === 0) return "No page has feedback of this kind.";
  return `None of the ${read} pages with feedback is one of these.`;
}
