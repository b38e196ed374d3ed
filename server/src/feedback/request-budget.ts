import type { BudgetLeft } from "./feedback-state.ts";

/** Counts the requests of an hour. The service's own count is of the organisation and may be higher. */
export interface RequestBudget {
  left(): BudgetLeft;
  /** Counts one request; refuses when the hour has none left. */
  take(): { readonly ok: true } | { readonly ok: false; readonly until: number };
}

export interface BudgetMeans {
  /** Times of requests, milliseconds since 1970. What is read is not trusted; writing may take its time. */
  readonly store: {
    readonly read: () => unknown;
    readonly write: (times: readonly number[]) => unknown;
  };
  readonly now: () => number;
  readonly limit?: number;
  /** Whether the person has said to go on when the hour has none left. */
  readonly mayExceed?: () => boolean;
}

const hour = 3_600_000;
/** Of an organisation, for all that it asks of analytics (reference/analytics-api.json). */
export const requestsAnHour = 100;

/** The budget of one project: what was asked within the last hour counts. */
export function requestBudget({ store, now, limit = requestsAnHour, mayExceed }: BudgetMeans): RequestBudget {
  const counted = (at: number): number[] => {
    const kept = store.read();
    if (!Array.isArray(kept)) return [];
    return kept
      .filter((time): time is number => typeof time === "number" && time > at - hour)
      .map((time) => Math.min(time, at)) // A clock that was put back must not block for long.
      .toSorted((a, b) => a - b)
      .slice(-limit * 10);
  };
  return {
    left: () => {
      const times = counted(now());
      const [oldest] = times.slice(-limit);
      return {
        left: Math.max(0, limit - times.length),
        limit,
        ...(oldest !== undefined && { nextAt: oldest + hour }),
      };
    },
    take: () => {
      const at = now();
      const times = counted(at);
      const oldest = times.at(-limit);
      if (oldest !== undefined && mayExceed?.() !== true) return { ok: false, until: oldest + hour };
      store.write([...times, at]);
      return { ok: true };
    },
  };
}

/** Under which name the count of a project is kept: `https://api.example.com my-project`. */
export function budgetName({
  baseUrl,
  projectId,
}: {
  readonly baseUrl: string;
  readonly projectId: string;
}): string {
  return `${URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl} ${projectId}`;
}
