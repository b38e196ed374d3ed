import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { ownThreadTime } from "../../../../test/harness/main-thread-time.ts";
import { slowness } from "../../../../test/harness/processor-time.ts";
import { checkSyntax } from "../../core/page/syntax/check-syntax.ts";
import { SyntaxCache } from "./mdx-cache.ts";
import { MdxReader } from "./mdx-validator.ts";

const faulty = "<Card>\n\na <5\n";

describe("SyntaxReader", () => {
  const readers: MdxReader[] = [];
  const createReader = (options?: ConstructorParameters<typeof MdxReader>[0]) => {
    const reader = new MdxReader(options);
    readers.push(reader);
    return reader;
  };
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "syntax-reader-"));
  });
  after(async () => {
    for (const reader of readers) await reader.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it("returns the same result as parsing in-process, and returns known results immediately", async () => {
    const reader = createReader();
    assert.equal(reader.getCached(faulty), undefined);
    assert.deepEqual(await reader.read(faulty), checkSyntax(faulty));
    assert.deepEqual(reader.getCached(faulty), checkSyntax(faulty));
    assert.deepEqual(reader.getCached("# Sound\n"), []);
  });

  const pathological: Readonly<Record<string, string>> = {
    "4,000 nested blockquotes": ">".repeat(4000) + " a",
    "400 nested lists": Array.from({ length: 400 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n"),
    "4,000 unclosed links": "[a](".repeat(4000),
    "4,000 footnotes": Array.from({ length: 4000 }, (_, i) => `[^${i}]`).join(" "),
    "600 runs of backticks": Array.from({ length: 600 }, (_, i) => "`".repeat(i + 1)).join(" a "),
    "4,000 unclosed braces": "{".repeat(4000),
    "2,000 unclosed tags": "<a>".repeat(2000),
    "an unclosed export": `export const a = {\n${"b: {\n".repeat(2000)}`,
    "a megabyte on one line": "word ".repeat(200_000),
    "nearly a megabyte of lines": "word <b>\n".repeat(120_000),
    "ten megabytes": "word <b>\n".repeat(1_200_000),
    "100,000 headings": "# a\n\n".repeat(100_000),
    "unusual characters": `${"\u0000\ufffd\ud800".repeat(10_000)} <b`,
  };
  for (const [name, text] of Object.entries(pathological))
    it(`finishes checking ${name} without blocking the thread`, async function () {
      this.timeout(60_000);
      const reader = createReader({ milliseconds: 500 });
      /** The longest time that this thread has worked without a pause in each run, in milliseconds of CPU time. */
      const waits: number[] = [];
      const read = async () => {
        let maxLength = 0;
        let last = ownThreadTime();
        const ticks = setInterval(() => {
          maxLength = Math.max(maxLength, ownThreadTime() - last);
          last = ownThreadTime();
        }, 10);
        const problems = await reader.read(text, { isUrgent: true });
        clearInterval(ticks);
        waits.push(maxLength);
        return problems;
      };
      let problems = await read();
      // If only the CPU time of the complete process is available, a block caused by this thread appears in every run.
      while (Math.min(...waits) >= 1000 && waits.length < 8) problems = await read();
      assert.ok(Math.min(...waits) < 1000 * slowness(), `the main thread was blocked for ${waits.join()} ms`);
      for (const { range } of problems ?? []) assert.ok(range.start <= range.end && range.end <= text.length);
      assert.equal((await reader.read(faulty))?.length, 2, "the next page wasn't read");
    });

  it("gives up on a page that takes too long, without caching the result", async () => {
    const stuck = join(folder, "stuck.cjs");
    writeFileSync(
      stuck,
      `const { parentPort } = require("node:worker_threads");
       parentPort.on("message", ({ text }) => {
         if (text.includes("slow")) for (;;) {}
         parentPort.postMessage({ kind: "checked", problems: [] });
       });
       parentPort.postMessage({ kind: "ready" });`,
    );
    const file = join(folder, "stuck.json");
    const reader = createReader({
      milliseconds: 150,
      worker: stuck,
      threadCount: 1,
      cache: new SyntaxCache(file, "1"),
    });
    const [slow, next] = await Promise.all([reader.read("<slow"), reader.read("<next")]);
    assert.deepEqual(
      slow?.map(({ kind }) => kind),
      ["too-complex"],
    );
    assert.deepEqual(next, []);
    assert.equal(reader.getCached("<slow"), undefined);
    reader.save();
    assert.equal(Object.keys((JSON.parse(readFileSync(file, "utf8")) as { pages: object }).pages).length, 1);
  }).timeout(60_000);

  const createWorker = (name: string, does: string, knowsThread = true) => {
    const file = join(folder, `${name}.cjs`);
    writeFileSync(
      file,
      `const { parentPort } = require("node:worker_threads");
       const { readlinkSync } = require("node:fs");
       parentPort.on("message", ({ text }) => { ${does} });
       let thread;
       try { if (${knowsThread}) thread = readlinkSync("/proc/thread-self"); } catch {}
       parentPort.postMessage({ kind: "ready", thread });`,
    );
    return file;
  };

  it("keeps waiting for a page while its thread gets no CPU time", async () => {
    const idle = createWorker(
      "idle",
      `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
       parentPort.postMessage({ kind: "checked", problems: [] });`,
    );
    const reader = createReader({ milliseconds: 300, worker: idle, threadCount: 1 });
    assert.deepEqual(await reader.read("<a>"), []);
  }).timeout(60_000);

  it("retries a page that took too long on a busy machine after all other pages", async () => {
    // The thread spends twice as long waiting as working, as if other programs were using the CPU. The second parse of
    // `<a>` is fast.
    const busy = createWorker(
      "busy",
      `const { existsSync, writeFileSync } = require("node:fs");
       const again = ${JSON.stringify(join(folder, "again"))};
       const answer = () => parentPort.postMessage({ kind: "checked", problems: [] });
       if (text === "<quick>" || (text === "<a>" && existsSync(again))) return answer();
       if (text === "<a>") writeFileSync(again, "");
       for (;;) {
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
         for (const end = performance.now() + 15; performance.now() < end;);
       }`,
    );
    const reader = createReader({ milliseconds: 200, worker: busy, threadCount: 1 });
    const order: string[] = [];
    const read = (text: string) =>
      reader.read(text, { isUrgent: true }).then((problems) => {
        order.push(text);
        return problems?.map(({ kind }) => kind);
      });
    const found = await Promise.all(["<a>", "<b>", "<quick>"].map(read));
    assert.deepEqual(found, [[], ["too-complex"], []]);
    assert.deepEqual(order, ["<quick>", "<a>", "<b>"]);
  }).timeout(60_000);

  describe("if only the CPU time of the whole process is known", () => {
    const cpuUsage = process.cpuUsage.bind(process);
    const ofWorkers = Object.getOwnPropertyDescriptor(Worker.prototype, "cpuUsage");
    const tick = 10;
    let ticks = 0;
    let ticking: NodeJS.Timeout;
    before(() => {
      // Simulates five threads that are always busy, except while this process gets no CPU time.
      ticking = setInterval(() => ticks++, tick);
      process.cpuUsage = () => ({ user: ticks * tick * 1000 * 5, system: 0 });
      Object.defineProperty(Worker.prototype, "cpuUsage", { value: undefined, configurable: true });
    });
    after(() => {
      clearInterval(ticking);
      process.cpuUsage = cpuUsage;
      if (ofWorkers) Object.defineProperty(Worker.prototype, "cpuUsage", ofWorkers);
      else Reflect.deleteProperty(Worker.prototype, "cpuUsage");
    });

    it("retries a page if other threads may have used the time", async () => {
      // The page takes 750 ms. For most of that time, the worker is waiting for the CPU.
      const worker = createWorker(
        "starved",
        `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 750);
         parentPort.postMessage({ kind: "checked", problems: [] });`,
        false,
      );
      const reader = createReader({ milliseconds: 500, worker, threadCount: 1 });
      assert.deepEqual(await reader.read("<a>", { isUrgent: true }), []);
    }).timeout(60_000);

    it("gives up on a page that takes too long twice, but not before its CPU limit", async () => {
      const worker = createWorker("endless", "for (;;) {}", false);
      const reader = createReader({ milliseconds: 200, worker, threadCount: 1 });
      const start = performance.now();
      const problems = await reader.read("<a>", { isUrgent: true });
      assert.deepEqual(
        problems?.map(({ kind }) => kind),
        ["too-complex"],
      );
      assert.ok(performance.now() - start > 200 + 3 * 200 - 10);
    }).timeout(60_000);
  });

  it("reports problems found so far in a page that takes too long", async () => {
    const found = checkSyntax(faulty).map((problem) => ({ ...problem, fixes: [] }));
    const slow = createWorker(
      "slow",
      `parentPort.postMessage({ kind: "found", problems: ${JSON.stringify(found)} });
       for (;;) {}`,
    );
    const reader = createReader({ milliseconds: 300, worker: slow, threadCount: 1 });
    assert.deepEqual(await reader.read(faulty), found);
    assert.equal(reader.getCached(faulty), undefined, "the result was stored although another attempt may find more");
  }).timeout(60_000);

  it("reads urgent pages before others", async () => {
    const reader = createReader({ threadCount: 1 });
    const order: string[] = [];
    const later = [1, 2, 3].map((i) => reader.read(`<later${i}>`).then(() => order.push(`later ${i}`)));
    const urgent = reader.read("<urgent>", { isUrgent: true }).then(() => order.push("urgent"));
    await Promise.all([...later, urgent]);
    assert.deepEqual(order, ["later 1", "urgent", "later 2", "later 3"]);
  });

  it("skips a read that is canceled before it starts", async () => {
    const reader = createReader({ threadCount: 1 });
    const controller = new AbortController();
    const first = reader.read("<first>");
    const second = reader.read("<second>", { signal: controller.signal });
    controller.abort();
    assert.equal((await first)?.length, 1);
    assert.equal(await second, undefined);
  });

  it("returns nothing once it has ended", async () => {
    const reader = createReader();
    const reading = reader.read("<a>");
    await pause(0);
    await reader.end();
    await reading;
    assert.equal(await reader.read("<b>"), undefined);
  });
});

describe("SyntaxCache", () => {
  let folder = "";
  let file = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "syntax-cache-"));
    file = join(folder, "docwright", "mdx-syntax.json");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (content: unknown) => {
    mkdirSync(join(folder, "docwright"));
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  };

  it("saves results across runs, combined with the results of other processes", () => {
    const [mine, other] = [new SyntaxCache(file, "1"), new SyntaxCache(file, "1")];
    mine.set("a", checkSyntax(faulty));
    other.set("b", []);
    mine.save();
    other.save();
    const later = new SyntaxCache(file, "1");
    assert.deepEqual(later.get("a", faulty.length), checkSyntax(faulty));
    assert.deepEqual(later.get("b", 0), []);
    assert.deepEqual(readdirSync(join(folder, "docwright")), ["mdx-syntax.json"]);
  });

  it("is empty for a different version of the checker", () => {
    const cache = new SyntaxCache(file, "1");
    cache.set("a", []);
    cache.save();
    assert.equal(new SyntaxCache(file, "2").get("a", 0), undefined);
  });

  const result = { kind: "other", range: { start: 0, end: 1 }, text: "", fixes: [] };
  const broken: Readonly<Record<string, unknown>> = {
    "invalid JSON": "{",
    "an unexpected structure": [],
    "an object in place of an array": { checker: "1", pages: { a: 1 } },
    "an unknown error": { checker: "1", pages: { a: [{ ...result, kind: "x" }] } },
    "a range whose end is before its start": {
      checker: "1",
      pages: { a: [{ ...result, range: { start: 2, end: 1 } }] },
    },
    "a range beyond the text": {
      checker: "1",
      pages: { a: [{ ...result, range: { start: 2, end: 999 } }] },
    },
    "an edit beyond the text": {
      checker: "1",
      pages: {
        a: [
          {
            ...result,
            fixes: [{ kind: "escape", text: "", edits: [{ range: { start: 0, end: 99 }, newText: "" }] }],
          },
        ],
      },
    },
  };
  for (const [name, content] of Object.entries(broken))
    it(`ignores a file with ${name}`, () => {
      write(content);
      assert.equal(new SyntaxCache(file, "1").get("a", 10), undefined);
    });

  it("keeps results in memory if its folder isn't writable", () => {
    writeFileSync(join(folder, "docwright"), "a file where the folder would be");
    const cache = new SyntaxCache(file, "1");
    cache.set("a", []);
    cache.save();
    assert.deepEqual(cache.get("a", 0), []);
  });
});
