import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { siteOf } from "../../../../test/harness/site-of.ts";
import type { Site } from "../../core/site/site.ts";
import { MdxReader, MdxValidator } from "./mdx-validator.ts";

describe("LiveSyntax", () => {
  let folder = "";
  let log = "";
  let reader: MdxReader;
  let site: Site;
  let validator: MdxValidator;
  /** The pages that have a result, in the order of the results. */
  let logTexts: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "live-syntax-"));
    log = join(folder, "log");
    writeFileSync(log, "");
    logTexts = [];
  });
  afterEach(async () => {
    await reader.end();
    rmSync(folder, { recursive: true, force: true });
  });

  /**
   * Creates a validator with one thread that logs each text. The thread never finishes a text that contains "stuck".
   * While processing such a text, it spends twice as long waiting as working, so the text is read again. A text that
   * contains "slow" takes 300 ms.
   */
  const start = (milliseconds: number) => {
    const worker = join(folder, "worker.cjs");
    writeFileSync(
      worker,
      `const { parentPort } = require("node:worker_threads");
       const { appendFileSync, readlinkSync } = require("node:fs");
       const rest = (time) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
       parentPort.on("message", ({ text }) => {
         appendFileSync(${JSON.stringify(log)}, text + "\\n");
         while (text.includes("stuck")) {
           rest(30);
           for (const end = performance.now() + 15; performance.now() < end;);
         }
         if (text.includes("slow")) rest(300);
         parentPort.postMessage({ kind: "checked", problems: [] });
       });
       let thread;
       try { thread = readlinkSync("/proc/thread-self"); } catch {}
       parentPort.postMessage({ kind: "ready", thread });`,
    );
    reader = new MdxReader({ threadCount: 1, milliseconds, worker });
    validator = new MdxValidator(
      reader,
      () => site,
      (path) => logTexts.push(path),
    );
  };
  const setPages = (pages: Readonly<Record<string, string>>) => {
    site = siteOf(new Map(Object.entries({ "docs.json": "{}", ...pages })));
  };
  const type = (text: string) => {
    setPages({ "a.mdx": text });
    validator.refresh("a.mdx");
  };
  const readTexts = () => readFileSync(log, "utf8").split("\n").slice(0, -1);
  const waitUntilBegun = async () => {
    while (readTexts().length === 0) await pause(5);
  };

  it("reads only the first and the current text of a page, once each", async () => {
    start(200);
    // The first check starts immediately, and the others wait until the thread is free.
    for (let i = 0; i < 10; i++) type(`<stuck ${i}`);
    type("<corrected");
    await validator.waitUntilRead("a.mdx");
    assert.deepEqual(logTexts, ["a.mdx"]);
    assert.deepEqual(readTexts(), ["<stuck 0", "<corrected"]);
  }).timeout(60_000);

  it("uses the result of an abandoned read if the page has the same text again", async () => {
    start(10_000);
    type("<slow");
    await waitUntilBegun();
    type("<other");
    type("<slow");
    await validator.waitUntilRead("a.mdx");
    assert.deepEqual(logTexts, ["a.mdx"]);
    assert.deepEqual(readTexts(), ["<slow"]);
  }).timeout(60_000);

  const ends: Readonly<Record<string, () => void>> = {
    "is deleted": () => {
      setPages({});
      validator.refresh("b.mdx");
    },
    "disappears with a scan": () => {
      setPages({});
      validator.refreshAll([]);
    },
    "has different text after a scan": () => {
      setPages({ "b.mdx": "# Sound" });
      validator.refreshAll([]);
    },
    "belongs to a site that is removed": () => validator.end(),
  };
  for (const [name, end] of Object.entries(ends))
    it(`doesn't leave a caller waiting for a page that ${name}`, async () => {
      start(600_000);
      setPages({ "b.mdx": "<stuck" });
      validator.refresh("b.mdx");
      await waitUntilBegun();
      const waits = Promise.all([validator.waitUntilRead("b.mdx"), validator.waitUntilCurrent()]);
      assert.equal(validator.isPending("b.mdx"), true);
      end();
      assert.equal(validator.isPending("b.mdx"), false);
      assert.equal(validator.isCurrent, true);
      await waits;
    }).timeout(30_000);
});
