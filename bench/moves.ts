import { basename } from "node:path";
import { proveMoves } from "./moves/prove-moves.ts";
import { sitesIn } from "./moves/sites-in.ts";

// Renames and moves pages, folders and other files of real sites at random, applies what follows, and counts the problems
// that are new or lost; then goes back and compares every byte. Nothing is written to the sites.
//   node --import tsx bench/moves.ts FOLDER… [--count N] [--seed N] [--site NAME]

void main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  const option = (name: string) => args[args.indexOf(name) + 1];
  const count = args.includes("--count") ? Number(option("--count")) : 1000;
  const seed = args.includes("--seed") ? Number(option("--seed")) : 1;
  const only = args.includes("--site") ? option("--site") : undefined;
  const folders = args
    .filter((arg, i) => !arg.startsWith("--") && !args[i - 1]?.startsWith("--"))
    .flatMap(sitesIn)
    .filter((folder) => only === undefined || basename(folder).includes(only));
  if (folders.length === 0) throw new Error("Name a folder that holds sites.");
  console.log("| site | moves | refused | new problems | lost | not restored | plan p95 ms |");
  console.log("|---|---|---|---|---|---|---|");
  const faults: string[] = [];
  const share = Math.ceil(count / folders.length);
  for (const folder of folders) {
    const proof = await proveMoves(folder, share, seed);
    const { made, refused, added, lost, notRestored, milliseconds } = proof;
    const p95 = milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * 0.95)] ?? 0;
    const cells = [
      basename(folder),
      made,
      refused,
      added.length,
      lost.length,
      notRestored.length,
      p95.toFixed(1),
    ];
    console.log(`| ${cells.join(" | ")} |`);
    for (const [kind, texts] of Object.entries({ added, lost, notRestored }))
      faults.push(...texts.map((text) => `${basename(folder)}: ${kind}: ${text}`));
  }
  for (const fault of faults.slice(0, 200)) console.log(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
