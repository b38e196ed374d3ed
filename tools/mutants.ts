import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { bundleFaults, readFaults, faultSwitch, type ModuleFault } from "./mutants/bundle-faults.ts";
import { equivalentFaults } from "./mutants/equivalent-faults.ts";
import { runInLanes } from "./run-in-lanes.ts";
import { stopSignal } from "./stop-signal.ts";
import { bundleTests } from "./test-files/bundle-tests.ts";
import { sortByTime, readFileTimes } from "./test-files/file-times.ts";
import { findTestFiles } from "./test-files/find-test-files.ts";
import { runFiles } from "./test-files/run-files.ts";
import { readArguments } from "./read-arguments.ts";

const project = path.resolve(__dirname, "..");
const progressFile = path.join(project, "out", "mutants.json");

/**
 * Time limits in milliseconds. They're needed because a fault can cause an infinite loop. They're much longer than any
 * test takes.
 */
const limits = { leastTimeout: 30_000, patience: 10_000 };

/** A seed, along with the faults that its round has already detected. */
interface Progress {
  readonly seed: number;
  readonly detected: readonly string[];
}

async function main(): Promise<number> {
  const { values } = readArguments({
    help: `Usage: npm run mutants [-- [options]]

Injects random faults into the core, one at a time, and runs the tests that
reach it. Prints each fault that no test detects. Continues with the next seed
after a round without such faults, and after the last fault if a round was
stopped.

Options:
  --seed N      seed for the random numbers (default: where the last run stopped)
  --count N     number of faults (default: 60)
  --folder DIR  folder whose modules get faults (default: server/src/core)
  --help        show this help

Exit codes: 0 every fault was detected, 1 a fault wasn't detected`,
    options: {
      seed: { type: "string" },
      count: { type: "string", default: "60" },
      folder: { type: "string", default: "server/src/core" },
    },
    count: { min: 0, max: 0 },
  });
  const progress = await readProgress();
  const seed = Number(values.seed ?? progress.seed);
  const count = Number(values.count);
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || count < 1)
    throw new Error("--seed and --count must be whole numbers.");
  const faults = chooseFaults(await listAllFaults(values.folder), count, seed);
  const detected = new Set(progress.seed === seed ? progress.detected : []);
  console.log(`seed ${seed}, ${faults.length} faults, ${detected.size} of them already detected`);
  const stop = stopSignal();
  let missed = faults.filter((mutation) => !detected.has(getKey(mutation)));
  // The folder's own tests run first, because they detect most faults and are much faster than the other tests.
  const testFiles = await findTestFiles(project, [values.folder], []);
  const others = await findTestFiles(project, ["server", "test"], ["test/webview", "test/editor", values.folder]);
  for (const files of [testFiles, others])
    if (missed.length > 0 && !stop.aborted)
      missed = await findMissed(missed, files, stop, async (mutation) => {
        detected.add(getKey(mutation));
        await writeProgress({ seed, detected: [...detected] });
      });
  for (const { file, line, change } of missed) console.log(`✗ ${file}:${line}\n  ${change}`);
  console.log(`${detected.size} detected, ${missed.length} missed`);
  if (stop.aborted || missed.length > 0) return 1;
  await writeProgress({ seed: seed + 1, detected: [] });
  return 0;
}

async function listAllFaults(folder: string): Promise<ModuleFault[]> {
  const entries = await readdir(path.join(project, folder), { recursive: true });
  const modules = entries.filter((name) => /(?<!\.d|\.test)\.ts$/.test(name)).sort();
  const mutations: ModuleFault[] = [];
  for (const name of modules)
    mutations.push(...(await readFaults(project, path.posix.join(folder, name), mutations.length)));
  return mutations;
}

