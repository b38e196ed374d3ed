import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { ChildProcess } from "node:child_process";

/** The progress that a layer reports to `npm test` each time a test starts or ends. */
export interface Progress {
  /** The running tests, including a test that hangs. */
  readonly running: readonly string[];
  /** The maximum time in milliseconds until the layer reports progress again or ends. */
  readonly milliseconds: number;
}

/** Reports progress to `npm test`. Does nothing if the layer was started manually. */
export function reportProgress(progress: Progress): void {
  process.send?.(progress);
}

/** Combines the progress of several lanes, such as the processes that share test files. */
export class Lanes {
  readonly #onProgress: (progress: Progress) => void;
  readonly #tasks = new Map<object, { readonly what: string; readonly milliseconds: number }>();

  constructor(onProgress: (progress: Progress) => void) {
    this.#onProgress = onProgress;
  }

  /**
   * Reports that `what` has started in this lane and will end within `milliseconds`. Any previous work in the lane has
   * ended.
   */
  begin(lane: object, what: string, milliseconds: number): void {
    this.#tasks.set(lane, { what, milliseconds });
    this.#report();
  }

  end(lane: object): void {
    this.#tasks.delete(lane);
    this.#report();
  }

  #report(): void {
    const all = [...this.#tasks.values()];
    this.#onProgress({
      running: all.map(({ what }) => what),
      milliseconds: Math.max(0, ...all.map(({ milliseconds }) => milliseconds)),
    });
  }
}

export interface Watchdog {
  /** Restarts the wait with a limit in milliseconds. */
  readonly restart: (milliseconds: number) => void;
  readonly end: () => void;
}

const tick = 250;

/**
 * Calls `onTimeout` if there has been no activity for `milliseconds`. The watchdog counts its own ticks instead of
 * comparing clock times, because time during which this process isn't scheduled or the machine is asleep must not
 * count.
 */
export function startWatchdog(milliseconds: number, onTimeout: (milliseconds: number) => void): Watchdog {
  let allowed = milliseconds;
  let timeLeft = allowed;
  const timer = setInterval(() => {
    timeLeft -= tick;
    if (timeLeft > 0) return;
    clearInterval(timer);
    onTimeout(allowed);
  }, tick);
  return {
    restart: (next) => (timeLeft = allowed = next),
    end: () => clearInterval(timer),
  };
}

/**
 * Ends a program with SIGTERM. If the program doesn't respond, for example, because of an infinite loop, ends it
 * forcibly.
 */
export async function endProgram(child: ChildProcess, grace = 60_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const controller = new AbortController();
  const late = pause(grace, true, { signal: controller.signal }).catch(() => false);
  await Promise.race([exited, late]);
  controller.abort();
  child.kill("SIGKILL");
}
