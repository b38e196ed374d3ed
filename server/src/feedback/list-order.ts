import { ranksCount, type EntryColumns } from "./entry-columns.ts";
import type { GroupBy, ListQuery, Sort } from "./view/list-query.ts";

/** Entries in the order of a list. Without grouping there are no groups. */
export interface ListOrder {
  readonly places: Int32Array;
  readonly groups: readonly OrderedGroup[];
}

export interface OrderedGroup {
  /** Of the page, source or status. */
  readonly key: string;
  readonly label: string;
  /** The part of `places` that is in it. */
  readonly from: number;
  readonly count: number;
  readonly up: number;
  readonly down: number;
  /** All entries of the page, as the service counts them, where more than are known here. */
  readonly ofAll?: number;
}

/** Puts entries that were found into the order that a query asks for. */
export function listOrder(found: Int32Array, { sort, groupBy }: ListQuery, columns: EntryColumns): ListOrder {
  const places = sorted(found, sort, columns);
  return groupBy === "none" ? { places, groups: [] } : grouped(places, groupBy, columns);
}

/** The state has the newest first and those without a time last, so nothing has to be compared. */
function sorted(found: Int32Array, sort: Sort, { ranks, times }: EntryColumns): Int32Array {
  if (sort === "newest") return found;
  if (sort === "work") return inPiles(found, ranksCount, ranks).places;
  let dated = found.length;
  while (dated > 0 && Number.isNaN(times[found[dated - 1] ?? 0])) dated--;
  const order = found.slice();
  order.subarray(0, dated).reverse();
  return order;
}

/** Entries by piles, each in the order that it had, and where each pile begins. `column` has the pile of each entry. */
function inPiles(
  places: Int32Array,
  count: number,
  column: Uint8Array | Uint32Array,
): { readonly places: Int32Array; readonly begins: Int32Array } {
  const begins = new Int32Array(count + 1);
  for (let at = 0; at < places.length; at++) {
    const pile = (column[places[at] ?? 0] ?? 0) + 1;
    begins[pile] = (begins[pile] ?? 0) + 1;
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
  const inOrder = groups.sort(by === "page" ? byNeed : byName(by === "status" ? statusOrder : sourceOrder));
  const order = new Int32Array(piled.length);
  let at = 0;
  const moved = inOrder.map((group) => {
    order.set(piled.subarray(group.from, group.from + group.count), at);
    at += group.count;
    return { ...group, from: at - group.count };
  });
  return { places: order, groups: moved };
}

/** Pages with the most complaints first, then those with the most entries. */
function byNeed(a: OrderedGroup, b: OrderedGroup): number {
  return b.down - a.down || b.count - a.count || compareTexts(a.label, b.label);
}

/** As the service's own states and sources follow each other; others stand where the empty name is. */
function byName(order: readonly string[]): (a: OrderedGroup, b: OrderedGroup) => number {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.indexOf(""));
  return (a, b) => rank(a.key) - rank(b.key) || compareTexts(a.label, b.label);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
