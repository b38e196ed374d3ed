import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem, type as systemType } from "node:os";
import { join } from "node:path";
import type { DriverOptions } from "./lsp-driver.ts";
import { measureCli } from "./measure-cli.ts";
import { measureCompletion } from "./measure-completion.ts";
import { measureHover } from "./measure-hover.ts";
import { measureFirstDiagnostics, measureKeystrokes } from "./measure-server.ts";
import { measureSpecs } from "./measure-specs.ts";
import { makeSite } from "./make-site.ts";

// Measures the built product (`npm run build` first) and prints Markdown; with --write the section between the
// markers in docs/measured.md is replaced.
//   npm run bench -- [--write] [--runs 5] [--dist DIR]

const root = join(import.meta.dirname, "..");
const runs = Number(argumentOf("--runs") ?? 5);
const dist = argumentOf("--dist") ?? join(root, "dist");
const sizes = [50, 500, 1000, 5000] as const;
const folder = mkdtempSync(join(tmpdir(), "docwright-bench-"));

void main();

async function main(): Promise<void> {
  try {
    const report = await measure();
    console.log(report);
    if (process.argv.includes("--write")) writeSection(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(): Promise<string> {
  const siteOf = (pages: number) => join(folder, String(pages));
  for (const pages of sizes) makeSite(siteOf(pages), pages);
  const cli = join(dist, "cli.js");
  const server = join(dist, "server.js");
  const lines = [machine(), ""];
  lines.push(
    "| `check --format json` of a generated site: pages | | seconds, median | slowest | peak memory MB |",
    "|---|---|---|---|---|",
  );
  for (const pages of sizes) lines.push(...measureCli(cli, siteOf(pages), pages, runs));
  lines.push("", `\`--version\`: ${measureVersion(cli)}`);
  if (!existsSync(server)) return lines.join("\n");
  lines.push(
    "",
    "| `initialize` to the shown fault of the open file: pages | file | ms, median | slowest |",
    "|---|---|---|---|",
  );
  for (const pages of sizes)
    lines.push(...(await measureFirstDiagnostics(server, siteOf(pages), pages, runs)));
  lines.push(
    "",
    "| keystroke to published diagnostics, push | keystrokes | p50 ms | p95 | p99 | longest | server memory MB |",
    "|---|---|---|---|---|---|---|",
  );
  lines.push(...(await measureKeystrokes(server, siteOf(5000))));
  for (const [name, options] of knownAndNot(cli, siteOf(5000))) {
    lines.push("", `| completion right behind a keystroke, 5,000 pages, ${name} ${timesHead}`, timesRule);
    lines.push(...(await measureCompletion(server, siteOf(5000), options)));
    lines.push(
      "",
      `| hover, half of them right behind a keystroke, 5,000 pages, ${name} ${timesHead}`,
      timesRule,
    );
    lines.push(...(await measureHover(server, siteOf(5000), options)));
  }
  lines.push(
    "",
    "| specifications | what, ms where nothing else is said | value | worst | limit |",
    "|---|---|---|---|---|",
  );
  lines.push(...(await measureSpecs(dist, folder, runs)));
  return lines.join("\n");
}

const timesHead = "| requests | p50 ms | p95 | p99 | longest |";
const timesRule = "|---|---|---|---|---|---|";

/** As on every day but the first, when `check` or the editor has parsed every page before; and as on the first. */
function knownAndNot(cli: string, site: string): readonly (readonly [string, DriverOptions])[] {
  const [known, empty] = [join(folder, "known"), join(folder, "empty")];
  spawnSync(process.execPath, [cli, "check", site, "--format", "json"], {
    env: { ...process.env, XDG_CACHE_HOME: known },
    stdio: "ignore",
  });
  return [
    ["pages known by content", { cache: known }],
    ["nothing kept, all pages being parsed meanwhile", { cache: empty }],
  ];
}

function argumentOf(name: string): string | undefined {
  return process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
}

function measureVersion(cli: string): string {
  const times = Array.from({ length: runs }, () => {
    const begin = performance.now();
    execFileSync(process.execPath, [cli, "--version"]);
    return performance.now() - begin;
  }).sort((a, b) => a - b);
  return `${Math.round(times[times.length >> 1] ?? 0)} ms`;
}

function machine(): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    cwd: root,
    encoding: "utf8",
  }).trim();
  const [cpu] = cpus();
  return [
    `Commit ${commit}; Node ${process.versions.node}; ${systemType()}, ${cpus().length} × ${cpu?.model.trim() ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GB;`,
    `median of ${runs} runs, load at the start ${(loadavg()[0] ?? 0).toFixed(1)}; \`npm run build && npm run bench -- --write --runs ${runs}\`.`,
  ].join(" ");
}

function writeSection(report: string): void {
  const path = join(root, "docs/measured.md");
  const text = readFileSync(path, "utf8");
  const [begin, end] = ["<!-- bench -->", "<!-- /bench -->"];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error("docs/measured.md has no bench markers.");
  writeFileSync(path, `${text.slice(0, from + begin.length)}\n${report}\n${text.slice(to)}`);
}
