import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { userCacheFolder } from "../../workspace/files/bundled-assets.ts";
import type { BudgetLeft } from "../entries/state.ts";

/** Lets one request at a time to each project, and none while the service has asked to wait. */
export class RequestGate {
  readonly #last = new Map<string, Promise<void>>();
  readonly #restsUntil = new Map<string, number>();

  /** Resolves when it is this one's turn, with what ends the turn; undefined when the signal was aborted before. */
  async enter(name: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    const before = this.#last.get(name) ?? Promise.resolve();
    let leave: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const queue = before.then(() => mine);
    this.#last.set(name, queue);
    void queue.then(() => {
      if (this.#last.get(name) === queue) this.#last.delete(name);
    });
    const isTurn = await turnOrAborted(before, signal);
    if (isTurn) return leave;
    leave();
    return undefined;
  }

  /** Whoever asks this project next waits until then, milliseconds since 1970. */
  rest(name: string, until: number): void {
    this.#restsUntil.set(name, until);
  }

  /** How long to wait now, in milliseconds; never over `most`, whatever the clock does meanwhile. */
  restLeft(name: string, now: number, max: number): number {
    const left = Math.min(max, (this.#restsUntil.get(name) ?? 0) - now);
    if (left > 0) return left;
    this.#restsUntil.delete(name);
    return 0;
  }
}

function turnOrAborted(turn: Promise<void>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const stop = () => resolve(false);
    signal.addEventListener("abort", stop, { once: true });
    void turn.then(() => {
      signal.removeEventListener("abort", stop);
      resolve(!signal.aborted);
    });
  });
}

/** For all that asks in this process. */
export const sharedGate = new RequestGate();

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
    const retained = store.read();
    if (!Array.isArray(retained)) return [];
    return retained
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

const maxProjects = 50;
/** Bytes; what is larger was not written here. */
const maxFileSize = 2_000_000;

/**
 * Where the times of requests are kept, by `budgetName`: one file of the user's, so that the editor's windows and the
 * command line count the same hour. Each write is whole or not at all, and what is read is looked at by
 * `requestBudget`; of two that write at the same moment one may be forgotten. Where nothing can be kept, this process
 * counts for itself.
 */
export function budgetFile(name: string, folder: string = userCacheFolder()): BudgetMeans["store"] {
  const file = join(folder, "feedback-requests.json");
  let own: readonly number[] | undefined;
  return {
    read: () => own ?? readProjects(file).get(name),
    write: (times) => {
      const projects = readProjects(file);
      projects.delete(name);
      const latest = [...projects, [name, times] as const].slice(-maxProjects);
      own = replaceFile(file, JSON.stringify(Object.fromEntries(latest))) ? undefined : times;
    },
  };
}

/** False where it could not be written. The count is a courtesy to the service, so that is no reason to stop. */
function replaceFile(file: string, text: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, text, { mode: 0o600 });
    renameSync(fresh, file);
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
