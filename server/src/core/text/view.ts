/**
 * Returns a function that computes a view of a value only once per value. The parts of a `Site` are immutable, and
 * snapshots share them, so a part's identity is a sufficient cache key: `const listed = derive((config: Config) => …)`.
 * Views of two parts are curried: `derive((config: Config) => derive((pages: Pages) => …))`.
 */
export function derive<Part extends object, View>(compute: (part: Part) => View): (part: Part) => View {
  const known = new WeakMap<Part, { readonly view: View }>();
  return (part) => {
    const found = known.get(part);
    if (found) return found.view;
    const view = compute(part);
    known.set(part, { view });
    return view;
  };
}

/** Maps each item like `map`. Yields after each item and at each step of mapping an item. */
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