/** Returns random faults that don't overlap. */
function chooseFaults(all: readonly ModuleFault[], count: number, seed: number): ModuleFault[] {
  const isEquivalent = ({ file, change }: ModuleFault): boolean =>
    equivalentFaults.some((each) => each.file === file && each.change === change);
  const [shuffled = []] = fc.sample(fc.shuffledSubarray([...all], { minLength: all.length }), {
    seed,
    numRuns: 1,
  });
  const faults: ModuleFault[] = [];
  for (const mutation of shuffled) {
    if (faults.length === count) break;
    const isOverlap = faults.some(
      ({ file, start, end }) => file === mutation.file && start < mutation.end && mutation.start < end,
    );
    if (!isOverlap && !isEquivalent(mutation)) faults.push(mutation);
  }
  return faults;
}

/** Returns the faults that the given test files don't detect. */
async function findMissed(
  mutations: readonly ModuleFault[],
  testFiles: readonly string[],
  stop: AbortSignal,
  onDetected: (mutation: ModuleFault) => Promise<void>,
): Promise<ModuleFault[]> {
  await mkdir(path.join(project, "out"), { recursive: true });
  const folder = await mkdtemp(path.join(project, "out", "mutants-"));
  try {
    const built = path.join(folder, "product");
    await promisify(execFile)(process.execPath, ["esbuild.mjs", built], { cwd: project });
    const files = sortByTime(testFiles, await readFileTimes(project));
    const plugins = [bundleFaults(project, mutations)];
    const bundle = await bundleTests({ project, files, folder: built, plugins, banner: faultSwitch });
    const env = { ...process.env, XDG_CACHE_HOME: path.join(folder, "cache"), DOCWRIGHT_BUILT: built };
    const reached = path.join(folder, "reached");
    await writeFile(reached, "");
    const jobs = os.availableParallelism();
    const results = await runFiles({
      bundle,
      files,
      jobs,
      stop,
      env: { ...env, DOCWRIGHT_FAULTS_REACHED: reached },
    });
    const usable = results.filter(({ failures }) => failures.length === 0);
    for (const { file, failures } of results)
      for (const { title } of failures)
        console.log(`Not run with faults: ${file}, where “${title}” fails without one.`);
    const durations = new Map(usable.map(({ file, milliseconds }) => [file, milliseconds]));
    const lines = (await readFile(reached, "utf8")).trim().split("\n");
    const findReachingFiles = (id: number): string[] => {
      const ends = ` ${id}`;
      const reaching = lines.filter((line) => line.endsWith(ends)).map((line) => line.slice(0, -ends.length));
      return [...new Set(reaching)]
        .filter((file) => durations.has(file))
        .sort((a, b) => (durations.get(a) ?? 0) - (durations.get(b) ?? 0));
    };
    const missed: ModuleFault[] = [];
    const testMutation = async (mutation: ModuleFault): Promise<void> => {
      const stopController = new AbortController();
      await runFiles({
        bundle,
        // The fastest files come first.
        files: findReachingFiles(mutation.id),
        jobs: 1,
        stop: AbortSignal.any([stop, stopController.signal]),
        env: { ...env, DOCWRIGHT_FAULT: String(mutation.id) },
        onResult: ({ failures }) => failures.length > 0 && stopController.abort(),
        ...limits,
      });
      if (stop.aborted) return;
      if (!stopController.signal.aborted) return void missed.push(mutation);
      await onDetected(mutation);
    };
    const tasks = mutations.map((mutation) => () => testMutation(mutation));
    await runInLanes(tasks, jobs, stop);
    return missed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a key that, unlike the ID, stays the same if another module changes. */
function getKey({ file, line, change }: ModuleFault): string {
  return `${file}:${line} ${change}`;
}

async function readProgress(): Promise<Progress> {
  try {
    return JSON.parse(await readFile(progressFile, "utf8")) as Progress;
  } catch {
    return { seed: 1, detected: [] };
  }
}

async function writeProgress(progress: Progress): Promise<void> {
  await writeFile(progressFile, JSON.stringify(progress));
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
