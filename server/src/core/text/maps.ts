/**
 * A map with at most `maxSize` entries. When an entry is added to a full map, the least recently read or set entry is
 * dropped. Reading an entry moves it to the end, so don't call `get` while you iterate.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #maxSize: number;
  readonly #onDrop: ((value: Value) => void) | undefined;

  /**
   * Creates a map. `onDrop` is called with each value that is dropped because of the limit, but not with values that
   * are deleted.
   */
  constructor(maxSize: number, onDrop?: (value: Value) => void) {
    super();
    this.#maxSize = maxSize;
    this.#onDrop = onDrop;
  }

  override get(key: Key): Value | undefined {
    const value = super.get(key);
    if (value === undefined && !this.has(key)) return undefined;
    this.delete(key);
    super.set(key, value as Value);
    return value;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size <= this.#maxSize) return this;
    for (const [oldest, dropped] of this) {
      this.delete(oldest);
      this.#onDrop?.(dropped);
      break;
    }
    return this;
  }
}

/** Adds an item to the list of a key. */
export function addToGroup<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** Groups items by a key. The keys of the returned map are in the order of their first items. */
export function groupBy<Key, Item>(items: Iterable<Item>, getKey: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) addToGroup(groups, getKey(item), item);
  return groups;
}

const noItems: readonly never[] = [];

/**
 * Returns a list with the same items that takes up no more memory than necessary. JavaScript reserves space for 16 more
 * items when the first one is added to an array, and an empty array has a size, too.
 */
export function compactList<Item>(items: readonly Item[]): readonly Item[] {
  return items.length > 0 ? items.slice() : noItems;
}

/**
 * Returns a function that computes a view of a value only once per value. The parts of a `Site` are immutable, and
 * snapshots share them, so a part's identity is a sufficient cache key: `const listed = derive((config: Config) => …)`.
 * Views of two parts are curried: `derive((config: Config) => derive((pages: Pages) => …))`.
 */
export function derive<Part extends object, View>(compute: (part: Part) => View): (part: Part) => View {
  const knownCache = new WeakMap<Part, View | typeof undefinedView>();
  return (part) => {
    const found = knownCache.get(part);
    if (found === undefined) {
      const view = compute(part);
      knownCache.set(part, view === undefined ? undefinedView : view);
      return view;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the symbol represents a view that is undefined
    return (found === undefinedView ? undefined : found) as View;
  };
}

/**
 * Represents undefined views. An object around each view would take up several megabytes in a site with 5,000 pages.
 */
const undefinedView = Symbol("undefined");

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
