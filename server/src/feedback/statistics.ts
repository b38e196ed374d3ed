import { entryFlag } from "./entry-columns.ts";
import { filterOf, type EntryIndex } from "./entry-index.ts";
import { dayLength, readDay } from "./iso-time.ts";
import { bucketOf, earliestTrend, trendSpan } from "./trend-buckets.ts";
import { firstQuery, type ListQuery } from "./view/list-query.ts";
import type { PanelOverview, RatedGroup, RatedPlace, Ratings } from "./view/panel-overview.ts";

const most = { worst: 8, groups: 50 } as const;

interface Tally {
  up: number;
  down: number;
  unrated: number;
  agents: number;
}

/** The part of a query that an overview is about: period, who, sources, and page or group. */
export function scopeOf({ from, through, who, sources, page, group }: ListQuery): ListQuery {
  return {
    ...firstQuery,
    who,
    sources,
    work: "all",
    ...(from !== undefined && { from }),
    ...(through !== undefined && { through }),
    ...(page !== undefined && { page }),
    ...(group && { group }),
  };
}

/**
 * Ratings and volume over time and by page. Whatever else a list is narrowed by does not change it: the share of good
 * ratings among complaints would say nothing. `now` in milliseconds since 1970.
 */
export function panelOverview(index: EntryIndex, query: ListQuery, now: number): PanelOverview {
  const { columns } = index;
  const { times, ratings, flags, pages, pageList } = columns;
  const scope = scopeOf(query);
  const passes = filterOf(scope, columns);
  const places = index.places.filter(passes);
  const span = trendSpan(...periodOf(scope, places, times, now), now);
  const buckets = span.starts.slice(0, -1).map((from) => ({ from, ...tally() }));
  const byPage = pageList.map(tally);
  const [people, agents] = [tally(), tally()];
  let undated = 0;
  // Entries come in the order of time, so the next is mostly where the one before was.
  let [at, from, to] = [-1, Infinity, -Infinity];
  for (let each = 0; each < places.length; each++) {
    const place = places[each] ?? 0;
    const time = times[place] ?? Number.NaN;
    if (!(time >= from && time < to)) {
      at = bucketOf(span, time);
      [from, to] = [span.starts[at] ?? Infinity, span.starts[at + 1] ?? -Infinity];
    }
    const rating = ratings[place] ?? 0;
    const isAgent = ((flags[place] ?? 0) & entryFlag.agent) !== 0;
    const bucket = buckets[at];
    if (bucket) add(bucket, rating, isAgent);
    else undated++;
    add(isAgent ? agents : people, rating, isAgent);
    const page = byPage[pages[place] ?? 0];
    if (page) add(page, rating, isAgent);
  }
  return {
    unit: span.unit,
    buckets: places.length === undated ? [] : buckets,
    people: ratingsOf(people),
    agents: ratingsOf(agents),
    undated,
    worst: worstPages(byPage, index),
    groups: worstGroups(byPage, index),
  };
}

/** As it is asked for, else from the first to the last entry whose time can be true. */
function periodOf(
  { from, through }: ListQuery,
  places: Int32Array,
  times: Float64Array,
  now: number,
): readonly [from: number, through: number] {
  let [first, last] = [Infinity, -Infinity];
  for (const place of places) {
    const time = times[place] ?? Number.NaN;
    if (time < first && time >= earliestTrend) first = time;
    if (time > last && time <= now + dayLength) last = time;
  }
  const begin = from === undefined ? Math.min(first, now) : (readDay(from) ?? first);
  const end = through === undefined ? Math.max(last, begin) : (readDay(through) ?? last);
  return [begin, end];
}

function worstPages(byPage: readonly Tally[], { columns: { pageList } }: EntryIndex): readonly RatedPlace[] {
  return byPage
    .flatMap((rated, number): RatedPlace[] => {
      const page = pageList[number]?.page;
      return page && rated.down > 0 ? [{ page, ...ratingsOf(rated) }] : [];
    })
    .sort((a, b) => byNeed(a, b) || (a.page.title < b.page.title ? -1 : 1))
    .slice(0, most.worst);
}

/** A group has what its pages have, and the groups in it. */
function worstGroups(byPage: readonly Tally[], { columns: { pageList } }: EntryIndex): readonly RatedGroup[] {
  const found = new Map<string, { readonly labels: readonly string[]; readonly rated: Tally }>();
  for (const [number, { groups }] of pageList.entries()) {
    const rated = byPage[number];
    if (!rated) continue;
    for (let depth = 1; depth <= groups.length; depth++) {
      const labels = groups.slice(0, depth);
      const key = JSON.stringify(labels);
      const group = found.get(key) ?? { labels, rated: tally() };
      found.set(key, group);
      group.rated.up += rated.up;
      group.rated.down += rated.down;
      group.rated.unrated += rated.unrated;
    }
  }
  return [...found.values()]
    .map(({ labels, rated }) => ({ labels, ...ratingsOf(rated) }))
    .filter(({ up, down, unrated }) => up + down + unrated > 0)
    .sort((a, b) => byNeed(a, b) || (a.labels.join("\n") < b.labels.join("\n") ? -1 : 1))
    .slice(0, most.groups);
}

/** How much a page asks for work: its share of bad ratings times how much is said about it. */
export function needOf({ up, down, unrated }: Ratings): number {
  return down === 0 ? 0 : (down / (up + down)) * (up + down + unrated);
}

function byNeed(a: Ratings, b: Ratings): number {
  return needOf(b) - needOf(a) || b.down - a.down;
}

function tally(): Tally {
  return { up: 0, down: 0, unrated: 0, agents: 0 };
}

function add(to: Tally, rating: number, isAgent: boolean): void {
  if (rating === 1) to.up++;
  else if (rating === 2) to.down++;
  else to.unrated++;
  if (isAgent) to.agents++;
}

function ratingsOf({ up, down, unrated }: Tally): Ratings {
  return { up, down, unrated };
}
