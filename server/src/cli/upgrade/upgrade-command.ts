import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { UpgradedConfig } from "../../core/analysis/upgrade/upgrade-config.ts";
import { readWhole, writeFiles } from "../../workspace/files/write-files.ts";
import { findFolderProblem } from "../check/check-command.ts";
import { formatRefusal } from "../migrate/migrate-site.ts";
import type { CommandHost, ExitCode } from "../run-cli.ts";
import { toVisibleText } from "../terminal/text.ts";

const oldName = "mint.json";
const newName = "docs.json";

/**
 * Runs `docwright upgrade`. Returns 0 if all of mint.json was converted, 1 if some settings couldn't be, and 2 if the
 * command failed.
 */
export async function runUpgradeCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readOptions(args);
  if (typeof parsed === "string") return refuse(parsed, host);
  const { folder: written, write, remove, help } = parsed;
  if (help) {
    host.stdout.write(upgradeHelp);
    return 0;
  }
  const folder = resolve(host.cwd, written);
  const hindrance = findFolderProblem(folder, written);
  if (hindrance !== undefined) return refuse(hindrance, host);
  const text = readWhole(folder, oldName);
  if (text === undefined)
    return refuse(`there is no ${oldName} in ${written}, so there is nothing to upgrade.`, host);
  if (readWhole(folder, newName) !== undefined)
    return refuse(
      `there is a ${newName} in ${written} already, and it is what the service reads. Nothing was written.`,
      host,
    );
  const { oldSettingsIn, upgradedText } = await import("../../core/analysis/upgrade/upgrade-config.ts");
  const mint = oldSettingsIn(text);
  if (!mint)
    return refuse(`${oldName} cannot be read as JSON. Correct it, then run the command again.`, host);
  const { upgradeConfig } = await import("../../core/analysis/upgrade/upgrade-config.ts");
  const upgraded = upgradeConfig(mint);
  const after = upgradedText(upgraded.config);
  if (!write) host.stdout.write(after, "json");
  else {
    const removal = remove ? [{ path: oldName, before: text, after: undefined }] : [];
    const refusal = writeFiles(folder, [{ path: newName, before: undefined, after }, ...removal]);
    if (refusal) return refuse(`nothing was written: ${formatRefusal(refusal)}.`, host);
  }
  printUpgrade(upgraded, { write, remove }, host);
  return upgraded.left.length === 0 ? 0 : 1;
}

function printUpgrade(
  { left }: UpgradedConfig,
  { write, remove }: { write: boolean; remove: boolean },
  host: CommandHost,
): void {
  for (const { path, reason } of left)
    host.stderr.write(`${oldName}: ${toVisibleText(path)}: ${toVisibleText(reason)}\n`);
  const what =
    left.length === 0
      ? "Everything came along."
      : left.length === 1
        ? "One setting did not come along."
        : `${left.length} settings did not come along.`;
  const done = write
    ? `Wrote ${newName}${remove ? ` and removed ${oldName}` : `; ${oldName} is still there`}.`
    : "Nothing was written; --write does.";
  host.stderr.write(`${what} ${done}\n`);
}

interface UpgradeOptions {
  readonly folder: string;
  readonly write: boolean;
  readonly remove: boolean;
  readonly help: boolean;
}

const optionTypes = {
  write: { type: "boolean" },
  remove: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** Returns the options, or why they're invalid. */
function readOptions(args: readonly string[]): UpgradeOptions | string {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return `${toVisibleText(text)} "docwright upgrade --help" lists the options.`;
  }
  const { values, positionals } = parsed;
  const [folder = ".", second] = positionals;
  if (second !== undefined) return `name one folder, not ${toVisibleText(second)} as well.`;
  const { write = false, remove = false, help = false } = values;
  if (remove && !write) return "--remove goes with --write only.";
  return { folder, write, remove, help };
}

function refuse(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${toVisibleText(reason)}\n`);
  return 2;
}

/** The output of `docwright upgrade --help`. */
export const upgradeHelp = `Usage: docwright upgrade [DIR] [options]

Prints the docs.json that says what the mint.json in DIR (default: this folder)
says, and on stderr each setting that could not come along, with the reason.
Writes nothing by itself.

  --write           write docs.json; mint.json stays
  --remove          with --write: remove mint.json
  --help            this text

Exit code: 0 all came along, 1 something could not, 2 could not run.
`;
