import type { UpgradedConfig } from "../../core/analysis/upgrade/upgrade-config.ts";
import { readFullText, writeFiles } from "../../workspace/files/write-files.ts";
import {
  CommandError,
  type CommandHost,
  defineCommand,
  createFlagOption,
  getFolderArgument,
  resolveFolder,
} from "../command.ts";
import { formatRefusal } from "../migrate/migrate-site.ts";
import { toVisibleText } from "../terminal/text.ts";

const oldFileName = "mint.json";
const newFileName = "docs.json";

/** The upgrade command. The exit code is 1 if some of the settings couldn't be converted. */
export const upgradeCommand = defineCommand({
  name: "upgrade",
  usage: ["[DIR] [options]"],
  description: [
    "Prints the docs.json that replaces the mint.json in DIR (default: current directory). Each setting that can't be converted is listed on stderr with the reason.",
  ],
  options: {
    write: createFlagOption("write docs.json and keep mint.json"),
    remove: createFlagOption("with --write, remove mint.json"),
  },
  exitCodes: "0 all settings converted, 1 some settings not converted, 2 the command failed",
  parse: ({ write, remove }, positionals) => {
    if (remove && !write) throw new CommandError("--remove requires --write");
    return { folder: getFolderArgument(positionals), write, remove };
  },
  run: async ({ folder: folderName, write, remove: removesOldFile }, host) => {
    const folder = resolveFolder(folderName, host);
    const text = readFullText(folder, oldFileName);
    if (text === undefined) throw new CommandError(`no ${oldFileName} found in ${folderName}`);
    if (readFullText(folder, newFileName) !== undefined)
      throw new CommandError(`${folderName} already has a ${newFileName}, which the service uses; no files changed`);
    const { parseOldSettings, upgradeConfig, formatConfig } =
      await import("../../core/analysis/upgrade/upgrade-config.ts");
    const oldSettings = parseOldSettings(text);
    if (!oldSettings) throw new CommandError(`${oldFileName} isn't valid JSON; fix it, and run the command again`);
    const upgradedConfig = upgradeConfig(oldSettings);
    const newConfigText = formatConfig(upgradedConfig.config);
    if (!write) host.stdout.write(newConfigText, "json");
    else {
      const removals = removesOldFile ? [{ path: oldFileName, oldText: text, newText: undefined }] : [];
      const refusal = writeFiles(folder, [
        { path: newFileName, oldText: undefined, newText: newConfigText },
        ...removals,
      ]);
      if (refusal) throw new CommandError(`no files changed: ${formatRefusal(refusal)}`);
    }
    printUpgrade(upgradedConfig, { write, removesOldFile }, host);
    return upgradedConfig.skippedSettings.length === 0 ? 0 : 1;
  },
});

function printUpgrade(
  { skippedSettings: remainingSettings }: UpgradedConfig,
  { write, removesOldFile }: { write: boolean; removesOldFile: boolean },
  host: CommandHost,
): void {
  for (const { path, reason } of remainingSettings)
    host.stderr.write(`${oldFileName}: ${toVisibleText(path)}: ${toVisibleText(reason)}\n`);
  const summary =
    remainingSettings.length === 0
      ? "All settings were converted."
      : remainingSettings.length === 1
        ? "1 setting wasn't converted."
        : `${remainingSettings.length} settings weren't converted.`;
  const outcome = write
    ? `Wrote ${newFileName}${removesOldFile ? ` and removed ${oldFileName}` : `; ${oldFileName} is unchanged`}.`
    : "No files changed. Use --write to apply these changes.";
  host.stderr.write(`${summary} ${outcome}\n`);
}
