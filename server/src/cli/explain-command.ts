import { resolve } from "node:path";
import { columnsFor } from "./columns-for.ts";
import type { SiteExplanation } from "./explain-in-folder.ts";
import { readExplainOptions } from "./explain-options.ts";
import { choosePalette } from "./palette.ts";
import type { CommandHost, ExitCode } from "./run-cli.ts";
import { visibleText } from "./visible-text.ts";
import { whyNoFolder } from "./why-no-folder.ts";

/** `docwright explain`: 0 when readers are shown the target in some site, 1 when they are not, 2 when it could not run. */
export async function runExplainCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readExplainOptions(args);
  if (!parsed.ok) return failCommand(parsed.reason, host);
  const { options } = parsed;
  if (options.help) {
    const { explainHelp } = await import("./explain-help.ts");
    host.stdout.write(explainHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const hindrance = whyNoFolder(folder, options.folder);
  if (hindrance !== undefined) return failCommand(hindrance, host);
  const { explainInFolder } = await import("./explain-in-folder.ts");
  const sites = await explainInFolder(folder, host.cwd, options);
  if (!sites)
    return failCommand(`there is no docs.json in ${options.folder} or below, so there is no site.`, host);
  if (options.format === "json")
    host.stdout.write(`${JSON.stringify(asJson(options.folder, sites))}\n`, "json");
  else {
    const { explainLines } = await import("./explain-lines.ts");
    const palette = choosePalette(host.stdout.isTTY ?? false, host.environment);
    for (const line of explainLines(sites, { palette, columns: columnsFor(host) }))
      host.stdout.write(`${line}\n`);
  }
  return sites.some(({ explanation }) => explanation.shown) ? 0 : 1;
}

/** Files are POSIX paths from the site's root, positions zero-based and in UTF-16, as `check --format json` has them. */
function asJson(folder: string, sites: readonly SiteExplanation[]): object {
  return {
    version: 1,
    root: folder,
    sites: sites.map(({ root, explanation: { steps, ...told }, positionsOf }) => ({
      root,
      ...told,
      steps: steps.map(({ place, ...step }) => ({
        ...step,
        ...(place && { place: { file: place.file, range: positionsOf(place) } }),
      })),
    })),
  };
}

function failCommand(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${visibleText(reason)}\n`);
  return 2;
}
