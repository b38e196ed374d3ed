import { computeCodeSimilarity, type PageBlock } from "./page-blocks.ts";
import { groupBy } from "../../core/text/maps.ts";

/**
 * The minimum similarity of a block's code before and after a change. Code samples for related tasks have much in
 * common, so with a lower value, code that replaced a block would be treated as a changed version of that block (see
 * `bench/feedback/cold-snippets.ts`).
 */
const minSimilarity = 0.8;
/**
 * Additional requirements for recognizing a changed block at a position where blocks were added or removed. The
 * similarity of every other new block to the old block must be at most `maxSimilarity`. The similarity of every other
 * old block to the new block must be lower by more than `margin`.
 */
const ambiguityLimits = { maxSimilarity: 0.5, margin: 0.1 };
/**
 * The maximum number of pairs of blocks that are compared. If there are more, only blocks with identical code are
 * matched.
 */
const maxPairs = 10_000;

/**
 * Returns, for each block in an older version of a page, the block's index in a newer version. The index is undefined
 * if the block was removed or can't be distinguished from others. If a block has the same code, it's considered the
 * same block even if it was moved. A block with changed code is recognized only if it's still between the same
 * unchanged blocks. A similar block elsewhere is never treated as the same block.
 */
export function matchBlocks(
  olderBlocks: readonly PageBlock[],
  newerBlocks: readonly PageBlock[],
): readonly (number | undefined)[] {
  const indexes: (number | undefined)[] = olderBlocks.map(() => undefined);
  const changedBlocks = matchUnchangedBlocks(olderBlocks, newerBlocks, indexes);
  if (changedBlocks.older.length * (olderBlocks.length + newerBlocks.length) > maxPairs) return indexes;
  const gaps = findGaps(changedBlocks, indexes, newerBlocks.length);
  // If the number of blocks at a position hasn't changed, they're most likely the same blocks, for example, after a
  // search and replace.
  const [evenGaps, unevenGaps] = [gaps.filter(hasEqualCounts), gaps.filter((gap) => !hasEqualCounts(gap))];
  const matchedBlocks = new Set(evenGaps.flatMap((gap) => gap.older));
  const addedBlocks = unevenGaps.flatMap((gap) => gap.newer);
  const getSimilarity = (oldIndex: number, newIndex: number): number => {
    const [block, otherBlock] = [olderBlocks[oldIndex], newerBlocks[newIndex]];
    return block && otherBlock ? computeCodeSimilarity(block, otherBlock) : 0;
  };
  const isMatch = (oldIndex: number, newIndex: number): boolean =>
    areAtSamePosition(olderBlocks[oldIndex], newerBlocks[newIndex]) &&
    getSimilarity(oldIndex, newIndex) >= minSimilarity;
  for (const { older: olderIndexes, newer: newerIndexes } of evenGaps)
    for (const [index, oldIndex] of olderIndexes.entries()) {
      const newIndex = newerIndexes[index] ?? -1;
      const similarityOfPair = getSimilarity(oldIndex, newIndex);
      const isAmbiguous =
        [...newerIndexes, ...addedBlocks].some(
          (otherIndex) => getSimilarity(oldIndex, otherIndex) > similarityOfPair,
        ) ||
        // The new block may be a modified copy of a block that still exists.
        olderBlocks.some(
          (_, olderIndex) =>
            (olderIndexes.includes(olderIndex) || !matchedBlocks.has(olderIndex)) &&
            getSimilarity(olderIndex, newIndex) > similarityOfPair,
        );
      if (isMatch(oldIndex, newIndex) && !isAmbiguous) indexes[oldIndex] = newIndex;
    }
  const unmatchedIndexes = [...olderBlocks.keys()].filter((index) => !matchedBlocks.has(index));
  for (const { older: olderIndexes, newer: newerIndexes } of unevenGaps)
    for (const oldIndex of olderIndexes) {
      const newIndex = newerIndexes.find((candidate) => isMatch(oldIndex, candidate));
      if (newIndex === undefined) continue;
      const limit = getSimilarity(oldIndex, newIndex) - ambiguityLimits.margin;
      const isAmbiguous =
        addedBlocks.some(
          (otherIndex) =>
            otherIndex !== newIndex && getSimilarity(oldIndex, otherIndex) > ambiguityLimits.maxSimilarity,
        ) ||
        unmatchedIndexes.some((olderIndex) => olderIndex !== oldIndex && getSimilarity(olderIndex, newIndex) > limit);
      if (!isAmbiguous) indexes[oldIndex] = newIndex;
    }
  return indexes;
}

/** The changed blocks between two unchanged blocks. */
type Gap = ChangedBlocks;

const hasEqualCounts = ({ older, newer }: Gap): boolean => older.length === newer.length;

