import { readArguments } from "./read-arguments.ts";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { proveMigration, type MigrationProof } from "../test/proofs/prove-migration.ts";

const { values, positionals } = readArguments({
  help: `Usage: node --import tsx tools/migration-check.ts FOLDER… [--kept]

Migrates copies of real sites, checks them before and after, compares what readers find, and undoes the migration. Prints a Markdown table and every guarantee that isn't met. With --kept, also prints why parts weren't migrated.`,
  options: { kept: { type: "boolean", default: false } },
  count: { min: 1 },
});

void main();

async function main(): Promise<void> {
  const folders = positionals.flatMap(listSites);
  console.log(
    "| Site | Pages | Lossless | With an extension | Kept | New problems | Different | Files not restored | ms |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  const problems: string[] = [];
  for (const folder of folders) {
    const proof = await checkCopy(folder);
    const pages = proof.counts["loss-free"] + proof.counts.extension + proof.counts.keep;
    if (pages === 0) continue;
    console.log(formatRow(basename(folder), pages, proof));
    for (const kind of ["newProblems", "unlike", "notRestored"] as const)
      problems.push(...proof[kind].map((text) => `${basename(folder)}: ${kind}: ${text}`));
    if (values.kept) console.log(formatReasons(proof));
  }
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

function listSites(folder: string): string[] {
  if (existsSync(join(folder, "docs.json"))) return [folder];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, "docs.json")) || existsSync(join(path, "docs", "docs.json")));
}

async function checkCopy(folder: string): Promise<MigrationProof> {
  const tempFolder = mkdtempSync(join(tmpdir(), "docwright-migration-"));
  try {
    const copy = join(tempFolder, "site");
    cpSync(folder, copy, { recursive: true });
    return await proveMigration(copy, join(tempFolder, "report.json"));
  } finally {
    rmSync(tempFolder, { recursive: true, force: true });
  }
}

function formatRow(name: string, pages: number, proof: MigrationProof): string {
  const { counts, newProblems, unlike, notRestored, milliseconds } = proof;
  const cells = [
    name,
    pages,
    counts["loss-free"],
    counts.extension,
    counts.keep,
    newProblems.length,
    unlike.length,
    notRestored.length,
    Math.round(milliseconds),
  ];
  return `| ${cells.join(" | ")} |`;
}

function formatReasons({ pages }: MigrationProof): string {
  const counts = new Map<string, number>();
  for (const { reasons } of pages) for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `  ${count} × ${reason}`).join("\n");
}
