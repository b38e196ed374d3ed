import { readArguments } from "./read-arguments.ts";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { filesOf } from "../test/harness/files-of.ts";
import { compareFrames } from "../test/proofs/compare-frames.ts";

const { values, positionals } = readArguments({
  help: `Usage: node --import tsx tools/frame-check.ts FOLDER… [--most N]

For every page that the menus of real sites show, compares the sidebar and the previous and next pages in the preview's frame with those of an independent parser of docs.json: text, order, and links. Prints a Markdown table and the differences.`,
  options: { most: { type: "string", default: "5" } },
  count: { min: 1 },
});

main();

function main(): void {
  console.log("| site | pages | lines next to them | differences |\n|---|---|---|---|");
  let total = 0;
  for (const folder of positionals.flatMap(listSites)) {
    const { pages, lines, differences } = compareFrames(filesOf(folder));
    total += differences.length;
    console.log(`| ${basename(folder)} | ${pages} | ${lines} | ${differences.length} |`);
    for (const difference of differences.slice(0, Number(values.most))) console.log(`  ${difference}`);
  }
  process.exitCode = total > 0 ? 1 : 0;
}

function listSites(folder: string): string[] {
  if (existsSync(join(folder, "docs.json"))) return [folder];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, "docs.json")));
}
