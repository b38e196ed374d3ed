import type { NavigationRow } from "../../server/src/core/features/navigation/navigation-rows.ts";
import type { SiteLocation } from "../../server/src/core/text/text-edit.ts";
import type { Random } from "../recall/random.ts";

/** A row in the navigation tree that is in docs.json, along with its ancestor rows. */
export interface RowWithLocation {
  readonly row: NavigationRow;
  readonly at: SiteLocation;
  readonly above: readonly RowWithLocation[];
}

export interface DrawnDrop {
  /** The moved rows in tree order. Rows inside other moved rows aren't included. */
  readonly moved: readonly RowWithLocation[];
  readonly target: RowWithLocation;
  readonly position: "before" | "after" | "inside";
}

/** Returns all rows that can be dragged, in tree order. */
export function listPlacedRows(
  rows: readonly NavigationRow[],
  above: readonly RowWithLocation[] = [],
): RowWithLocation[] {
  return rows.flatMap((row) => {
    const ownRow = row.location && { row, at: row.location, above };
    return [...(ownRow ? [ownRow] : []), ...listPlacedRows(row.children, ownRow ? [...above, ownRow] : above)];
  });
}

/**
 * Picks a plausible drop, which usually consists of a single row and usually has a target that accepts it.
 */
export function pickDrop(rows: readonly RowWithLocation[], random: Random): DrawnDrop | undefined {
  const first = random.pick(random.nextChance(0.75) ? rows : rows.filter(isHolder));
  if (!first) return undefined;
  const rowSet = new Set([first]);
  if (random.nextChance(0.3)) {
    const similarRows = rows.filter(({ row }) => isEntry(row) === isEntry(first.row));
    const near = similarRows.filter(({ above }) => above.at(-1) === first.above.at(-1));
    for (let i = random.nextBelow(4); i >= 0; i--)
      rowSet.add(random.pick(random.nextChance(0.6) ? near : random.nextChance(0.9) ? similarRows : rows) ?? first);
  }
  // If a file is included twice, two rows represent the same text, and the server finds the first of these rows.
  const ownRows = new Set([...rowSet].map((row) => rows.find(({ at }) => isSamePlace(at, row.at)) ?? row));
  const movedRows = rows.filter((row) => ownRows.has(row) && !row.above.some((outer) => ownRows.has(outer)));
  const target = random.pick(random.nextChance(0.15) ? rows : rows.filter((row) => canDrop(first, row))) ?? first;
  const dropped = isHolder(target) && !isSibling(target, movedRows) ? "inside" : "after";
  return {
    moved: movedRows,
    target,
    position: random.nextChance(0.8) ? dropped : (random.pick(["before", "after"] as const) ?? dropped),
  };
}

export function isSamePlace(a: SiteLocation, b: SiteLocation): boolean {
  return a.file === b.file && a.range.start === b.range.start;
}

function isEntry({ kind }: NavigationRow): boolean {
  return kind !== "group" && kind !== "division";
}

function isHolder({ row }: RowWithLocation): boolean {
  return !isEntry(row);
}

function canDrop({ row }: RowWithLocation, target: RowWithLocation): boolean {
  if (isEntry(row)) return target.row.kind !== "division";
  if (row.kind === "group") return true;
  return target.row.kind === "division";
}

/**
 * Whether the dropped rows are placed after the target instead of into it. As in the editor, a division that is dropped
 * onto another division of the same kind is placed after it.
 */
function isSibling(target: RowWithLocation, rows: readonly RowWithLocation[]): boolean {
  return target.row.kind === "division" && rows.some(({ above }) => above.at(-1) === target.above.at(-1));
}
