import type { FeedbackEntry } from "../entries/entry.ts";
import { byNeed } from "../entries/ratings.ts";
import type { ListedEntry, ListedRow, RowWindow } from "../view/panel-model.ts";
import type { ListQuery } from "../view/from-panel.ts";
import type { GroupBy, Sort } from "../view/panel-protocol.ts";
import { type EntryColumns, entryFlag, ranksCount, ratingNames } from "./entry-columns.ts";
import type { EntryIndex } from "./entry-index.ts";

/** Entries in list order. `groups` is empty if the list isn't grouped. */
export interface ListOrder {
  readonly places: Int32Array;
  readonly groups: readonly OrderedGroup[];
}

export interface OrderedGroup {
  /** A key that identifies the page, source, or status. */
  readonly key: string;
  readonly label: string;
  /** The group's range in `places`. */
  readonly from: number;
  readonly count: number;
  readonly up: number;
  readonly down: number;
  /** The service's total for the page. Set only if it's greater than the number of loaded entries. */
  readonly ofAll?: number;
}

/** Sorts and groups matching entries as specified by the query. */
export function listOrder(found: Int32Array, { sort, groupBy }: ListQuery, columns: EntryColumns): ListOrder {
  const places = sorted(found, sort, columns);
  return groupBy === "none" ? { places, groups: [] } : grouped(places, groupBy, columns);
}

/**
 * Sorts the entries. The state is already sorted: the newest entries come first, and entries without a time come last.
 */
function sorted(found: Int32Array, sort: Sort, { ranks, times }: EntryColumns): Int32Array {
  if (sort === "newest") return found;
  if (sort === "work") return inPiles(found, ranksCount, ranks).places;
  let dated = found.length;
  while (dated > 0 && Number.isNaN(times[found[dated - 1] ?? 0])) dated--;
  const order = found.slice();
  order.subarray(0, dated).reverse();
  return order;
}

/**
 * Sorts entries into buckets, preserving their order in each bucket, and returns the start of each bucket. `column`
 * contains the bucket for each entry.
 */
function inPiles(
  places: Int32Array,
  count: number,
  column: Uint8Array | Uint32Array,
): { readonly places: Int32Array; readonly begins: Int32Array } {
  const begins = new Int32Array(count + 1);
  for (let at = 0; at < places.length; at++) {
    const bucket = (column[places[at] ?? 0] ?? 0) + 1;
    begins[bucket] = (begins[bucket] ?? 0) + 1;
  }
  for (let pile = 1; pile <= count; pile++) begins[pile] = (begins[pile] ?? 0) + (begins[pile - 1] ?? 0);
  const next = begins.slice();
  const order = new Int32Array(places.length);
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0;
    const pile = column[place] ?? 0;
    const to = next[pile] ?? 0;
    order[to] = place;
    next[pile] = to + 1;
  }
  return { places: order, begins };
}

const statusOrder: readonly string[] = ["pending", "in_progress", "", "resolved", "dismissed"];
const sourceOrder: readonly string[] = ["contextual", "code_snippet", "agent", "thumbs_only", ""];

function grouped(places: Int32Array, by: Exclude<GroupBy, "none">, columns: EntryColumns): ListOrder {
  const { ratings, pageList, names } = columns;
  const column = { page: columns.pages, status: columns.statuses, source: columns.sources }[by];
  const keyOf = (pile: number) => (by === "page" ? pageList[pile]?.page.key : names[pile]) ?? "";
  const labelOf = (pile: number) => (by === "page" ? pageList[pile]?.page.title : names[pile]) ?? "";
  const size = by === "page" ? pageList.length : names.length;
  const { places: piled, begins } = inPiles(places, size, column);
  const groups: OrderedGroup[] = [];
  for (let pile = 0; pile < size; pile++) {
    const [from, end] = [begins[pile] ?? 0, begins[pile + 1] ?? 0];
    if (end === from) continue;
    const rated = [0, 0, 0];
    for (let at = from; at < end; at++) {
      const rating = ratings[piled[at] ?? 0] ?? 0;
      rated[rating] = (rated[rating] ?? 0) + 1;
    }
    const [, up = 0, down = 0] = rated;
    const ofAll = by === "page" ? (pageList[pile]?.counted?.total ?? 0) : 0;
    groups.push({
      key: keyOf(pile),
      label: labelOf(pile),
      from,
      count: end - from,
      up,
      down,
      ...(ofAll > end - from && { ofAll }),
    });
  }
  const inOrder = groups.sort(by === "page" ? byRank : byName(by === "status" ? statusOrder : sourceOrder));
  const order = new Int32Array(piled.length);
  let at = 0;
  const moved = inOrder.map((group) => {
    order.set(piled.subarray(group.from, group.from + group.count), at);
    at += group.count;
    return { ...group, from: at - group.count };
  });
  return { places: order, groups: moved };
}

