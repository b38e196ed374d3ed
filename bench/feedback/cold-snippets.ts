import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { scanPage } from "../../server/src/core/page/scan-page.ts";
import type { FileVersion } from "../../server/src/core/site/files/previous-files.ts";
import { findBlockByCode } from "../../server/src/feedback/pages/snippet-anchor.ts";
import type { SnippetToLocate } from "../../server/src/protocol/feedback.ts";
import { FileHistories } from "../../server/src/workspace/git/file-history.ts";
import { runGit } from "../../test/harness/git-repository.ts";
import { siteOf } from "../../test/harness/site-of.ts";
import { createRandom, type Random } from "../recall/random.ts";
import { PageAuthor, type PageCommit, type PageHistory, type PageState } from "./page-commits.ts";
import { listPages, listSites } from "./pages-of.ts";
import { hasText, type PlainBlock, listPlainBlocks, normalizeCode } from "./plain-blocks.ts";
import { readArguments } from "../../tools/read-arguments.ts";

const { values, positionals } = readArguments({
  help: `Usage: node --import tsx bench/feedback/cold-snippets.ts DIR [options]

Measures whether comments on code blocks that Docwright hasn't located before
are placed correctly by the Git history. Writes histories for real pages in
which blocks are added, changed, moved, copied, replaced, and removed, picks
blocks that readers saw at random times, and compares the result with the ground
truth. DIR is a site, or contains sites.

Options:
  --seed N      seed for the random numbers (default: 1)
  --snippets N  number of blocks (default: 1000)
  --shown N     maximum number of wrong results to print (default: 0)
  --help        show this help

Exit codes: 0 success; 1 a snippet was placed although its block was removed, or
at another block, or less than 90% of the blocks that still exist were found`,
  options: {
    seed: { type: "string", default: "1" },
    snippets: { type: "string", default: "1000" },
    shown: { type: "string", default: "0" },
  },
  count: { min: 1, max: 1 },
});

const perPage = 8;
const start = Date.UTC(2024, 0, 1);
const hour = 3_600_000;

interface Truth {
  readonly fate: "kept" | "removed" | "copied" | "rewritten";
  readonly isChanged: boolean;
  /** The indexes of the blocks in the current text to which a comment can be correctly attached. */
  readonly right: ReadonlySet<number>;
}

interface Tally {
  /** The blocks that still exist with the same code: how many there are, and how many were found. */
  readonly same: { count: number; found: number };
  readonly changed: { count: number; found: number };
  /** The number of blocks that were removed. */
  readonly removed: { count: number; found: number };
  /**
   * The number of blocks that were removed although a copy still exists or similar code was added in the same commit.
   * These blocks are only reported and don't affect the result.
   */
  readonly copied: { count: number; found: number };
  readonly rewritten: { count: number; found: number };
  wrong: number;
  readonly failures: string[];
}

const createTally = (): Tally => ({
  same: { count: 0, found: 0 },
  changed: { count: 0, found: 0 },
  removed: { count: 0, found: 0 },
  copied: { count: 0, found: 0 },
  rewritten: { count: 0, found: 0 },
  wrong: 0,
  failures: [],
});

async function main(): Promise<void> {
  const [corpus = ""] = positionals;
  const folder = mkdtempSync(join(tmpdir(), "docwright-cold-"));
  const [withGit, withoutGit] = [createTally(), createTally()];
  try {
    const sites = listSites(corpus);
    const count = Math.ceil(Number(values.snippets) / sites.length / perPage);
    for (const site of sites) await measureSite(site, join(folder, basename(site)), count, withGit, withoutGit);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    "| | same code found | changed code found | placed despite removal | placed at a remaining copy | placed at rewritten code | at another block |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const [name, { same, changed, removed, copied, rewritten, wrong }] of [
    ["with Git", withGit],
    ["without", withoutGit],
  ] as const) {
    const cells = [same, changed, removed, copied, rewritten].map(({ count, found }) => `${found} of ${count}`);
    console.log(`| ${[name, ...cells, wrong].join(" | ")} |`);
  }
  const { same, changed, removed, copied, wrong } = withGit;
  const foundShare = (same.found + changed.found) / Math.max(1, same.count + changed.count);
  console.log(
    `\n${same.count + changed.count + removed.count + copied.count} evaluated, ${(100 * foundShare).toFixed(1)} % of the existing blocks found`,
  );
  for (const failure of withGit.failures.slice(0, Number(values.shown))) console.log(`\n${failure}`);
  process.exitCode = removed.found === 0 && wrong === 0 && foundShare >= 0.9 ? 0 : 1;
}

