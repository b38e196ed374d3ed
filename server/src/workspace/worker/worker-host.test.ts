import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { findWorkerFile, WorkerHost, type WorkerHostOptions, type WorkerLoss } from "./worker-host.ts";

/**
 * A worker that does what each request specifies and replies with the request. The worker doesn't report its thread's
 * `/proc` path.
 */
const source = `
const { parentPort, workerData } = require("node:worker_threads");
const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
parentPort.on("message", (request) => {
  if (request === "wait") wait();
  if (request === "exit") process.exit(1);
  if (request === "throw") throw new Error("thrown");
  if (request === "eat") { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); }
  let reply = { kind: "done", request, workerData };
  if (request === "deep") for (let i = 0; i < 12000; i++) reply = [reply];
  parentPort.postMessage(reply);
});
if (workerData === "never ready") wait();
parentPort.postMessage({ kind: "ready", thread: undefined });
`;

interface Done {
  readonly kind: "done";
  readonly request: string;
  readonly workerData: unknown;
}

describe("WorkerHost", function () {
  this.timeout(60_000);
  let folder = "";
  let host: WorkerHost<string, Done>;
  /** The events that the host reported, oldest first. */
  let events: (Done | WorkerLoss | "ready")[] = [];
  let onEvent = (): void => undefined;

  const createHost = (options: Partial<WorkerHostOptions<Done>> = {}, file = join(folder, "worker.js")) => {
    const report = (event: Done | WorkerLoss | "ready") => {
      events.push(event);
      onEvent();
    };
    host = new WorkerHost(file, {
      resourceLimits: { maxOldGenerationSizeMb: 64, stackSizeMb: 8 },
      onReady: () => report("ready"),
      onReply: report,
      onLost: report,
      ...options,
    });
    return host;
  };
  const waitForEvent = async () => {
    if (events.length === 0) await new Promise<void>((resolve) => (onEvent = resolve));
    return events.shift();
  };
  const waitUntilReady = async () => assert.equal(await waitForEvent(), "ready");
  /** Resolves to the request of the next reply, or to the kind of the next loss. */
  const getOutcome = async () => {
    const event = await waitForEvent();
    if (event === undefined || event === "ready") return event;
    return event.kind === "done" ? event.request : event.kind;
  };

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "worker-host-"));
    writeFileSync(join(folder, "worker.js"), source);
  });
  beforeEach(() => {
    events = [];
    createHost();
  });
  afterEach(() => host.end());
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("starts the thread when it's first used and accepts requests before the thread is ready", async () => {
    host.post("ignored");
    assert.deepEqual([host.isRunning, host.isReady], [false, false]);
    const endWork = host.beginWork(20_000);
    host.post("a");
    assert.deepEqual([host.isRunning, host.isReady], [true, false]);
    await waitUntilReady();
    assert.deepEqual([host.isRunning, host.isReady], [true, true]);
    assert.equal(await getOutcome(), "a");
    endWork();
    assert.deepEqual(events, []);
  });

  it("can start the thread before it's first used, but only once", async () => {
    host.start();
    await waitUntilReady();
    host.start();
    host.beginWork(20_000);
    host.post("a");
    assert.equal(await getOutcome(), "a");
  });

  for (const [request, kind] of Object.entries({
    exit: "exited",
    throw: "failed",
    eat: "failed",
    deep: "unreadable",
  }))
    it(`reports the loss of a thread once (${request}) and starts another on the next use`, async () => {
      host.beginWork(20_000);
      await waitUntilReady();
      host.post(request);
      const loss = (await waitForEvent()) as WorkerLoss;
      assert.deepEqual([loss.kind, loss.wasReady], [kind, true]);
      assert.equal(loss.error instanceof Error, kind !== "exited");
      if (request === "eat") assert.equal(loss.error?.code, "ERR_WORKER_OUT_OF_MEMORY");
      assert.deepEqual([host.isRunning, host.isReady], [false, false]);
      host.beginWork(20_000);
      await waitUntilReady();
      host.post("again");
      assert.equal(await getOutcome(), "again");
      assert.deepEqual(events, []);
    });

  it("reports a missing file as a thread that failed before it was ready", async () => {
    createHost({}, join(folder, "absent.js")).beginWork(20_000);
    const loss = (await waitForEvent()) as WorkerLoss;
    assert.deepEqual([loss.kind, loss.wasReady], ["failed", false]);
  });

  it("passes new data to each thread", async () => {
    let starts = 0;
    createHost({ workerData: () => ++starts });
    for (const start of [1, 2]) {
      host.beginWork(20_000);
      await waitUntilReady();
      host.post("a");
      assert.equal(((await waitForEvent()) as Done).workerData, start);
      await host.end();
      assert.equal(await getOutcome(), "ended");
    }
  });

  it("ends the thread and starts another on the next use", async () => {
    await host.end();
    assert.deepEqual(events, []);
    const endWork = host.beginWork(20_000);
    await waitUntilReady();
    await host.end();
    assert.deepEqual(events.splice(0), [{ kind: "ended", wasReady: true }]);
    host.beginWork(20_000);
    // This call ends only the work of the thread that has ended, so the current thread's work continues.
    endWork();
    await waitUntilReady();
    host.post("again");
    assert.equal(await getOutcome(), "again");
  });

  describe("with a limit", () => {
    const original = Object.getOwnPropertyDescriptor(Worker.prototype, "cpuUsage");
    /** The CPU time that each thread uses between two checks, in milliseconds. */
    let perCheck = 0;
    before(() => {
      let used = 0;
      const cpuUsage = () => Promise.resolve({ user: (used += perCheck) * 1000, system: 0 });
      Object.defineProperty(Worker.prototype, "cpuUsage", { value: cpuUsage, configurable: true });
    });
    after(() => {
      if (original) Object.defineProperty(Worker.prototype, "cpuUsage", original);
      else Reflect.deleteProperty(Worker.prototype, "cpuUsage");
    });
    const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

    it("ends a thread that has used up its CPU time, but waits for a thread that got none", async () => {
      perCheck = 0;
      host.beginWork(100);
      await waitUntilReady();
      host.post("wait");
      await pause(600);
      assert.deepEqual(events, []);
      await host.end();
      assert.equal(await getOutcome(), "ended");
      perCheck = 60;
      createHost({ startMilliseconds: 20_000 }).beginWork(100);
      await waitUntilReady();
      host.post("wait");
      assert.deepEqual(await waitForEvent(), { kind: "too-slow", isEstimate: false, wasReady: true });
    });

    it("has no limit once the work is done", async () => {
      perCheck = 60;
      createHost({ startMilliseconds: 20_000 });
      const endWork = host.beginWork(100);
      await waitUntilReady();
      endWork();
      await pause(600);
      assert.deepEqual([events, host.isReady], [[], true]);
    });

    it("doesn't end the thread for work that enforces its own limit", async () => {
      perCheck = 60;
      createHost({ startMilliseconds: 20_000 });
      host.beginWork(20_000);
      await new Promise<void>((resolve) => void host.beginWork(100, () => resolve()));
      host.post("a");
      assert.deepEqual([await waitForEvent(), await getOutcome()], ["ready", "a"]);
    });

    it("limits the time that a thread can take to start", async () => {
      perCheck = 0;
      createHost({ startMilliseconds: 1, workerData: () => "never ready" }).beginWork(20_000);
      assert.deepEqual(await waitForEvent(), { kind: "too-slow", wasReady: false });
    });
  });
});

describe("findWorkerFile", () => {
  it("prefers the bundle over the source and throws if both are missing", () => {
    const folder = mkdtempSync(join(tmpdir(), "worker-file-"));
    assert.throws(() => findWorkerFile(folder, "a-worker"), { code: "MODULE_NOT_FOUND" });
    writeFileSync(join(folder, "a-worker.ts"), "");
    assert.equal(findWorkerFile(folder, "a-worker"), join(folder, "a-worker.ts"));
    writeFileSync(join(folder, "a-worker.js"), "");
    assert.equal(findWorkerFile(folder, "a-worker"), join(folder, "a-worker.js"));
    rmSync(folder, { recursive: true });
  });
});
