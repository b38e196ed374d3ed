import { BoundedMap } from "../core/text/bounded-map.ts";
import { entryFlag, ratingNames, type EntryColumns } from "./entry-columns.ts";
import { isInGroup } from "./is-in-group.ts";
import { dayLength, readDay } from "./iso-time.ts";
import type { ListQuery } from "./view/list-query.ts";

/** So many filters are kept: typing in the search asks the same one again and again. */
const maxCachedFilters = 8;

/** For a query, 1 for each entry that all its filters but the search let through, else 0. Not to be changed. */
export type EntryFilter = (query: ListQuery) => Uint8Array;

/** The filter of these columns. */
export function entryFilter(columns: EntryColumns): EntryFilter {
  const known = new BoundedMap<string, Uint8Array>(maxCachedFilters);
  return (query) => {
    const { search: _search, sort: _sort, groupBy: _groupBy, folded: _folded, ...filters } = query;
    const key = JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)));
    const passing = known.get(key) ?? filtered(query, columns);
    known.set(key, passing);
    return passing;
  };
}

function filtered(query: ListQuery, columns: EntryColumns): Uint8Array {
  const { flags, times } = columns;
  const [wanted, unwanted] = flagsOf(query);
  const passing = new Uint8Array(flags.length);
  for (let place = 0; place < passing.length; place++) {
    const flag = flags[place] ?? 0;
    passing[place] = (flag & wanted) === wanted && (flag & unwanted) === 0 ? 1 : 0;
  }
  narrow(passing, columns.sources, oneOf(query.sources, columns.names));
  narrow(passing, columns.statuses, oneOf(query.statuses, columns.names));
  narrow(passing, columns.ratings, oneOf(query.ratings, ratingNames));
  narrow(passing, columns.pages, pagesOf(query, columns.pageList));
  if (query.from !== undefined || query.through !== undefined) {
    const from = query.from === undefined ? -Infinity : (readDay(query.from) ?? Number.NaN);
    const to = query.through === undefined ? Infinity : (readDay(query.through) ?? Number.NaN) + dayLength;
    for (let place = 0; place < passing.length; place++) {
      const time = times[place] ?? Number.NaN;
      if (!(time >= from && time < to)) passing[place] = 0;
    }
  }
  return passing;
}

/** Takes away entries whose number in a column is not among those that are wanted. */
function narrow(
  passing: Uint8Array,
  column: Uint8Array | Uint32Array,
  wanted: readonly boolean[] | undefined,
): void {
  if (!wanted) return;
  const isWanted = Uint8Array.from(wanted, Number);
  for (let place = 0; place < passing.length; place++)
    passing[place] = (passing[place] ?? 0) & (isWanted[column[place] ?? 0] ?? 0);
}

/** Flags that an entry has to have, and those that it must not have. */
function flagsOf({ work, who, onlyNew }: ListQuery): readonly [wanted: number, unwanted: number] {
  const { open, done, later, assigned, isNew, agent } = entryFlag;
  const works = {
    all: [0, 0],
    open: [open, done | later],
    done: [done, 0],
    later: [later, 0],
    assigned: [assigned, 0],
  } as const;
  const whos = { everybody: [0, 0], people: [0, agent], agents: [agent, 0] } as const;
  return [works[work][0] | whos[who][0] | (onlyNew ? isNew : 0), works[work][1] | whos[who][1]];
}

function oneOf(chosen: readonly string[], names: readonly string[]): readonly boolean[] | undefined {
  return chosen.length > 0 ? names.map((name) => chosen.includes(name)) : undefined;
}

function pagesOf(
  { page, group }: ListQuery,
  pageList: EntryColumns["pageList"],
): readonly boolean[] | undefined {
  if (page === undefined && !group) return undefined;
  return pageList.map(
    (each) => (page === undefined || each.page.key === page) && (!group || isInGroup(each.groups, group)),
  );
}
