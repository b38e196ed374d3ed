import { readArguments } from "./read-arguments.ts";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { AttackCounts } from "../test/harness/attack.ts";
import { listAttackProblems, formatAttackTable } from "./attack-table.ts";
import { exitCode } from "./exit-code.ts";
import { stopSignal } from "./stop-signal.ts";
import { findTestFiles } from "./test-files/find-test-files.ts";

const project = path.resolve(__dirname, "..");

/** The tests that a round runs. */
interface SoakTest {
  /** The file that stores the seed of the next round. */
  readonly progress: string;
  readonly options: string;
  readonly findFiles: () => Promise<string[]>;
  /** Runs these files and returns whether they pass. */
  readonly run: (files: readonly string[], seed: number, stop: AbortSignal) => Promise<boolean>;
}

const longProofs: SoakTest = {
  progress: path.join(project, "out", "soak.json"),
  options: "",
  // Finds test files that use random numbers or that run in a shortened form in `npm test`.
  findFiles: () => findFilesWith(/harness\/choose-by-mode\.ts"|from "fast-check"/, ["test/webview"]),
  run: (files, seed, stop) =>
    runTests(["--product", ...files], { DOCWRIGHT_SEED: String(seed), DOCWRIGHT_SOAK: "1" }, stop),
};

const attacks: SoakTest = {
  progress: path.join(project, "out", "attacks.json"),
  options: " --attacks",
  findFiles: () => findFilesWith(/import \{[^}]*\b(?:attack|countAttack)\b[^}]*\} from "[^"]*harness\/attack\.ts"/),
  run: async (files, seed, stop) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "docwright-attacks-"));
    try {
      const report = path.join(folder, "report.json");
      const args = ["--report", report, "--product", "--chromium", ...files];
      const hasPassed = await runTests(args, { DOCWRIGHT_SEED: String(seed) }, stop);
      const text = await readFile(report, "utf8").catch(() => undefined);
      if (stop.aborted || text === undefined) return false;
      const { attacks: counts } = JSON.parse(text) as { readonly attacks: AttackCounts };
      const problems = listAttackProblems(counts);
      console.log(["", formatAttackTable(counts), ...problems].join("\n"));
      return hasPassed && problems.length === 0;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function main(): Promise<number> {
  const { values } = readArguments({
    help: `Usage: npm run soak [-- --seed N] [--rounds N] [--attacks]

Runs property tests at full length, with new random numbers in each round. 0 rounds means no limit. Continues after the last round that passed. A failed round is repeated until it passes or --seed sets another. With --attacks, runs the files that count attacks, including those in Chromium, at the length of npm test, and prints how many attacks were attempted and how many succeeded.`,
    options: {
      seed: { type: "string" },
      rounds: { type: "string", default: "1" },
      attacks: { type: "boolean", default: false },
    },
    count: { min: 0, max: 0 },
  });
  const tests = values.attacks ? attacks : longProofs;
  const first = Number(values.seed ?? (await getNextSeed(tests)));
  const rounds = Number(values.rounds);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(rounds) || rounds < 0)
    throw new Error("--seed and --rounds must be whole numbers.");
  const files = await tests.findFiles();
  const stop = stopSignal();
  for (let seed = first; rounds === 0 || seed < first + rounds; seed++) {
    console.log(`seed ${seed}, ${files.length} files`);
    if (!(await tests.run(files, seed, stop))) {
      console.log(`Again: npm run soak -- --seed ${seed}${tests.options}`);
      return 1;
    }
    await mkdir(path.dirname(tests.progress), { recursive: true });
    await writeFile(tests.progress, JSON.stringify({ next: seed + 1 }));
  }
  return 0;
}

async function runTests(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stop: AbortSignal,
): Promise<boolean> {
  const child = spawn(process.execPath, ["--import", "tsx", "tools/run-test-files.ts", ...args], {
    cwd: project,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  const end = () => child.kill("SIGTERM");
  stop.addEventListener("abort", end);
  const code = await exitCode(child);
  stop.removeEventListener("abort", end);
  return !stop.aborted && code === 0;
}

async function getNextSeed({ progress }: SoakTest): Promise<number> {
  try {
    return (JSON.parse(await readFile(progress, "utf8")) as { next: number }).next;
  } catch {
    return 1;
  }
}

/** Returns the test files whose text matches. */
async function findFilesWith(pattern: RegExp, without: readonly string[] = []): Promise<string[]> {
  const files = await findTestFiles(project, ["client", "server", "test"], without);
  const texts = await Promise.all(files.map((file) => readFile(path.join(project, file), "utf8")));
  return files.filter((_, i) => pattern.test(texts[i] ?? ""));
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
