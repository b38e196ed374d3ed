import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { addAttacks } from "./attack-table.ts";
import { findOrInstallChromium } from "./editor/find-chromium.ts";
import { reportProgress } from "./progress.ts";
import { stopSignal } from "./stop-signal.ts";
import { bundleTests } from "./test-files/bundle-tests.ts";
import { sortByTime, readFileTimes, writeFileTimes } from "./test-files/file-times.ts";
import { findTestFiles } from "./test-files/find-test-files.ts";
import { runFiles, type FileResult } from "./test-files/run-files.ts";
import { readArguments } from "./read-arguments.ts";

const project = path.resolve(__dirname, "..");

/** The maximum time in milliseconds until the first test starts. Chromium may have to be installed first. */
const maxStartMilliseconds = 15 * 60_000;

async function main(): Promise<number> {
  const { values, positionals } = readArguments({
    help: `Usage: node --import tsx tools/run-test-files.ts [options] FILE|FOLDER…

Bundles test files and runs them, the longest first.

Options:
  --product         build the extension first, for tests that start it
  --chromium        find or install Chromium, for tests in test/webview
  --without FOLDER  skip the tests in a folder (repeatable)
  --jobs N          number of processes (default: one for each processor)
  --times           print where the time goes
  --report FILE     write the counts to a JSON file instead of printing them
  --help            show this help`,
    options: {
      report: { type: "string" },
      without: { type: "string", multiple: true, default: [] },
      jobs: { type: "string", default: String(os.availableParallelism()) },
      product: { type: "boolean", default: false },
      chromium: { type: "boolean", default: false },
      times: { type: "boolean", default: false },
    },
    count: { min: 1 },
  });
  const testFiles = await findTestFiles(project, positionals, values.without);
  if (testFiles.length === 0) throw new Error(`No file ending in .test.ts in ${positionals.join(", ")}.`);
  const times = await readFileTimes(project);
  const files = sortByTime(testFiles, times);
  const stop = stopSignal();
  await mkdir(path.join(project, "out"), { recursive: true });
  const folder = await mkdtemp(path.join(project, "out", "tests-"));
  reportProgress({
    running: ["the installation of Chromium and the bundling"],
    milliseconds: maxStartMilliseconds,
  });
  try {
    const built = path.join(folder, "product");
    const browser = values.chromium ? await findOrInstallChromium(console.log) : undefined;
    const bundling = bundleTests({ project, files, folder: built });
    const building = values.product ? buildProduct(built) : Promise.resolve();
    // Bundling and building are both awaited even if one of them fails, so the other doesn't continue to write to a
    // folder that is being removed.
    await Promise.allSettled([bundling, building]);
    await building;
    const bundle = await bundling;
    const env = {
      ...process.env,
      // The product's cache is stored in the folder for this run instead of the user's cache folder.
      XDG_CACHE_HOME: path.join(folder, "cache"),
      ...(values.product ? { DOCWRIGHT_BUILT: built } : {}),
      ...(values.times ? { DOCWRIGHT_TIMES: "1" } : {}),
      ...(browser === undefined ? {} : { DOCWRIGHT_BROWSER: browser }),
    };
    const results = await runFiles({
      bundle,
      files,
      jobs: Number(values.jobs),
      env,
      stop,
      onProgress: reportProgress,
    });
    const newTimes = Object.fromEntries(results.map(({ file, milliseconds }) => [file, Math.round(milliseconds)]));
    if (!stop.aborted) await writeFileTimes(project, { ...times, ...newTimes });
    if (values.times) printTimes(results);
    return await reportResults(results, files, values.report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Builds the product once for all tests that start it. harness/build-into.ts uses that build. If `npm test` has already
 * built the product, uses a copy of that build, because the test bundle is stored next to it.
 */
async function buildProduct(folder: string): Promise<void> {
  const built = process.env["DOCWRIGHT_BUILT"];
  if (built !== undefined) await cp(built, folder, { recursive: true });
  else await promisify(execFile)(process.execPath, ["esbuild.mjs", folder], { cwd: project });
}

async function reportResults(
  results: readonly FileResult[],
  files: readonly string[],
  report: string | undefined,
): Promise<number> {
  for (const { file, failures } of results)
    for (const { title, reason } of failures) console.log(`✗ ${title}\n  ${file}\n${reason}\n`);
  const ran = new Set(results.map(({ file }) => file));
  const remaining = files.filter((file) => !ran.has(file));
  for (const file of remaining) console.log(`✗ ${file} did not run.`);
  const sumResults = (count: (result: FileResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const passed = sumResults(({ passed }) => passed.length);
  const skipped = sumResults((result) => result.skipped);
  const failed = sumResults(({ failures }) => failures.length) + remaining.length;
  const attacks = addAttacks(results.map((result) => result.attacks));
  if (report) await writeFile(report, JSON.stringify({ passed, failed, skipped, attacks }));
  else console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return failed > 0 ? 1 : 0;
}

/**
 * Prints the slowest files and the slowest tests, along with the total time and, in parentheses, the processor time of
 * each in seconds.
 */
function printTimes(results: readonly FileResult[]): void {
  const listSlow = <T extends { readonly milliseconds: number }>(all: readonly T[]) =>
    all.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 40);
  const formatSeconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
  for (const { file, milliseconds, processor } of listSlow(results))
    console.log(`${formatSeconds(milliseconds).padStart(7)} (${formatSeconds(processor)})  ${file}`);
  console.log("");
  for (const { title, milliseconds, processor } of listSlow(results.flatMap(({ passed }) => passed)))
    console.log(`${formatSeconds(milliseconds).padStart(7)} (${formatSeconds(processor)})  ${title}`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
