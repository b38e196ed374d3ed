import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getUserCacheFolder } from "../../workspace/files/user-cache.ts";
import type { RemainingBudget } from "../entries/state.ts";

/** A gate that allows one request at a time per project, and no requests while the service is rate limiting. */
export class RequestGate {
  readonly #lastTurnsByKey = new Map<string, Promise<void>>();
  readonly #pausesByKey = new Map<string, { readonly endTime: number; readonly milliseconds: number }>();

  /**
   * Waits for this caller's turn. Resolves to a function that ends the turn. Resolves to undefined if the signal is
   * aborted before the turn begins.
   */
  async waitForTurn(budgetKey: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    const previousTurn = this.#lastTurnsByKey.get(budgetKey) ?? Promise.resolve();
    let releaseTurn: () => void = () => undefined;
    const turnEnd = new Promise<void>((resolve) => {
      releaseTurn = resolve;
    });
    const lastTurn = previousTurn.then(() => turnEnd);
    this.#lastTurnsByKey.set(budgetKey, lastTurn);
    void lastTurn.then(() => {
      if (this.#lastTurnsByKey.get(budgetKey) === lastTurn) this.#lastTurnsByKey.delete(budgetKey);
    });
    const isOwnTurn = await waitForPrevious(previousTurn, signal);
    if (isOwnTurn) return releaseTurn;
    releaseTurn();
    return undefined;
  }

  /** Delays the next request to this project by this many milliseconds. `now` is in milliseconds since 1970. */
  pauseProject(budgetKey: string, now: number, milliseconds: number): void {
    this.#pausesByKey.set(budgetKey, { endTime: now + milliseconds, milliseconds });
  }

  /**
   * Returns the remaining wait in milliseconds, which never exceeds the requested wait, even if the clock was set back.
   */
  getRemainingPause(budgetKey: string, now: number): number {
    const { endTime = 0, milliseconds = 0 } = this.#pausesByKey.get(budgetKey) ?? {};
    const remainingTime = Math.min(milliseconds, endTime - now);
    if (remainingTime > 0) return remainingTime;
    this.#pausesByKey.delete(budgetKey);
    return 0;
  }
}

function waitForPrevious(previousTurn: Promise<void>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onAbort = () => resolve(false);
    signal.addEventListener("abort", onAbort, { once: true });
    void previousTurn.then(() => {
      signal.removeEventListener("abort", onAbort);
      resolve(!signal.aborted);
    });
  });
}

/** The gate for all requests in this process. */
export const sharedGate = new RequestGate();

/** Counts requests per hour. The service counts all of the organization's requests, so its count may be higher. */
export interface RequestBudget {
  getRemaining(): RemainingBudget;
  /** Counts one request, or fails if the hourly limit is reached. */
  countRequest(): { readonly ok: true } | { readonly ok: false; readonly until: number };
  /** Subtracts the latest request from the count, because it never reached the service. */
  refundRequest(): void;
}

export interface BudgetOptions {
  /**
   * The storage for the times of requests, in milliseconds since 1970. `read` can return any value, because the values
   * are validated. `write` can be asynchronous.
   */
  readonly store: {
    readonly read: () => unknown;
    readonly write: (times: readonly number[]) => unknown;
  };
  readonly now: () => number;
  readonly limit?: number;
  /** Returns whether the user has allowed Docwright to exceed the hourly limit. */
  readonly mayExceedBudget?: () => boolean;
}

const hour = 3_600_000;
/** The analytics API's limit for all of an organization's requests. */
export const maxRequestsPerHour = 100;

/** Creates the request budget for one project, based on the requests in the last hour. */
export function createRequestBudget({
  store,
  now,
  limit = maxRequestsPerHour,
  mayExceedBudget,
}: BudgetOptions): RequestBudget {
  const listRecentTimes = (currentTime: number): number[] => {
    const storedTimes = store.read();
    if (!Array.isArray(storedTimes)) return [];
    return (
      storedTimes
        .filter((time): time is number => typeof time === "number" && time > currentTime - hour)
        // If the clock was set back, times that are now in the future would block requests for too long.
        .map((time) => Math.min(time, currentTime))
        .toSorted((a, b) => a - b)
        .slice(-limit * 10)
    );
  };
  return {
    getRemaining: () => {
      const requestTimes = listRecentTimes(now());
      const [oldestTime] = requestTimes.slice(-limit);
      return {
        remainingRequests: Math.max(0, limit - requestTimes.length),
        limit,
        ...(oldestTime !== undefined && { nextAt: oldestTime + hour }),
      };
    },
    countRequest: () => {
      const currentTime = now();
      const requestTimes = listRecentTimes(currentTime);
      const oldestTime = requestTimes.at(-limit);
      if (oldestTime !== undefined && mayExceedBudget?.() !== true) return { ok: false, until: oldestTime + hour };
      store.write([...requestTimes, currentTime]);
      return { ok: true };
    },
    refundRequest: () => void store.write(listRecentTimes(now()).slice(0, -1)),
  };
}

/** Returns the key for storing a project's request count, such as `https://api.example.com my-project`. */
export function getBudgetKey({ baseUrl, projectId }: { readonly baseUrl: string; readonly projectId: string }): string {
  return `${URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl} ${projectId}`;
}

const maxProjects = 50;
/** The maximum size in bytes of a file that is read. Docwright never writes a larger file. */
const maxFileSize = 2_000_000;

/**
 * Stores the times of requests by budget key (see `getBudgetKey`) in one file per user, so the hourly limit is shared
 * by all VS Code windows and the command line. Writes are atomic, and `createRequestBudget` validates the values. If
 * two processes write at the same time, one request may not be counted. If the file can't be written, this process
 * counts only its own requests.
 */
export function createBudgetStore(budgetKey: string, folder: string = getUserCacheFolder()): BudgetOptions["store"] {
  const file = join(folder, "feedback-requests.json");
  let unsavedTimes: readonly number[] | undefined;
  return {
    read: () => unsavedTimes ?? readProjects(file).get(budgetKey),
    write: (times) => {
      const timesByBudgetKey = readProjects(file);
      timesByBudgetKey.delete(budgetKey);
      const latestProjects = [...timesByBudgetKey, [budgetKey, times] as const].slice(-maxProjects);
      unsavedTimes = replaceFile(file, JSON.stringify(Object.fromEntries(latestProjects))) ? undefined : times;
    },
  };
}

/**
 * Replaces the file. Returns false if the file can't be written. This isn't treated as an error, because the count only
 * protects the service from too many requests.
 */
function replaceFile(file: string, text: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const temporaryFile = `${file}.${process.pid}`;
    writeFileSync(temporaryFile, text, { mode: 0o600 });
    renameSync(temporaryFile, file);
    return true;
  } catch {
    return false;
  }
}

function readProjects(file: string): Map<string, unknown> {
  try {
    if (statSync(file).size > maxFileSize) return new Map();
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}
