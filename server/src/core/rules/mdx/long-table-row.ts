import type { LongTableRow } from "../../page/page.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import type { Site } from "../../site/site.ts";
import type { FileEdit } from "../../text/text-edit.ts";
import { isCausedByBrokenMdx } from "../findings/mdx-findings.ts";
import { checkPage, defineRule, type Finding, toFileEdits } from "../rule.ts";
import { getLocation } from "../subjects/page-subjects.ts";
import { createAllEdits } from "../subjects/same-target.ts";

export const longTableRow = defineRule({
  code: "mdx/long-table-row",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "A table row with more cells than the header.",
  why: "The header determines the number of columns, and the service leaves out any additional cells. Every `|` starts a new cell, even within inline code, unless a backslash precedes it.",
  howToFix:
    "Escape each `|` in the text or code of a cell as `\\|`, or add a column to the header. If a cell is repeated, remove it.",
  whenToTurnOff: "Keep this rule on. If a row has too many cells, readers don't see the additional ones.",
  messages: {
    lost: "This row has more cells than the header ({columns}), so readers don't see `{text}`. Add a column, remove a cell, or write `\\|` for a `|` in the text.",
    rows: "{count} rows have more cells than this table has columns ({columns}), so readers don't see `{text}` and other cells. Add a column, remove a cell, or write `\\|` for a `|` in the text.",
    bar: "Each `|` starts a new cell, even in code, links, or parentheses, so readers don't see `{text}` in this row. Write `\\|` for a `|` in the text.",
    bars: "Each `|` starts a new cell, even in code, links, or parentheses, so readers don't see `{text}` and other cells of {count} rows. Write `\\|` for a `|` in the text.",
    repeated:
      "This row has more cells than the header ({columns}), so readers don't see `{text}`, which repeats the cell before it. Remove a cell.",
    second:
      "This table has no blank line before it, so it continues the table above, and readers don't see `{text}`. Add a blank line before this row.",
    replaced:
      "The table above has column names but no rows, so this table continues it, and readers don't see `{text}`. Remove the two lines above.",
    escape: "Escape as `\\{text}`",
    escapeAll: "Escape `|` in all {count} rows",
  },
  examples: [
    {
      bad: "---\ntitle: Start\n---\n\n| Option | Values |\n| --- | --- |\n| `mode` | `on|[|off`|] |\n",
      good: "---\ntitle: Start\n---\n\n| Option | Values |\n| --- | --- |\n| `mode` | `on\\|off` |\n",
    },
  ],
  check: checkPage(function* (page, site) {
    const { longRows, path, text } = page.references;
    if (longRows.length === 0 || !isFileUsed(site, path)) return;
    let previousRow: LongTableRow | undefined;
    let isSecondTable = false;
    let tableIndex = 0;
    for (const [i, row] of longRows.entries()) {
      const { columnCount, ignoredRange } = row;
      const isInSameTable = isSameTable(text, previousRow, row);
      isSecondTable &&= isInSameTable;
      if (!isInSameTable) tableIndex++;
      previousRow = row;
      if (isSecondTable) continue;
      const nextRow = longRows[i + 1];
      isSecondTable = nextRow !== undefined && isSameTable(text, row, nextRow) && isDelimiterRow(text, nextRow);
      const cell = text.slice(ignoredRange.start, ignoredRange.end);
      if (isCausedByBrokenMdx(site, page.references, ignoredRange, cell)) continue;
      const args = { columns: columnCount, text: cell.replaceAll("`", "") };
      yield {
        message: isSecondTable
          ? followsDelimiterRow(text, row)
            ? "replaced"
            : "second"
          : repeatsCell(text, row)
            ? "repeated"
            : findBarsInText(text, row).length > 0
              ? "bar"
              : "lost",
        args,
        at: getLocation(page, ignoredRange),
        data: { table: tableIndex },
      };
    }
  }),
  *createFixes(finding, site) {
    const edits = createEscapeEdits(finding, site);
    if (edits.length > 0) yield { title: "escape", args: { text: "|" }, edits };
  },
  grouping: {
    // Authors and tools write the same kind of text, such as types, in all tables of a page.
    getCause: ({ at, data, message }) => [at.file, message === "bar" ? message : String(data?.["table"])].join("\n"),
    combinedMessage: ({ message }) =>
      message === "bar" ? "bars" : message === "lost" || message === "repeated" ? "rows" : undefined,
    *createFixes(findings, site) {
      const edits = createAllEdits(findings, (finding) => createEscapeEdits(finding, site));
      if (edits.length > 0) yield { title: "escapeAll", args: { count: findings.length }, edits };
    },
  },
});

