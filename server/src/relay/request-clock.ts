import { RelayFault } from "./relay-fault.ts";

/** When what happened, as `performance.now()`. */
export interface Marks {
  lookup?: number;
  connect?: number;
  tls?: number;
  firstByte?: number;
}

export interface RequestClock {
  readonly marks: Marks;
  /** Milliseconds from the start. */
  readonly since: (moment: number) => number;
  /** Does not count what the person takes to think. */
  readonly outside: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly stop: () => void;
}

/** Measures one request and ends it after `limit` milliseconds, unless it is stopped before. */
export function startClock(limit: number, origin: string, control: AbortController): RequestClock {
  let began = performance.now();
  const over = () =>
    control.abort(new RelayFault("total-timeout", { origin, limit, cause: "total-timeout" }));
  let timer = setTimeout(over, limit);
  return {
    marks: {},
    since: (moment) => Math.max(0, Math.round((moment - began) * 100) / 100),
    outside: async (work) => {
      const left = performance.now();
      clearTimeout(timer);
      const value = await work();
      began += performance.now() - left;
      timer = setTimeout(over, limit);
      return value;
    },
    stop: () => clearTimeout(timer),
  };
}
