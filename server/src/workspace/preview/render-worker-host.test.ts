import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import { RenderWorkerHost, type RenderOutcome } from "./render-worker-host.ts";

/**
 * A fake rendering thread. It replies with the data that it has received, and does what the page's text requests:
 * `hang`, `eat` (use up memory), `throw`, `exit`, or `deep` (send a deeply nested reply).
 */
const worker = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", (request) => {
  if (request.kind !== "render") return;
  const { text } = request.sourceChange;
  if (text === "hang") for (;;);
  if (text === "exit") process.exit(1);
  if (text === "throw") throw new Error("of ours");
  if (text === "eat") { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); }
  if (text === "deep") { let all = []; for (let i = 0; i < 12000; i++) all = [all]; return parentPort.postMessage(all); }
  const { preview, version } = request;
  parentPort.postMessage({
    kind: "rendered", preview, version, order: [], newNodes: {}, requested: [], isPreliminary: false,
    page: { head: { title: JSON.stringify(Object.keys(request.sourceChange).sort()) }, contents: [], palette: [], styles: "" },
  });
});
parentPort.postMessage({ kind: "ready" });
`;

describe("preview rendering thread", function () {
  this.timeout(60_000);
  let folder: string;
  let thread: RenderWorkerHost;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "docwright-thread-"));
    writeFileSync(join(folder, "worker.js"), worker);
    thread = new RenderWorkerHost({ worker: join(folder, "worker.js"), milliseconds: 300 });
  });
  afterEach(async () => {
    await thread.end();
    rmSync(folder, { recursive: true });
  });

  const facts = {} as PageSource["facts"];
  const audience: PageSource["audience"] = { reader: "human", signedIn: false, groups: [] };
  const files = new Map<string, string | null>();
  const createSource = (text: string): PageSource => ({ path: "a.mdx", text, files, facts, audience });
  /** Returns the data that the thread received about the page. */
  const toReported = (outcome: RenderOutcome): unknown =>
    outcome.kind === "rendered" ? JSON.parse(outcome.result.page.head.title) : outcome.kind;

  it("receives all data first, then only changes", async () => {
    const all = ["audience", "facts", "files", "path", "text"];
    assert.deepEqual(toReported(await thread.render(1, createSource("a"))), all);
    assert.deepEqual(toReported(await thread.render(1, createSource("b"))), ["path", "text"]);
    assert.deepEqual(
      toReported(await thread.render(2, createSource("b"))),
      all,
      "the data for another preview is incomplete",
    );
    thread.forget(1);
    assert.deepEqual(
      toReported(await thread.render(1, createSource("b"))),
      all,
      "the data for a closed preview was reused",
    );
  });

  it("renders the newest text of each preview and skips intermediate versions", async () => {
    const outcomes = await Promise.all(
      ["one", "two", "three"]
        .map((text) => thread.render(1, createSource(text)))
        .concat(thread.render(2, createSource("x"))),
    );
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ["overtaken", "overtaken", "rendered", "rendered"],
    );
  });

  it("renders quick requests before full requests, regardless of their order", async () => {
    const order: string[] = [];
    const requestRender = async (previewId: number, care: "quick" | "whole", text = "x") => {
      const { kind } = await thread.render(previewId, createSource(text), care);
      if (kind === "rendered") order.push(`${previewId} ${care}`);
    };
    // The clock is stopped. On a busy machine, the detailed rendering might otherwise have waited long enough to start.
    const now = performance.now();
    const clock = mock.method(performance, "now", () => now);
    await requestRender(1, "quick");
    const careful = requestRender(1, "whole");
    await requestRender(2, "quick");
    assert.deepEqual(order, ["1 quick", "2 quick"]);
    clock.mock.restore();
    await careful;
    assert.deepEqual(order, ["1 quick", "2 quick", "1 whole"]);
  });

  it("renders full requests even during continuous typing", async () => {
    let isDone = false;
    const careful = thread.render(1, createSource("a")).then(() => (isDone = true));
    await thread.render(2, createSource("b"), "quick");
    for (let i = 0; !isDone && i < 60; i++) {
      await thread.render(2, createSource(`b${i}`), "quick");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.ok(isDone);
    await careful;
  });

  it("is ended if a page takes too long and restarted for the next page, without affecting other pages", async () => {
    await thread.render(1, createSource("fine"));
    const [hung, other] = await Promise.all([
      thread.render(1, createSource("hang")),
      thread.render(2, createSource("fine")),
    ]);
    assert.deepEqual([hung.kind, other.kind], ["too-slow", "rendered"]);
    const all = ["audience", "facts", "files", "path", "text"];
    assert.deepEqual(toReported(await thread.render(1, createSource("fine again"))), all);
  });

  it("is restarted if a page crashes it in another way", async () => {
    for (const text of ["exit", "throw"]) {
      assert.equal((await thread.render(1, createSource(text))).kind, "too-much-memory", text);
      assert.equal((await thread.render(1, createSource("fine"))).kind, "rendered");
    }
  });

  it("is restarted if its response can't be parsed", async () => {
    const outcome = await thread.render(1, createSource("deep"));
    assert.equal(outcome.kind, "failed");
    assert.equal((await thread.render(1, createSource("fine"))).kind, "rendered");
  });

  it("has limited memory", async () => {
    const patient = new RenderWorkerHost({ worker: join(folder, "worker.js"), milliseconds: 20_000 });
    assert.equal((await patient.render(1, createSource("eat"))).kind, "too-much-memory");
    assert.equal((await patient.render(1, createSource("fine"))).kind, "rendered");
    await patient.end();
  });

  it("doesn't block the preview if the thread can't start", async () => {
    const broken = new RenderWorkerHost({ worker: join(folder, "absent.js") });
    assert.equal((await broken.render(1, createSource("fine"))).kind, "too-much-memory");
    await broken.end();
  });

  it("resolves pending requests when the thread is ended", async () => {
    const waiting = thread.render(1, createSource("hang"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await thread.end();
    assert.equal((await waiting).kind, "ended");
    assert.equal((await thread.render(1, createSource("fine"))).kind, "ended");
  });
});
