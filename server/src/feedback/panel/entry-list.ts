import type { FeedbackEntry } from "../entries/entry.ts";
import { compareByNegativeShare } from "../entries/ratings.ts";
import type { ListedEntry, ListedRow, RowWindow } from "../view/panel-model.ts";
import type { ListQuery } from "../view/from-panel.ts";
import type { GroupBy, Sort } from "../view/panel-protocol.ts";
import { type EntryColumns, entryFlags, rankCount, ratingNames } from "./entry-columns.ts";
import type { EntryIndex } from "./entry-index.ts";

/** Entries in list order. `groups` is empty if the list isn't grouped. */
export interface ListOrder {
  readonly positions: Int32Array;
  readonly groups: readonly OrderedGroup[];
}

export interface OrderedGroup {
  /** A key that identifies the page, source, or status. */
  readonly key: string;
  readonly label: string;
  /** The group's range in `positions`. */
  readonly start: number;
  readonly count: number;
  readonly up: number;
  readonly down: number;
  /** The service's total for the page. Set only if it's greater than the number of loaded entries. */
  readonly serviceTotal?: number;
}

/** Sorts and groups matching entries as specified by the query. */
export function createListOrder(
  matchingPositions: Int32Array,
  { sort, groupBy }: ListQuery,
  columns: EntryColumns,
): ListOrder {
  const positions = sortEntries(matchingPositions, sort, columns);
  return groupBy === "none" ? { positions, groups: [] } : groupEntries(positions, groupBy, columns);
}

/**
 * Sorts the entries. The state is already sorted: the newest entries come first, and entries without a time come last.
 */
function sortEntries(positions: Int32Array, sort: Sort, { ranks, times }: EntryColumns): Int32Array {
  if (sort === "newest") return positions;
  if (sort === "work") return sortIntoBuckets(positions, rankCount, ranks).positions;
  let datedCount = positions.length;
  while (datedCount > 0 && Number.isNaN(times[positions[datedCount - 1] ?? 0])) datedCount--;
  const sortedPositions = positions.slice();
  sortedPositions.subarray(0, datedCount).reverse();
  return sortedPositions;
}

/**
 * Sorts entries into buckets, preserving their order in each bucket, and returns the start of each bucket. `column`
 * contains the bucket for each entry.
 */
function sortIntoBuckets(
  positions: Int32Array,
  count: number,
  column: Uint8Array | Uint32Array,
): { readonly positions: Int32Array; readonly groupStarts: Int32Array } {
  const groupStarts = new Int32Array(count + 1);
  for (let index = 0; index < positions.length; index++) {
    const bucket = (column[positions[index] ?? 0] ?? 0) + 1;
    groupStarts[bucket] = (groupStarts[bucket] ?? 0) + 1;
  }
  for (let groupIndex = 1; groupIndex <= count; groupIndex++)
    groupStarts[groupIndex] = (groupStarts[groupIndex] ?? 0) + (groupStarts[groupIndex - 1] ?? 0);
  const nextPositions = groupStarts.slice();
  const sortedPositions = new Int32Array(positions.length);
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] ?? 0;
    const groupIndex = column[position] ?? 0;
    const nextPosition = nextPositions[groupIndex] ?? 0;
    sortedPositions[nextPosition] = position;
    nextPositions[groupIndex] = nextPosition + 1;
  }
  return { positions: sortedPositions, groupStarts };
}

const statusOrder: readonly string[] = ["pending", "in_progress", "", "resolved", "dismissed"];
const sourceOrder: readonly string[] = ["contextual", "code_snippet", "agent", "thumbs_only", ""];

