import type { ProfileName } from "../../core/config/settings/profile.ts";
import {
  createChoiceOption,
  CommandError,
  type CommandHost,
  defineCommand,
  createFlagOption,
  profileOption,
  resolveFolder,
} from "../command.ts";
import { toVisibleLines } from "../terminal/text.ts";
import { formatMove, type MoveOutcome } from "./move-site.ts";

/** The options for `docwright move`. */
export interface MoveOptions {
  /** A file, a folder, or the path of a page, as specified on the command line. */
  readonly oldPath: string;
  readonly newPath: string;
  readonly folder: string;
  readonly isDryRun: boolean;
  /** Whether to add redirects for the paths that pages no longer have. */
  readonly addsRedirects: boolean;
  /** Whether to also move the counterparts of pages in other languages and versions. */
  readonly movesCounterparts: boolean;
  readonly format: "pretty" | "json";
  readonly profile: ProfileName | undefined;
}

/** The move command. If something prevents the move, the exit code is 1, and no files are written. */
export const moveCommand = defineCommand({
  name: "move",
  usage: ["FROM TO [DIR] [options]"],
  description: [
    "Moves or renames a page, a folder, or any other file in the site in DIR (default: current directory), and updates everything that refers to it: navigation, links, imports, settings, and redirects.",
    "FROM and TO are files or page paths, for example, guides/start. If both a page and a folder match FROM, specify guides/start.mdx to move the page or guides/start/ to move the folder. If TO ends with a slash, the name stays the same.",
  ],
  options: {
    "dry-run": createFlagOption("print the changes without writing them"),
    "no-redirects": createFlagOption("don't add redirects from old page paths"),
    "no-counterparts": createFlagOption("don't move the same page in other languages and versions"),
    format: createChoiceOption("FORMAT", ["pretty", "json"], "pretty", "output format"),
    profile: profileOption,
  },
  exitCodes: "0 success, 1 the move isn't possible and no files changed, 2 the command failed",
  parse: ({ dryRun, noRedirects, noCounterparts, format, profile }, positionals): MoveOptions => {
    const [oldPath = "", newPath = "", folder = ".", extraArgument] = positionals;
    if (extraArgument !== undefined)
      throw new CommandError(`unexpected argument ${extraArgument}; specify only one folder`);
    if (oldPath === "" || newPath === "")
      throw new CommandError('specify FROM and TO, for example, "docwright move guides/start guides/first-steps"');
    return {
      oldPath,
      newPath,
      folder,
      isDryRun: dryRun,
      addsRedirects: !noRedirects,
      movesCounterparts: !noCounterparts,
      format,
      profile,
    };
  },
  run: async (options, host) => {
    const folder = resolveFolder(options.folder, host);
    const { moveInFolder } = await import("./move-site.ts");
    printOutcome(await moveInFolder(folder, host.cwd, options), options, host);
    return 0;
  },
});

function printOutcome(outcome: MoveOutcome, { format, isDryRun: dryRun }: MoveOptions, host: CommandHost): void {
  if (format === "json") {
    const { changes: _, ...reported } = outcome;
    const changedPaths = outcome.changes.map(({ path }) => path);
    host.stdout.write(`${JSON.stringify({ version: 1, ...reported, files: changedPaths })}\n`, "json");
    return;
  }
  for (const line of formatMove(outcome, dryRun))
    host.stdout.write(`${host.stdout.isTTY ? toVisibleLines(line) : line}\n`);
}
