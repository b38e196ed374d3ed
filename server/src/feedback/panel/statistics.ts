import { dayLength, parseDay } from "../entries/entry.ts";
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
export class RatingCounters {
  readonly #counts: Uint32Array;

  constructor(size: number) {
    this.#counts = new Uint32Array(Math.max(0, size) * counterCount);
  }

  /** Counts an entry. `rating` has the same values as in `EntryColumns.ratings`. */
  add(index: number, rating: number, isAgent: boolean): void {
    const start = index * counterCount;
    const counts = this.#counts;
    counts[start + rating] = (counts[start + rating] ?? 0) + 1;
    if (isAgent) counts[start + 3] = (counts[start + 3] ?? 0) + 1;
  }

  getRatings(index: number): Ratings {
    const [unratedCount = 0, up = 0, down = 0] = this.#counts.subarray(index * counterCount, index * counterCount + 3);
    return { up, down, unrated: unratedCount };
  }

  /** Returns the number of entries from agents. */
  countAgents(index: number): number {
    return this.#counts[index * counterCount + 3] ?? 0;
  }
}

type TrendUnit = PanelOverview["unit"];

/** A time span in UTC. `bucketStarts` contains the start of each bucket, followed by the end of the last bucket. */
export interface TrendSpan {
  readonly unit: TrendUnit;
  readonly bucketStarts: readonly number[];
}

/**
 * The earliest time in a trend, in milliseconds since 1970. No documentation service existed before 2000, so an earlier
 * time must be wrong.
 */
export const minTrendTime = Date.UTC(2000, 0);
/** The maximum length of a time span, in days, for each bucket size. For longer spans, each bucket is a year long. */
const maxSpanDays = { day: 45, week: 270, month: 3650 } as const;

/**
 * Returns consecutive days, weeks that start on Monday, months, or years that cover a time span. The longer the span,
 * the larger the unit. Times before 2000 and times more than two days after `now` are cut off, so there are at most 130
 * buckets.
 */
export function getTrendSpan(startTime: number, endTime: number, now: number): TrendSpan {
  const lastTime = Math.max(minTrendTime, Math.min(endTime, now + 2 * dayLength));
  const firstTime = Math.min(lastTime, Math.max(minTrendTime, startTime));
  const unit = getUnit((lastTime - firstTime) / dayLength);
  const bucketStarts = [getBucketStart(unit, firstTime)];
  for (let bucketStart = bucketStarts[0] ?? firstTime; bucketStart <= lastTime;) {
    bucketStart = getNextBucketStart(unit, bucketStart);
    bucketStarts.push(bucketStart);
  }
  return { unit, bucketStarts };
}

