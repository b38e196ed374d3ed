import { dayLength, toDay, type FeedbackEntry } from "./entry.ts";
import type { RemainingBudget } from "./state.ts";
import type { FeedbackQuery } from "./types.ts";

/**
 * Returns the day (UTC) of the newest entry. New entries are requested starting from this day. Returns undefined if no
 * entry has a date.
 */
export function findNewestDay(storedEntries: readonly FeedbackEntry[], now: number): string | undefined {
  let newestTime = -1;
  for (const { createdAt = -1 } of storedEntries) newestTime = Math.max(newestTime, createdAt);
  // If a clock is wrong, an entry may be dated tomorrow. This must not prevent today's entries from being requested.
  return newestTime < 0 ? undefined : toDay(Math.min(newestTime, now));
}

/**
 * The progress of a read of all entries, which also updates their statuses. A large project is read in installments,
 * even across restarts of the editor, because the service limits the number of requests per hour.
 */
export interface Sweep {
  /**
   * The time of the first request, in milliseconds since 1970. Once the sweep is complete, all statuses are at least
   * this recent.
   */
  readonly startedAt: number;
  /** The cursor for the next installment. A cursor is valid only for the query that returned it. */
  readonly cursor?: string;
  /** The upper bound of the query. Set if the service no longer accepts an earlier cursor. */
  readonly to?: string;
  /** The time of the oldest entry that has been read, in milliseconds since 1970. */
  readonly before?: number;
}

export interface ReadStep {
  /**
   * The kind of step. `sweep` reads all entries, `new` reads entries since the newest stored one, and `open` reads
   * entries with an open status.
   */
  readonly kind: "sweep" | "new" | "open";
  readonly query: FeedbackQuery;
  /** The maximum number of responses to request. */
  readonly maxPages: number;
}

export interface RefreshState {
  readonly now: number;
  readonly budget: RemainingBudget;
  /** The time when the last complete sweep started, in milliseconds since 1970. */
  readonly fullAt?: number;
  /** The time when open entries were last read, in milliseconds since 1970. */
  readonly openAt?: number;
  /** The unfinished sweep, if there is one. */
  readonly sweep?: Sweep;
  /** Whether the user wants to read everything again. */
  readonly isAllRequested?: boolean;
}

const pageSize = 100;
const hour = 3_600_000;
/**
 * The time between the starts of two sweeps, in milliseconds. A sweep of 100,000 entries takes less than 12 hours, so
 * statuses are never more than a day old.
 */
const sweepInterval = { small: 6 * hour, large: 12 * hour } as const;
const openStatuses = ["pending", "in_progress"] as const;
const closedStatuses = ["resolved", "dismissed"] as const;

/**
 * Returns the requests for a refresh. If reading a project takes more than half of the hourly limit, different kinds of
 * entries are read in turn: new entries, open entries by status, and the next installment of all entries. Together,
 * these requests use at most half of the remaining hourly limit.
 */
export function planRefresh(storedEntries: readonly FeedbackEntry[], state: RefreshState): ReadStep[] {
  const { now, budget, fullAt, openAt, sweep, isAllRequested = false } = state;
  const firstStep = createSweepStep(undefined, Infinity);
  const newestDay = findNewestDay(storedEntries, now);
  if (newestDay === undefined || isAllRequested) return [firstStep];
  if (fullAt === undefined) return [createSweepStep(sweep, Infinity)];
  const newestStep: ReadStep = { kind: "new", query: { from: newestDay, pageSize }, maxPages: Infinity };
  const requestCount = Math.ceil(storedEntries.length / pageSize) + 1;
  const isLarge = requestCount > budget.limit / 2;
  const isDue = isOlder(fullAt, isLarge ? sweepInterval.large : sweepInterval.small, now);
  if (!sweep && isDue && requestCount <= budget.remainingRequests / 2) return [firstStep];
  if (!isLarge && !sweep) return [newestStep];
  let allowance = Math.floor(budget.remainingRequests / 2) - 1;
  const steps = [newestStep];
  const openPageCount = 1 + Math.ceil(storedEntries.filter(hasOpenStatus).length / pageSize);
  if (openPageCount <= allowance / 3 && (openAt === undefined || isOlder(openAt, hour, now))) {
    steps.push({ kind: "open", query: { statuses: openStatuses, pageSize }, maxPages: openPageCount + 1 });
    // Additional requests are needed to check entries that have been closed since the last read.
    allowance -= 2 * openPageCount;
  }
  if ((sweep || isDue) && allowance > 0) steps.push(createSweepStep(sweep, allowance));
  return steps;
}

