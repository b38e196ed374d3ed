import { readArguments } from "../tools/read-arguments.ts";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { proveMoves } from "./moves/prove-moves.ts";
import { proveRenames } from "./moves/prove-renames.ts";
import { SiteReading } from "./moves/read-site.ts";
import { listSites } from "./moves/sites-in.ts";
import { readTexts } from "./moves/texts-of.ts";

const { values, positionals } = readArguments({
  help: `Usage: npm run bench:moves -- FOLDER… [--count N] [--seed N] [--site NAME] [--names N] [--keep FILE]

Renames and moves pages, folders, and other files of real sites at random, and renames headings, components, variables, and titles. Applies the resulting edits and counts new and lost problems. Then reverts the move and compares every byte. Nothing is written to the sites. --names is the number of renames (default: a third of --count). Results in FILE aren't computed again.`,
  options: {
    count: { type: "string" },
    seed: { type: "string" },
    site: { type: "string" },
    names: { type: "string" },
    keep: { type: "string" },
  },
  count: { min: 1 },
});

main();

function main(): void {
  const count = Number(values.count ?? 1000);
  const names = Number(values.names ?? Math.ceil(count / 3));
  const seed = values.seed ?? "1";
  const keepFile = values.keep;
  const folders = positionals.flatMap(listSites).filter((folder) => folder.includes(values.site ?? ""));
  if (folders.length === 0) throw new Error("Specify a folder that contains sites.");
  const previousText = keepFile !== undefined && existsSync(keepFile) ? readFileSync(keepFile, "utf8") : "";
  const report = (line: string) => {
    console.log(line);
    if (keepFile !== undefined) appendFileSync(keepFile, `${line}\n`);
  };
  report(
    "| site | moves | with redirects | names | refused | new problems | lost | not restored | not by the text alone | explained | plan p95 ms |",
  );
  report("|---|---|---|---|---|---|---|---|---|---|---|");
  for (const folder of folders) {
    const site = basename(folder) === "docs" ? basename(folder.slice(0, -5)) : basename(folder);
    if (previousText.includes(`| ${site} | `)) continue;
    const texts = readTexts(folder);
    const reading = new SiteReading("mintlify");
    const moves = proveMoves(reading, texts, Math.ceil(count / folders.length), `${seed} ${folder}`);
    const renames = proveRenames(reading, texts, Math.ceil(names / folders.length), `${seed} ${site} names`);
    const p95 = moves.milliseconds.toSorted((a, b) => a - b)[Math.floor(moves.milliseconds.length * 0.95)] ?? 0;
    const formatCounts = (counts: Record<string, number>) =>
      Object.entries(counts)
        .map(([what, number]) => `${what}: ${String(number)}`)
        .join("; ");
    const faults = (["added", "lost", "notRestored", "notByTextAlone"] as const).map((kind) => [
      ...moves[kind],
      ...renames[kind],
    ]);
    const cells = [
      moves.made,
      moves.redirected,
      formatCounts(renames.made),
      moves.refused + renames.refused,
      ...faults.map((list) => list.length),
      formatCounts(moves.explained),
      p95.toFixed(1),
    ];
    report(`| ${site} | ${cells.join(" | ")} |`);
    for (const [i, kind] of ["added", "lost", "not restored", "not by the text alone"].entries())
      for (const fault of faults[i] ?? []) report(`${site}: ${kind}: ${fault}`);
    for (const text of moves.explanations) report(`${site}: explained: ${text}`);
    if (faults.slice(0, 3).some((list) => list.length > 0)) process.exitCode = 1;
  }
}
