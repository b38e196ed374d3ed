import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { PageReferences } from "../../server/src/core/page/page.ts";
import { scanPage } from "../../server/src/core/page/scan-page.ts";
import { findSnippetBlock } from "../../server/src/feedback/pages/snippet-anchor.ts";
import { createRandom, type Random } from "../recall/random.ts";
import { applyEdit, elsewhere, ofTheBlock, getTarget, type EditKind } from "./edits.ts";
import { listPages, listSites } from "./pages-of.ts";
import { hasText, listPlainBlocks, normalizeCode, type PlainBlock } from "./plain-blocks.ts";
import { readArguments } from "../../tools/read-arguments.ts";

const { values, positionals } = readArguments({
  help: `Usage: node --import tsx bench/feedback/anchors.ts DIR [options]

Measures whether reader comments on a code block stay with it. Takes blocks of
real pages as readers saw them, edits the page elsewhere or the block itself,
and checks whether the block is found where an independent parser finds it. Then
counts blocks that are found for blocks that were removed. cold-snippets.ts
measures blocks without an anchor. DIR is a site, or contains sites.

Options:
  --seed N   seed for the random numbers (default: 1)
  --edits N  number of edits per site (default: 1000)
  --shown N  maximum number of wrong results to print (default: 0)
  --help     show this help

Exit codes: 0 success; 1 less than 100% of the blocks survive edits elsewhere or
less than 95% survive their own edits, or a wrong block is found in more than 1%
of the cases`,
  options: {
    seed: { type: "string", default: "1" },
    edits: { type: "string", default: "1000" },
    shown: { type: "string", default: "0" },
  },
  count: { min: 1, max: 1 },
});

interface Page {
  readonly name: string;
  readonly text: string;
}

interface Tally {
  asked: number;
  right: number;
  readonly failures: string[];
}
const createTally = (): Tally => ({ asked: 0, right: 0, failures: [] });

function main(): void {
  const [corpus = ""] = positionals;
  const pages = listSites(corpus).map((site) => ({ site: basename(site), pages: readPages(site) }));
  const all = {
    elsewhere: createTally(),
    own: createTally(),
    gone: createTally(),
  };
  console.log(
    "| site | blocks | found after edits elsewhere | found after edits to the block | not found after removal |",
  );
  console.log("|---|---|---|---|---|");
  for (const { site, pages: ownPages } of pages) {
    const withBlocks = ownPages.filter(({ text }) => listPlainBlocks(text).some(hasText));
    if (withBlocks.length < 2) continue;
    const random = createRandom(`${values.seed} ${site}`);
    const count = Math.ceil(Number(values.edits));
    const row = {
      elsewhere: tryEdits(withBlocks, elsewhere, count, random),
      own: tryEdits(withBlocks, ofTheBlock, count, random),
      gone: tryRemoved(withBlocks, count, random),
    };
    const blocks = withBlocks.reduce((sum, { text }) => sum + listPlainBlocks(text).length, 0);
    console.log(`| ${[site, blocks, ...Object.values(row).map(formatShare)].join(" | ")} |`);
    for (const key of ["elsewhere", "own", "gone"] as const) {
      all[key].asked += row[key].asked;
      all[key].right += row[key].right;
      all[key].failures.push(...row[key].failures);
    }
  }
  console.log(`| ${["all", "", ...Object.values(all).map(formatShare)].join(" | ")} |`);
  console.log(`\n200 blocks, 200 snippets: ${measureTime().toFixed(1)} ms`);
  for (const [key, { failures }] of Object.entries(all))
    for (const failure of failures.slice(0, Number(values.shown))) console.log(`\n${key}: ${failure}`);
  const share = ({ right, asked: askedCount }: Tally) => right / Math.max(1, askedCount);
  const isMet = share(all.elsewhere) === 1 && share(all.own) >= 0.95 && share(all.gone) >= 0.99;
  process.exitCode = isMet ? 0 : 1;
}

const formatShare = ({ right, asked: askedCount }: Tally) =>
  `${right} of ${askedCount} (${((100 * right) / Math.max(1, askedCount)).toFixed(1)} %)`;

function readPages(site: string): readonly Page[] {
  return listPages(site).map((name) => ({
    name,
    text: readFileSync(join(site, name), "utf8")
      .replace(/^\ufeff/, "")
      .replace(/\r\n/g, "\n"),
  }));
}

/** Edits a random page five times in a row, and tracks one block through these edits. */
function tryEdits(pages: readonly Page[], kinds: readonly EditKind[], count: number, random: Random): Tally {
  const tally = createTally();
  while (tally.asked < count) {
    const page = random.pick(pages);
    if (page) follow(page, kinds, random, tally, count);
  }
  return tally;
}

