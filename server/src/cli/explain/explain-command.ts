import {
  createChoiceOption,
  CommandError,
  defineCommand,
  createNoSiteError,
  printMessage,
  profileOption,
  resolveFolder,
} from "../command.ts";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import { choosePalette } from "../terminal/output.ts";
import { getTerminalWidth } from "../terminal/text.ts";
import type { SiteExplanation } from "./explain-site.ts";

/** The options for `docwright explain`. */
export interface ExplainOptions {
  readonly folder: string;
  /**
   * A page, file, URL, or operation, as specified on the command line. An operation can be specified as one argument or
   * two.
   */
  readonly target: string;
  readonly format: "pretty" | "json";
  readonly profile: ProfileName | undefined;
}

/** The explain command. The exit code is 0 if at least one site shows the target to readers, and 1 if none does. */
export const explainCommand = defineCommand({
  name: "explain",
  usage: ["[DIR] TARGET [options]"],
  description: [
    "Explains whether and where readers can see TARGET on a site in DIR (default: current directory). Lists each step from the file to the navigation.",
    'TARGET is a page (guides/start or guides/start.mdx), another file (images/logo.png), a path or URL on the site (/old/path, https://…), or an operation in its specifications ("GET /users", an operationId, "webhook order.paid", or an AsyncAPI operation).',
  ],
  options: {
    format: createChoiceOption("FORMAT", ["pretty", "json"], "pretty", "output format"),
    profile: profileOption,
  },
  exitCodes: "0 readers can see TARGET, 1 they can't, 2 the command failed",
  parse: ({ format, profile }, positionals): ExplainOptions => {
    const [firstArgument, secondArgument, extraArgument] = joinOperationArguments(positionals);
    if (extraArgument !== undefined)
      throw new CommandError(`unexpected argument ${extraArgument}; put a target that contains spaces in quotes`);
    const target = secondArgument ?? firstArgument ?? "";
    if (target.trim() === "")
      throw new CommandError('specify what to explain, for example, "docwright explain guides/start"');
    return { folder: secondArgument === undefined ? "." : (firstArgument ?? "."), target, format, profile };
  },
  run: async (options, host) => {
    const folder = resolveFolder(options.folder, host);
    const { explainInFolder, formatExplanations: explainLines } = await import("./explain-site.ts");
    const sites = await explainInFolder(folder, host.cwd, options);
    if (!sites) throw createNoSiteError(options.folder, folder);
    if (options.format === "json") host.stdout.write(`${JSON.stringify(toJson(options.folder, sites))}\n`, "json");
    else {
      const palette = choosePalette(host.stdout.isTTY ?? false, host.environment);
      for (const line of explainLines(sites, { palette, columns: getTerminalWidth(host) }))
        host.stdout.write(`${line}\n`);
    }
    for (const { notice } of sites) if (notice !== undefined) printMessage(notice, host);
    return sites.some(({ explanation }) => explanation.shown) ? 0 : 1;
  },
});

/** Joins a method and a path that are separate arguments, such as `GET` and `/users`, into one argument. */
function joinOperationArguments(args: readonly string[]): string[] {
  const lastArgs = args.slice(-2);
  const isOperation = /^(?:[A-Z]+|webhook)$/i.test(lastArgs[0] ?? "") && lastArgs[1]?.startsWith("/") === true;
  const isWebhook = lastArgs[0]?.toLowerCase() === "webhook" && lastArgs[1] !== undefined;
  const isUppercase = lastArgs[0] === lastArgs[0]?.toUpperCase();
  return (isOperation && isUppercase) || isWebhook ? [...args.slice(0, -2), lastArgs.join(" ")] : [...args];
}

/**
 * Returns the explanations as JSON. Files are POSIX paths relative to the site's root. Positions are zero-based and in
 * UTF-16 code units, as in the output of `check --format json`.
 */
function toJson(folder: string, sites: readonly SiteExplanation[]): object {
  return {
    version: 1,
    root: folder,
    sites: sites.map(({ root, explanation: { steps, ...reported }, toReportedRange: toPositions }) => ({
      root,
      ...reported,
      steps: steps.map(({ location, ...step }) => ({
        ...step,
        ...(location && { place: { file: location.file, range: toPositions(location) } }),
      })),
    })),
  };
}
