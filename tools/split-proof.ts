import { readArguments } from "./read-arguments.ts";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readFrontmatterRanges } from "../server/src/core/page/frontmatter.ts";
import { parseMdxTree } from "../server/src/core/page/syntax/mdx-parser.ts";
import { readDefinitions, parseBlock } from "../server/src/core/preview/blocks.ts";
import { addPlaceholders } from "../server/src/core/preview/source/parse-mdx.ts";
import { splitPage } from "../server/src/core/preview/split-page.ts";

const { positionals } = readArguments({
  help: `Usage: node --import tsx tools/split-proof.ts FOLDER [EVERY]

Compares the blocks of a split page with those of the same page parsed in one run: they must be equal and in the same order. FOLDER contains sites. Every EVERY-th page is compared (default: 1). Exits with 1 if a page differs.`,
  options: {},
  count: { min: 1, max: 2 },
});
const [folder = "", every = "1"] = positionals;

const dialect = { singleDollarMaths: true };
const counts = { pages: 0, unreadable: 0, differ: 0, parts: 0 };
const times = { wholeMicroseconds: 0, partsMicroseconds: 0, splitMicroseconds: 0 };

for (const file of listPagesBelow(folder).filter((_, index) => index % Number(every) === 0)) {
  const text = readFileSync(file, "utf8").replace(/^\ufeff/, "");
  if (text.length > 500_000) continue;
  const { bodyStart } = readFrontmatterRanges(text);
  const body = " ".repeat(0) + text.slice(bodyStart);
  counts.pages++;
  let from = process.cpuUsage().user;
  const full = parseMdxTree(addPlaceholders(body), dialect);
  times.wholeMicroseconds += process.cpuUsage().user - from;
  if (!full) {
    counts.unreadable++;
    continue;
  }
  from = process.cpuUsage().user;
  const { parts: ranges } = splitPage(body, 0);
  times.splitMicroseconds += process.cpuUsage().user - from;
  const definitions = readDefinitions(body, ranges);
  from = process.cpuUsage().user;
  const blocks = ranges.map(({ start, end }) => parseBlock(body.slice(start, end), definitions, dialect));
  times.partsMicroseconds += process.cpuUsage().user - from;
  counts.parts += ranges.length;
  const expected = full.children.map(toPlain);
  const actualBlocks = blocks.flatMap(({ tree }) => tree?.root.children.map(toPlain) ?? ["?"]);
  const at = expected.findIndex((each, index) => each !== actualBlocks[index]);
  if (at < 0 && expected.length === actualBlocks.length) continue;
  counts.differ++;
  const index = at < 0 ? expected.length : at;
  console.log(`${path.relative(folder, file)} block ${index} of ${expected.length} (${actualBlocks.length})`);
  console.log(
    `  whole ${(expected[index] ?? "nothing").slice(0, 300)}\n  parts ${(actualBlocks[index] ?? "nothing").slice(0, 300)}`,
  );
}
console.log(JSON.stringify({ ...counts, ...times }));
process.exitCode = counts.differ === 0 ? 0 : 1;

function toPlain(node: unknown): string {
  return JSON.stringify(node, (key, value: unknown) =>
    ["position", "estree", "data"].includes(key) ? undefined : value,
  );
}

function listPagesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) return listPagesBelow(child);
    return /\.mdx?$/.test(entry.name) ? [child] : [];
  });
}