function follow(page: Page, kinds: readonly EditKind[], random: Random, tally: Tally, count: number): void {
  let { text } = page;
  const plainBlock = random.pick(listPlainBlocks(text).filter(hasText));
  if (!plainBlock) return;
  const snippet = { code: plainBlock.seen, ...(plainBlock.lang !== "" && { lang: plainBlock.lang }) };
  const first = findSnippetBlock(scanText(text), snippet);
  // If several blocks show the same code, the block can't be found without a history.
  const copies = listPlainBlocks(text).filter(({ seen }) => normalizeCode(seen) === normalizeCode(plainBlock.seen));
  if (!first && copies.length > 1) return;
  const expectedBlock = listPlainBlocks(text).find(({ start }) => start === first?.range.start);
  if (!first || !expectedBlock || normalizeCode(expectedBlock.seen) !== normalizeCode(plainBlock.seen)) {
    tally.asked++;
    tally.failures.push(`${page.name}: not found before any edit\n${plainBlock.seen}`);
    return;
  }
  let { anchor } = first;
  let block: PlainBlock = expectedBlock;
  for (let turn = 0; turn < 5 && tally.asked < count; turn++) {
    const [name, make] = random.pick(kinds) ?? ["", () => undefined];
    const edit = make(getTarget(text, block), random);
    if (!edit) continue;
    const start = edit.end <= block.start ? block.start + edit.text.length - (edit.end - edit.start) : block.start;
    const next = applyEdit(text, edit);
    const now = listPlainBlocks(next).find((one) => one.start === start);
    // The edit has opened or closed another fence, or has changed something invisible to readers.
    if (!now || listPlainBlocks(next).length < listPlainBlocks(text).length - 1) continue;
    text = next;
    block = now;
    tally.asked++;
    const found = findSnippetBlock(scanText(text), { ...snippet, anchor });
    if (found?.range.start === block.start && found.range.end === block.end) {
      tally.right++;
      anchor = found.anchor;
    } else {
      const instead = found ? text.slice(found.range.start, found.range.end) : "nothing";
      tally.failures.push(
        `${page.name}, ${name}: ${text.slice(block.start, block.end)}\nfound ${instead}\nanchor ${JSON.stringify(anchor)}`,
      );
      return;
    }
  }
}

/** Tests blocks that were found before and have since been removed without leaving a copy on the page. */
function tryRemoved(pages: readonly Page[], count: number, random: Random): Tally {
  const tally = createTally();
  for (let turn = 0; turn < count * 5 && tally.asked < count; turn++) {
    const page = random.pick(pages);
    const block = random.pick(listPlainBlocks(page?.text ?? "").filter(hasText));
    if (!page || !block) continue;
    const found = findSnippetBlock(scanText(page.text), { code: block.seen, lang: block.lang });
    if (found?.range.start !== block.start) continue;
    const text = applyEdit(page.text, { start: block.start, end: block.end, text: "" });
    if (listPlainBlocks(text).some(({ seen }) => normalizeCode(seen) === normalizeCode(block.seen))) continue;
    tally.asked++;
    const after = findSnippetBlock(scanText(text), { code: block.seen, lang: block.lang, anchor: found.anchor });
    if (!after) tally.right++;
    else tally.failures.push(`${page.name}: ${block.seen}\nfound ${text.slice(after.range.start, after.range.end)}`);
  }
  return tally;
}

function scanText(text: string): PageReferences {
  return scanPage("page.mdx", text).references;
}

/**
 * Returns the time in milliseconds for finding 200 snippets, each slightly different from its block, on a newly scanned
 * page with 200 blocks.
 */
function measureTime(): number {
  const random = createRandom("time");
  const codes = Array.from({ length: 200 }, (_, at) =>
    Array.from(
      { length: 12 },
      () =>
        `const ${random.nextWord(5)} = await client.${random.nextWord(6)}({ id: ${at}, name: "${random.nextWord(4)}" });`,
    ).join("\n"),
  );
  const text = codes.map((code, at) => `## Part ${at}\n\n\`\`\`ts part-${at}.ts\n${code}\n\`\`\`\n`).join("\n");
  const located = codes.flatMap((code) => {
    const block = findSnippetBlock(scanText(text), { code });
    return block ? [{ code, anchor: block.anchor }] : [];
  });
  const times = Array.from({ length: 5 }, () => {
    const page = scanText(text);
    const begin = performance.now();
    for (const { code, anchor } of located)
      findSnippetBlock(page, { code, anchor: { ...anchor, code: code.replace("await", "yield") } });
    return performance.now() - begin;
  });
  return times.sort((a, b) => a - b)[2] ?? 0;
}

main();