function groupEntries(positions: Int32Array, grouping: Exclude<GroupBy, "none">, columns: EntryColumns): ListOrder {
  const { ratings, pageList, names } = columns;
  const column = { page: columns.pages, status: columns.statuses, source: columns.sources }[grouping];
  const getKey = (groupIndex: number) =>
    (grouping === "page" ? pageList[groupIndex]?.page.key : names[groupIndex]) ?? "";
  const getLabel = (groupIndex: number) =>
    (grouping === "page" ? pageList[groupIndex]?.page.title : names[groupIndex]) ?? "";
  const groupCount = grouping === "page" ? pageList.length : names.length;
  const { positions: groupedPositions, groupStarts } = sortIntoBuckets(positions, groupCount, column);
  const groups: OrderedGroup[] = [];
  for (let groupIndex = 0; groupIndex < groupCount; groupIndex++) {
    const [start, end] = [groupStarts[groupIndex] ?? 0, groupStarts[groupIndex + 1] ?? 0];
    if (end === start) continue;
    const ratingCounts = [0, 0, 0];
    for (let index = start; index < end; index++) {
      const rating = ratings[groupedPositions[index] ?? 0] ?? 0;
      ratingCounts[rating] = (ratingCounts[rating] ?? 0) + 1;
    }
    const [, up = 0, down = 0] = ratingCounts;
    const serviceTotal = grouping === "page" ? (pageList[groupIndex]?.serviceTotals?.total ?? 0) : 0;
    groups.push({
      key: getKey(groupIndex),
      label: getLabel(groupIndex),
      start,
      count: end - start,
      up,
      down,
      ...(serviceTotal > end - start && { serviceTotal }),
    });
  }
  const sortedGroups = groups.sort(
    grouping === "page" ? compareByRank : createNameComparer(grouping === "status" ? statusOrder : sourceOrder),
  );
  const sortedPositions = new Int32Array(groupedPositions.length);
  let index = 0;
  const movedGroups = sortedGroups.map((group) => {
    sortedPositions.set(groupedPositions.subarray(group.start, group.start + group.count), index);
    index += group.count;
    return { ...group, start: index - group.count };
  });
  return { positions: sortedPositions, groups: movedGroups };
}

/**
 * Compares pages for sorting in the same order as in the overview. Among pages with equal ranks, those with the most
 * entries come first.
 */
function compareByRank(a: OrderedGroup, b: OrderedGroup): number {
  return compareByNegativeShare(a, b) || b.count - a.count || compareStrings(a.label, b.label);
}

/**
 * Returns a function that compares statuses or sources by their position in `nameOrder`. Unknown names are placed at
 * the position of the empty name.
 */
function createNameComparer(nameOrder: readonly string[]): (a: OrderedGroup, b: OrderedGroup) => number {
  const getRank = (name: string) => (nameOrder.includes(name) ? nameOrder.indexOf(name) : nameOrder.indexOf(""));
  return (a, b) => getRank(a.key) - getRank(b.key) || compareStrings(a.label, b.label);
}

function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The content of each row: an entry's index, or a group's heading. */
export interface ListLayout {
  readonly rowCount: number;
  readonly getItem: (row: number) => number | OrderedGroup | undefined;
  /**
   * Returns the row of an entry by its index. If the entry's group is collapsed, returns the group's row. Returns
   * undefined if the entry isn't listed.
   */
  readonly findRow: (position: number) => number | undefined;
}

/** Lays out a list. Each group's heading is followed by its entries unless the group is collapsed. */
export function createListLayout({ positions, groups }: ListOrder, foldedGroups: ReadonlySet<string>): ListLayout {
  if (groups.length === 0)
    return {
      rowCount: positions.length,
      getItem: (row) => positions[row],
      findRow: (position) => toOptionalIndex(positions.indexOf(position)),
    };
  let rowCount = 0;
  const headRows = groups.map((group) => {
    const headRow = rowCount;
    rowCount += 1 + (foldedGroups.has(group.key) ? 0 : group.count);
    return headRow;
  });
  return {
    rowCount,
    getItem: (row) => {
      if (row < 0 || row >= rowCount) return undefined;
      const groupIndex = findLastAtMost(headRows, row);
      const group = groups[groupIndex];
      const rowInGroup = row - (headRows[groupIndex] ?? 0);
      return rowInGroup === 0 || !group ? group : positions[group.start + rowInGroup - 1];
    },
    findRow: (position) => {
      const index = toOptionalIndex(positions.indexOf(position));
      if (index === undefined) return undefined;
      const groupIndex = findLastAtMost(
        groups.map(({ start }) => start),
        index,
      );
      const group = groups[groupIndex];
      const headRow = headRows[groupIndex] ?? 0;
      return !group || foldedGroups.has(group.key) ? headRow : headRow + 1 + index - group.start;
    },
  };
}

