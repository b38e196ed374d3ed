import type { ListOrder, OrderedGroup } from "./list-order.ts";

/** What stands in which row: an entry's place in the index, or a group's heading. */
export interface ListLayout {
  readonly count: number;
  readonly at: (row: number) => number | OrderedGroup | undefined;
  /** The row of an entry by its place in the index, or that of its folded group; undefined where it is not listed. */
  readonly rowOf: (place: number) => number | undefined;
}

/** Rows of an order: each group's heading, and below it its entries unless it is folded. */
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

/** The last of rising numbers that is at most `value`. */
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
