import type { LongTableRow } from "../../page/page.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { isCausedByBrokenMdx } from "../findings/mdx-findings.ts";
import { checkPage, defineRule } from "../rule.ts";
import { getLocation } from "../subjects/page-subjects.ts";

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
    repeated:
      "This row has more cells than the header ({columns}), so readers don't see `{text}`, which repeats the cell before it. Remove a cell.",
    second:
      "This table has no blank line before it, so it continues the table above, and readers don't see `{text}`. Add a blank line before this row.",
    replaced:
      "The table above has column names but no rows, so this table continues it, and readers don't see `{text}`. Remove the two lines above.",
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
      const { columnCount: columns, ignoredRange } = row;
      const isInSameTable = isSameTable(text, previousRow, row);
      isSecondTable &&= isInSameTable;
      if (!isInSameTable) tableIndex++;
      previousRow = row;
      if (isSecondTable) continue;
      const nextRow = longRows[i + 1];
      isSecondTable = nextRow !== undefined && isSameTable(text, row, nextRow) && isDelimiterRow(text, nextRow);
      const cell = text.slice(ignoredRange.start, ignoredRange.end);
      if (isCausedByBrokenMdx(site, page.references, ignoredRange, cell)) continue;
      const args = { columns, text: cell.replaceAll("`", "") };
      yield {
        message: isSecondTable
          ? followsDelimiterRow(text, row)
            ? "replaced"
            : "second"
          : repeatsCell(text, row)
            ? "repeated"
            : "lost",
        args,
        at: getLocation(page, ignoredRange),
        data: { table: tableIndex },
      };
    }
  }),
  grouping: {
    getCause: ({ at, data }) => `${at.file}\n${String(data?.["table"])}`,
    combinedMessage: ({ message }) => (message === "lost" || message === "repeated" ? "rows" : undefined),
  },
});

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
