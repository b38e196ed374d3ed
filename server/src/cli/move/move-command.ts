import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ProfileName, profiles } from "../../core/config/settings/profile.ts";
import { findFolderProblem } from "../check/check-command.ts";
import type { CommandHost, ExitCode } from "../run-cli.ts";
import { visibleLines, toVisibleText } from "../terminal/text.ts";
import { moveLines, type MoveOutcome } from "./move-site.ts";

/** Options of `docwright move`. */
export interface MoveOptions {
  /** A file, a folder, or the path of a page, as written on the command line. */
  readonly from: string;
  readonly to: string;
  readonly folder: string;
  readonly dryRun: boolean;
  /** Whether to add redirects for the paths that pages lose. */
  readonly redirects: boolean;
  /** Whether the counterparts in other languages and versions move too. */
  readonly counterparts: boolean;
  readonly format: "pretty" | "json";
  readonly profile: ProfileName | undefined;
  readonly help: boolean;
}

export type ParsedMoveOptions =
  { readonly ok: true; readonly options: MoveOptions } | { readonly ok: false; readonly reason: string };

const optionTypes = {
  "dry-run": { type: "boolean" },
  "no-redirects": { type: "boolean" },
  "no-counterparts": { type: "boolean" },
  format: { type: "string" },
  profile: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the arguments after `docwright move`. Unrecognized arguments are rejected with a reason, never guessed. */
export function readMoveOptions(args: readonly string[]): ParsedMoveOptions {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return refuse(`${toVisibleText(text)} "docwright move --help" lists the options.`);
  }
  const { values, positionals } = parsed;
  const help = values.help ?? false;
  const [from = "", to = "", folder = ".", fourth] = positionals;
  if (fourth !== undefined) return refuse(`name one folder, not ${toVisibleText(fourth)} as well.`);
  if (!help && (from === "" || to === ""))
    return refuse('say what goes where, as in "docwright move guides/start guides/first-steps".');
  const { format = "pretty", profile } = values;
  if (format !== "pretty" && format !== "json")
    return refuse(`--format is pretty or json, not ${toVisibleText(format)}.`);
  if (profile !== undefined && profile !== "standard" && profile !== "mintlify")
    return refuse(`--profile is ${Object.keys(profiles).join(" or ")}, not ${toVisibleText(profile)}.`);
  return {
    ok: true,
    options: {
      from,
      to,
      folder,
      dryRun: values["dry-run"] ?? false,
      redirects: !values["no-redirects"],
      counterparts: !values["no-counterparts"],
      format,
      profile,
      help,
    },
  };
}

function refuse(reason: string): ParsedMoveOptions {
  return { ok: false, reason };
}

/**
 * Runs `docwright move`. Returns 0 if the move was made or shown, 1 if something prevents it (nothing is written then),
 * and 2 if the command failed.
 */
export async function runMoveCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readMoveOptions(args);
  if (!parsed.ok) return failCommand(parsed.reason, host, 2);
  const { options } = parsed;
  if (options.help) {
    host.stdout.write(moveHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const hindrance = findFolderProblem(folder, options.folder);
  if (hindrance !== undefined) return failCommand(hindrance, host, 2);
  const { moveInFolder } = await import("./move-site.ts");
  const answer = await moveInFolder(folder, host.cwd, options);
  if (!answer.ok) return failCommand(answer.reason, host, answer.exitCode);
  print(answer.outcome, options, host);
  return 0;
}

function failCommand(reason: string, host: CommandHost, exitCode: 1 | 2): ExitCode {
  host.stderr.write(`docwright: ${toVisibleText(reason)}\n`);
  return exitCode;
}

function print(outcome: MoveOutcome, { format, dryRun }: MoveOptions, host: CommandHost): void {
  if (format === "json") {
    const { changes: _, ...reported } = outcome;
    const edits = outcome.changes.map(({ path }) => path);
    host.stdout.write(`${JSON.stringify({ version: 1, ...reported, files: edits })}\n`, "json");
    return;
  }
  for (const line of moveLines(outcome, dryRun))
    host.stdout.write(`${host.stdout.isTTY ? visibleLines(line) : line}\n`);
}

/** The output of `docwright move --help`. */
export const moveHelp = `Usage: docwright move FROM TO [DIR] [options]

Moves or renames a page, a folder or any other file of a site in DIR (default:
this folder), and writes what follows: the navigation, links, imports, settings
and redirects lead where they led. FROM and TO are files or paths of pages, as
in "guides/start"; a slash at the end of TO keeps the name.

  --dry-run              print what would change, write nothing
  --no-redirects         do not redirect the addresses that pages lose
  --no-counterparts      leave the page in other languages and versions where
                         it is
  --format pretty|json   for people (default), or for programs
  --profile standard|mintlify
                         the rules of which service, as for check
  --help                 this text

Exit code: 0 done, 1 something is in the way (nothing is written), 2 could not
run.
`;
