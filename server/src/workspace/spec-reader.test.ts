import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSpec } from "../core/spec/read-spec.ts";
import { SpecReader } from "./spec-reader.ts";

const text = `openapi: 3.1.0\npaths:\n  /users:\n    get: { summary: List users }\n`;

describe("SpecReader", () => {
  const readers: SpecReader[] = [];
  const readerWith = (options?: ConstructorParameters<typeof SpecReader>[0]) => {
    const reader = new SpecReader(options);
    readers.push(reader);
    return reader;
  };
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "spec-reader-"));
  });
  after(async () => {
    for (const reader of readers) await reader.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it("answers as reading here does, in order, and remembers by content", async () => {
    const reader = readerWith();
    const [first, second, none] = await Promise.all([
      reader.readSpec("a.yaml", text),
      reader.readSpec("b.yaml", text.replace("users", "orders")),
      reader.readSpec("package.json", `{"name":"x"}`),
    ]);
    assert.deepEqual(first, readSpec("a.yaml", text));
    assert.equal(second?.operations[0]?.path, "/orders");
    assert.equal(none, undefined);
    assert.equal(await reader.readSpec("a.yaml", text), first, "the very same outline");
  });

  it("gives a file up that takes too long and reads the next one", async () => {
    const stuck = join(folder, "stuck.cjs");
    writeFileSync(
      stuck,
      `const { parentPort } = require("node:worker_threads");
       parentPort.on("message", ({ path }) => {
         if (path === "slow.yaml") for (;;) {}
         parentPort.postMessage({ outline: { path } });
       });`,
    );
    const reader = readerWith({ milliseconds: 1_500, worker: stuck });
    const [slow, next] = await Promise.all([
      reader.readSpec("slow.yaml", text),
      reader.readSpec("next.yaml", text),
    ]);
    assert.deepEqual(
      slow?.problems.map(({ kind }) => kind),
      ["too-slow"],
    );
    assert.equal(slow?.kind, "openapi");
    assert.equal(next?.path, "next.yaml");
  }).timeout(20_000);

  it("survives a worker that runs out of memory or ends", async () => {
    const broken = join(folder, "broken.cjs");
    writeFileSync(
      broken,
      `const { parentPort } = require("node:worker_threads");
       parentPort.on("message", ({ path }) => {
         if (path === "memory.yaml") throw new Error("out of memory");
         if (path === "end.yaml") process.exit(0);
         parentPort.postMessage({ outline: { path } });
       });`,
    );
    const reader = readerWith({ worker: broken });
    assert.deepEqual(
      (await reader.readSpec("memory.yaml", text))?.problems.map(({ kind }) => kind),
      ["too-large"],
    );
    assert.deepEqual(
      (await reader.readSpec("end.yaml", text))?.problems.map(({ kind }) => kind),
      ["too-slow"],
    );
    assert.equal((await reader.readSpec("next.yaml", text))?.path, "next.yaml");
  }).timeout(20_000);

  it("comes back with nothing when it is ended meanwhile", async () => {
    const reader = readerWith();
    const reading = reader.readSpec("a.yaml", text);
    await reader.end();
    assert.equal(await reading, undefined);
    assert.equal(await reader.readSpec("a.yaml", text), undefined);
  });
});
