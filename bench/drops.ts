import { readArguments } from "../tools/read-arguments.ts";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { layouts } from "./drops/layouts.ts";
import { proveDrops } from "./drops/prove-drops.ts";
import { readConfigSources } from "../test/harness/site-of.ts";
import { listSites } from "./moves/sites-in.ts";
import { SiteReading } from "./moves/read-site.ts";
import { readTexts } from "./moves/texts-of.ts";

const { values, positionals } = readArguments({
  help: `Usage: npm run bench:drops -- FOLDER… [--count 500] [--seed 1] [--site NAME] [--layout NAME] [--keep FILE] [--reasons]

Drops rows of the navigation tree of real sites at random, each drop starting from the result of the previous one. Checks every file after each drop with code that shares nothing with the product. Nothing is written to the sites. Results in FILE aren't computed again.`,
  options: {
    count: { type: "string" },
    seed: { type: "string" },
    site: { type: "string" },
    layout: { type: "string" },
    keep: { type: "string" },
    reasons: { type: "boolean", default: false },
  },
  count: { min: 1 },
});

main();

function main(): void {
  const count = Number(values.count ?? 500);
  const seed = values.seed ?? "1";
  const keepFile = values.keep;
  const folders = positionals.flatMap(listSites).filter((folder) => folder.includes(values.site ?? ""));
  if (folders.length === 0) throw new Error("Specify a folder that contains sites.");
  const done = new Set(
    keepFile !== undefined && existsSync(keepFile)
      ? readFileSync(keepFile, "utf8")
          .split("\n")
          .map((line) => line.split(" | ").slice(0, 2).join(" | "))
      : [],
  );
  const report = (line: string) => {
    console.log(line);
    if (keepFile !== undefined) appendFileSync(keepFile, `${line}\n`);
  };
  if (done.size === 0) {
    report("| site | layout | drops | without effect | refused | faults | new problems of docs.json | p95 ms |");
    report("|---|---|---|---|---|---|---|---|");
  }
  for (const folder of folders) {
    const texts = readTexts(folder);
    const site = new SiteReading("mintlify").read(texts);
    const config = [...readConfigSources(texts).keys()].filter((path) => texts.has(path));
    for (const [layout, change] of Object.entries(layouts)) {
      const name = `| ${basename(folder)} | ${layout}`;
      if (done.has(name) || !layout.includes(values.layout ?? "")) continue;
      const writtenTexts = change(new Map(config.map((path) => [path, texts.get(path) ?? ""])), seed);
      const proof = proveDrops(site, writtenTexts, count, `${seed} ${name}`);
      const p95 = proof.milliseconds.toSorted((a, b) => a - b)[Math.floor(proof.milliseconds.length * 0.95)] ?? 0;
      const problems = Object.entries(proof.problems).map(([code, number]) => `${code} ${String(number)}`);
      const cells = [proof.made, proof.still, proof.refused, proof.faults.length, problems.join(", "), p95.toFixed(1)];
      report(`${name} | ${cells.join(" | ")} |`);
      for (const fault of proof.faults) report(`${name}: fault: ${fault}`);
      if (values.reasons)
        for (const [reason, number] of Object.entries(proof.reasons)) report(`${String(number)} × ${reason}`);
      if (proof.faults.length > 0) process.exitCode = 1;
    }
  }
}
