import { readArguments } from "./read-arguments.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareScan, mutations, seededRandom } from "../test/proofs/compare-scan.ts";
import { factKinds } from "../test/proofs/page-facts.ts";

const { values, positionals: folders } = readArguments({
  help: `Usage: node --import tsx tools/scan-proof.ts FOLDER… [--mutations N] [--show N] [--seed N]

Compares the scan of every page below the folders with the full parse, both unchanged and with single characters removed, and prints the agreement by kind.`,
  options: {
    mutations: { type: "string", default: "0" },
    show: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
  },
  count: { min: 1 },
});

const random = seededRandom(Number(values.seed));
const mutationsPerPage = Number(values.mutations);
const showCount = Number(values.show);
const plain = createTally();
const mutated = createTally();
for (const folder of folders)
  for (const file of listPages(folder)) {
    const text = readFileSync(file, "utf8");
    count(plain, file, text);
    for (const each of mutations(text, mutationsPerPage, random)) count(mutated, file, each);
  }
report("Pages as they are", plain);
if (mutationsPerPage > 0) report("Pages with one character taken away", mutated);

interface Tally {
  pages: number;
  refused: number;
  readonly agreed: Record<string, number>;
  readonly missing: Record<string, string[]>;
  readonly extra: Record<string, string[]>;
}

function createTally(): Tally {
  const repeatEach = <T>(getValue: () => T) => Object.fromEntries(factKinds.map((kind) => [kind, getValue()]));
  return {
    pages: 0,
    refused: 0,
    agreed: repeatEach(() => 0),
    missing: repeatEach(() => []),
    extra: repeatEach(() => []),
  };
}

function count(tally: Tally, file: string, text: string): void {
  tally.pages++;
  const comparison = compareScan(text);
  if (!comparison) {
    tally.refused++;
    return;
  }
  for (const { kind, agreed, missing, extra } of comparison) {
    tally.agreed[kind] = (tally.agreed[kind] ?? 0) + agreed;
    tally.missing[kind]?.push(...missing.map((fact) => `${file}: ${fact}`));
    tally.extra[kind]?.push(...extra.map((fact) => `${file}: ${fact}`));
  }
}

function report(title: string, tally: Tally): void {
  console.log(`\n## ${title}: ${tally.pages}, of which the full parse refuses ${tally.refused}\n`);
  console.log("| kind | full parse | the same in the scan | missing | too many | agreement |");
  console.log("|---|---|---|---|---|---|");
  for (const kind of factKinds) {
    const agreed = tally.agreed[kind] ?? 0;
    const missingCount = tally.missing[kind]?.length ?? 0;
    const extra = tally.extra[kind]?.length ?? 0;
    const share = agreed / Math.max(1, agreed + Math.max(missingCount, extra));
    console.log(
      `| ${kind} | ${agreed + missingCount} | ${agreed} | ${missingCount} | ${extra} | ${(share * 100).toFixed(3)} % |`,
    );
  }
  for (const kind of factKinds) {
    for (const fact of tally.missing[kind]?.slice(0, showCount) ?? [])
      console.log(`missing ${kind} ${fact.slice(0, 400)}`);
    for (const fact of tally.extra[kind]?.slice(0, showCount) ?? [])
      console.log(`too many ${kind} ${fact.slice(0, 400)}`);
  }
}

function* listPages(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listPages(path);
    else if (entry.name.endsWith(".mdx")) yield path;
  }
}
