import { readArguments } from "../tools/read-arguments.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFrontmatterRanges } from "../server/src/core/page/frontmatter.ts";
import { plainRenderTools } from "../server/src/core/preview/drawing.ts";
import type { PageSource } from "../server/src/core/preview/source/page-source.ts";
import { renderPage, type RenderedPage } from "../server/src/core/preview/render-page.ts";
import { missingWords, wordsShown } from "../test/proofs/page-words.ts";
import { mutations } from "./half-typed/mutations.ts";
import { createRandom } from "./recall/random.ts";

const { values, positionals } = readArguments({
  help: `Usage: node --import tsx bench/half-typed.ts DIR [--seed 1] [--pages 110]

Puts pages of real sites into intermediate states of typing, and counts what the preview still shows, both for a page that was already open and for one that is opened in that state. Exits with 1 if the goals aren't met: 99.5% have a preview, 99% of the words are shown, 97% of each kind.`,
  options: { seed: { type: "string", default: "1" }, pages: { type: "string", default: "110" } },
  count: { min: 1 },
});

interface Tally {
  count: number;
  broken: number;
  kept: number;
  shares: number[];
  fresh: number[];
}

main();

function main(): void {
  const [folder] = positionals;
  if (folder === undefined) throw new Error("Specify a folder that contains sites.");
  const pages = createRandom(values.seed)
    .shuffle(listPagesBelow(folder))
    .filter((file) => isSuitable(readFileSync(file, "utf8")))
    .slice(0, Number(values.pages));
  console.log("| state | pages | with an unreadable part | keep a preview | words kept | opened like that |");
  console.log("|---|---|---|---|---|---|");
  const all = createTally();
  let isMet = true;
  for (const { name, mutate } of mutations) {
    const tally = createTally();
    for (const file of pages) {
      const text = readFileSync(file, "utf8").replace(/^\ufeff/, "");
      const { bodyStart } = readFrontmatterRanges(text);
      const broken = mutate(text, bodyStart, createRandom(`${values.seed} ${name} ${file}`));
      if (broken !== undefined) measure(text, broken, name === "the file cut off", tally);
    }
    console.log(formatRow(name, tally));
    isMet &&= getMean(tally.shares) >= 0.97;
    all.count += tally.count;
    all.broken += tally.broken;
    all.kept += tally.kept;
    all.shares.push(...tally.shares);
    all.fresh.push(...tally.fresh);
  }
  console.log(formatRow("**all**", all));
  process.exitCode = isMet && all.kept / all.count >= 0.995 && getMean(all.shares) >= 0.99 ? 0 : 1;
}

function measure(text: string, broken: string, isCut: boolean, tally: Tally): void {
  const before = render(text);
  const words = listWords(before);
  const after = render(broken, before);
  const fresh = render(broken);
  const shownWords = listWords(after);
  // If the file was truncated, the text before the cut is unchanged.
  const expectedWords = isCut ? words.slice(0, Math.max(0, shownWords.length - 3)) : words;
  tally.count++;
  if (fresh.view.blocks.some(({ problem }) => problem)) tally.broken++;
  if (shownWords.length > 0 || expectedWords.length === 0) tally.kept++;
  tally.shares.push(share(expectedWords, shownWords));
  tally.fresh.push(share(expectedWords, listWords(fresh)));
}

function share(words: readonly string[], shownWords: readonly string[]): number {
  return words.length === 0 ? 1 : 1 - missingWords(words, shownWords).length / words.length;
}

function listWords({ view }: RenderedPage): string[] {
  return wordsShown(view.blocks.flatMap(({ nodes }) => nodes));
}

function render(text: string, before?: RenderedPage): RenderedPage {
  const source: PageSource = {
    path: "page.mdx",
    text,
    files: new Map(),
    facts: {
      variables: new Map(),
      iconLibrary: "fontawesome",
      singleDollarMaths: true,
      codeThemes: { light: "", dark: "" },
      isMintlify: true,
    },
    audience: { reader: "human", signedIn: false, groups: [] },
  };
  return renderPage(source, plainRenderTools, before);
}

function isSuitable(text: string): boolean {
  return text.length > 1500 && text.length < 60_000 && /<[A-Z]\w+[\s>]/.test(text);
}

function createTally(): Tally {
  return { count: 0, broken: 0, kept: 0, shares: [], fresh: [] };
}

function formatRow(name: string, { count, broken, kept: keptCount, shares, fresh }: Tally): string {
  const formatPercent = (part: number) => `${(100 * part).toFixed(2)} %`;
  return `| ${name} | ${count} | ${broken} | ${formatPercent(keptCount / Math.max(1, count))} | ${formatPercent(getMean(shares))} | ${formatPercent(getMean(fresh))} |`;
}

function getMean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 1 : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

function listPagesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name, "en"))
    .flatMap((entry) => {
      const child = join(folder, entry.name);
      if (entry.isDirectory()) return listPagesBelow(child);
      return entry.name.endsWith(".mdx") ? [child] : [];
    });
}
