import assert from "node:assert/strict";
import { runInBackground, runTimeSliced, runUrgently, sliceMilliseconds } from "./time-slicing.ts";

describe("runInSlices", () => {
  /** Adds a number to `done` in each step. Each step takes longer than a time slice. */
  function* runSteps(done: number[]): Generator<void, string> {
    for (let i = 0; i < 5; i++) {
      const end = performance.now() + sliceMilliseconds + 1;
      while (performance.now() < end);
      done.push(i);
      yield;
    }
    return "end";
  }

  it("allows changes and requests to be processed before it starts and between slices", async () => {
    const done: number[] = [];
    const answered: number[] = [];
    /**
     * Simulates messages from the connection. One message arrives per turn of the event loop, after all work that was
     * already waiting.
     */
    const arrive = () => setImmediate(() => setImmediate(() => setImmediate(() => answered.push(done.length))));
    arrive();
    const running = runTimeSliced(
      (function* () {
        for (const _ of runSteps(done)) {
          if (done.length < 5) arrive();
          yield;
        }
        return "end";
      })(),
    );
    assert.equal(await running, "end");
    assert.deepEqual(answered, [0, 1, 2, 3, 4]);
  });

  it("stops between two slices when aborted", async () => {
    const done: number[] = [];
    const run = new AbortController();
    const running = runTimeSliced(
      (function* () {
        for (const _ of runSteps(done)) {
          if (done.length === 2) run.abort(new Error("enough"));
          yield;
        }
      })(),
      run.signal,
    );
    await assert.rejects(running, /enough/);
    assert.deepEqual(done, [0, 1]);
  });

  it("pauses work in the background while urgent work is running", async () => {
    const background: number[] = [];
    const urgent: number[] = [];
    const counts: number[] = [];
    const running = runInBackground(runSteps(background));
    await runUrgently(
      (function* () {
        for (const _ of runSteps(urgent)) {
          counts.push(background.length);
          yield;
        }
      })(),
    );
    assert.deepEqual(counts, [0, 0, 0, 0, 0]);
    assert.equal(await running, "end");
  });

  it("continues work in the background if urgent work doesn't end", async () => {
    const background: number[] = [];
    const run = new AbortController();
    const urgent = runUrgently(
      (function* () {
        for (;;) yield;
      })(),
      run.signal,
    );
    assert.equal(await runInBackground(runSteps(background)), "end");
    run.abort(new Error("enough"));
    await assert.rejects(urgent, /enough/);
  });
});
