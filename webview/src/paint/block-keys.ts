/** A block that is painted: which it is, and the key by which its elements on the page are kept. */
export interface PaintedBlock {
  readonly id: string;
  readonly key: string;
}

/**
 * Keys for the blocks of a page that follow the ones that are painted: equal blocks keep theirs wherever they go; a block
 * that stands in place of another takes that one's, so that an edit changes the elements that are there instead of
 * putting new ones in their place. `fresh` makes a key that was never used.
 */
export function keyBlocks(
  before: readonly PaintedBlock[],
  ids: readonly string[],
  fresh: () => string,
): PaintedBlock[] {
  // Of thousands of blocks an edit concerns a few: what stands around them is as it was.
  const most = Math.min(before.length, ids.length);
  let head = 0;
  while (head < most && before[head]?.id === ids[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail)?.id === ids.at(-1 - tail)) tail++;
  return [
    ...before.slice(0, head),
    ...keyBetween(before.slice(head, before.length - tail), ids.slice(head, ids.length - tail), fresh),
    ...before.slice(before.length - tail),
  ];
}

function keyBetween(
  before: readonly PaintedBlock[],
  ids: readonly string[],
  fresh: () => string,
): PaintedBlock[] {
  const spare = new Map(before.map(({ id, key }, index) => [id, { key, index }]));
  const after: (PaintedBlock | undefined)[] = [];
  const used = new Set<number>();
  for (const id of ids) {
    const same = spare.get(id);
    after.push(same && { id, key: same.key });
    if (same) used.add(same.index);
    spare.delete(id);
  }
  // What lies between two that stayed has changed: old ones there lend their keys, in order.
  const places = new Map(before.map(({ key }, index) => [key, index]));
  let place = 0;
  return ids.map((id, index) => {
    const same = after[index];
    if (same) {
      place = (places.get(same.key) ?? place) + 1;
      return same;
    }
    const old = used.has(place) ? undefined : before[place];
    if (!old) return { id, key: fresh() };
    used.add(place);
    place += 1;
    return { id, key: old.key };
  });
}
