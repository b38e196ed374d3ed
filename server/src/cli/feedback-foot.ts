import type { AskedReport } from "./feedback-report.ts";
import type { Palette } from "./palette.ts";
import { columnsOf } from "./text-cells.ts";
import { visibleText } from "./visible-text.ts";
import { wrapWords } from "./wrap-words.ts";

/** The last lines under a table: what it counts, how to see more, what is left of the hour. */
export function* feedbackFoot(
  report: AskedReport & { readonly nextCursor?: string },
  count: string,
  { palette, columns }: { readonly palette: Palette; readonly columns: number },
): Generator<string> {
  const { nextCursor, budget } = report;
  const left = `${budget.left} of ${budget.limit} requests left this hour`;
  const hasRoom = columnsOf(count.replace(colour, "")) + 3 + left.length <= columns;
  yield hasRoom ? `${count}${palette.quiet(` · ${left}`)}` : count;
  if (!hasRoom) yield palette.quiet(left);
  if (nextCursor !== undefined)
    for (const line of wrapWords(
      ["There is more: --all reads to the end, or go on with", `--cursor ${quoted(nextCursor)}`].flatMap(
        (part, i) => (i === 0 ? part.split(" ") : [part]),
      ),
      columns,
    ))
      yield palette.quiet(line.join(" "));
}

const colour = /\u001b\[[\d;]*m/g;

/** As it can be typed into a shell. */
function quoted(cursor: string): string {
  const shown = visibleText(cursor);
  return /^[\w./+=:-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}
