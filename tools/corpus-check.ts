import { readArguments } from "./read-arguments.ts";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { checkFolder } from "../server/src/cli/check/check-site.ts";
import type { CheckResult } from "../server/src/cli/check/check-result.ts";
import { severities, type Severity } from "../server/src/core/site/settings/site-settings.ts";
import { compareNavigation } from "../test/proofs/compare-navigation.ts";
import { readJsonFiles } from "../test/proofs/read-json-files.ts";

interface SiteOutcome {
  readonly name: string;
  readonly nodes: number;
  readonly differences: readonly string[];
  readonly result: CheckResult;
}

const { values, positionals } = readArguments({
  help: `Usage: node --import tsx tools/corpus-check.ts FOLDER… [--list error|warning|information|hint] [--code PREFIX]

Checks folders of real sites: parses every navigation node twice, with the product and with an independent parser, and prints the problems that \`check --profile mintlify\` reports, by site and code, as a Markdown table.`,
  options: { list: { type: "string" }, code: { type: "string", default: "" } },
  count: { min: 1 },
});

void main();

async function main(): Promise<void> {
  const list = severities.find((severity) => severity === values.list);
  const outcomes: SiteOutcome[] = [];
  for (const folder of positionals.flatMap(listSites)) outcomes.push(await useWithPages(folder, examine));
  console.log(formatTable(outcomes));
  for (const { name, differences } of outcomes)
    for (const difference of differences.slice(0, 5)) console.log(`\nDIFFERENCE in ${name}: ${difference}`);
  if (list) for (const outcome of outcomes) listProblems(outcome, list, values.code);
  const hasFailed = outcomes.some(({ differences, result }) => differences.length + result.notices.length > 0);
  process.exitCode = hasFailed ? 1 : 0;
}

function listSites(folder: string): string[] {
  if (existsSync(join(folder, "docs.json"))) return [folder];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((site) => existsSync(join(site, "docs.json")));
}

/**
 * Calls `use` with the folder of a site. If the site consists only of docs.json and a list of files, creates these
 * files in a temporary folder first.
 */
async function useWithPages<T>(site: string, use: (name: string, folder: string) => Promise<T>): Promise<T> {
  const list = join(site, "file-list.txt");
  if (!existsSync(list)) return use(basename(site), site);
  const folder = mkdtempSync(join(tmpdir(), "docwright-corpus-"));
  try {
    for (const line of readFileSync(list, "utf8").split("\n")) {
      const path = line.split("\t")[1]?.replace(/^docs\//, "");
      if (path === undefined) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), path.endsWith(".mdx") ? `---\ntitle: "${path}"\n---\n` : "");
    }
    writeFileSync(join(folder, "docs.json"), readFileSync(join(site, "docs.json")));
    return await use(basename(site), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function examine(name: string, folder: string): Promise<SiteOutcome> {
  const { nodes, differences } = compareNavigation(readJsonFiles(folder));
  const result = await checkFolder(folder, "mintlify", () => undefined);
  for (const { text } of result.notices) console.log(`NOTICE in ${name}: ${text}`);
  return { name, nodes, differences: differences.map((pair) => JSON.stringify(pair, undefined, 2)), result };
}

function formatTable(rows: readonly SiteOutcome[]): string {
  return [
    "| Site | Pages | Specifications/operations | Equal navigation nodes | Seconds | E | W | I | H | Errors and warnings by rule |",
    "|---|---|---|---|---|---|---|---|---|---|",
    ...rows.map(({ name, nodes, differences, result }) => {
      const sumCounts = (key: "pages" | "specs" | "operations") =>
        result.sites.reduce((all, site) => all + site[key], 0);
      const { error, warning, information, hint } = result.counts;
      return `| ${[
        name,
        sumCounts("pages"),
        `${sumCounts("specs")}/${sumCounts("operations")}`,
        `${nodes - differences.length} of ${nodes}`,
        (result.milliseconds / 1000).toFixed(1),
        error,
        warning,
        information,
        hint,
        formatByCode(result),
      ].join(" | ")} |`;
    }),
  ].join("\n");
}

/** Returns the number of problems by code, with errors first, such as `nav/page-not-found 3 E, link/x 2 W`. */
function formatByCode({ problems }: CheckResult): string {
  const counts = new Map<string, number>();
  for (const severity of ["error", "warning"] as const)
    for (const problem of problems.filter((one) => one.severity === severity)) {
      const key = `${severity === "error" ? "**" : ""}${problem.code}${severity === "error" ? "**" : ""}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return [...counts].map(([key, count]) => `${key} ${count}`).join(", ");
}

function listProblems({ name, result }: SiteOutcome, least: Severity, prefix: string): void {
  const requestedSeverities = severities.slice(0, severities.indexOf(least) + 1);
  for (const { severity, file, range, code, message } of result.problems)
    if (requestedSeverities.includes(severity) && code.startsWith(prefix))
      console.log(
        `${name} ${severity} ${code} ${file}:${range.start.line + 1}:${range.start.character + 1} ${message}`,
      );
}
