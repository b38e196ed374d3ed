import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ProfileName, profiles } from "../../core/config/settings/profile.ts";
import { findFolderProblem } from "../check/check-command.ts";
import type { CommandHost, ExitCode } from "../run-cli.ts";
import { choosePalette } from "../terminal/output.ts";
import { layOutColumns, toVisibleText } from "../terminal/text.ts";
import type { SiteExplanation } from "./explain-site.ts";

/** Options of `docwright explain`. */
export interface ExplainOptions {
  readonly folder: string;
  /** A page, file, URL, or operation, as written on the command line. */
  readonly target: string;
  readonly format: "pretty" | "json";
  readonly profile: ProfileName | undefined;
  readonly help: boolean;
}

export type ParsedExplainOptions =
  { readonly ok: true; readonly options: ExplainOptions } | { readonly ok: false; readonly reason: string };

const optionTypes = {
  format: { type: "string" },
  profile: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the arguments after `docwright explain`. An operation can be one argument or two: `GET /users`. */
export function readExplainOptions(args: readonly string[]): ParsedExplainOptions {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return refuse(`${toVisibleText(text)} "docwright explain --help" lists the options.`);
  }
  const { values, positionals } = parsed;
  const help = values.help ?? false;
  const words = joined(positionals);
  const [first, second, third] = words;
  if (third !== undefined)
    return refuse(
      `name one thing to explain, not ${toVisibleText(third)} as well. Quote it if it has blanks.`,
    );
  const target = second ?? first ?? "";
  if (!help && target.trim() === "")
    return refuse('say what to explain, as in "docwright explain guides/start".');
  const { format = "pretty", profile } = values;
  if (format !== "pretty" && format !== "json")
    return refuse(`--format is pretty or json, not ${toVisibleText(format)}.`);
  if (profile !== undefined && profile !== "standard" && profile !== "mintlify")
    return refuse(`--profile is ${Object.keys(profiles).join(" or ")}, not ${toVisibleText(profile)}.`);
  const folder = second === undefined ? "." : (first ?? ".");
  return { ok: true, options: { folder, target, format, profile, help } };
}

/** Joins `GET` and `/users` into one argument. */
function joined(words: readonly string[]): string[] {
  const last = words.slice(-2);
  const isOperation = /^(?:[A-Z]+|webhook)$/i.test(last[0] ?? "") && last[1]?.startsWith("/") === true;
  const isWebhook = last[0]?.toLowerCase() === "webhook" && last[1] !== undefined;
  const isUpper = last[0] === last[0]?.toUpperCase();
  return (isOperation && isUpper) || isWebhook ? [...words.slice(0, -2), last.join(" ")] : [...words];
}

function refuse(reason: string): ParsedExplainOptions {
  return { ok: false, reason };
}

/**
 * Runs `docwright explain`. Returns 0 if any site shows the target to readers, 1 if none does, and 2 if the command
 * failed.
 */
export async function runExplainCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readExplainOptions(args);
  if (!parsed.ok) return failCommand(parsed.reason, host);
  const { options } = parsed;
  if (options.help) {
    host.stdout.write(explainHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const hindrance = findFolderProblem(folder, options.folder);
  if (hindrance !== undefined) return failCommand(hindrance, host);
  const { explainInFolder } = await import("./explain-site.ts");
  const sites = await explainInFolder(folder, host.cwd, options);
  if (!sites)
    return failCommand(`there is no docs.json in ${options.folder} or below, so there is no site.`, host);
  if (options.format === "json")
    host.stdout.write(`${JSON.stringify(asJson(options.folder, sites))}\n`, "json");
  else {
    const { explainLines } = await import("./explain-site.ts");
    const palette = choosePalette(host.stdout.isTTY ?? false, host.environment);
    for (const line of explainLines(sites, { palette, columns: layOutColumns(host) }))
      host.stdout.write(`${line}\n`);
  }
  return sites.some(({ explanation }) => explanation.shown) ? 0 : 1;
}

/**
 * Files are POSIX paths relative to the site's root. Positions are zero-based and in UTF-16 code units, as in `check
 * --format json`.
 */
function asJson(folder: string, sites: readonly SiteExplanation[]): object {
  return {
    version: 1,
    root: folder,
    sites: sites.map(({ root, explanation: { steps, ...reported }, positionsOf }) => ({
      root,
      ...reported,
      steps: steps.map(({ place, ...step }) => ({
        ...step,
        ...(place && { place: { file: place.file, range: positionsOf(place) } }),
      })),
    })),
  };
}

function failCommand(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${toVisibleText(reason)}\n`);
  return 2;
}

/** The output of `docwright explain --help`. */
export const explainHelp = `Usage: docwright explain [DIR] TARGET [options]

Tells why readers of a site in DIR (default: this folder) are shown something or
not, and where: the chain of reasons from the file to the menu. TARGET is

  guides/start          the path of a page, or guides/start.mdx, its file
  images/logo.png       any other file
  /old/address          an address of the site, or the whole of it: https://…
  "GET /users"          an operation of the API; also its operationId, and
                        "webhook order.paid"

  --format pretty|json  for people (default), or for programs
  --profile standard|mintlify
                        the rules of which service, as for check
  --help                this text

Exit code: 0 readers are shown it, 1 they are not, 2 could not run.
`;
