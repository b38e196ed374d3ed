import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import { Worker } from "node:worker_threads";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { SpecifiedResponses } from "../../core/spec/model/schema-model.ts";
import { MdxWorkerHost } from "../mdx/mdx-validator.ts";
import { ResponseWorkerHost } from "../playground/response-validator.ts";
import { buildComponent } from "../preview/component-sandbox.ts";
import type { ImportedFiles } from "../preview/page-source.ts";
import { RenderWorkerHost } from "../preview/render-worker-host.ts";
import { SampleColors } from "../preview/sample-colors.ts";
import { limitWork, type WorkLimit } from "./work-limit.ts";
import { convertFile } from "../specs/convert-spec.ts";
import { SpecWorkerHost, type WorkerRequest } from "../specs/spec-worker-host.ts";
import { createMessage, refuse } from "../../core/text/message.ts";

describe("limitWork", () => {
  const readCpuUsage = process.cpuUsage.bind(process);
  /** The CPU time used so far, in milliseconds. */
  let used = 0;
  let ends: boolean[] = [];
  beforeEach(() => {
    used = 5000;
    ends = [];
    mock.timers.enable({ apis: ["setTimeout"] });
  });
  afterEach(() => {
    mock.timers.reset();
    process.cpuUsage = readCpuUsage;
  });

  const createWorker = (readTime: () => Promise<NodeJS.CpuUsage>) => ({ cpuUsage: readTime }) as unknown as Worker;
  const measured = createWorker(() => Promise.resolve({ user: used * 600, system: used * 400 }));
  const startLimit = (of: Partial<WorkLimit>) =>
    limitWork({ milliseconds: 300, onLimitReached: (isEstimate) => ends.push(isEstimate), ...of });
  /** Lets time pass. `work` is the part of that time that counts as CPU time. */
  const pass = async (milliseconds: number, work: number) => {
    await new Promise(setImmediate);
    used += work;
    mock.timers.tick(milliseconds);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  };

  it("counts the CPU time from its start, regardless of elapsed time", async () => {
    startLimit({ worker: measured });
    await pass(300, 100);
    await pass(200, 100);
    await pass(100, 99);
    assert.deepEqual(ends, []);
    await pass(20, 1);
    assert.deepEqual(ends, [false]);
    await pass(60_000, 1000);
    assert.deepEqual(ends, [false]);
  });

  it("uses a third of the process's CPU time if the worker's is unavailable", async () => {
    process.cpuUsage = () => ({ user: used * 1000, system: 0 });
    startLimit({});
    await pass(300, 899);
    assert.deepEqual(ends, []);
    await pass(20, 1);
    assert.deepEqual(ends, [true]);
  });

  it("ends a worker that is found idle in 20 checks, one second apart", async () => {
    startLimit({ worker: measured });
    await pass(300, 0);
    for (let i = 0; i < 19; i++) await pass(1000, 0);
    assert.deepEqual(ends, []);
    await pass(1000, 0);
    assert.deepEqual(ends, [false]);
  });

  it("doesn't end a worker that gets little CPU time for several minutes", async () => {
    startLimit({ worker: measured });
    for (let i = 0; i < 200; i++) await pass(1000, i % 19 === 0 ? 2 : 0);
    assert.deepEqual(ends, []);
  });

  it("doesn't end anything after it's stopped or after the worker has ended", async () => {
    const stop = startLimit({ worker: measured });
    await pass(10, 10);
    stop();
    startLimit({ worker: createWorker(() => Promise.reject(new Error("It has ended."))) });
    await pass(1000, 1000);
    await pass(60_000, 1000);
    assert.deepEqual(ends, []);
  });
});