/**
 * Compares pages for sorting in the same order as in the overview. Among pages with equal ranks, those with the most
 * entries come first.
 */
function byRank(a: OrderedGroup, b: OrderedGroup): number {
  return byNeed(a, b) || b.count - a.count || compareTexts(a.label, b.label);
}

/**
 * Returns a function that compares statuses or sources by their position in `order`. Unknown names are placed at the
 * position of the empty name.
 */
function byName(order: readonly string[]): (a: OrderedGroup, b: OrderedGroup) => number {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.indexOf(""));
  return (a, b) => rank(a.key) - rank(b.key) || compareTexts(a.label, b.label);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The content of each row: an entry's index, or a group's heading. */
export interface ListLayout {
  readonly count: number;
  readonly at: (row: number) => number | OrderedGroup | undefined;
  /**
   * Returns the row of an entry by its index. If the entry's group is collapsed, returns the group's row. Returns
   * undefined if the entry isn't listed.
   */
  readonly rowOf: (place: number) => number | undefined;
}

/** Lays out a list. Each group's heading is followed by its entries unless the group is collapsed. */
export function listLayout({ places, groups }: ListOrder, folded: ReadonlySet<string>): ListLayout {
  if (groups.length === 0)
    return {
      count: places.length,
      at: (row) => places[row],
      rowOf: (place) => notNegative(places.indexOf(place)),
    };
  let count = 0;
  const heads = groups.map((group) => {
    const head = count;
    count += 1 + (folded.has(group.key) ? 0 : group.count);
    return head;
  });
  return {
    count,
    at: (row) => {
      if (row < 0 || row >= count) return undefined;
      const at = lastNotAbove(heads, row);
      const group = groups[at];
      const below = row - (heads[at] ?? 0);
      return below === 0 || !group ? group : places[group.from + below - 1];
    },
    rowOf: (place) => {
      const at = notNegative(places.indexOf(place));
      if (at === undefined) return undefined;
      const number = lastNotAbove(
        groups.map(({ from }) => from),
        at,
      );
      const group = groups[number];
      const head = heads[number] ?? 0;
      return !group || folded.has(group.key) ? head : head + 1 + at - group.from;
    },
  };
}

/** Returns the index of the last number that is at most `value`. The numbers are in ascending order. */
function lastNotAbove(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rising[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function notNegative(place: number): number | undefined {
  return place < 0 ? undefined : place;
}

/** The maximum length of a line in the list, in UTF-16 code units. */
const maxLineLength = 160;

/** Returns the visible rows in a list. */
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
  const messages = firstLine(comment);
  return messages === "" && snippet
    ? { line: firstLine(snippet.code), isCode: true }
    : { line: messages, isCode: false };
}

function firstLine(text: string): string {
  const begin = text.slice(0, 10_000).search(/\S/);
  if (begin < 0) return "";
  // One additional character is read to determine whether the line was truncated.
  const [line = ""] = text.slice(begin, begin + maxLineLength + 1).split(/[\n\r]/, 1);
  return line.length > maxLineLength
    ? `${line.slice(0, maxLineLength).replace(/[\uD800-\uDBFF]$/, "")}…`
    : line;
}

/** The result of a panel query, laid out in rows. */
export interface PanelList {
  /** The number of entries, including those in collapsed groups. */
  readonly entries: number;
  readonly layout: ListLayout;
  readonly window: (rows: { readonly from: number; readonly count: number }) => RowWindow;
  readonly rowOf: (id: string | undefined) => number | undefined;
  /** Returns every entry in list order. */
  readonly all: () => readonly FeedbackEntry[];
}

/** Filters, sorts, and groups entries. */
export function panelList(index: EntryIndex, query: ListQuery): PanelList {
  const order = listOrder(index.find(query), query, index.columns);
  const folded = new Set(query.folded);
  const layout = listLayout(order, folded);
  return {
    entries: order.places.length,
    layout,
    window: (rows) => rowWindow(layout, rows, index, folded),
    rowOf: (id) => {
      const place = id === undefined ? undefined : index.placeOf(id);
      return place === undefined ? undefined : layout.rowOf(place);
    },
    all: () => Array.from(order.places, (place) => index.state.entries[place]).filter((entry) => !!entry),
  };
}
