import { entryFlag } from "./entry-columns.ts";
import type { EntryIndex } from "./entry-index.ts";
import { dayLength, readDay } from "./iso-time.ts";
import { Tallies } from "./tallies.ts";
import { bucketOf, earliestTrend, trendSpan } from "./trend-buckets.ts";
import { firstQuery, type ListQuery } from "./view/list-query.ts";
import type { PanelOverview, RatedGroup, RatedPlace, Ratings } from "./view/panel-overview.ts";

const most = { worst: 8, groups: 50 } as const;

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
  const passing = index.filter(scope);
  const span = trendSpan(...periodOf(scope, passing, times, now), now);
  const byBucket = new Tallies(span.starts.length - 1);
  const byPage = new Tallies(pageList.length);
  // People, then agents.
  const byAuthor = new Tallies(2);
  let [dated, undated] = [0, 0];
  // Entries come in the order of time, so the next is mostly where the one before was.
  let [at, from, to] = [-1, Infinity, -Infinity];
  for (let place = 0; place < passing.length; place++) {
    if (passing[place] === 0) continue;
    const time = times[place] ?? Number.NaN;
    if (!(time >= from && time < to)) {
      at = bucketOf(span, time);
      [from, to] = [span.starts[at] ?? Infinity, span.starts[at + 1] ?? -Infinity];
    }
    const rating = ratings[place] ?? 0;
    const isAgent = ((flags[place] ?? 0) & entryFlag.agent) !== 0;
    if (at >= 0) {
      byBucket.add(at, rating, isAgent);
      dated++;
    } else undated++;
    byAuthor.add(isAgent ? 1 : 0, rating, isAgent);
    byPage.add(pages[place] ?? 0, rating, isAgent);
  }
  // What the service counts cannot be narrowed.
  const countedAt = isWhole(scope) ? index.state.totals?.askedAt : undefined;
  const pagesRated = pageList.map(({ page, groups, counted }, number): RatedInGroups => {
    const own = byPage.of(number);
    const isMore = countedAt !== undefined && counted && counted.total > volumeOf(own);
    const { up, down, unrated } = isMore ? counted : own;
    return { page, groups, up, down, unrated };
  });
  return {
    unit: span.unit,
    buckets: dated === 0 ? [] : span.starts.slice(0, -1).map((start, bucket) => ({ from: start, ...byBucket.of(bucket), agents: byBucket.agents(bucket) })), // prettier-ignore
    people: byAuthor.of(0),
    agents: byAuthor.of(1),
    undated,
    worst: worstPages(pagesRated),
    groups: worstGroups(pagesRated),
    ...(countedAt !== undefined && { countedAt }),
  };
}

/** As it is asked for, else from the first to the last entry whose time can be true. */
function periodOf(
  { from, through }: ListQuery,
  passing: Uint8Array,
  times: Float64Array,
  now: number,
): readonly [from: number, through: number] {
  let [first, last] = [Infinity, -Infinity];
  for (let place = 0; place < passing.length; place++) {
    if (passing[place] === 0) continue;
    const time = times[place] ?? Number.NaN;
    if (time < first && time >= earliestTrend) first = time;
    if (time > last && time <= now + dayLength) last = time;
  }
  const begin = from === undefined ? Math.min(first, now) : (readDay(from) ?? first);
  const end = through === undefined ? Math.max(last, begin) : (readDay(through) ?? last);
  return [begin, end];
}

type RatedInGroups = RatedPlace & { readonly groups: readonly string[] };

/** Whether a scope is everything that there is. */
function isWhole(scope: ListQuery): boolean {
  return JSON.stringify(scope) === JSON.stringify(scopeOf(firstQuery));
}

function worstPages(pages: readonly RatedInGroups[]): readonly RatedPlace[] {
  return pages
    .filter(({ down }) => down > 0)
    .map(({ groups: _groups, ...rated }) => rated)
    .sort((a, b) => byNeed(a, b) || (a.page.title < b.page.title ? -1 : 1))
    .slice(0, most.worst);
}

/** A group has what its pages have, and the groups in it. */
function worstGroups(pages: readonly RatedInGroups[]): readonly RatedGroup[] {
  const found = new Map<
    string,
    { readonly labels: readonly string[]; up: number; down: number; unrated: number }
  >();
  for (const { groups, ...rated } of pages) {
    for (let depth = 1; depth <= groups.length; depth++) {
      const labels = groups.slice(0, depth);
      const key = JSON.stringify(labels);
      const group = found.get(key) ?? { labels, up: 0, down: 0, unrated: 0 };
      found.set(key, group);
      group.up += rated.up;
      group.down += rated.down;
      group.unrated += rated.unrated;
    }
  }
  return [...found.values()]
    .filter(({ up, down, unrated }) => up + down + unrated > 0)
    .sort((a, b) => byNeed(a, b) || (a.labels.join("\n") < b.labels.join("\n") ? -1 : 1))
    .slice(0, most.groups);
}

/** How much a page asks for work: its share of bad ratings times how much is said about it. */
export function needOf(rated: Ratings): number {
  const { up, down } = rated;
  return down === 0 ? 0 : (down / (up + down)) * volumeOf(rated);
}

function volumeOf({ up, down, unrated }: Ratings): number {
  return up + down + unrated;
}

function byNeed(a: Ratings, b: Ratings): number {
  return needOf(b) - needOf(a) || b.down - a.down;
}
