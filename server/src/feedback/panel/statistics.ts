import { dayLength, readDay } from "../entries/entry.ts";
import { compareByNegativeShare, needsWork, getPeriodBefore, computeShareChange } from "../entries/ratings.ts";
import type { PanelOverview, RatedGroup, RatedItem, Ratings } from "../view/panel-model.ts";
import type { ListQuery } from "../view/from-panel.ts";
import { defaultQuery } from "../view/panel-protocol.ts";
import { entryFlags } from "./entry-columns.ts";
import type { EntryIndex } from "./entry-index.ts";

/**
 * The number of counters per index. The first three count entries without a rating, entries with a positive rating, and
 * entries with a negative rating (in the order of `EntryColumns.ratings`). The last counts entries from agents.
 */
const counterCount = 4;

/** Counts ratings by index in one typed array, which takes one or two milliseconds for 100,000 entries. */
export class CountersByPage {
  readonly #counts: Uint32Array;

  constructor(size: number) {
    this.#counts = new Uint32Array(Math.max(0, size) * counterCount);
  }

  /** Counts an entry. `rating` has the same values as in `EntryColumns.ratings`. */
  add(position: number, rating: number, isAgent: boolean): void {
    const start = position * counterCount;
    const counts = this.#counts;
    counts[start + rating] = (counts[start + rating] ?? 0) + 1;
    if (isAgent) counts[start + 3] = (counts[start + 3] ?? 0) + 1;
  }

  getRatings(position: number): Ratings {
    const [unratedCount = 0, up = 0, down = 0] = this.#counts.subarray(
      position * counterCount,
      position * counterCount + 3,
    );
    return { up, down, unrated: unratedCount };
  }

  /** Returns the number of entries from agents. */
  countAgents(position: number): number {
    return this.#counts[position * counterCount + 3] ?? 0;
  }
}

type Unit = PanelOverview["unit"];

/** A time span in UTC. `bucketStarts` contains the start of each bucket, followed by the end of the last bucket. */
export interface TrendSpan {
  readonly unit: Unit;
  readonly bucketStarts: readonly number[];
}

/**
 * The earliest time in a trend, in milliseconds since 1970. No documentation service existed before 2000, so an earlier
 * time must be wrong.
 */
export const minTrendTime = Date.UTC(2000, 0);
/** The maximum length of a time span, in days, for each bucket size. For longer spans, each bucket is a year long. */
const maxLength = { day: 45, week: 270, month: 3650 } as const;

/**
 * Returns consecutive days, weeks that start on Monday, months, or years that cover a time span. The longer the span,
 * the larger the unit. Times before 2000 and times more than two days after `now` are cut off, so there are at most 130
 * buckets.
 */
export function getTrendSpan(from: number, through: number, now: number): TrendSpan {
  const lastTime = Math.max(minTrendTime, Math.min(through, now + 2 * dayLength));
  const first = Math.min(lastTime, Math.max(minTrendTime, from));
  const unit = getUnit((lastTime - first) / dayLength);
  const bucketStarts = [getStart(unit, first)];
  for (let bucketStart = bucketStarts[0] ?? first; bucketStart <= lastTime;) {
    bucketStart = getNextStart(unit, bucketStart);
    bucketStarts.push(bucketStart);
  }
  return { unit, bucketStarts };
}

