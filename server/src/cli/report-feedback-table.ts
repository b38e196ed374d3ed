import { isOpen, maskContact } from "../feedback/entries/entry.ts";
import { feedbackAge } from "./feedback-age.ts";
import { feedbackFoot } from "./feedback-foot.ts";
import type { FeedbackReport, ReportedEntry } from "./feedback-report.ts";
import { fitCells } from "./fit-cells.ts";
import type { Palette } from "./palette.ts";
import { columnsOf } from "./text-cells.ts";
import { visibleText } from "./visible-text.ts";

export interface TableOptions {
  readonly palette: Palette;
  /** Of the terminal. */
  readonly columns: number;
}

const width = { age: 6, status: 11, source: 12 } as const;
/** What was said stands below the status, so that ratings and ages are one column. */
const indent = " ".repeat(3 + width.age + 2);

/** Two lines for each entry: what it is and where it leads, then what was said. */
export function* reportFeedbackTable(report: FeedbackReport, options: TableOptions): Generator<string> {
  const { palette } = options;
  if (report.entries.length > 0) {
    const names = ["", "Age", "Status", "Source"] as const;
    yield palette.quiet(
      `   ${names[1].padEnd(width.age)}  ${names[2].padEnd(width.status)}  ${names[3].padEnd(width.source)}  Page`,
    );
  }
  for (const reported of report.entries) {
    yield headLine(reported, report, options);
    const words = wordsLine(reported, options);
    if (words !== undefined) yield words;
  }
  if (report.entries.length > 0) yield "";
  yield* feedbackFoot(report, countLine(report, options), options);
}

function headLine(
  { entry, place }: ReportedEntry,
  { now, hasSite }: FeedbackReport,
  { palette, columns }: TableOptions,
): string {
  const { helpful, createdAt, status, source } = entry;
  const mark =
    helpful === undefined ? palette.quiet("·") : helpful ? palette.good("▲") : palette.severity.error("▼");
  const left = 3 + width.age + width.status + width.source + 6;
  const state = fitCells(status, width.status, "end");
  const page = pageCell(place?.file ?? entry.path, place?.operation, columns - left);
  return [
    `${mark}  ${palette.quiet(fitCells(feedbackAge(createdAt, now), width.age, "end"))}`,
    isOpen(entry) ? state : palette.quiet(state),
    palette.quiet(fitCells(source, width.source, "end")),
    // What leads to no file is told apart without colour too.
    hasSite && !place ? palette.quiet(`? ${pageCell(entry.path, undefined, columns - left - 2)}`) : page,
  ].join("  ");
}

/** An operation is named without its file where both have no room; the end of a path says more than its beginning. */
function pageCell(path: string, operation: string | undefined, columns: number): string {
  const both = operation === undefined ? path : `${operation} · ${path}`;
  if (columnsOf(visibleText(both)) <= columns) return fitCells(both, columns);
  if (operation !== undefined) return fitCells(operation, columns);
  return `…${fitCells(path.slice(1 - columns), columns - 1)}`;
}

function wordsLine({ entry }: ReportedEntry, { palette, columns }: TableOptions): string | undefined {
  const { comment, snippet, contact } = entry;
  const from = contact === undefined ? "" : `  ${fitCells(maskContact(contact), 30)}`;
  const room = columns - indent.length - columnsOf(from);
  const said = firstLine(comment);
  if (said !== "") return `${indent}${fitCells(said, room)}${palette.quiet(from)}`;
  const code = firstLine(snippet?.code);
  if (code !== "") return `${indent}${palette.quiet(fitCells(`code: ${code}`, room))}${palette.quiet(from)}`;
  return from === "" ? undefined : `${indent}${palette.quiet(from.trim())}`;
}

function firstLine(text = ""): string {
  return (
    text
      .slice(0, 4000)
      .trim()
      .split(/[\r\n]/, 1)[0]
      ?.trim() ?? ""
  );
}

function countLine({ entries, read }: FeedbackReport, { palette }: TableOptions): string {
  const up = entries.filter(({ entry }) => entry.helpful === true).length;
  const down = entries.filter(({ entry }) => entry.helpful === false).length;
  const open = entries.filter(({ entry }) => isOpen(entry)).length;
  const of = read > entries.length ? ` of ${read}` : "";
  const count = `${entries.length}${of} ${entries.length === 1 && of === "" ? "entry" : "entries"}`;
  if (entries.length === 0)
    return read > 0
      ? `None of ${read} ${read === 1 ? "entry" : "entries"} is about these pages.`
      : "There is no feedback of this kind.";
  return `${count} · ${palette.good(`▲ ${up}`)}  ${palette.severity.error(`▼ ${down}`)} · ${open} open`;
}