/** Returns the bucket that contains a time, or -1 if there is none. */
export function findBucketIndex({ bucketStarts }: TrendSpan, time: number): number {
  const [firstStart = Infinity] = bucketStarts;
  if (!(time >= firstStart && time < (bucketStarts.at(-1) ?? -Infinity))) return -1;
  let [low, high] = [0, bucketStarts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((bucketStarts[middle] ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

function getUnit(days: number): TrendUnit {
  if (days <= maxSpanDays.day) return "day";
  if (days <= maxSpanDays.week) return "week";
  return days <= maxSpanDays.month ? "month" : "year";
}

function getBucketStart(unit: TrendUnit, time: number): number {
  const date = new Date(time);
  const dayNumber = Math.floor(time / dayLength);
  // January 1, 1970, was a Thursday.
  if (unit === "week") return (Math.floor((dayNumber + 3) / 7) * 7 - 3) * dayLength;
  if (unit === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  return unit === "year" ? Date.UTC(date.getUTCFullYear(), 0) : dayNumber * dayLength;
}

function getNextBucketStart(unit: TrendUnit, start: number): number {
  const date = new Date(start);
  if (unit === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  if (unit === "year") return Date.UTC(date.getUTCFullYear() + 1, 0);
  return start + (unit === "week" ? 7 : 1) * dayLength;
}

const maxOverviewItems = { worst: 8, groups: 50 } as const;

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
  const countersByBucket = new RatingCounters(span.bucketStarts.length - 1);
  const countersByPage = new RatingCounters(pageList.length);
  // Index 0 is for entries from people, and index 1 is for entries from agents.
  const countersByAuthor = new RatingCounters(2);
  let [datedCount, undatedCount] = [0, 0];
  // Entries are sorted by time, so the next entry is usually in the same bucket.
  let [bucketIndex, bucketStart, bucketEnd] = [-1, Infinity, -Infinity];
  for (let position = 0; position < mask.length; position++) {
    if (mask[position] === 0) continue;
    const time = times[position] ?? Number.NaN;
    if (!(time >= bucketStart && time < bucketEnd)) {
      bucketIndex = findBucketIndex(span, time);
      [bucketStart, bucketEnd] = [
        span.bucketStarts[bucketIndex] ?? Infinity,
        span.bucketStarts[bucketIndex + 1] ?? -Infinity,
      ];
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
    const localRatings = countersByPage.getRatings(number);
    const hasMoreRatings = countedAt !== undefined && serviceTotals && serviceTotals.total > countRatings(localRatings);
    const { up, down, unrated } = hasMoreRatings ? serviceTotals : localRatings;
    return { page, groups, up, down, unrated };
  });
  const previousScope = getPreviousScope(scope, now);
  const [people, agents] = [countersByAuthor.getRatings(0), countersByAuthor.getRatings(1)];
  const allRatings = { up: people.up + agents.up, down: people.down + agents.down };
  const shareChange = previousScope && computeShareChange(getRatings(index, previousScope), allRatings);
  return {
    unit: span.unit,
    ...(shareChange !== undefined && { change: shareChange }),
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
  let [firstTime, lastTime] = [Infinity, -Infinity];
  for (let position = 0; position < mask.length; position++) {
    if (mask[position] === 0) continue;
    const time = times[position] ?? Number.NaN;
    if (time < firstTime && time >= minTrendTime) firstTime = time;
    if (time > lastTime && time <= now + dayLength) lastTime = time;
  }
  const startTime = from === undefined ? Math.min(firstTime, now) : (parseDay(from) ?? firstTime);
  const end = through === undefined ? Math.max(lastTime, startTime) : (parseDay(through) ?? lastTime);
  return [startTime, end];
}

/**
 * Returns the scope of the same length that ends before the requested period, or undefined if the period has no start.
 */
function getPreviousScope(scope: ListQuery, now: number): ListQuery | undefined {
  const previousPeriod = scope.from === undefined ? undefined : getPeriodBefore(scope.from, scope.through, now);
  return previousPeriod && { ...scope, from: previousPeriod.from, through: previousPeriod.through };
}

function getRatings({ filter, columns }: EntryIndex, scope: ListQuery): Ratings {
  const counters = new RatingCounters(1);
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
    .map(({ groups: _groups, ...ratedItem }) => ratedItem)
    .sort((a, b) => compareByNegativeShare(a, b) || (a.page.title < b.page.title ? -1 : 1))
    .slice(0, maxOverviewItems.worst);
}

/** Returns the groups that need the most work. The ratings for a group include those for its pages and subgroups. */
function listWorstGroups(pages: readonly GroupedRating[]): readonly RatedGroup[] {
  const groupsByKey = new Map<
    string,
    { readonly labels: readonly string[]; up: number; down: number; unrated: number }
  >();
  for (const { groups, ...ratedItem } of pages) {
    for (let depth = 1; depth <= groups.length; depth++) {
      const labels = groups.slice(0, depth);
      const key = JSON.stringify(labels);
      const group = groupsByKey.get(key) ?? { labels, up: 0, down: 0, unrated: 0 };
      groupsByKey.set(key, group);
      group.up += ratedItem.up;
      group.down += ratedItem.down;
      group.unrated += ratedItem.unrated;
    }
  }
  return [...groupsByKey.values()]
    .filter(({ up, down, unrated }) => up + down + unrated > 0)
    .sort((a, b) => compareByNegativeShare(a, b) || (a.labels.join("\n") < b.labels.join("\n") ? -1 : 1))
    .slice(0, maxOverviewItems.groups);
}

function countRatings({ up, down, unrated }: Ratings): number {
  return up + down + unrated;
}
