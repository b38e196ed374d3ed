import type { Config } from "../../core/config/config.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import type { FileVersion } from "../../core/site/files/previous-files.ts";
import { derive } from "../../core/text/maps.ts";
import type { SnippetToLocate } from "../../protocol/feedback.ts";
import { matchBlocks } from "./match-blocks.ts";
import { type PageBlock, getPageBlocks, type PageBlocks, parseCode } from "./page-blocks.ts";

/**
 * The maximum time in milliseconds that readers can still see a version after the next one is committed. A site is
 * published some time after the commit, and pages are cached.
 */
const maxDelay = 86_400_000;
/** The maximum numbers of versions that are searched before and after the version that the reader saw. */
const maxVersions = { before: 10, after: 3 };

/** The block with a snippet's code, tracked through each version up to the current text. */
export interface TrackedBlock {
  /**
   * The block's index in the current text. Undefined if the block was removed or can't be distinguished from others.
   */
  readonly index: number | undefined;
  /** Whether the version that contained the snippet's code had already been committed when the reader saw the page. */
  readonly wasCommitted: boolean;
}

/**
 * Finds the block with a snippet's code in the version of a page that was current when the reader saw it, and returns
 * the block's current position. If that version doesn't contain the code, earlier versions are searched, and then later
 * versions, because a commit's time can be later than the time when readers saw its content. The block is tracked
 * through each version since then. If only two versions were compared, a modified copy of a block that was removed
 * later would look like the changed block itself. Returns undefined if no version contains the code.
 */
export function trackSnippet(
  snippet: SnippetToLocate,
  versions: readonly FileVersion[],
  currentBlocks: PageBlocks,
  config: Config,
): TrackedBlock | undefined {
  const { time = Infinity } = snippet;
  const { compactCode } = parseCode(snippet.code);
  const currentIndex = versions.findLastIndex((version) => version.time <= time);
  const isVersionShown = (index: number): boolean => (versions[index + 1]?.time ?? Infinity) > time - maxDelay;
  const earlierVersions = [...versions.keys()]
    .slice(Math.max(0, currentIndex - maxVersions.before), currentIndex + 1)
    .reverse();
  const shownVersions = earlierVersions.filter(isVersionShown);
  const olderVersions = earlierVersions.filter((index) => !isVersionShown(index));
  const laterVersions = [...versions.keys()].slice(currentIndex + 1, currentIndex + 1 + maxVersions.after);
  for (const isCandidate of listFilters(snippet))
    for (const candidates of [
      shownVersions,
      ...olderVersions.map((index) => [index]),
      ...laterVersions.map((index) => [index]),
    ]) {
      const [newestMatch, ...olderCandidates] = candidates.flatMap((index) => {
        const version = versions[index];
        const blocks = version && getBlocksAt(version)(config);
        const copies = blocks ? findBlocksWithCode(blocks, compactCode) : [];
        const matchingCopies = copies.filter((copy) => blocks?.blocks[copy] && isCandidate(blocks.blocks[copy]));
        return blocks && matchingCopies.length > 0
          ? [{ versionIndex: index, blocks, copies, startIndexes: matchingCopies }]
          : [];
      });
      if (!newestMatch) continue;
      const wasCommitted = newestMatch.versionIndex <= currentIndex;
      // The reader may have seen any of several blocks, and one of them may have been removed before the page was
      // published.
      const count = Math.max(
        newestMatch.startIndexes.length,
        ...olderCandidates.map(({ startIndexes }) => startIndexes.length),
      );
      const laterVersions = [
        ...versions.slice(newestMatch.versionIndex + 1).map((version) => getBlocksAt(version)(config)),
        currentBlocks,
      ];
      const indexes = trackBlocks(newestMatch.blocks, laterVersions);
      const endIndexes = newestMatch.startIndexes.flatMap((start) => indexes[start] ?? []);
      if (endIndexes.length === count) return { index: Math.min(...endIndexes), wasCommitted };
      // A block may have been replaced with a later copy of itself, or may have been removed and added again.
      const isUnique = [newestMatch, ...olderCandidates].every(({ copies }) => copies.length === 1);
      const copyIndex = isUnique ? findUniqueCopy(snippet, currentBlocks) : undefined;
      return { index: indexes.includes(copyIndex) ? undefined : copyIndex, wasCommitted };
    }
  return undefined;
}