describe("CPU time limits of threads", function () {
  this.timeout(120_000);
  const ofWorkers = Object.getOwnPropertyDescriptor(Worker.prototype, "cpuUsage");
  let folder = "";
  /** The CPU time that a worker uses between two checks, in milliseconds. */
  let perCheck = 0;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "work-limit-"));
    let used = 0;
    const cpuUsage = () => Promise.resolve({ user: (used += perCheck) * 1000, system: 0 });
    Object.defineProperty(Worker.prototype, "cpuUsage", { value: cpuUsage, configurable: true });
  });
  after(() => {
    if (ofWorkers) Object.defineProperty(Worker.prototype, "cpuUsage", ofWorkers);
    else Reflect.deleteProperty(Worker.prototype, "cpuUsage");
    rmSync(folder, { recursive: true, force: true });
  });

  const milliseconds = 100;
  const files = new Map<string, string | null>();
  const page: PageSource = {
    path: "a.mdx",
    text: "a",
    files,
    facts: {} as PageSource["facts"],
    audience: { reader: "human", signedIn: false, groups: [] },
  };
  const question: WorkerRequest = {
    request: { kind: "references" },
    siteFolder: folder,
    entry: "a.json",
    files: [],
    isLowPriority: false,
    milliseconds,
    serve: () => Promise.resolve(undefined),
  };
  const model = { schemas: [{ pattern: "a" }] } as unknown as SpecifiedResponses;
  const answer = { status: 200, type: "application/json", text: "1" };

  /**
   * The workers, by name. `reply` is sent after some work, `run` makes a request, `done` is its result, and `ended` is
   * its result if the limit is reached.
   */
  const threads: Readonly<
    Record<string, { reply: string; run: (file: string) => Promise<unknown>; done: unknown; ended: unknown }>
  > = {
    "a conversion": {
      reply: `{ kind: "converted", conversion: "done" }`,
      run: (worker) => convertFile({ path: "a.json", text: "", target: "3.1" }, { milliseconds, worker }),
      done: "done",
      ended: refuse(createMessage("The conversion took more than {0} seconds.", 0.1)),
    },
    "a page": {
      reply: `{ kind: "checked", problems: ["done"] }`,
      run: async (worker) => {
        const thread = new MdxWorkerHost(worker, milliseconds);
        const { isFinal } = await thread.parse("a");
        await thread.end();
        return isFinal;
      },
      done: true,
      ended: false,
    },
    "a specification": {
      reply: `{ kind: "result", id: request.id, answer: "done" }`,
      run: async (worker) => {
        const thread = new SpecWorkerHost(worker);
        const reply = await thread.sendRequest(question);
        await thread.end();
        return reply.kind;
      },
      done: "result",
      ended: "too-slow",
    },
    "a response": {
      reply: `{ kind: "checked", check: "done" }`,
      run: async (file) => {
        const thread = new ResponseWorkerHost({ totalMilliseconds: milliseconds, file });
        const check: unknown = await thread.check(model, answer);
        await thread.end();
        return check;
      },
      done: "done",
      ended: {
        verdict: "unknown",
        reason: "Validating the response took more than 0.1 seconds.",
        localizedReason: { text: "Validating the response took more than {0} seconds.", values: [0.1] },
        mismatches: [],
      },
    },
    "a code sample": {
      reply: `{ kind: "colored", requestId: request.requestId, lines: ["done"], palette: [] }`,
      run: async (file) => {
        const colors = new SampleColors(file, milliseconds);
        const { lines } = await colors.colorize("a", "js", {} as Parameters<SampleColors["colorize"]>[2]);
        colors.end();
        return lines;
      },
      done: ["done"],
      ended: [],
    },
    "a component": {
      reply: `{ kind: "script", text: "done" }`,
      run: async (worker) => {
        const imports = { texts: files } as unknown as ImportedFiles;
        return (await buildComponent("a.jsx", imports, { worker, milliseconds })).kind;
      },
      done: "script",
      ended: "rejected",
    },
    "a preview": {
      reply: `{ kind: "failed", preview: 1, reason: "done" }`,
      run: async (worker) => {
        // A first page may take four times as long.
        const thread = new RenderWorkerHost({ worker, milliseconds: milliseconds / 4 });
        const outcome = await thread.render(1, page, "quick");
        await thread.end();
        return outcome.kind;
      },
      done: "failed",
      ended: "too-slow",
    },
  };

  const startWorker = (name: string, does: string) => {
    const file = join(folder, `${name}.cjs`);
    writeFileSync(
      file,
      `const { parentPort, workerData } = require("node:worker_threads");
       const wait = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
       const work = (request) => { ${does} };
       // A conversion begins without being asked.
       if (workerData?.path) work();
       else {
         parentPort.on("message", work);
         parentPort.postMessage({ kind: "ready" });
       }`,
    );
    return file;
  };

  for (const [name, { reply, run, done, ended }] of Object.entries(threads)) {
    it(`don't apply to ${name} while the thread gets no CPU time`, async () => {
      perCheck = 0;
      const worker = startWorker("starved", `wait(${6 * milliseconds}); parentPort.postMessage(${reply});`);
      assert.deepEqual(await run(worker), done);
    });

    it(`apply to ${name} once the thread has used up its CPU time`, async () => {
      perCheck = 0.6 * milliseconds;
      assert.deepEqual(await run(startWorker("endless", "wait();")), ended);
    });
  }

  it("don't apply to a pattern while the thread gets no CPU time, but cause it to be skipped once that time is used up", async () => {
    const worker = startWorker(
      "pattern",
      `const progress = new Int32Array(workerData.progress);
       if (request.slowPatterns.length === 0) {
         progress[1] = 0;
         progress[0] = 1;
         wait(request.response.text);
         progress[0] = 2;
       }
       parentPort.postMessage({ kind: "checked", check: request.slowPatterns });`,
    );
    const thread = new ResponseWorkerHost({
      totalMilliseconds: 100 * milliseconds,
      patternMilliseconds: milliseconds,
      file: worker,
    });
    perCheck = 0;
    assert.deepEqual(await thread.check(model, { ...answer, text: `${6 * milliseconds}` }), []);
    perCheck = 0.6 * milliseconds;
    assert.deepEqual(await thread.check(model, { ...answer, text: "Infinity" }), ["a"]);
    await thread.end();
  });
});
