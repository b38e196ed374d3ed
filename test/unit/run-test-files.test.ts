import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Progress } from "../../tools/progress.ts";
import { bundleTests } from "../../tools/test-files/bundle-tests.ts";
import { sortByTime } from "../../tools/test-files/file-times.ts";
import { findTestFiles } from "../../tools/test-files/find-test-files.ts";
import { afterLastFile } from "../../tools/test-files/messages.ts";
import { runFiles, type FileResult } from "../../tools/test-files/run-files.ts";
import { project } from "../harness/source-files.ts";

const one = (title: string, body: string) => `it("${title}", function () { ${body} }).timeout(300);\n`;
const files: Readonly<Record<string, string>> = {
  "fine.test.ts": one("passes", "") + 'it("waits");\nit.skip("is left", () => {});\n',
  "wrong.test.ts": 'import { deepEqual } from "node:assert/strict";\n' + one("differs", "deepEqual([1], [2]);"),
  "short.test.ts":
    'it("waits", (done) => setTimeout(done, 100)).timeout(1);\n' +
    'it("says so late", function (done) { this.timeout(1); setTimeout(done, 100); });\n',
  "late.test.ts": one("is late", "return new Promise(() => {});"),
  "crash.test.ts": one("is well", "") + one("crashes", 'console.log("a last word"); process.exit(0);'),
  "hang.test.ts": one("hangs", "for (;;);") + one("is never reached", ""),
  "hook.test.ts": 'before(() => { throw new Error("no ground"); });\n' + one("stands", ""),
  "broken.test.ts": 'throw new Error("broken");\n',
  "empty.test.ts": "export {};\n",
  "only.test.ts": 'it["only"]("alone", () => {});\n',
  "attacks.test.ts":
    `import { attack } from ${JSON.stringify(path.join(project, "test/harness/attack.ts"))};\n` +
    one("withstands", 'attack("CSV", "=1", () => {}); attack("CSV", "=1", () => {});') +
    one("gives in", 'attack("CSV", "=2", () => { throw new Error("a formula"); });'),
  "shared.test.ts":
    `import { endAfterAllFiles } from ${JSON.stringify(path.join(project, "test/harness/shared-state.ts"))};\n` +
    'endAfterAllFiles(() => Promise.reject(new Error("still running")));\n' +
    one("shares", ""),
  "inner/after.test.ts": one("runs after all of that", ""),
  "inner/no-test.ts": "throw new Error();\n",
};

describe("test file runner", function () {
  this.timeout(180_000);
  let folder: string;
  let results: ReadonlyMap<string, FileResult>;
  const reported: Progress[] = [];

  before(async () => {
    mkdirSync(path.join(project, "out"), { recursive: true });
    folder = mkdtempSync(path.join(project, "out", "runner-"));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const found = await findTestFiles(folder, ["."], []);
    const bundle = await bundleTests({ project: folder, files: found, folder: path.join(folder, "out") });
    const stop = new AbortController().signal;
    const ran = await runFiles({
      bundle,
      files: found,
      jobs: 2,
      env: process.env,
      stop,
      leastTimeout: 300,
      // With this limit, a process that is suspended for a few seconds isn't considered hung.
      patience: 6000,
      onProgress: (progress) => reported.push(progress),
    });
    results = new Map(ran.map((result) => [result.file, result]));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns the title and the reason of each failure in a file. */
  const failuresOf = (file: string) =>
    (results.get(file)?.failures ?? []).map(({ title, reason }) => `${title}\n${reason}`);
  const fails = (file: string, ...patterns: readonly RegExp[]) => {
    const [failure = "", ...more] = failuresOf(file);
    for (const pattern of patterns) assert.match(failure, pattern);
    assert.deepEqual(more, []);
  };

  it("runs every existing test file and no others", () => {
    assert.deepEqual(
      [...results.keys()].filter((file) => file !== afterLastFile).sort(),
      Object.keys(files)
        .filter((file) => file.endsWith(".test.ts"))
        .sort(),
    );
  });

  it("reports the attacks in each file", () => {
    fails("attacks.test.ts", /^gives in\n/, /a formula/);
    assert.deepEqual(results.get("attacks.test.ts")?.attacks, { CSV: { attempts: 2, successes: 1 } });
    assert.deepEqual(results.get("fine.test.ts")?.attacks, {});
  });

  it("counts passed and skipped tests", () => {
    assert.deepEqual(failuresOf("fine.test.ts"), []);
    assert.equal(results.get("fine.test.ts")?.passed.length, 1);
    assert.equal(results.get("fine.test.ts")?.skipped, 2);
    assert.equal(results.get("inner/after.test.ts")?.passed.length, 1);
  });

  it("reports after the last file that shared resources can't be released", () => {
    assert.deepEqual(failuresOf("shared.test.ts"), []);
    fails(afterLastFile, /^resources shared by test files can't be released\n/, /still running/);
  });

  it("shows failures with their difference and line", () =>
    fails("wrong.test.ts", /^differs/, /\+\s+1\n-\s+2/, /wrong\.test\.ts:2/));

  it("reports the name of a test that takes too long", () => fails("late.test.ts", /^is late/, /300ms/));

  it("counts a crash as a failure, even if the test reports success, and names the test", () => {
    fails("crash.test.ts", /^crashes: the process of the tests ended \(exit code 0\)/, /a last word/);
    assert.equal(results.get("crash.test.ts")?.passed.length, 1);
  });

  it("stops a test that hangs and reports its name", () => fails("hang.test.ts", /^hangs: hung/));

  it("reports the running test and how long it may go without output, and reports at the end that nothing is running", () => {
    assert.ok(reported.some(({ running }) => running.includes("hang.test.ts: hangs")));
    const allowed = reported.find(({ running }) => running.includes("hang.test.ts: hangs"))?.milliseconds ?? 0;
    assert.ok(allowed >= 300 + 6000, `${allowed} ms are allowed`);
    assert.deepEqual(reported.at(-1), { running: [], milliseconds: 0 });
  });

  it("gives each test at least the minimum timeout, even if its own timeout is shorter", () => {
    assert.deepEqual(failuresOf("short.test.ts"), []);
    assert.equal(results.get("short.test.ts")?.passed.length, 2);
  });

  it("counts failing hooks, files that can't be loaded, files without tests, and .only as failures", () => {
    fails("hook.test.ts", /"before all" hook/, /no ground/);
    fails("broken.test.ts", /^could not be loaded/, /broken/);
    fails("empty.test.ts", /^has no tests/);
    fails("only.test.ts", /^could not be loaded/, /only/);
  });

  it("starts with files whose duration is unknown, followed by the slowest ones", () => {
    assert.deepEqual(sortByTime(["a", "b", "c", "d"], { a: 1, b: 5, d: 3 }), ["c", "b", "d", "a"]);
  });
});
