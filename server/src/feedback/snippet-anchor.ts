import type { Config } from "../core/config/config.ts";
import type { PageReferences } from "../core/page/page.ts";
import type { TextRange } from "../core/text/text-edit.ts";
import type { AskedSnippet, SnippetAnchor } from "../protocol/feedback.ts";
import { blocksOf, blocksSeen, type PageBlock, type PageBlocks } from "./page-blocks.ts";
import { readCode, type ReadCode } from "./read-code.ts";

/** The block that a snippet is about, and what finds it again when both it and the page have changed. */
export interface FoundBlock {
  /** Of the block with its fences. */
  readonly range: TextRange;
  readonly anchor: SnippetAnchor;
  /** Whether its code is the one that was asked for, but for blanks. */
  readonly isSame: boolean;
}

/**
 * The code block of a page that a snippet is about: the most alike by its words, and of those as alike the one in the
 * place that was told last, with the same name and language. Undefined where none is alike enough: a block of another
 * page, or one that was taken out, is not put in its place. With `config` blocks are compared with the values of its
 * variables, as readers have seen them.
 */
export function placeSnippet(
  page: PageReferences,
  snippet: AskedSnippet,
  config?: Config,
): FoundBlock | undefined {
  const known = config && page.text.includes("{{") ? blocksSeen(config)(page) : blocksOf(page);
  const { anchor } = snippet;
  const others: ReadonlySet<string> = new Set(anchor?.others);
  const best =
    (anchor && bestBlock(known, readCode(anchor.code), others, (block) => inPlace(anchor, block))) ??
    bestBlock(known, readCode(snippet.code), others, (block, code) => byName(snippet, block, code));
  const block = best && known.blocks[best.at];
  return block && { range: block.range, anchor: anchorOf(block, best.at, known), isSame: best.isSame };
}

const mostOthers = 20;

function anchorOf(block: PageBlock, at: number, { blocks }: PageBlocks): SnippetAnchor {
  const { code, lang, filename, headings, ordinal, nth, before, after, mark } = block;
  const around = blocks.slice(Math.max(0, at - mostOthers), at + mostOthers + 1);
  return {
    code,
    ...(lang !== undefined && { lang }),
    ...(filename !== undefined && { filename }),
    headings,
    ordinal,
    nth,
    before,
    after,
    others: [...new Set(around.map((one) => one.mark))].filter((other) => other !== mark),
  };
}

/** How well the place of a block fits, and how alike its code has to be there; both between 0 and 1. */
interface Fit {
  readonly place: number;
  readonly fewestAlike: number;
}

/** How much the place counts beside the code, which counts 1. */
const weightOfPlace = 0.4;
/** Where a block was seen before; in quite the same place it may have changed much. */
const fewestAnchored = { elsewhere: 0.75, inPlace: 0.35 };
/** Where nothing is known but its name; short code has little to tell it by. */
const fewestNamed = { inLong: 0.85, inShort: 0.95, long: 30 };

function inPlace(anchor: SnippetAnchor, block: PageBlock): Fit {
  const place = placeLikeness(anchor, block);
  const { elsewhere, inPlace: there } = fewestAnchored;
  return { place, fewestAlike: elsewhere - (elsewhere - there) * place };
}

function byName(snippet: AskedSnippet, block: PageBlock, { wordCount }: ReadCode): Fit {
  const { inLong, inShort, long } = fewestNamed;
  const shortness = Math.max(0, 1 - wordCount / long);
  return { place: nameLikeness(snippet, block), fewestAlike: inLong + (inShort - inLong) * shortness };
}

/** The place in `blocks` of the one that is most alike. Of `others` none is taken, unless its code is the same. */
function bestBlock(
  { blocks, byWord }: PageBlocks,
  wanted: ReadCode,
  others: ReadonlySet<string>,
  fitOf: (block: PageBlock, wanted: ReadCode) => Fit,
): { readonly at: number; readonly isSame: boolean } | undefined {
  if (wanted.shape === "") return undefined;
  const shared = sharedWords(blocks.length, wanted, byWord);
  let best: { readonly at: number; readonly isSame: boolean } | undefined;
  let bestScore = -1;
  for (const [at, block] of blocks.entries()) {
    const alike = likeness(wanted, block, shared[at] ?? 0);
    if (alike < fewestAnchored.inPlace || (alike < 1 && others.has(block.mark))) continue;
    const { place, fewestAlike } = fitOf(block, wanted);
    const score = alike + weightOfPlace * place;
    if (alike >= fewestAlike && score > bestScore) [best, bestScore] = [{ at, isSame: alike === 1 }, score];
  }
  return best;
}

/** How many words each block has in common with the code. */
function sharedWords(count: number, { words }: ReadCode, byWord: PageBlocks["byWord"]): Float64Array {
  const shared = new Float64Array(count);
  for (const [word, wanted] of words)
    for (const { at, count: has } of byWord.get(word) ?? [])
      shared[at] = (shared[at] ?? 0) + Math.min(wanted, has);
  return shared;
}

/** 1 for the same code but for blanks, less for each word that one has and the other has not, 0 for nothing in common. */
function likeness(wanted: ReadCode, block: ReadCode, shared: number): number {
  if (shared === 0) return 0;
  if (wanted.shape === block.shape) return 1;
  // Where only signs, the order or the inside of words differ, it is still not the same.
  return Math.min(0.99, (2 * shared) / (wanted.wordCount + block.wordCount));
}

/** Between 0 and 1: what stands around it counts most, then its name, then how many blocks are before it. */
function placeLikeness(anchor: SnippetAnchor, block: PageBlock): number {
  const { headings, ordinal, nth = 0, before = "", after = "" } = anchor;
  return (
    0.25 * Number(before === block.before) +
    0.2 * Number(after === block.after) +
    0.2 *
      Number(
        headings.length === block.headings.length && headings.every((id, at) => id === block.headings[at]),
      ) +
    0.15 * Number((anchor.filename ?? "") === (block.filename ?? "")) +
    0.05 * Number((anchor.lang ?? "") === (block.lang ?? "")) +
    0.1 / (1 + Math.abs(ordinal - block.ordinal)) +
    0.05 / (1 + Math.abs(nth - block.nth))
  );
}

/** Between 0 and 1, for a snippet of which nothing but its name and language is known. */
function nameLikeness({ filename, lang }: AskedSnippet, block: PageBlock): number {
  const isNamed = filename !== undefined && filename !== "" && filename === block.filename;
  const isLang = lang !== undefined && lang.toLowerCase() === block.lang;
  return 0.4 * Number(isNamed) + 0.2 * Number(isLang);
}