function findGaps(blocks: ChangedBlocks, indexes: readonly (number | undefined)[], newCount: number): readonly Gap[] {
  let boundary = { older: -1, newer: -1 };
  return [...findLongestIncreasingSubsequence(indexes), indexes.length].map((end) => {
    const previousBoundary = boundary;
    boundary = { older: end, newer: indexes[end] ?? newCount };
    return {
      older: blocks.older.filter((index) => index > previousBoundary.older && index < boundary.older),
      newer: blocks.newer.filter((index) => index > previousBoundary.newer && index < boundary.newer),
    };
  });
}

/** The indexes of blocks whose code is in only one of the two versions. */
interface ChangedBlocks {
  readonly older: readonly number[];
  readonly newer: readonly number[];
}

/**
 * Functions that return keys for distinguishing copies of a block whose code alone doesn't identify it. The last key
 * consists only of the code.
 */
const identityGetters: readonly ((block: PageBlock) => readonly unknown[])[] = [
  ({ lang, filename, headings, lineBefore: before, lineAfter: after }) => [lang, filename, headings, before, after],
  ({ lang, filename, headings }) => [lang, filename, headings],
  ({ lang, filename }) => [lang, filename],
  () => [],
];

/**
 * Pairs blocks that have the same code. Identical copies are paired only if none of the copies is missing.
 */
function matchUnchangedBlocks(
  olderBlocks: readonly PageBlock[],
  newerBlocks: readonly PageBlock[],
  indexes: (number | undefined)[],
): ChangedBlocks {
  const copiesByCode = groupBy(newerBlocks.keys(), (index) => newerBlocks[index]?.compactCode ?? "");
  const changedIndexes: number[] = [];
  for (const [compactCode, group] of groupBy(olderBlocks.keys(), (index) => olderBlocks[index]?.compactCode ?? "")) {
    let [unpairedOlderIndexes, unpairedNewerIndexes]: [readonly number[], readonly number[]] = [
      group,
      copiesByCode.get(compactCode) ?? [],
    ];
    copiesByCode.delete(compactCode);
    for (const getIdentity of identityGetters) {
      const createKeyReader = (blocks: readonly PageBlock[]) => (index: number) =>
        JSON.stringify(blocks[index] && getIdentity(blocks[index]));
      const indexesByKey = groupBy(unpairedNewerIndexes, createKeyReader(newerBlocks));
      const isLast = getIdentity === identityGetters.at(-1);
      const pairedIndexes = new Set<number>();
      for (const [key, matchingIndexes] of groupBy(unpairedOlderIndexes, createKeyReader(olderBlocks))) {
        const otherIndexes = indexesByKey.get(key) ?? [];
        if (isLast ? otherIndexes.length < matchingIndexes.length : otherIndexes.length !== matchingIndexes.length)
          continue;
        for (const [index, olderIndex] of matchingIndexes.entries()) {
          indexes[olderIndex] = otherIndexes[index];
          pairedIndexes.add(otherIndexes[index] ?? -1);
        }
      }
      unpairedOlderIndexes = unpairedOlderIndexes.filter((index) => indexes[index] === undefined);
      unpairedNewerIndexes = unpairedNewerIndexes.filter((index) => !pairedIndexes.has(index));
    }
    // If the newer version still has unpaired copies, the block is one of those copies and therefore hasn't changed.
    if (unpairedNewerIndexes.length === 0) changedIndexes.push(...unpairedOlderIndexes);
  }
  return {
    older: changedIndexes.sort((a, b) => a - b),
    newer: [...copiesByCode.values()].flat().sort((a, b) => a - b),
  };
}

/**
 * Whether both blocks are at the same position. Their language and title must also match, because readers use them to
 * select a block in a group of code blocks.
 */
function areAtSamePosition(block: PageBlock | undefined, otherBlock: PageBlock | undefined): boolean {
  if (!block || !otherBlock || block.lang !== otherBlock.lang || block.filename !== otherBlock.filename) return false;
  return (
    block.headings.join("\n") === otherBlock.headings.join("\n") ||
    (block.lineBefore === otherBlock.lineBefore && block.lineAfter === otherBlock.lineAfter)
  );
}

/** Returns the ascending indexes of a longest increasing subsequence. */
function findLongestIncreasingSubsequence(values: readonly (number | undefined)[]): readonly number[] {
  /** For each length, the index of the smallest value that a subsequence of that length ends with. */
  const tails: number[] = [];
  const previousByIndex = new Map<number, number>();
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue;
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    const previousIndex = tails[low - 1];
    if (previousIndex !== undefined) previousByIndex.set(index, previousIndex);
    tails[low] = index;
  }
  const indexes: number[] = [];
  for (let index = tails.at(-1); index !== undefined; index = previousByIndex.get(index)) indexes.push(index);
  return indexes.reverse();
}
