import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Progress } from "../../tools/progress.ts";
import { runLayer, type LayerLimits } from "../../tools/run-layer.ts";
import type { Counts, Layer } from "../../tools/test-layers.ts";

/** Time limits that are long enough for a test of a few milliseconds to finish on a busy machine. */
const limits: LayerLimits = { withoutProgress: 60_000, silence: 5000, grace: 60_000 };
/** Time limits for a layer that stops reporting progress. */
const shortLimits: LayerLimits = { ...limits, silence: 250 };
const neverStopped = new AbortController().signal;

/**
 * Returns a layer that runs this script. The script can report progress with `tell` and write the counts for `npm test`
 * with `report`.
 */
function layerOf(script: string): Layer {
  const helpers = `
    const tell = (progress) => process.send(progress);
    const report = (counts) => require("node:fs").writeFileSync(process.argv[1], JSON.stringify(counts));
  `;
  return {
    name: "tests",
    command: ["-e", helpers + script, "{report}"],
    read: async (file) => JSON.parse(await readFile(file, "utf8")) as Counts,
  };
}

const progressOf = (...running: readonly string[]) => JSON.stringify({ running, milliseconds: 500 } satisfies Progress);

describe("npm test layer", function () {
  this.timeout(120_000);

  it("isn't stopped while its tests keep finishing, regardless of the total duration", async () => {
    const layer = layerOf(`
      let count = 0;
      const timer = setInterval(() => {
        tell(${progressOf("a.test.ts: one of many")});
        if (++count < 135) return;
        clearInterval(timer);
        report({ passed: count, failed: 0, skipped: 0 });
      }, 80);
    `);
    const result = await runLayer(layer, neverStopped, {}, limits);
    assert.deepEqual([result.passed, result.failed], [135, 0], result.output);
    assert.ok(result.milliseconds > 2 * limits.silence, `it took ${result.milliseconds} ms`);
  });

  it("is stopped if it hangs and reports which tests ran", async () => {
    const layer = layerOf(`
      tell(${progressOf("a.test.ts: ends")});
      tell(${progressOf("b.test.ts: never ends", "c.test.ts: waits")});
      setInterval(() => console.log("still here"), 100);
    `);
    const result = await runLayer(layer, neverStopped, {}, shortLimits);
    assert.deepEqual([result.passed, result.failed], [0, 1]);
    assert.match(result.output, /Stopped.*Running: b\.test\.ts: never ends; c\.test\.ts: waits\./);
    assert.doesNotMatch(result.output, /a\.test\.ts/);
  });

  it("is killed if it ignores the signal", async () => {
    const layer = layerOf(`
      process.on("SIGTERM", () => console.log("no"));
      tell(${progressOf("a.test.ts: loops")});
      setTimeout(() => { for (;;); }, 200);
    `);
    const result = await runLayer(layer, neverStopped, {}, { ...shortLimits, grace: 1000 });
    assert.equal(result.failed, 1);
    assert.match(result.output, /Running: a\.test\.ts: loops\./);
  });

  it("counts results reported while it's being stopped", async () => {
    const layer = layerOf(`
      process.on("SIGTERM", () => { report({ passed: 7, failed: 2, skipped: 0 }); process.exit(1); });
      tell(${progressOf("a.test.ts: never ends")});
      setInterval(() => undefined, 1000);
    `);
    const result = await runLayer(layer, neverStopped, {}, shortLimits);
    assert.deepEqual([result.passed, result.failed], [7, 2], result.output);
  });

  it("fails if it's stopped, even if it reports success", async () => {
    const layer = layerOf(`
      process.on("SIGTERM", () => { report({ passed: 7, failed: 0, skipped: 0 }); process.exit(0); });
      tell(${progressOf("a.test.ts: never ends")});
      setInterval(() => undefined, 1000);
    `);
    const { failed } = await runLayer(layer, neverStopped, {}, shortLimits);
    assert.equal(failed, 1);
  });

  it("can run without output for longer if it's a single check than if it runs tests", async () => {
    const layer: Layer = { name: "check", command: ["-e", "setTimeout(() => process.exit(0), 2000)"] };
    const { passed, failed } = await runLayer(layer, neverStopped, {}, shortLimits);
    assert.deepEqual([passed, failed], [1, 0]);
  });

  it("is stopped at its time limit if it's a single check", async () => {
    const layer: Layer = { name: "check", command: ["-e", "setInterval(() => undefined, 1000)"] };
    const result = await runLayer(layer, neverStopped, {}, { ...limits, withoutProgress: 1500 });
    assert.equal(result.failed, 1);
    assert.match(result.output, /Stopped, because it reported nothing for 2 seconds/);
  });

  it("receives the given environment variables", async () => {
    const layer = layerOf(
      `report({ passed: process.env.DOCWRIGHT_BUILT === "there" ? 1 : 0, failed: 0, skipped: 0 });`,
    );
    const { passed } = await runLayer(layer, neverStopped, { DOCWRIGHT_BUILT: "there" }, limits);
    assert.equal(passed, 1);
  });
});
