import type { Config } from "../../core/config/config.ts";
import type { PageReferences } from "../../core/page/page.ts";
import type { FileVersion } from "../../core/site/files/previous-files.ts";
import { resolveImport } from "../../core/site/pages/imports.ts";
import { getPublishedPages } from "../../core/site/pages/pages.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath, TextRange } from "../../core/text/text-edit.ts";
import type { SnippetToLocate, SnippetAnchor } from "../../protocol/feedback.ts";
import {
  computeCodeSimilarity,
  computePositionSimilarity,
  type PageBlock,
  getPageBlocks,
  type PageBlocks,
  type ParsedCode,
  parseCode,
} from "./page-blocks.ts";
import { findUniqueCopy, trackSnippet } from "./snippet-history.ts";

/**
 * The block that a snippet is about, with an anchor that identifies the block even after it or the page has changed.
 */
export interface FoundBlock {
  /** The range of the block, including its fences. */
  readonly range: TextRange;
  readonly anchor: SnippetAnchor;
  /** Whether the block's code is identical to the requested code, ignoring whitespace. */
  readonly isIdentical: boolean;
}

/**
 * Returns the code block on a page that a snippet is about. If there's an anchor, returns the block with the most
 * similar code and position. If there isn't an anchor, returns the only block with the same code. Returns undefined if
 * no block matches, so a block that was removed or is on another page isn't confused with a different one. If `config`
 * is set, its variables are substituted before blocks are compared, because readers see the values.
 */
export function findSnippetBlock(
  page: PageReferences,
  snippet: SnippetToLocate,
  config?: Config,
): FoundBlock | undefined {
  const pageBlocks = getPageBlocks(page, config);
  const anchoredBlock = findAnchoredBlock(pageBlocks, snippet);
  if (anchoredBlock) return createFoundBlock(pageBlocks, anchoredBlock.index, anchoredBlock.isIdentical);
  const index = findUniqueCopy(snippet, pageBlocks);
  return index === undefined ? undefined : createFoundBlock(pageBlocks, index, true);
}

function createFoundBlock(pageBlocks: PageBlocks, index: number, isIdentical: boolean): FoundBlock | undefined {
  const block = pageBlocks.blocks[index];
  return block && { range: block.range, anchor: createAnchor(block, index, pageBlocks), isIdentical };
}

const maxNeighbors = 20;

function createAnchor(block: PageBlock, index: number, { blocks }: PageBlocks): SnippetAnchor {
  const { code, lang, filename, headings, ordinal, nth, lineBefore: before, lineAfter: after, hash } = block;
  const nearbyBlocks = blocks.slice(Math.max(0, index - maxNeighbors), index + maxNeighbors + 1);
  return {
    code,
    ...(lang !== undefined && { lang }),
    ...(filename !== undefined && { filename }),
    headings,
    ordinal,
    nth,
    before,
    after,
    others: [...new Set(nearbyBlocks.map((one) => one.hash))].filter((other) => other !== hash),
  };
}

/** The weight of the similarity of positions, relative to the similarity of code, which has a weight of 1. */
const positionWeight = 0.4;
/**
 * The minimum similarity if the anchor contains the block's earlier position. If the position is exactly the same, the
 * code may have changed considerably.
 */
const minAnchorSimilarity = { elsewhere: 0.75, inPlace: 0.35 };

interface BlockMatch {
  /** The block's index. */
  readonly index: number;
  readonly isIdentical: boolean;
}

/**
 * Returns the block that an anchor describes. If a block's code was different when the anchor was created, the block
 * matches only if its code is identical now.
 */
function findAnchoredBlock({ blocks, blocksByWord }: PageBlocks, { anchor }: SnippetToLocate): BlockMatch | undefined {
  const requestedCode = anchor && parseCode(anchor.code);
  if (!requestedCode || requestedCode.compactCode === "") return undefined;
  const neighborHashes: ReadonlySet<string> = new Set(anchor.others);
  const sharedCounts = countSharedWords(blocks.length, requestedCode, blocksByWord);
  let bestMatch: BlockMatch | undefined;
  let bestScore = -1;
  for (const [index, block] of blocks.entries()) {
    const textSimilarity = computeCodeSimilarity(requestedCode, block, sharedCounts[index] ?? 0);
    if (textSimilarity < minAnchorSimilarity.inPlace || (textSimilarity < 1 && neighborHashes.has(block.hash)))
      continue;
    const positionSimilarity = computePositionSimilarity(anchor, block);
    const score = textSimilarity + positionWeight * positionSimilarity;
    const { elsewhere, inPlace } = minAnchorSimilarity;
    if (textSimilarity >= elsewhere - (elsewhere - inPlace) * positionSimilarity && score > bestScore)
      [bestMatch, bestScore] = [{ index, isIdentical: textSimilarity === 1 }, score];
  }
  return bestMatch;
}

