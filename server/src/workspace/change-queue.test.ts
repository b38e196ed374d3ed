import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { ChangeQueue } from "./change-queue.ts";

describe("ChangeQueue", () => {
  let bursts: string[][];
  let queue: ChangeQueue;
  beforeEach(() => {
    bursts = [];
    queue = new ChangeQueue((paths) => bursts.push([...paths]));
  });
  afterEach(() => queue.end());

  it("gives what comes close together at once, each file once", async () => {
    queue.add(["a", "b"]);
    await pause(20);
    queue.add(["b", "c"]);
    assert.ok(queue.has("a") && !queue.has("d"));
    await queue.whenAtRest();
    assert.deepEqual(bursts, [["a", "b", "c"]]);
    assert.ok(!queue.has("a"));
  });

  it("waits once more if the process was held up, as more may have been reported in the meantime", async () => {
    queue.add(["a"]);
    for (const end = performance.now() + 250; performance.now() < end;);
    // Received after the timer of the queue, which is due already.
    setTimeout(() => queue.add(["b"]));
    await queue.whenAtRest();
    assert.deepEqual(bursts, [["a", "b"]]);
  });

  it("waits longer for the rest of many", async () => {
    const many = Array.from({ length: 60 }, (_, i) => `${i}`);
    queue.add(many);
    await pause(120);
    queue.add(["late"]);
    await queue.whenAtRest();
    assert.deepEqual(
      bursts.map(({ length }) => length),
      [61],
    );
  });

  it("is at rest when nothing waits, and again after each burst", async () => {
    await queue.whenAtRest();
    queue.add([]);
    await queue.whenAtRest();
    for (const path of ["a", "b"]) {
      queue.add([path]);
      await queue.whenAtRest();
    }
    assert.deepEqual(bursts, [["a"], ["b"]]);
  });
});
