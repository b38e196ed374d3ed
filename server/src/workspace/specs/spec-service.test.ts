import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getSearchPattern } from "../../core/site/settings/secret-keys.ts";
import { readSpec } from "../../core/spec/read-spec.ts";
import { createMemoryDisk } from "../files/disk.ts";
import { createNodeDisk } from "../files/node-disk.ts";
import { SecretKeyScanner } from "../files/secret-scan.ts";
import { SpecService } from "./spec-service.ts";

const text = `openapi: 3.1.0\npaths:\n  /users:\n    get: { summary: List users }\n`;

/** The first lines of every worker in these tests. */
const answering = `const { parentPort } = require("node:worker_threads");
  const answer = ({ id, entry }) => parentPort.postMessage({
    id, kind: "result", result: entry && { outline: { path: entry, includedFiles: [] }, analysis: undefined },
  });`;

const createSite = (files: Record<string, string>) => ({
  disk: createMemoryDisk("/site", new Map(Object.entries(files))),
});

describe("SpecReader", () => {
  const readers: SpecService[] = [];
  const createReader = (options?: ConstructorParameters<typeof SpecService>[0]) => {
    const reader = new SpecService(options);
    readers.push(reader);
    return reader;
  };
  const readOutline = async (reader: SpecService, path: string, from = text) =>
    (await reader.readText(createSite({}), path, from))?.outline;
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "spec-reader-"));
  });
  after(async () => {
    for (const reader of readers) await reader.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it("returns the same results as in-process reading, in the same order, and caches them by content", async () => {
    const reader = createReader();
    const [first, second, none] = await Promise.all([
      readOutline(reader, "a.yaml", text),
      readOutline(reader, "b.yaml", text.replace("users", "orders")),
      readOutline(reader, "package.json", `{"name":"x"}`),
    ]);
    assert.deepEqual(first, readSpec("a.yaml", text));
    assert.equal(second?.operations[0]?.path, "/orders");
    assert.equal(none, undefined);
    assert.equal(await readOutline(reader, "a.yaml", text), first, "another outline was returned");
  });

  it("gives up on a file that takes too long and reads the next one", async () => {
    const stuck = join(folder, "stuck.cjs");
    writeFileSync(
      stuck,
      `${answering}
       parentPort.on("message", (ask) => {
         if (ask.entry === "slow.yaml") for (;;) {}
         answer(ask);
       });`,
    );
    const reader = createReader({ milliseconds: 500, worker: stuck });
    const [slow, next] = await Promise.all([
      readOutline(reader, "slow.yaml", text),
      readOutline(reader, "next.yaml", text),
    ]);
    assert.deepEqual(
      slow?.problems.map(({ kind }) => kind),
      ["too-slow"],
    );
    assert.equal(slow?.kind, "openapi");
    assert.equal(next?.path, "next.yaml");
  }).timeout(60_000);

  it("waits for a worker that gets no CPU time", async () => {
    const starved = join(folder, "starved.cjs");
    writeFileSync(
      starved,
      `${answering}
       parentPort.on("message", (ask) => setTimeout(() => answer(ask), 1_500));`,
    );
    const reader = createReader({ milliseconds: 1_000, worker: starved });
    // The outline of an abandoned file would contain more than the worker's result.
    assert.deepEqual(await readOutline(reader, "a.yaml", text), { path: "a.yaml", includedFiles: [] });
  }).timeout(60_000);

  it("recovers from a worker that runs out of memory or exits", async () => {
    const broken = join(folder, "broken.cjs");
    writeFileSync(
      broken,
      `${answering}
       parentPort.on("message", (ask) => {
         if (ask.entry === "memory.yaml") throw new Error("out of memory");
         if (ask.entry === "end.yaml") process.exit(0);
         answer(ask);
       });`,
    );
    const reader = createReader({ worker: broken });
    assert.deepEqual(
      (await readOutline(reader, "memory.yaml", text))?.problems.map(({ kind }) => kind),
      ["too-large"],
    );
    assert.deepEqual(
      (await readOutline(reader, "end.yaml", text))?.problems.map(({ kind }) => kind),
      ["too-slow"],
    );
    assert.equal((await readOutline(reader, "next.yaml", text))?.path, "next.yaml");
  }).timeout(60_000);

  it("returns nothing if it ends during a read", async () => {
    const reader = createReader();
    const reading = readOutline(reader, "a.yaml", text);
    await reader.end();
    assert.equal(await reading, undefined);
    assert.equal(await readOutline(reader, "a.yaml", text), undefined);
  });

  const parts = {
    "docs.json": "{}",
    "api.yaml": `openapi: 3.1.0\npaths:\n  /users: { $ref: "./parts/users.yaml" }\n  /gone: { $ref: gone.yaml }\n  /out: { $ref: ../secret.yaml }\n`,
    "parts/users.yaml": `get: { $ref: "#/list" }\npost:\n  summary: Add\n  parameters: [{ $ref: "../common.json#/limit" }]\nlist: {}\n`,
    "common.json": `{ "limit": { "name": "limit", "in": "query" } }`,
  };

  it("includes referenced files, but only inside the site", async () => {
    const reader = createReader();
    const loadedPaths: string[] = [];
    const from = createSite(parts);
    const disk = {
      ...from.disk,
      read: (path: string, maxSize: number) => (loadedPaths.push(path), from.disk.read(path, maxSize)),
    };
    const spec = await reader.read({ disk }, "api.yaml");
    const post = spec?.outline.operations.find(({ method }) => method === "POST");
    assert.equal(post?.file, "parts/users.yaml");
    assert.deepEqual(post.request.parameters, [{ name: "limit", in: "query", required: false, type: undefined }]);
    assert.deepEqual(spec?.outline.includedFiles, ["common.json", "gone.yaml", "parts/users.yaml"]);
    assert.deepEqual(loadedPaths.sort(), ["api.yaml", "common.json", "gone.yaml", "parts/users.yaml"]);
  });

  it("rereads a specification when an included file changes", async () => {
    const reader = createReader();
    const before = (await reader.read(createSite(parts), "api.yaml"))?.outline;
    const same = (await reader.read(createSite(parts), "api.yaml"))?.outline;
    assert.equal(same, before);
    const changed = createSite({ ...parts, "parts/users.yaml": "delete: {}" });
    const after = (await reader.read(changed, "api.yaml"))?.outline;
    assert.deepEqual(
      after?.operations.map(({ method }) => method),
      ["DELETE"],
    );
  });

  it("analyzes the file contents that an outline was generated from, even if newer versions exist", async () => {
    const reader = createReader();
    const outline = (await reader.read(createSite(parts), "api.yaml"))?.outline;
    assert.ok(outline);
    const request = { checksValidity: true, operations: [] };
    const analysis = await reader.analyze(createSite(parts), outline, request);
    assert.equal(analysis?.outline, outline);
    assert.ok(analysis.problems);
    const references = await reader.readReferences(createSite(parts), outline);
    assert.deepEqual(
      references.map(({ file, text: referenceText }) => `${file} ${referenceText}`),
      [
        "api.yaml ./parts/users.yaml",
        "api.yaml gone.yaml",
        "api.yaml ../secret.yaml",
        "parts/users.yaml #/list",
        "parts/users.yaml ../common.json#/limit",
      ],
    );
    const other = createReader();
    const again = (await other.read(createSite(parts), "api.yaml"))?.outline;
    assert.ok(again);
    // The text is no longer in that worker's cache, and the file has changed.
    await fillTreeCache(other);
    const newer = createSite({ ...parts, "common.json": "{}" });
    assert.equal(await other.analyze(newer, again, request), undefined);
  }).timeout(60_000);

  it("delegates reading a large file and scanning it for keys to the worker", async () => {
    const site = join(folder, "site");
    mkdirSync(site);
    const key = `mint_${"Zq8".repeat(3)}x7KfWp2LmN4vTb9R`;
    const createLarge = (summary: string) =>
      `openapi: 3.1.0\npaths:\n  /a: { get: { summary: ${summary} } }\n# ${key} /images/a.png\n# ${"x".repeat(1_100_000)}\n`;
    writeFileSync(join(site, "api.yaml"), createLarge("one"));
    const disk = createNodeDisk(site);
    const scan = new SecretKeyScanner(getSearchPattern({}));
    const loadedPaths: string[] = [];
    const watched = scan.wrapFiles({
      disk: { ...disk, read: (path, maxSize) => (loadedPaths.push(path), disk.read(path, maxSize)) },
    });
    const reader = createReader();
    const [outline] = await reader.readSpecs(watched, ["api.yaml"]);
    assert.equal(outline?.operations[0]?.summary, "one");
    assert.deepEqual(loadedPaths, [], "a file was read in the main thread");
    assert.equal(scan.keyRangesByPath.get("api.yaml")?.length, 1);
    assert.deepEqual([...(scan.mentions?.get("api.yaml") ?? [])].length, 1);
    assert.equal((await reader.readSpecs(watched, ["api.yaml"]))[0], outline, "another outline was returned");
    const request = { checksValidity: false, operations: [] };
    assert.equal((await reader.analyze({ disk }, outline, request))?.outline, outline);
    const other = createReader();
    const [again] = await other.readSpecs({ disk }, ["api.yaml"]);
    await fillTreeCache(other);
    writeFileSync(join(site, "api.yaml"), createLarge("two"));
    assert.ok(again);
    assert.equal(
      await other.analyze({ disk }, again, request),
      undefined,
      "the analysis was returned although the file had changed",
    );
    assert.equal((await other.readSpecs({ disk }, ["api.yaml"]))[0]?.operations[0]?.summary, "two");
  }).timeout(60_000);

  it("doesn't reread a large file if it's opened without changes", async () => {
    const root = join(folder, "opened");
    mkdirSync(root);
    const long = `openapi: 3.1.0\ninfo: { title: A, description: "${"é".repeat(600_000)}" }\npaths: { /eggs: { get: {} } }\n`;
    writeFileSync(join(root, "long.yaml"), long);
    const reader = createReader();
    const disk = createNodeDisk(root);
    const spec = await reader.read({ disk }, "long.yaml");
    const openFile = (unsaved: string) => reader.read({ disk, readUnsavedText: () => unsaved }, "long.yaml");
    assert.equal((await openFile(long))?.outline, spec?.outline, "another outline was returned");
    const [operation] = spec?.outline.operations ?? [];
    assert.ok(spec && operation);
    const from = { disk, readUnsavedText: () => long };
    assert.equal((await reader.readModel(from, spec.outline, { ...operation, isWebhook: false }))?.operations.size, 1);
    const changedSpec = await openFile(long.replace("/eggs", "/nest"));
    assert.equal(changedSpec?.outline.operations[0]?.path, "/nest", "a changed text of the same length wasn't read");
  });

  it("sends a long outline in chunks and reassembles it", async () => {
    const long = `{"openapi":"3.1.0","paths":{${Array.from({ length: 700 }, (_, i) => `"/p${i}":{"get":{}}`).join()}}}`;
    const reader = createReader();
    assert.deepEqual(await readOutline(reader, "long.json", long), readSpec("long.json", long));
  });

  it("retries a file that was lost during an analysis", async () => {
    const stuck = join(folder, "stuck-analysis.cjs");
    writeFileSync(
      stuck,
      `${answering}
       parentPort.on("message", (ask) => {
         if (ask.isLowPriority) for (;;) {}
         answer(ask);
       });`,
    );
    const reader = createReader({ milliseconds: 20_000, analysisMilliseconds: 500, worker: stuck });
    const outline = await readOutline(reader, "a.yaml");
    assert.ok(outline);
    const [analysis, next] = await Promise.all([
      reader.analyze(createSite({}), outline, { checksValidity: true, operations: [] }),
      pause(100).then(() => readOutline(reader, "next.yaml")),
    ]);
    assert.equal(analysis, undefined);
    assert.equal(next?.path, "next.yaml");
    assert.equal(next.problems, undefined, "the file was read with a problem");
  }).timeout(60_000);
});

/** Fills the worker's cache so that all other entries are evicted. */
async function fillTreeCache(reader: SpecService): Promise<void> {
  for (let i = 0; i < 210; i++) await reader.readText(createSite({}), `${i}.yaml`, `${text}# ${i}`);
}
