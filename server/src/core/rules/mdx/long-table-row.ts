import { isFileUsed } from "../../site/navigation/used-files.ts";
import { isCausedByBrokenMdx } from "../findings/mdx-findings.ts";
import { checkPage, defineRule } from "../rule.ts";
import { locationIn } from "../subjects/page-subjects.ts";

export const longTableRow = defineRule({
  code: "mdx/long-table-row",
  on: ["page"],
  needs: ["pages"],
  severity: "warning",
  summary: "A table row with more cells than the header.",
  why: "The header determines the number of columns, and the service leaves out any additional cells. Every `|` starts a new cell, even within inline code, unless a backslash precedes it.",
  howToFix: "Escape each `|` in the text or code of a cell as `\\|`, or add a column to the header.",
  whenToTurnOff: "Keep this rule on. If a row has too many cells, readers don't see the additional ones.",
  messages: {
    lost: "This row has more cells than the header ({columns}), so readers don't see `{text}`. Add a column, or write `\\|` for a `|` in the text.",
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
    for (const { columns, lost } of longRows) {
      const cell = text.slice(lost.start, lost.end);
      if (isCausedByBrokenMdx(site, page.references, lost, cell)) continue;
      const args = { columns, text: cell.replaceAll("`", "") };
      yield { message: "lost", args, at: locationIn(page, lost) };
    }
  }),
});
