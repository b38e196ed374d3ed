// npm run soak [-- --seed N] [--rounds N]: proofs at full length, each round with other random numbers, 0 rounds without
// end. Goes on after the last round that passed; one that failed is run again until it passes or --seed names another.
import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { exitCode } from "./exit-code.ts";
import { stopSignal } from "./stop-signal.ts";
import { findTestFiles } from "./test-files/find-test-files.ts";

const project = path.resolve(__dirname, "..");
const progress = path.join(project, "out", "soak.json");

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { seed: { type: "string" }, rounds: { type: "string", default: "1" } },
  });
  const first = Number(values.seed ?? (await nextSeed()));
  const rounds = Number(values.rounds);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(rounds) || rounds < 0)
    throw new Error("--seed and --rounds are whole numbers.");
  const files = await longProofs();
  const stop = stopSignal();
  for (let seed = first; rounds === 0 || seed < first + rounds; seed++) {
    console.log(`seed ${seed}, ${files.length} files`);
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "tools/run-test-files.ts", "--product", ...files],
      { cwd: project, stdio: "inherit", env: { ...process.env, DOCWRIGHT_SOAK: String(seed) } },
    );
    const end = () => child.kill("SIGTERM");
    stop.addEventListener("abort", end);
    const code = await exitCode(child);
    stop.removeEventListener("abort", end);
    if (stop.aborted || code !== 0) {
      console.log(`Again: npm run soak -- --seed ${seed}`);
      return 1;
    }
    await mkdir(path.dirname(progress), { recursive: true });
    await writeFile(progress, JSON.stringify({ next: seed + 1 }));
  }
  return 0;
}

async function nextSeed(): Promise<number> {
  try {
    return (JSON.parse(await readFile(progress, "utf8")) as { next: number }).next;
  } catch {
    return 1;
  }
}

/** Test files that draw random numbers or are shorter in `npm test`. */
async function longProofs(): Promise<string[]> {
  const files = await findTestFiles(project, ["client", "server", "test"], ["test/webview"]);
  const texts = await Promise.all(files.map((file) => readFile(path.join(project, file), "utf8")));
  return files.filter((_, i) => /harness\/thorough\.ts"|from "fast-check"/.test(texts[i] ?? ""));
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
