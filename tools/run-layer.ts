import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Counts, Layer } from "./test-layers.ts";

export interface LayerResult extends Counts {
  readonly milliseconds: number;
  /** What a person needs to see when something failed. */
  readonly output: string;
}

const longestLayer = 12 * 60_000;
const project = path.resolve(__dirname, "..");

/** Runs a layer to its end. What cannot be counted (a crash, no report, out of time) counts as one failure. */
export async function runLayer(layer: Layer, stop: AbortSignal): Promise<LayerResult> {
  const start = Date.now();
  const folder = await mkdtemp(path.join(os.tmpdir(), "docwright-layer-"));
  const report = path.join(folder, "report.json");
  try {
    const { code, output } = await runNode(
      layer.command.map((part) => part.replace("{report}", report)),
      stop,
    );
    const milliseconds = () => Date.now() - start;
    if (!layer.read) {
      const failed = code === 0 ? 0 : 1;
      return { passed: 1 - failed, failed, skipped: 0, output, milliseconds: milliseconds() };
    }
    const read = await layer.read(report).catch(() => undefined);
    if (!read)
      return {
        passed: 0,
        failed: 1,
        skipped: 0,
        output: `${output}\nThe layer ended without a report.`,
        milliseconds: milliseconds(),
      };
    const unexplained = code !== 0 && read.failed === 0 ? 1 : 0;
    return {
      ...read,
      failed: read.failed + unexplained,
      output,
      milliseconds: milliseconds(),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runNode(
  args: readonly string[],
  stop: AbortSignal,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const end = () => child.kill("SIGTERM");
  const timer = setTimeout(() => {
    output += `\nStopped after ${longestLayer / 60_000} minutes.`;
    end();
  }, longestLayer);
  if (stop.aborted) end();
  stop.addEventListener("abort", end);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  stop.removeEventListener("abort", end);
  return { code, output };
}