function isOlder(time: number, age: number, now: number): boolean {
  return now - time >= age || time > now;
}

function hasOpenStatus({ status }: FeedbackEntry): boolean {
  return openStatuses.some((openStatus) => openStatus === status);
}

/** Returns the step that continues a sweep or, if no sweep is in progress, starts one. */
export function createSweepStep(sweep: Sweep | undefined, maxPages: number): ReadStep {
  const { cursor, to } = sweep ?? {};
  return {
    kind: "sweep",
    query: { pageSize, ...(to !== undefined && { to }), ...(cursor !== undefined && { cursor }) },
    maxPages,
  };
}

/**
 * Returns the query for entries that are no longer open, or undefined if all stored open entries are still open.
 * `openEntries` contains all entries that are open now.
 */
export function createClosedQuery(
  storedEntries: readonly FeedbackEntry[],
  openEntries: readonly FeedbackEntry[],
): FeedbackQuery | undefined {
  const ids = new Set(openEntries.map(({ id }) => id));
  const createdTimes = storedEntries.flatMap(({ id, status, createdAt }) =>
    createdAt !== undefined && openStatuses.some((each) => each === status) && !ids.has(id) ? [createdAt] : [],
  );
  if (createdTimes.length === 0) return undefined;
  const [firstTime, lastTime] = createdTimes.reduce(
    ([low, high], time) => [Math.min(low, time), Math.max(high, time)],
    [Infinity, 0],
  );
  return { from: toDay(firstTime), to: toDay(lastTime + dayLength), statuses: closedStatuses, pageSize };
}

/** The result of reading one installment of a sweep. */
export interface RefreshBatch {
  readonly entries: readonly FeedbackEntry[];
  readonly isComplete: boolean;
  readonly nextCursor?: string;
  /** The HTTP status if the request failed. */
  readonly status?: number;
  readonly hasFailed: boolean;
}

/** Returns the state of the sweep after an installment, or undefined if the sweep is finished or has to start over. */
export function continueSweep(sweep: Sweep, batch: RefreshBatch): Sweep | undefined {
  if (batch.isComplete) return undefined;
  const { startedAt, to, before: previousBefore } = sweep;
  const oldestTime = batch.entries.findLast(({ createdAt }) => createdAt !== undefined)?.createdAt;
  const before = oldestTime ?? previousBefore;
  const cursor = batch.nextCursor ?? (batch.hasFailed ? sweep.cursor : undefined);
  // The service no longer accepts the cursor, so the sweep resumes at the time of the last entry instead.
  if (batch.status === 400)
    return sweep.cursor === undefined || before === undefined
      ? undefined
      : { startedAt, to: new Date(before + 1).toISOString(), before };
  if (cursor === undefined) return batch.hasFailed && to !== undefined ? sweep : undefined;
  return { startedAt, cursor, ...(to !== undefined && { to }), ...(before !== undefined && { before }) };
}

/**
 * Returns the stored entries, except for those that were deleted. An entry was deleted if it's in the period covered by
 * an installment but the service no longer returns it. If the service doesn't return the newest entries first, the
 * period is unknown, and all entries are preserved.
 */
export function removeDeletedEntries(
  storedEntries: readonly FeedbackEntry[],
  { before = Infinity }: Pick<Sweep, "before">,
  { entries, isComplete }: RefreshBatch,
): readonly FeedbackEntry[] {
  const createdTimes = entries.flatMap(({ createdAt }) => (createdAt === undefined ? [] : [createdAt]));
  if (createdTimes.some((time, index) => time > (createdTimes[index - 1] ?? Infinity))) return storedEntries;
  const [newestTime] = createdTimes;
  const oldestTime = isComplete ? -Infinity : createdTimes.at(-1);
  if (newestTime === undefined || oldestTime === undefined) return storedEntries;
  const ids = new Set(entries.map(({ id }) => id));
  const end = Number.isFinite(before) ? before : newestTime;
  return storedEntries.filter(
    ({ id, createdAt }) => createdAt === undefined || createdAt >= end || createdAt <= oldestTime || ids.has(id),
  );
}
