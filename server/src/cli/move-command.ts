import { resolve } from "node:path";
import { moveLines, type MoveOutcome } from "./move-lines.ts";
import { readMoveOptions, type MoveOptions } from "./move-options.ts";
import type { CommandHost, ExitCode } from "./run-cli.ts";
import { visibleLines, visibleText } from "./visible-text.ts";
import { whyNoFolder } from "./why-no-folder.ts";

/** `docwright move`: 0 when it is done or shown, 1 when something is in the way (nothing is written then), 2 when it could not run. */
export async function runMoveCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readMoveOptions(args);
  if (!parsed.ok) return failCommand(parsed.reason, host, 2);
  const { options } = parsed;
  if (options.help) {
    const { moveHelp } = await import("./move-help.ts");
    host.stdout.write(moveHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const hindrance = whyNoFolder(folder, options.folder);
  if (hindrance !== undefined) return failCommand(hindrance, host, 2);
  const { moveInFolder } = await import("./move-in-folder.ts");
  const answer = await moveInFolder(folder, host.cwd, options);
  if (!answer.ok) return failCommand(answer.reason, host, answer.exitCode);
  print(answer.outcome, options, host);
  return 0;
}

function failCommand(reason: string, host: CommandHost, exitCode: 1 | 2): ExitCode {
  host.stderr.write(`docwright: ${visibleText(reason)}\n`);
  return exitCode;
}

function print(outcome: MoveOutcome, { format, dryRun }: MoveOptions, host: CommandHost): void {
  if (format === "json") {
    const { changes: _, ...told } = outcome;
    const edits = outcome.changes.map(({ path }) => path);
    host.stdout.write(`${JSON.stringify({ version: 1, ...told, files: edits })}\n`, "json");
    return;
  }
  for (const line of moveLines(outcome, dryRun))
    host.stdout.write(`${host.stdout.isTTY ? visibleLines(line) : line}\n`);
}
