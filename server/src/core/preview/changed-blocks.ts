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
 * Merges two versions of a page into one list: the blocks of `after` in order, with removed blocks at their previous
 * positions.
 */
export function changedBlocks(
  before: readonly ViewBlock[],
  after: readonly ViewBlock[],
): readonly ChangedBlock[] {
  let start = 0;
  while (start < before.length && start < after.length && isSame(before[start], after[start])) start++;
  let end = 0;
  const shortest = Math.min(before.length, after.length) - start;
  while (end < shortest && isSame(before[before.length - 1 - end], after[after.length - 1 - end])) end++;
  const createSame = (block: ViewBlock): ChangedBlock => ({ block, change: "same" });
  return [
    ...after.slice(0, start).map(createSame),
    ...pairChanges(
      alignBlocks(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ),
    ...after.slice(after.length - end).map(createSame),
  ];
}

/** Whether two blocks render the same content. Ignores the ID suffix that distinguishes equal blocks. */
function isSame(a: ViewBlock | undefined, b: ViewBlock | undefined): boolean {
  return a !== undefined && b !== undefined && bareId(a) === bareId(b);
}

function bareId({ id }: ViewBlock): string {
  return id.replace(/-\d+$/, "");
}

/** Aligns two lists of blocks along their longest common subsequence (Wagner–Fischer algorithm). */
function alignBlocks(before: readonly ViewBlock[], after: readonly ViewBlock[]): ChangedBlock[] {
  const createRemoved = (block: ViewBlock): ChangedBlock => ({ block, change: "removed" });
  const createAdded = (block: ViewBlock): ChangedBlock => ({ block, change: "added" });
  if (before.length * after.length > maxPairs)
    return [...before.map(createRemoved), ...after.map(createAdded)];
  const width = after.length + 1;
  const table = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      table[i * width + j] = isSame(before[i], after[j])
        ? (table[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
  const found: ChangedBlock[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, now] = [before[i], after[j]];
    if (old && now && isSame(old, now)) {
      found.push({ block: now, change: "same" });
      i++;
      j++;
    } else if (old && (!now || (table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0))) {
      found.push(createRemoved(old));
      i++;
    } else if (now) {
      found.push(createAdded(now));
      j++;
    }
  }
  return found;
}

/** Pairs removed blocks with blocks that were added at the same position, and reports each pair as changed. */
function pairChanges(found: readonly ChangedBlock[]): ChangedBlock[] {
  const result: ChangedBlock[] = [];
  for (let i = 0; i < found.length;) {
    let removedEnd = i;
    while (found[removedEnd]?.change === "removed") removedEnd++;
    const removed = found.slice(i, removedEnd);
    let addedEnd = removedEnd;
    while (found[addedEnd]?.change === "added") addedEnd++;
    const added = found.slice(removedEnd, addedEnd);
    const pairs = Math.min(removed.length, added.length);
    for (let k = 0; k < pairs; k++) {
      const [old, now] = [removed[k], added[k]];
      if (old && now) result.push({ block: now.block, change: "changed", before: old.block });
    }
    result.push(...removed.slice(pairs), ...added.slice(pairs));
    if (addedEnd === i) {
      const same = found[i];
      if (same) result.push(same);
      i++;
    } else i = addedEnd;
  }
  return result;
}
