/** Like `map`, a step each and as many as each itself takes. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Generator<void, Result>,
): Generator<void, Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(yield* make(item));
    yield;
  }
  return results;
}