/** Returns the index of the last number that is at most `value`. The numbers are in ascending order. */
function findLastAtMost(sortedNumbers: readonly number[], value: number): number {
  let [low, high] = [0, sortedNumbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sortedNumbers[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function toOptionalIndex(position: number): number | undefined {
  return position < 0 ? undefined : position;
}

/** The maximum length of a line in the list, in UTF-16 code units. */
const maxLineLength = 160;

/** Returns the visible rows in a list. */
export function getRowWindow(
  layout: ListLayout,
  { from, count }: { readonly from: number; readonly count: number },
  index: EntryIndex,
  foldedGroups: ReadonlySet<string>,
): RowWindow {
  const rows: ListedRow[] = [];
  const startIndex = Math.min(from, Math.max(0, layout.rowCount - count));
  for (let row = startIndex; row < Math.min(startIndex + count, layout.rowCount); row++) {
    const item = layout.getItem(row);
    const shownRow = typeof item === "number" ? toListedEntry(item, index) : item && toListedGroup(item, foldedGroups);
    if (shownRow) rows.push(shownRow);
  }
  return { from: startIndex, rows };
}

function toListedGroup(group: OrderedGroup, foldedGroups: ReadonlySet<string>): ListedRow {
  const { key, label, count, up, down, serviceTotal } = group;
  return {
    kind: "group",
    key,
    label,
    count,
    up,
    down,
    isFolded: foldedGroups.has(key),
    ...(serviceTotal !== undefined && { serviceTotal }),
  };
}

function toListedEntry(position: number, { columns, state }: EntryIndex): ListedEntry | undefined {
  const entry = state.entries[position];
  const indexedPage = columns.pageList[columns.pages[position] ?? 0];
  if (!entry || !indexedPage) return undefined;
  const triage = state.triageById.get(entry.id);
  return {
    kind: "entry",
    id: entry.id,
    page: indexedPage.page,
    ...getLine(entry),
    rating: ratingNames[columns.ratings[position] ?? 0] ?? "none",
    ...(entry.createdAt !== undefined && { time: entry.createdAt }),
    source: entry.source,
    status: entry.status,
    isNew: ((columns.flags[position] ?? 0) & entryFlags.isNew) !== 0,
    ...(triage?.mark && { mark: triage.mark }),
    ...(triage?.assigned !== undefined && { assigned: triage.assigned }),
    hasNote: triage?.note !== undefined,
  };
}

function getLine({ comment = "", snippet }: FeedbackEntry): Pick<ListedEntry, "line" | "isCode"> {
  const firstLine = getFirstLine(comment);
  return firstLine === "" && snippet
    ? { line: getFirstLine(snippet.code), isCode: true }
    : { line: firstLine, isCode: false };
}

function getFirstLine(text: string): string {
  const startOffset = text.slice(0, 10_000).search(/\S/);
  if (startOffset < 0) return "";
  // One additional character is read to determine whether the line was truncated.
  const [line = ""] = text.slice(startOffset, startOffset + maxLineLength + 1).split(/[\n\r]/, 1);
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
}

/** The result of a panel query, laid out in rows. */
export interface PanelList {
  /** The number of entries, including those in collapsed groups. */
  readonly entryCount: number;
  readonly layout: ListLayout;
  readonly getWindow: (rows: { readonly from: number; readonly count: number }) => RowWindow;
  readonly findRow: (id: string | undefined) => number | undefined;
  /** Returns every entry in list order. */
  readonly listEntries: () => readonly FeedbackEntry[];
}

/** Filters, sorts, and groups entries. */
export function createPanelList(index: EntryIndex, query: ListQuery): PanelList {
  const listOrder = createListOrder(index.find(query), query, index.columns);
  const foldedGroups = new Set(query.folded);
  const layout = createListLayout(listOrder, foldedGroups);
  return {
    entryCount: listOrder.positions.length,
    layout,
    getWindow: (rows) => getRowWindow(layout, rows, index, foldedGroups),
    findRow: (id) => {
      const position = id === undefined ? undefined : index.getPosition(id);
      return position === undefined ? undefined : layout.findRow(position);
    },
    listEntries: () =>
      Array.from(listOrder.positions, (position) => index.state.entries[position]).filter((entry) => !!entry),
  };
}
