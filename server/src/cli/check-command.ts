import { resolve } from "node:path";
import { readCheckOptions, type CheckOptions } from "./check-options.ts";
import type { CheckResult } from "./check-result.ts";
import type { CommandHost, ExitCode } from "./run-cli.ts";
import { visibleText } from "./visible-text.ts";

/** `docwright check`: 0 when nothing at the fail level was found, 1 when something was, 2 when it could not run. */
export async function runCheckCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readCheckOptions(args);
  if (!parsed.ok) return refuse(parsed.reason, host);
  const { options } = parsed;
  if (options.help) {
    const { checkHelp } = await import("./help.ts");
    host.stdout.write(checkHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const { whyNoFolder } = await import("./why-no-folder.ts");
  const hindrance = whyNoFolder(folder, options.folder);
  if (hindrance !== undefined) return refuse(hindrance, host);
  const result = await check(folder, options, host);
  if (result.sites.length === 0) return refuse(noSite(options.folder), host);
  await print(result, options, host);
  for (const { text } of result.notices) host.stderr.write(`docwright: ${visibleText(text)}\n`);
  if (result.notices.some(({ incomplete }) => incomplete)) return 2;
  const failing = result.counts.error + (options.failOn === "warning" ? result.counts.warning : 0);
  return failing > 0 ? 1 : 0;
}

function refuse(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${reason}\n`);
  return 2;
}

function noSite(folder: string): string {
  return `there is no docs.json in ${visibleText(folder)} or below, so there is no site to check.`;
}

async function check(folder: string, options: CheckOptions, host: CommandHost): Promise<CheckResult> {
  const { checkFolder } = await import("./check-folder.ts");
  const { progressOn } = await import("./progress.ts");
  const progress = progressOn(host.stderr, () => performance.now());
  try {
    return await checkFolder(folder, options.profile, (text) => progress.show(text), options);
  } finally {
    progress.clear();
  }
}

async function print(result: CheckResult, options: CheckOptions, host: CommandHost): Promise<void> {
  if (options.format === "json") {
    const { reportJson } = await import("./report-json.ts");
    host.stdout.write(`${reportJson(result, options)}\n`);
    return;
  }
  const { reportPretty } = await import("./report-pretty.ts");
  const { choosePalette } = await import("./palette.ts");
  const palette = choosePalette(host.stdout.isTTY ?? false, host.environment);
  let text = "";
  for (const line of reportPretty(result, { ...options, palette, columns: columnsFor(host) })) {
    text += `${line}\n`;
    if (text.length < 60_000) continue;
    host.stdout.write(text);
    text = "";
  }
  host.stdout.write(text);
}

/** The terminal's width; longer lines than 120 columns read badly. Without a terminal, what COLUMNS says or 80. */
function columnsFor({ stdout, environment }: CommandHost): number {
  const told = stdout.isTTY ? stdout.columns : Number(environment["COLUMNS"] ?? 80);
  return Math.max(40, Math.min(120, told === undefined || Number.isNaN(told) ? 80 : told));
}