async function measureSite(
  site: string,
  root: string,
  pageCount: number,
  withGit: Tally,
  withoutGit: Tally,
): Promise<void> {
  const random = createRandom(`${values.seed} ${basename(site)}`);
  const pages = listPages(site)
    .map((path) => ({ path, text: readFileSync(join(site, path), "utf8").replace(/^\ufeff|\r(?=\n)/g, "") }))
    .map(({ path, text }) => ({ path, text, blocks: listPlainBlocks(text) }));
  const pool = pages.flatMap(({ blocks }) => blocks).filter(hasText);
  const samplePages = random.shuffle(pages.filter(({ blocks }) => blocks.filter(hasText).length > 1));
  const histories: PageHistory[] = [];
  for (const [at, { text }] of samplePages.entries()) {
    if (histories.length === pageCount) break;
    const author = new PageAuthor(pool, random);
    const history = author.write(`page-${at}.mdx`, text, 3 + random.nextBelow(25), start);
    if ([...history.commits, history.now].every(isReadAlike)) histories.push(history);
  }
  if (histories.length === 0) return;
  writeRepository(root, histories);
  const reader = new FileHistories();
  for (const history of histories) {
    const versions = await reader.read(root, [history.now.path]);
    for (let turn = 0; turn < perPage; turn++) {
      const snippet = pickSnippet(history, random);
      if (!snippet) continue;
      countResult(snippet, history, versions, withGit);
      countResult(snippet, history, new Map(), withoutGit);
    }
  }
}

/**
 * Whether the product finds the same blocks as the independent parser. The blocks differ if an insertion has put fences
 * inside an unclosed fence. Such fences are covered by `anchors.ts` and the scanner's tests.
 */
function isReadAlike({ path, text }: PageState): boolean {
  const { codeBlocks } = scanPage(path, text).references;
  const blocks = listPlainBlocks(text);
  return (
    codeBlocks.length === blocks.length &&
    codeBlocks.every(
      ({ range, contentRange: content }, at) =>
        range.start === blocks[at]?.start &&
        normalizeCode(text.slice(content.start, content.end)) === normalizeCode(blocks[at].seen),
    )
  );
}

interface SeenSnippet {
  readonly snippet: SnippetToLocate;
  readonly id: number;
  readonly truth: Truth;
}

/**
 * Picks a block from a version of the page. The block was seen between the publication of that version and six hours
 * after the next commit.
 */
function pickSnippet(history: PageHistory, random: Random): SeenSnippet | undefined {
  const { commits, now } = history;
  const at = random.nextBelow(commits.length);
  const commit = commits[at];
  if (!commit) return undefined;
  const blocks = listPlainBlocks(commit.text);
  const choices = commit.ids.filter((_, place) => blocks[place] && hasText(blocks[place]));
  const lost = choices.filter((id) => !now.ids.includes(id));
  const id = random.pick(lost.length > 0 && random.nextChance(0.6) ? lost : choices);
  const block = id === undefined ? undefined : blocks[commit.ids.indexOf(id)];
  if (id === undefined || !block) return undefined;
  const end = commits[at + 1]?.time ?? commit.time + 1000 * hour;
  const time = commit.time + random.nextBelow(end - commit.time) + hour * random.nextBelow(7);
  const { seen: code, lang } = block;
  return {
    snippet: { code, time, ...(lang !== "" && { lang }) },
    id,
    truth: determineTruth(history, commit, id, block),
  };
}

/**
 * Returns the expected result for a block. If several blocks on a page look the same, a reader can't distinguish them.
 */
