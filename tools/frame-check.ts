import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { filesOf } from "../test/harness/files-of.ts";
import { compareFrames } from "../test/proofs/compare-frames.ts";

// For every page that the menus of real sites show, compares the sidebar and the previous and next pages in the preview's frame with those of an independent parser of docs.json: text, order, and links. Prints a Markdown table and the differences.
//   node --import tsx tools/frame-check.ts FOLDER… [--most N]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: "string", default: "5" } },
});

main();

function main(): void {
  if (positionals.length === 0) throw new Error("Name a folder of sites.");
  console.log("| site | pages | lines next to them | differences |\n|---|---|---|---|");
  let total = 0;
  for (const folder of positionals.flatMap(sitesIn)) {
    const { pages, lines, differences } = compareFrames(filesOf(folder));
    total += differences.length;
    console.log(`| ${basename(folder)} | ${pages} | ${lines} | ${differences.length} |`);
    for (const difference of differences.slice(0, Number(values.most))) console.log(`  ${difference}`);
  }
  process.exitCode = total > 0 ? 1 : 0;
}

function sitesIn(folder: string): string[] {
  if (existsSync(join(folder, "docs.json"))) return [folder];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, "docs.json")));
}