/** Returns the bucket that contains a time, or -1 if there is none. */
export function getBucket({ bucketStarts }: TrendSpan, time: number): number {
  const [first = Infinity] = bucketStarts;
  if (!(time >= first && time < (bucketStarts.at(-1) ?? -Infinity))) return -1;
  let [low, high] = [0, bucketStarts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((bucketStarts[middle] ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

function getUnit(days: number): Unit {
  if (days <= maxLength.day) return "day";
  if (days <= maxLength.week) return "week";
  return days <= maxLength.month ? "month" : "year";
}

function getStart(unit: Unit, time: number): number {
  const date = new Date(time);
  const day = Math.floor(time / dayLength);
  // January 1, 1970, was a Thursday.
  if (unit === "week") return (Math.floor((day + 3) / 7) * 7 - 3) * dayLength;
  if (unit === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  return unit === "year" ? Date.UTC(date.getUTCFullYear(), 0) : day * dayLength;
}

function getNextStart(unit: Unit, start: number): number {
  const date = new Date(start);
  if (unit === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  if (unit === "year") return Date.UTC(date.getUTCFullYear() + 1, 0);
  return start + (unit === "week" ? 7 : 1) * dayLength;
}

const maxCount = { worst: 8, groups: 50 } as const;

/** Returns the part of a query that applies to the overview: the period, authors, sources, and page or group. */
export function getScope({ from, through, who, sources, page, group }: ListQuery): ListQuery {
  return {
    ...defaultQuery,
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
 * Returns ratings and volume over time and by page. The list's other filters don't apply, because, for example, the
 * share of positive ratings among negative entries would be meaningless. `now` is in milliseconds since 1970.
 */
export function createPanelOverview(index: EntryIndex, query: ListQuery, now: number): PanelOverview {
  const { columns } = index;
  const { times, ratings, flags, pages, pageList } = columns;
  const scope = getScope(query);
  const mask = index.filter(scope);
  const span = getTrendSpan(...getPeriod(scope, mask, times, now), now);
  const countersByBucket = new CountersByPage(span.bucketStarts.length - 1);
  const countersByPage = new CountersByPage(pageList.length);
  // Index 0 is for entries from people, and index 1 is for entries from agents.
  const countersByAuthor = new CountersByPage(2);
  let [datedCount, undatedCount] = [0, 0];
  // Entries are sorted by time, so the next entry is usually in the same bucket.
  let [bucketIndex, from, to] = [-1, Infinity, -Infinity];
  for (let position = 0; position < mask.length; position++) {
    if (mask[position] === 0) continue;
    const time = times[position] ?? Number.NaN;
    if (!(time >= from && time < to)) {
      bucketIndex = getBucket(span, time);
      [from, to] = [span.bucketStarts[bucketIndex] ?? Infinity, span.bucketStarts[bucketIndex + 1] ?? -Infinity];
    }
    const rating = ratings[position] ?? 0;
    const isAgent = ((flags[position] ?? 0) & entryFlags.agent) !== 0;
    if (bucketIndex >= 0) {
      countersByBucket.add(bucketIndex, rating, isAgent);
      datedCount++;
    } else undatedCount++;
    countersByAuthor.add(isAgent ? 1 : 0, rating, isAgent);
    countersByPage.add(pages[position] ?? 0, rating, isAgent);
  }
  // The service's totals can't be filtered, so they're used only if the scope includes everything.
  const countedAt = isUnfiltered(scope) ? index.state.totals?.askedAt : undefined;
  const ratedPages = pageList.map(({ page, groups, serviceTotals }, number): GroupedRating => {
    const ownRatings = countersByPage.getRatings(number);
    const hasMoreRatings = countedAt !== undefined && serviceTotals && serviceTotals.total > countRatings(ownRatings);
    const { up, down, unrated } = hasMoreRatings ? serviceTotals : ownRatings;
    return { page, groups, up, down, unrated };
  });
  const previousScope = getPreviousPeriod(scope, now);
  const [people, agents] = [countersByAuthor.getRatings(0), countersByAuthor.getRatings(1)];
  const all = { up: people.up + agents.up, down: people.down + agents.down };
  const change = previousScope && computeShareChange(getRatings(index, previousScope), all);
  return {
    unit: span.unit,
    ...(change !== undefined && { change }),
    buckets: datedCount === 0 ? [] : span.bucketStarts.slice(0, -1).map((start, bucket) => ({ from: start, ...countersByBucket.getRatings(bucket), agents: countersByBucket.countAgents(bucket) })), // prettier-ignore
    people,
    agents,
    undatedCount,
    worstPages: listWorstPages(ratedPages).map((item) => addViews(item, index)),
    groups: listWorstGroups(ratedPages),
    ...(countedAt !== undefined && { countedAt }),
  };
}

/**
 * Returns the requested period. If no period is requested, returns the span from the first to the last entry that has a
 * plausible time.
 */
function getPeriod(
  { from, through }: ListQuery,
  mask: Uint8Array,
  times: Float64Array,
  now: number,
): readonly [from: number, through: number] {
  let [first, last] = [Infinity, -Infinity];
  for (let position = 0; position < mask.length; position++) {
    if (mask[position] === 0) continue;
    const time = times[position] ?? Number.NaN;
    if (time < first && time >= minTrendTime) first = time;
    if (time > last && time <= now + dayLength) last = time;
  }
  const startTime = from === undefined ? Math.min(first, now) : (readDay(from) ?? first);
  const end = through === undefined ? Math.max(last, startTime) : (readDay(through) ?? last);
  return [startTime, end];
}

/**
 * Returns the scope of the same length that ends before the requested period, or undefined if the period has no start.
 */
function getPreviousPeriod(scope: ListQuery, now: number): ListQuery | undefined {
  const previousPeriod = scope.from === undefined ? undefined : getPeriodBefore(scope.from, scope.through, now);
  return previousPeriod && { ...scope, from: previousPeriod.from, through: previousPeriod.through };
}

function getRatings({ filter, columns }: EntryIndex, scope: ListQuery): Ratings {
  const counters = new CountersByPage(1);
  filter(scope).forEach(
    (maskValue, position) => maskValue === 1 && counters.add(0, columns.ratings[position] ?? 0, false),
  );
  return counters.getRatings(0);
}

type GroupedRating = RatedItem & { readonly groups: readonly string[] };

function addViews(item: RatedItem, { getViews }: EntryIndex): RatedItem {
  const pageViews = getViews(item.page.key.replace(/^\?/, ""));
  return pageViews ? { ...item, views: pageViews } : item;
}

/** Whether a scope includes everything. */
function isUnfiltered(scope: ListQuery): boolean {
  return JSON.stringify(scope) === JSON.stringify(getScope(defaultQuery));
}

function listWorstPages(pages: readonly GroupedRating[]): readonly RatedItem[] {
  return pages
    .filter(needsWork)
    .map(({ groups: _groups, ...rated }) => rated)
    .sort((a, b) => compareByNegativeShare(a, b) || (a.page.title < b.page.title ? -1 : 1))
    .slice(0, maxCount.worst);
}

/** Returns the groups that need the most work. The ratings for a group include those for its pages and subgroups. */
function listWorstGroups(pages: readonly GroupedRating[]): readonly RatedGroup[] {
  const groupsByKey = new Map<
    string,
    { readonly labels: readonly string[]; up: number; down: number; unrated: number }
  >();
  for (const { groups, ...rated } of pages) {
    for (let depth = 1; depth <= groups.length; depth++) {
      const labels = groups.slice(0, depth);
      const key = JSON.stringify(labels);
      const group = groupsByKey.get(key) ?? { labels, up: 0, down: 0, unrated: 0 };
      groupsByKey.set(key, group);
      group.up += rated.up;
      group.down += rated.down;
      group.unrated += rated.unrated;
    }
  }
  return [...groupsByKey.values()]
    .filter(({ up, down, unrated }) => up + down + unrated > 0)
    .sort((a, b) => compareByNegativeShare(a, b) || (a.labels.join("\n") < b.labels.join("\n") ? -1 : 1))
    .slice(0, maxCount.groups);
}

function countRatings({ up, down, unrated }: Ratings): number {
  return up + down + unrated;
}
