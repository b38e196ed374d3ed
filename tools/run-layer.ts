import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { endProgram, startWatchdog, type Progress } from "./progress.ts";
import type { Counts, Layer } from "./test-layers.ts";

export interface LayerResult extends Counts {
  readonly milliseconds: number;
  /** The output to show if something failed. */
  readonly output: string;
}

/** Time limits of a layer, in milliseconds. */
export interface LayerLimits {
  /** The limit for a command that doesn't report progress, such as the compiler. */
  readonly withoutProgress: number;
  /**
   * The limit for tests, in addition to the time that the running tests may take. The limit doesn't depend on the
   * number of tests.
   */
  readonly silence: number;
  /** The time between SIGTERM and the forced end. */
  readonly grace: number;
}

const defaultLimits: LayerLimits = { withoutProgress: 30 * 60_000, silence: 3 * 60_000, grace: 60_000 };
const project = path.resolve(__dirname, "..");

/**
 * Runs a layer until it ends. A result that can't be counted (crash, no report, no progress) counts as one failure.
 * `env` is added to the command's environment.
 */
export async function runLayer(
  layer: Layer,
  stop: AbortSignal,
  env: Readonly<Record<string, string>> = {},
  limits: LayerLimits = defaultLimits,
): Promise<LayerResult> {
  const start = Date.now();
  const folder = await mkdtemp(path.join(os.tmpdir(), "docwright-layer-"));
  const report = path.join(folder, "report.json");
  try {
    const command = layer.command.map((part) => part.replace("{report}", report));
    const { code, output, stopped } = await runNode(command, stop, env, limits);
    const getElapsed = () => Date.now() - start;
    if (!layer.read) {
      const failed = code === 0 && !stopped ? 0 : 1;
      return { passed: 1 - failed, failed, skipped: 0, output, milliseconds: getElapsed() };
    }
    const read = await layer.read(report).catch(() => undefined);
    if (!read)
      return {
        passed: 0,
        failed: 1,
        skipped: 0,
        output: `${output}\nThe layer ended without a report.`,
        milliseconds: getElapsed(),
      };
    const unexplained = (code !== 0 || stopped) && read.failed === 0 ? 1 : 0;
    return {
      ...read,
      failed: read.failed + unexplained,
      output,
      milliseconds: getElapsed(),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runNode(
  args: readonly string[],
  stop: AbortSignal,
  env: Readonly<Record<string, string>>,
  { withoutProgress, silence, grace }: LayerLimits,
): Promise<{ code: number | null; output: string; stopped: boolean }> {
  const child = spawn(process.execPath, args, {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  let running: readonly string[] = [];
  let isStopped = false;
  const end = () => void endProgram(child, grace);
  const watch = startWatchdog(withoutProgress, (milliseconds) => {
    isStopped = true;
    output += `\nStopped, because it reported nothing for ${formatTime(milliseconds)}.`;
    if (running.length > 0) output += ` Running: ${running.join("; ")}.`;
    output += "\n";
    end();
  });
  child.on("message", (progress) => {
    const reportedProgress = progress as Progress;
    running = reportedProgress.running;
    watch.restart(reportedProgress.milliseconds + silence);
  });
  if (stop.aborted) end();
  stop.addEventListener("abort", end);
  const code = await new Promise<number | null>((resolve) => {
    child.once("close", resolve);
    // Processes that survive a forced end may keep the pipes open.
    child.once("exit", (exitCode) => setTimeout(resolve, 5000, exitCode).unref());
  });
  watch.end();
  stop.removeEventListener("abort", end);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return { code, output, stopped: isStopped };
}

function formatTime(milliseconds: number): string {
  return milliseconds < 60_000
    ? `${Math.round(milliseconds / 1000)} seconds`
    : `${Math.round(milliseconds / 60_000)} minutes`;
}