/** Returns the number of words that each block has in common with the code, by block index. */
function countSharedWords(
  blockCount: number,
  { countsByWord }: ParsedCode,
  blocksByWord: PageBlocks["blocksByWord"],
): Float64Array {
  const sharedCounts = new Float64Array(blockCount);
  for (const [word, snippetCount] of countsByWord)
    for (const { index, count: copyCount } of blocksByWord.get(word) ?? [])
      sharedCounts[index] = (sharedCounts[index] ?? 0) + Math.min(snippetCount, copyCount);
  return sharedCounts;
}

/**
 * A block, along with the file that contains it. The file is either the page or a file that the page imports.
 */
export interface SiteBlock extends FoundBlock {
  readonly file: SitePath;
}

/** Returns the blocks on a page and in the MDX files that the page imports. */
function listShownBlocks(site: Site, page: SitePath): { readonly file: SitePath; readonly pageBlocks: PageBlocks }[] {
  return [...listShownFiles(site, page)].flatMap((file) => {
    const references = site.references.get(file);
    return references ? [{ file, pageBlocks: getPageBlocks(references, site.config) }] : [];
  });
}

/**
 * Returns the code block that an anchor identifies, either on a page or in a file that the page imports. Identical code
 * takes precedence over similar code, and the page takes precedence over its imports.
 */
export function findBlockByAnchor(site: Site, page: SitePath, snippet: SnippetToLocate): SiteBlock | undefined {
  if (!snippet.anchor) return undefined;
  const anchoredBlocks = listShownBlocks(site, page).flatMap(({ file, pageBlocks }) => {
    const match = findAnchoredBlock(pageBlocks, snippet);
    const block = match && createFoundBlock(pageBlocks, match.index, match.isIdentical);
    return block ? [{ ...block, file }] : [];
  });
  return anchoredBlocks.find(({ isIdentical }) => isIdentical) ?? anchoredBlocks[0];
}

/**
 * Returns the code block that a reader saw, either on the page or in a file that the page imports. The block is
 * determined from the versions of these files. If no version contains the code, a block is returned only if it's the
 * only one with identical code.
 */
export function findBlockByCode(
  site: Site,
  page: SitePath,
  snippet: SnippetToLocate,
  versionsByFile: ReadonlyMap<SitePath, readonly FileVersion[]>,
): SiteBlock | undefined {
  const { compactCode } = parseCode(snippet.code);
  const trackedBlocks: (SiteBlock | undefined)[] = [];
  const otherBlocks: SiteBlock[] = [];
  for (const { file, pageBlocks } of listShownBlocks(site, page)) {
    const trackedBlock = trackSnippet(snippet, versionsByFile.get(file) ?? [], pageBlocks, site.config);
    const index = trackedBlock ? trackedBlock.index : findUniqueCopy(snippet, pageBlocks);
    const block =
      index === undefined
        ? undefined
        : createFoundBlock(pageBlocks, index, pageBlocks.blocks[index]?.compactCode === compactCode);
    const siteBlock = block && { ...block, file };
    if (trackedBlock?.wasCommitted) trackedBlocks.push(siteBlock);
    else if (siteBlock) otherBlocks.push(siteBlock);
  }
  // The reader may have seen any of several blocks, and one of them may have been removed.
  if (trackedBlocks.length > 0 && !trackedBlocks.includes(undefined)) return trackedBlocks[0];
  // If the page no longer contains the code, the code may have been moved to a file that the page now imports.
  const [onlyBlock, ...remainingBlocks] =
    trackedBlocks.length === 0 ? otherBlocks : otherBlocks.filter(({ isIdentical }) => isIdentical);
  return trackedBlocks.length <= 1 && remainingBlocks.length === 0 ? onlyBlock : undefined;
}

const maxFiles = 50;

/** Returns the page and the MDX files that it imports, directly or indirectly, at most 50 files in total. */
export function listShownFiles(site: Site, page: SitePath): ReadonlySet<SitePath> {
  const files = new Set([page]);
  // The iteration includes elements that are added to the set while it runs.
  for (const file of files)
    for (const source of site.pages.get(file)?.imports ?? []) {
      const target = resolveImport(site, source, file);
      if (files.size < maxFiles && target.kind === "module" && target.isPage) files.add(target.path);
    }
  return files;
}

const maxShowingFiles = 200;

/** Returns the files that import a file, directly or indirectly, nearest first. The file itself isn't included. */
export function findImportingFiles({ pages }: Pick<Site, "pages">, file: SitePath): readonly SitePath[] {
  const { importersByFile } = getPublishedPages(pages);
  const files = new Set([file]);
  // The iteration includes elements that are added to the set while it runs.
  for (const each of files)
    for (const importer of importersByFile.get(each) ?? []) if (files.size <= maxShowingFiles) files.add(importer);
  files.delete(file);
  return [...files];
}