function determineTruth(history: PageHistory, commit: PageCommit, id: number, block: PlainBlock): Truth {
  const { now, copyOf, rewrites } = history;
  const blocks = listPlainBlocks(commit.text);
  const hasSameText = (at: number) =>
    blocks[at]?.lang === block.lang && normalizeCode(blocks[at].seen) === normalizeCode(block.seen);
  const meant = commit.ids.filter((_, at) => hasSameText(at));
  const findSuccessors = (index: number): readonly number[] =>
    now.ids.filter((one) => {
      for (let each: number | undefined = one; each !== undefined; each = copyOf.get(each))
        if (each === index) return true;
      return false;
    });
  const areAllLeft = meant.every((one) => findSuccessors(one).length > 0);
  const currentBlocks = listPlainBlocks(now.text);
  const right = new Set(areAllLeft ? meant.flatMap(findSuccessors) : findSuccessors(id));
  // A block that was added or changed later may show exactly what the reader saw.
  if (meant.length === 1)
    for (const [at, one] of now.ids.entries())
      if (currentBlocks[at] && normalizeCode(currentBlocks[at].seen) === normalizeCode(block.seen)) right.add(one);
  const currentBlock = currentBlocks[now.ids.indexOf(id)];
  const isRewritten = [...rewrites].some((pair) => pair.endsWith(` ${id}`));
  const removal = isRewritten ? "rewritten" : right.size > 0 ? "copied" : "removed";
  const fate = now.ids.includes(id) ? "kept" : removal;
  return {
    fate,
    right,
    isChanged: currentBlock === undefined || normalizeCode(currentBlock.seen) !== normalizeCode(block.seen),
  };
}

function countResult(
  { snippet, id, truth }: SeenSnippet,
  { now, commits }: PageHistory,
  versions: ReadonlyMap<string, readonly FileVersion[]>,
  tally: Tally,
): void {
  const site = siteOf(
    new Map([
      ["docs.json", JSON.stringify({ name: "Docs", navigation: { pages: [now.path.replace(".mdx", "")] } })],
      [now.path, now.text],
    ]),
    undefined,
    { parsesPages: false },
  );
  const block = findBlockByCode(site, now.path, snippet, versions);
  const place = block && listPlainBlocks(now.text).findIndex(({ start: at }) => at === block.range.start);
  const foundId = place === undefined ? undefined : (now.ids[place] ?? -1);
  const { fate, right, isChanged } = truth;
  const counter = fate === "kept" ? tally[isChanged ? "changed" : "same"] : tally[fate];
  counter.count++;
  const isRight = foundId === undefined ? fate !== "kept" : right.has(foundId);
  if (foundId !== undefined && (fate === "removed" || fate === "rewritten" || isRight)) counter.found++;
  else if (!isRight && foundId !== undefined) tally.wrong++;
  if (isRight) return;
  const foundText = block ? now.text.slice(block.range.start, block.range.end) : "nothing";
  tally.failures.push(
    `${now.path}, ${commits.length} commits, ${versions.get(now.path)?.length} versions, block ${id}, ${fate}${isChanged ? ", changed" : ""}: ${snippet.code}\nfound ${foundId}: ${foundText}`,
  );
}

/** Writes all commits in one process, in the order of their times. */
function writeRepository(root: string, histories: readonly PageHistory[]): void {
  mkdirSync(root, { recursive: true });
  runGit(root, ["init", "-q", "-b", "main"]);
  const commits = histories
    .flatMap(({ commits: ownCommits }) =>
      ownCommits.map((commit, at) => ({ ...commit, before: ownCommits[at - 1]?.path })),
    )
    .sort((one, other) => one.time - other.time);
  const stream = commits.map(({ path, text, time, before }) =>
    [
      "commit refs/heads/main",
      `committer Author <author@example.com> ${Math.floor(time / 1000)} +0000`,
      "data 1\nx",
      ...(before === undefined || before === path ? [] : [`D ${before}`]),
      `M 100644 inline ${path}`,
      `data ${Buffer.byteLength(text)}\n${text}\n`,
    ].join("\n"),
  );
  runGit(root, ["fast-import", "--quiet"], { input: `${stream.join("\n")}\n` });
}

void main();
