import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { ChildProcess } from "node:child_process";

/** What a layer tells `npm test` each time a test begins or ends. */
export interface Progress {
  /** The tests that run now. The one that hangs is among them. */
  readonly running: readonly string[];
  /** Within this time the layer reports progress again or ends. Milliseconds. */
  readonly milliseconds: number;
}

/** Tells `npm test` of progress. Does nothing where the layer was started by hand. */
export function tellProgress(progress: Progress): void {
  process.send?.(progress);
}

/** Gathers what several lanes are at, such as the processes that share test files. */
export class Lanes {
  readonly #notify: (progress: Progress) => void;
  readonly #running = new Map<object, { readonly what: string; readonly milliseconds: number }>();

  constructor(report: (progress: Progress) => void) {
    this.#notify = report;
  }

  /** In this lane `what` begins, and ends within `milliseconds`. What the lane was at before has ended. */
  begin(lane: object, what: string, milliseconds: number): void {
    this.#running.set(lane, { what, milliseconds });
    this.#computeDelta();
  }

  end(lane: object): void {
    this.#running.delete(lane);
    this.#computeDelta();
  }

  #computeDelta(): void {
    const all = [...this.#running.values()];
    this.#notify({
      running: all.map(({ what }) => what),
      milliseconds: Math.max(0, ...all.map(({ milliseconds }) => milliseconds)),
    });
  }
}

export interface SilenceWatch {
  /** Starts the wait over, with this limit in milliseconds. */
  readonly heard: (milliseconds: number) => void;
  readonly end: () => void;
}

const tick = 250;

/**
 * Calls `over` once nothing has been heard for `milliseconds`. Counts its own ticks instead of comparing clocks: time
 * in which this process got no processor, or the machine slept, must not count against whom it waits for.
 */
export function watchSilence(milliseconds: number, over: (milliseconds: number) => void): SilenceWatch {
  let allowed = milliseconds;
  let left = allowed;
  const timer = setInterval(() => {
    left -= tick;
    if (left > 0) return;
    clearInterval(timer);
    over(allowed);
  }, tick);
  return {
    heard: (next) => (left = allowed = next),
    end: () => clearInterval(timer),
  };
}

/** Ends a program politely, and by force if it doesn't listen: one in an endless loop hears no signal. */
export async function endProgram(child: ChildProcess, grace = 60_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const waiting = new AbortController();
  const late = pause(grace, true, { signal: waiting.signal }).catch(() => false);
  await Promise.race([exited, late]);
  waiting.abort();
  child.kill("SIGKILL");
}