function createEscapeEdits({ at, message }: Finding, site: Site): FileEdit[] {
  const page = site.references.get(at.file);
  const row = page?.longRows.find(({ ignoredRange }) => ignoredRange.start === at.range.start);
  if (message !== "bar" || !page || !row) return [];
  const offsets = findBarsInText(page.text, row);
  return toFileEdits(
    at.file,
    offsets.map((offset) => ({ range: { start: offset, end: offset }, newText: "\\" })),
  );
}

/**
 * Returns the offsets of the pipes in code, link texts, and parentheses if the row has the right number of cells without
 * them. Otherwise, returns an empty list.
 */
function findBarsInText(text: string, { columnCount, ignoredRange: { start, end } }: LongTableRow): readonly number[] {
  const lineStart = Math.max(text.lastIndexOf("\n", start), text.lastIndexOf("\r", start)) + 1;
  if (end - lineStart > maxRowLength) return [];
  const row = text.slice(lineStart, end);
  const findBars = (part: string, offset: number) =>
    [...part.matchAll(new RegExp(cellBorderPattern, "g"))].map(({ index }) => offset + index);
  const offsets = [...row.matchAll(closedTextPattern)].flatMap(({ 0: part, index }) =>
    findBars(part, lineStart + index),
  );
  const cells = row.replace(/^[\s>]*\|?/, "").replace(/(?<!\\)\|\s*$/, "");
  const cellCount = findBars(cells, 0).length + 1;
  return cellCount - offsets.length === columnCount ? offsets : [];
}

/** The maximum number of characters of a row that is searched for code. */
const maxRowLength = 5000;

/** Matches code, the text of a link, or text in parentheses. Its parts can't contain the same characters. */
const closedTextPattern = /`[^`]{1,5000}`|\[[^[\]`]{1,300}\]\(|\([^()`]{1,300}\)/g;

function isSameTable(text: string, previousRow: LongTableRow | undefined, { ignoredRange }: LongTableRow): boolean {
  return (
    previousRow !== undefined &&
    !/(?:\n|\r(?!\n))[ \t>]*[\r\n]/.test(text.slice(previousRow.ignoredRange.end, ignoredRange.start))
  );
}

/** Whether the only cell that isn't displayed has the same text as the cell before it, except for spaces. */
function repeatsCell(text: string, { ignoredRange: { start, end } }: LongTableRow): boolean {
  const ignoredText = text.slice(start, end);
  const textBefore = text.slice(Math.max(text.lastIndexOf("\n", start), start - maxCellLength), start).trimEnd();
  const cells = textBefore.replace(/(?<!\\)\|$/, "").split(cellBorderPattern);
  const removeSpaces = (cell: string) => cell.replace(/\s+/g, "");
  return !cellBorderPattern.test(ignoredText) && removeSpaces(cells.at(-1) ?? "") === removeSpaces(ignoredText);
}

/** Matches a pipe that isn't part of a cell's text. */
const cellBorderPattern = /(?<!\\)\|/;

/** The maximum number of characters of a row that are searched for the cell before its end. */
const maxCellLength = 1000;

/** Whether the row separates a header from the other rows, as in `|---|:---|`. */
function isDelimiterRow(text: string, { ignoredRange: cellRange }: LongTableRow): boolean {
  return isDelimiterLine(text.slice(text.lastIndexOf("\n", cellRange.start) + 1, cellRange.end));
}

/** Whether the row directly follows the row that ends a header, so that its table has no other rows before it. */
function followsDelimiterRow(text: string, { ignoredRange }: LongTableRow): boolean {
  const end = text.lastIndexOf("\n", ignoredRange.start);
  return end > 0 && isDelimiterLine(text.slice(text.lastIndexOf("\n", end - 1) + 1, end));
}

function isDelimiterLine(line: string): boolean {
  const cells = line.replace(/^[\s>]*/, "").split("|");
  const nonEmptyCells = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  return nonEmptyCells.length > 0 && nonEmptyCells.every((cell) => /^:?-+:?$/.test(cell));
}
