import type { LanguageServer } from "../language-client.ts";
import { deleteUnusedFiles } from "./delete-unused-files.ts";
import { renameHeading } from "./planned-edits.ts";
import { upgradeSettings } from "./upgrade-settings.ts";

/** Returns the commands that create an edit of several files from user input. */
export function refactoringCommands(
  server: LanguageServer,
): Readonly<Record<string, (argument?: unknown) => unknown>> {
  return {
    "docwright.deleteUnusedFiles": () => deleteUnusedFiles(server),
    "docwright.renameHeading": (requested) => renameHeading(server, requested),
    "docwright.upgradeSettings": (given) => upgradeSettings(server, given),
  };
}