/**
 * Returns the only block with a snippet's code. If there are several, returns the only one that also has the snippet's
 * title or language. Returns undefined if no block matches or if the match is ambiguous.
 */
export function findUniqueCopy(snippet: SnippetToLocate, blocks: PageBlocks): number | undefined {
  const copies = findBlocksWithCode(blocks, parseCode(snippet.code).compactCode);
  for (const isCandidate of listFilters(snippet)) {
    const [onlyCopy, ...otherCopies] = copies.filter(
      (index) => blocks.blocks[index] && isCandidate(blocks.blocks[index]),
    );
    if (onlyCopy !== undefined) return otherCopies.length === 0 ? onlyCopy : undefined;
  }
  return undefined;
}

/** The blocks of a file version as readers see them. Computed once for each version and docs.json. */
const getBlocksAt = derive(({ text }: FileVersion) => {
  const { references } = scanPage("page.mdx", text);
  return (config: Config) => getPageBlocks(references, config);
});

/** The positions of a version's blocks in the next version. Computed once for each pair of versions. */
const getBlockIndexes = derive((pageBlocks: PageBlocks) =>
  derive((nextBlocks: PageBlocks) => matchBlocks(pageBlocks.blocks, nextBlocks.blocks)),
);

/** Returns the positions of a version's blocks in the last of the given later versions. */
function trackBlocks(startBlocks: PageBlocks, laterBlocks: readonly PageBlocks[]): readonly (number | undefined)[] {
  let indexes: readonly (number | undefined)[] = [...startBlocks.blocks.keys()];
  let previousBlocks = startBlocks;
  for (const nextBlocks of laterBlocks) {
    const blockIndexes = getBlockIndexes(previousBlocks)(nextBlocks);
    indexes = indexes.map((index) => (index === undefined ? undefined : blockIndexes[index]));
    previousBlocks = nextBlocks;
  }
  return indexes;
}

/**
 * Computes, in steps, the data about versions that is needed for all snippets, so finding the first snippet doesn't
 * take long.
 */
export function* precomputeVersions(versions: readonly FileVersion[], config: Config): Generator<void, void> {
  let previousBlocks: PageBlocks | undefined;
  for (const version of versions) {
    const blocks = getBlocksAt(version)(config);
    yield;
    if (previousBlocks) getBlockIndexes(previousBlocks)(blocks);
    yield;
    previousBlocks = blocks;
  }
}

type BlockFilter = (block: PageBlock) => boolean;

/**
 * Returns filters that distinguish blocks with the same code, strictest first. The last one matches every block,
 * because the titles and languages that the service reports may differ in form from those on the page.
 */
function listFilters({ filename = "", lang = "" }: SnippetToLocate): readonly BlockFilter[] {
  const hasTitle: BlockFilter = (block) => block.filename === filename;
  const hasLanguage: BlockFilter = (block) => block.lang === lang.toLowerCase();
  return [
    ...(filename !== "" && lang !== "" ? [(block: PageBlock) => hasTitle(block) && hasLanguage(block)] : []),
    ...(filename === "" ? [] : [hasTitle]),
    ...(lang === "" ? [] : [hasLanguage]),
    () => true,
  ];
}

function findBlocksWithCode({ blocks }: PageBlocks, compactCode: string): readonly number[] {
  return blocks.flatMap((block, index) => (compactCode !== "" && block.compactCode === compactCode ? [index] : []));
}
