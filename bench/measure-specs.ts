import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "esbuild";
import { LspDriver } from "./lsp-driver.ts";
import { getSpecFiles } from "./spec-files.ts";
import type { SpecSession } from "./spec-session.ts";

const hugeOperations = 20_000;

const notFetched = "| (not measured: npm couldn't fetch @octokit/openapi) | | | | |";

/**
 * Yields the results for specifications of many megabytes, along with the limits for these results. `folder` is for
 * generated files.
 */
export async function* measureSpecFiles(dist: string, folder: string, runs: number): AsyncGenerator<string, void> {
  const files = getSpecFiles();
  if (!files) {
    yield notFetched;
    return;
  }
  const bundle = join(folder, "spec-session.cjs");
  await build({
    entryPoints: [join(import.meta.dirname, "spec-session.ts")],
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    mainFields: ["module", "main"],
    logLevel: "error",
  });
  const createSession = (root: string, file: string, keystrokes = 0) =>
    JSON.parse(
      execFileSync(process.execPath, [bundle, join(dist, "spec-worker.js"), root, file, String(keystrokes)], {
        encoding: "utf8",
        maxBuffer: 2 ** 26,
      }),
    ) as SpecSession;
  const load = (loadavg()[0] ?? 0).toFixed(1);
  yield* formatRows(
    `GitHub, 13 MB JSON (load ${load})`,
    repeatTimes(runs, () => createSession(files.root, files.whole)),
    400,
  );
  yield* formatRows(
    "Part of it, 2 MB YAML",
    repeatTimes(runs, () => createSession(files.root, files.partYaml, 20)),
    700,
    700,
  );
  yield* formatRows(
    "Part of it, 2 MB JSON",
    repeatTimes(runs, () => createSession(files.root, files.partJson, 20)),
    400,
    300,
  );
  yield* formatRows(
    `${hugeOperations.toLocaleString("en")} operations on one line`,
    repeatTimes(Math.min(runs, 3), () => createSession(createHugeFolder(folder), "huge.json")),
    5_000,
  );
}

function formatRows(name: string, sessions: readonly SpecSession[], coldLimit: number, keyLimit?: number): string[] {
  const formatRow = (what: string, values: readonly number[], part: number, limit: string) => {
    const sorted = [...values].sort((a, b) => a - b);
    const getQuantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return `| ${name} | ${what} | ${getQuantile(part).toFixed(1)} | ${getQuantile(1).toFixed(1)} | ${limit} |`;
  };
  const parses = sessions.flatMap(({ parse }) => parse ?? []);
  return [
    formatRow("First outline, including the start of the worker: median", sessions.map(({ cold }) => cold), 0.5, String(coldLimit)),
    ...(parses.length > 0 ? [formatRow("`JSON.parse`, for comparison: median", parses, 0.5, "")] : []),
    formatRow("All references with their ranges: median", sessions.map(({ references }) => references), 0.5, "50"),
    formatRow("Model of one operation: p95", sessions.flatMap(({ models }) => models), 0.95, "5"),
    formatRow("Delay of the main thread while the file is read: p99.9, median of the runs", sessions.map(({ late }) => late[0]), 0.5, "20"),
    ...(keyLimit === undefined
      ? []
      : [formatRow("Outline after a keystroke: p95", sessions.flatMap(({ keystrokes }) => keystrokes), 0.95, String(keyLimit))]),
  ]; // prettier-ignore
}

function repeatTimes<T>(count: number, run: () => T): T[] {
  return Array.from({ length: count }, run);
}

/** Creates a file of about 12 MB with 20,000 operations and no line breaks. */
function createHugeFolder(folder: string): string {
  const root = join(folder, "huge");
  mkdirSync(root, { recursive: true });
  const paths = Object.fromEntries(
    Array.from({ length: hugeOperations }, (_, i) => [
      `/things/${i}/parts/{part}`,
      {
        get: {
          operationId: `getThing${i}`,
          summary: `Get the parts of thing ${i}`,
          description: "Answers with all parts of the thing, the newest first. ".repeat(4),
          tags: [`tag${i % 50}`],
          parameters: [{ name: "part", in: "path", required: true, schema: { type: "string" } }],
          responses: { 200: { description: "OK", content: { "application/json": { schema: { $ref: "#/components/schemas/Part" } } } } }, // prettier-ignore
        },
      },
    ]),
  );
  const components = { schemas: { Part: { type: "object", properties: { id: { type: "string" } } } } };
  const info = { title: "Huge", version: "1" };
  writeFileSync(join(root, "huge.json"), JSON.stringify({ openapi: "3.1.0", info, paths, components }));
  return root;
}

/**
 * Yields the results for the language server when both large specifications are in use: the delay of its responses
 * under load, and its memory.
 */
export async function* measureSpecServer(server: string, folder: string): AsyncGenerator<string, void> {
  const files = getSpecFiles();
  if (!files) {
    yield notFetched;
    return;
  }
  const site = join(folder, "specs");
  mkdirSync(site, { recursive: true });
  for (const file of [files.whole, files.partYaml]) copyFileSync(join(files.root, file), join(site, file));
  const groups = [files.whole, files.partYaml].map((openapi) => ({ group: openapi, openapi }));
  writeFileSync(
    join(site, "docs.json"),
    JSON.stringify({ name: "Bench", theme: "mint", colors: { primary: "#0a0a0a" }, navigation: { groups } }),
  );
  const driver = new LspDriver(server, site);
  await driver.initialize();
  await driver.open("docs.json", "json");
  const answers: number[] = [];
  const end = performance.now() + 20_000;
  while (performance.now() < end) {
    const begin = performance.now();
    // The method doesn't exist, so the main thread responds as soon as it's free.
    await driver.request("docwright/nothing", {}).catch(() => undefined);
    answers.push(performance.now() - begin);
    await pause(2);
  }
  await pause(15_000);
  const memory = driver.readMemory();
  await driver.stop();
  answers.sort((a, b) => a - b);
  const late = answers[Math.floor(answers.length * 0.999)] ?? 0;
  const name = "Server with GitHub's and the 2 MB YAML file";
  yield `| ${name} | Response time of the main thread while both are read, validated, and displayed: p99.9 | ${late.toFixed(1)} | ${(answers.at(-1) ?? 0).toFixed(1)} | 20 |`;
  yield `| ${name} | Resident memory when idle, MB | ${Math.round(memory ?? 0)} | | 250 |`;
}
