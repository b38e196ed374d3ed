import type { ViewBlock } from "./view/page-view.ts";

/** A block in the current or previous version of a page, and how the block changed. */
export interface ChangedBlock {
  readonly block: ViewBlock;
  /** `changed` means that the block replaces another one. */
  readonly change: "same" | "added" | "removed" | "changed";
  /** The block that this one replaces. Set only if `change` is `changed`. */
  readonly before?: ViewBlock;
}

/**
 * The maximum number of block pairs to compare. If there are more, only the common prefix and suffix are reported as
 * unchanged.
 */
const maxPairs = 4_000_000;

/**
 * Merges two versions of a page into one list: the blocks of `newBlocks` in order, with removed blocks at their
 * previous positions.
 */
export function mergeBlocks(oldBlocks: readonly ViewBlock[], newBlocks: readonly ViewBlock[]): readonly ChangedBlock[] {
  let commonStart = 0;
  while (
    commonStart < oldBlocks.length &&
    commonStart < newBlocks.length &&
    isSameBlock(oldBlocks[commonStart], newBlocks[commonStart])
  )
    commonStart++;
  let commonEnd = 0;
  const maxCount = Math.min(oldBlocks.length, newBlocks.length) - commonStart;
  while (
    commonEnd < maxCount &&
    isSameBlock(oldBlocks[oldBlocks.length - 1 - commonEnd], newBlocks[newBlocks.length - 1 - commonEnd])
  )
    commonEnd++;
  const createSameBlock = (block: ViewBlock): ChangedBlock => ({ block, change: "same" });
  return [
    ...newBlocks.slice(0, commonStart).map(createSameBlock),
    ...pairChanges(
      alignBlocks(
        oldBlocks.slice(commonStart, oldBlocks.length - commonEnd),
        newBlocks.slice(commonStart, newBlocks.length - commonEnd),
      ),
    ),
    ...newBlocks.slice(newBlocks.length - commonEnd).map(createSameBlock),
  ];
}

/** Whether two blocks render the same content. Ignores the ID suffix that distinguishes equal blocks. */
function isSameBlock(a: ViewBlock | undefined, b: ViewBlock | undefined): boolean {
  return a !== undefined && b !== undefined && getBaseId(a) === getBaseId(b);
}

function getBaseId({ id }: ViewBlock): string {
  return id.replace(/-\d+$/, "");
}

/** Aligns two lists of blocks along their longest common subsequence (Wagner–Fischer algorithm). */
function alignBlocks(oldBlocks: readonly ViewBlock[], newBlocks: readonly ViewBlock[]): ChangedBlock[] {
  const createRemovedBlock = (block: ViewBlock): ChangedBlock => ({ block, change: "removed" });
  const createAddedBlock = (block: ViewBlock): ChangedBlock => ({ block, change: "added" });
  if (oldBlocks.length * newBlocks.length > maxPairs)
    return [...oldBlocks.map(createRemovedBlock), ...newBlocks.map(createAddedBlock)];
  const width = newBlocks.length + 1;
  const table = new Uint32Array((oldBlocks.length + 1) * width);
  for (let i = oldBlocks.length - 1; i >= 0; i--)
    for (let j = newBlocks.length - 1; j >= 0; j--)
      table[i * width + j] = isSameBlock(oldBlocks[i], newBlocks[j])
        ? (table[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
  const changedBlocks: ChangedBlock[] = [];
  let [i, j] = [0, 0];
  while (i < oldBlocks.length || j < newBlocks.length) {
    const [oldBlock, newBlock] = [oldBlocks[i], newBlocks[j]];
    if (oldBlock && newBlock && isSameBlock(oldBlock, newBlock)) {
      changedBlocks.push({ block: newBlock, change: "same" });
      i++;
      j++;
    } else if (oldBlock && (!newBlock || (table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0))) {
      changedBlocks.push(createRemovedBlock(oldBlock));
      i++;
    } else if (newBlock) {
      changedBlocks.push(createAddedBlock(newBlock));
      j++;
    }
  }
  return changedBlocks;
}

/** Pairs removed blocks with blocks that were added at the same position, and reports each pair as changed. */
function pairChanges(changedBlocks: readonly ChangedBlock[]): ChangedBlock[] {
  const result: ChangedBlock[] = [];
  for (let i = 0; i < changedBlocks.length;) {
    let removedEnd = i;
    while (changedBlocks[removedEnd]?.change === "removed") removedEnd++;
    const removedBlocks = changedBlocks.slice(i, removedEnd);
    let addedEnd = removedEnd;
    while (changedBlocks[addedEnd]?.change === "added") addedEnd++;
    const addedBlocks = changedBlocks.slice(removedEnd, addedEnd);
    const pairCount = Math.min(removedBlocks.length, addedBlocks.length);
    for (let k = 0; k < pairCount; k++) {
      const [oldBlock, newBlock] = [removedBlocks[k], addedBlocks[k]];
      if (oldBlock && newBlock) result.push({ block: newBlock.block, change: "changed", before: oldBlock.block });
    }
    result.push(...removedBlocks.slice(pairCount), ...addedBlocks.slice(pairCount));
    if (addedEnd === i) {
      const block = changedBlocks[i];
      if (block) result.push(block);
      i++;
    } else i = addedEnd;
  }
  return result;
}
