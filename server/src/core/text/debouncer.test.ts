import assert from "node:assert/strict";
import { createDebouncer, type Debouncer, type Timers } from "./debouncer.ts";

/** Timers whose clock advances only when a test advances it. */
class FakeTimers implements Timers {
  #now = 0;
  #count = 0;
  readonly #timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  readonly performance = { now: () => this.#now };

  setTimeout(run: () => void, milliseconds: number): number {
    this.#timers.set(++this.#count, { at: this.#now + milliseconds, run });
    return this.#count;
  }

  clearTimeout(timer: unknown): void {
    if (typeof timer === "number") this.#timers.delete(timer);
  }

  pass(milliseconds: number): void {
    for (const end = this.#now + milliseconds; this.#now < end;) {
      this.#now++;
      for (const [timer, { at, run }] of this.#timers)
        if (at <= this.#now) {
          this.#timers.delete(timer);
          run();
        }
    }
  }

  get pending(): number {
    return this.#timers.size;
  }
}

describe("a debouncer", () => {
  let timers: FakeTimers;
  let runs: number[];
  const log = () => void runs.push(timers.performance.now());
  const triggerEvery = (debouncer: Debouncer, pause: number, times: number) => {
    for (let time = 0; time < times; time++) {
      debouncer.trigger();
      timers.pass(pause);
    }
  };

  beforeEach(() => {
    timers = new FakeTimers();
    runs = [];
  });

  it("runs once when a burst of calls ends", () => {
    const debouncer = createDebouncer(timers, log, 10);
    triggerEvery(debouncer, 9, 50);
    assert.deepEqual(runs, []);
    timers.pass(100);
    assert.deepEqual(runs, [49 * 9 + 10]);
  });

  it("runs during a burst that lasts longer than the maximum delay", () => {
    triggerEvery(createDebouncer(timers, log, 10, 40), 5, 20);
    assert.deepEqual(runs, [40, 80]);
  });

  it("runs at a fixed time after the first call if the delay equals the maximum delay", () => {
    const debouncer = createDebouncer(timers, log, 10, 10);
    triggerEvery(debouncer, 4, 5);
    timers.pass(100);
    assert.deepEqual(runs, [10, 22]);
  });

  it("doesn't run after it's canceled and restarts with the next call", () => {
    const debouncer = createDebouncer(timers, log, 10, 15);
    debouncer.trigger();
    timers.pass(8);
    debouncer.cancel();
    timers.pass(100);
    assert.deepEqual(runs, []);
    assert.equal(timers.pending, 0);
    debouncer.trigger();
    timers.pass(100);
    assert.deepEqual(runs, [118]);
  });

  it("can be triggered by the function that it runs", () => {
    const debouncer: Debouncer = createDebouncer(
      timers,
      () => {
        log();
        if (runs.length < 3) debouncer.trigger();
      },
      10,
      10,
    );
    debouncer.trigger();
    timers.pass(100);
    assert.deepEqual(runs, [10, 20, 30]);
  });

  it("works with the environment's timers", async () => {
    await new Promise<void>((resolve) => createDebouncer(globalThis, resolve, 1).trigger());
  });
});
