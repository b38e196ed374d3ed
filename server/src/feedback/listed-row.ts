import { entryFlag, ratingNames } from "./entry-columns.ts";
import type { EntryIndex } from "./entry-index.ts";
import type { FeedbackEntry } from "./feedback-entry.ts";
import type { ListLayout } from "./list-layout.ts";
import type { OrderedGroup } from "./list-order.ts";
import type { ListedEntry, ListedRow, RowWindow } from "./view/listed-row.ts";

/** UTF-16 units of a line in the list. */
const longestLine = 160;

/** The rows of a list that are looked at. */
export function rowWindow(
  layout: ListLayout,
  { from, count }: { readonly from: number; readonly count: number },
  index: EntryIndex,
  folded: ReadonlySet<string>,
): RowWindow {
  const rows: ListedRow[] = [];
  const begin = Math.min(from, Math.max(0, layout.count - count));
  for (let row = begin; row < Math.min(begin + count, layout.count); row++) {
    const found = layout.at(row);
    const shown = typeof found === "number" ? listedEntry(found, index) : found && listedGroup(found, folded);
    if (shown) rows.push(shown);
  }
  return { from: begin, rows };
}

function listedGroup(group: OrderedGroup, folded: ReadonlySet<string>): ListedRow {
  const { key, label, count, up, down, ofAll } = group;
  return {
    kind: "group",
    key,
    label,
    count,
    up,
    down,
    isFolded: folded.has(key),
    ...(ofAll !== undefined && { ofAll }),
  };
}

/** A line about the entry at a place. */
function listedEntry(place: number, { columns, state }: EntryIndex): ListedEntry | undefined {
  const entry = state.entries[place];
  const indexed = columns.pageList[columns.pages[place] ?? 0];
  if (!entry || !indexed) return undefined;
  const triage = state.triage.get(entry.id);
  return {
    kind: "entry",
    id: entry.id,
    page: indexed.page,
    ...lineOf(entry),
    rating: ratingNames[columns.ratings[place] ?? 0] ?? "none",
    ...(entry.createdAt !== undefined && { at: entry.createdAt }),
    source: entry.source,
    status: entry.status,
    isNew: ((columns.flags[place] ?? 0) & entryFlag.isNew) !== 0,
    ...(triage?.mark && { mark: triage.mark }),
    ...(triage?.assigned !== undefined && { assigned: triage.assigned }),
    hasNote: triage?.note !== undefined,
  };
}

function lineOf({ comment = "", snippet }: FeedbackEntry): Pick<ListedEntry, "line" | "isCode"> {
  const said = firstLine(comment);
  return said === "" && snippet
    ? { line: firstLine(snippet.code), isCode: true }
    : { line: said, isCode: false };
}

function firstLine(text: string): string {
  const begin = text.slice(0, 10_000).search(/\S/);
  if (begin < 0) return "";
  // One more tells whether it goes on.
  const [line = ""] = text.slice(begin, begin + longestLine + 1).split(/[\n\r]/, 1);
  return line.length > longestLine ? `${line.slice(0, longestLine).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
}
