import { readFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { createNodeDisk } from "../server/src/workspace/files/node-disk.ts";
import { SpecService } from "../server/src/workspace/specs/spec-service.ts";

/** The measurements from one process with one specification. Times are in milliseconds. */
export interface SpecSession {
  /** The time from a cold start to the outline, including the time to start the worker. */
  readonly cold: number;
  readonly operations: number;
  /**
   * The time to find every `$ref` with its range. The next field contains the times for each operation's model with its
   * ranges.
   */
  readonly references: number;
  readonly models: readonly number[];
  /** The times from a change in the text to the outline. */
  readonly keystrokes: readonly number[];
  /** The time that `JSON.parse` takes in this process, for comparison. Undefined for YAML. */
  readonly parse: number | undefined;
  /** The delay of timers on the main thread while the file is being read: the 99.9th percentile and the maximum. */
  readonly late: readonly [number, number];
}

// The script `spec-session.ts WORKER FOLDER FILE KEYSTROKES`, which measure-specs.ts bundles. Each measurement runs
// in a separate process.
const [, , worker = "", folder = "", file = "", keystrokes = "0"] = process.argv;

void main().then((session) => process.stdout.write(JSON.stringify(session)));

async function main(): Promise<SpecSession> {
  const from = { disk: createNodeDisk(folder) };
  const text = readFileSync(join(folder, file), "utf8");
  const monitor = monitorEventLoopDelay({ resolution: 2 });
  await pause(200);
  monitor.enable();
  const reader = new SpecService({ worker });
  const begin = performance.now();
  const outline = (await reader.read(from, file))?.outline;
  const cold = performance.now() - begin;
  if (!outline || outline.problems.some(({ kind }) => kind.startsWith("too-")))
    throw new Error(`${file} wasn't read: ${outline?.problems[0]?.kind ?? "no specification"}`);
  await pause(50);
  monitor.disable();
  const late = [monitor.percentile(99.9) / 1e6 - 2, monitor.max / 1e6 - 2] as const;
  const before = performance.now();
  await reader.readReferences(from, outline);
  const references = performance.now() - before;
  const models: number[] = [];
  for (let i = 0; i < 300; i++) {
    const operation = outline.operations[(i * 37) % outline.operations.length];
    if (!operation) break;
    const start = performance.now();
    await reader.readModel(from, outline, { ...operation, isWebhook: false });
    models.push(performance.now() - start);
  }
  const typed: number[] = [];
  const summaries = [...text.matchAll(/summary"?: "?/g)];
  for (let i = 0; i < Number(keystrokes); i++) {
    const summary = summaries[(i * 131) % summaries.length];
    const offset = (summary?.index ?? 0) + (summary?.[0].length ?? 0);
    const changed = `${text.slice(0, offset)}x${text.slice(offset)}`;
    const start = performance.now();
    await reader.readText(from, file, changed);
    typed.push(performance.now() - start);
    await pause(50);
  }
  await reader.end();
  const parse = file.endsWith(".json") ? measureTime(() => JSON.parse(text)) : undefined;
  return { cold, operations: outline.operations.length, references, models, keystrokes: typed, parse, late };
}

function measureTime(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
