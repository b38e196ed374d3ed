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
    for (const [oldestKey, droppedValue] of this) {
      this.delete(oldestKey);
      this.#onDrop?.(droppedValue);
      break;
    }
    return this;
  }
}

/**
 * A version of a map that shares all entries except a few with an earlier version, so that a change to one of thousands
 * of entries doesn't copy the others.
 */
class MapVersion<Value extends NonNullable<unknown>> implements ReadonlyMap<string, Value> {
  readonly size: number;
  readonly #baseMap: ReadonlyMap<string, Value>;
  /** The new values of keys in `#baseMap` that have changed. Removed keys have the value `undefined`. */
  readonly #changes: ReadonlyMap<string, Value | undefined>;

  constructor(
    baseMap: ReadonlyMap<string, Value>,
    changes = new Map<string, Value | undefined>(),
    size = baseMap.size,
  ) {
    this.#baseMap = baseMap;
    this.#changes = changes;
    this.size = size;
  }

  withEntry(key: string, value: Value | undefined): ReadonlyMap<string, Value> {
    if (!this.#baseMap.has(key))
      return value === undefined
        ? this
        : new Map([...this, [key, value] as const].sort(([a], [b]) => (a < b ? -1 : 1)));
    const changes = new Map(this.#changes).set(key, value);
    const size = this.size + Number(value !== undefined) - Number(this.has(key));
    const version = new MapVersion(this.#baseMap, changes, size);
    return changes.size > maxChangedKeys ? new Map(version) : version;
  }

  get(key: string): Value | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : this.#baseMap.get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  *entries(): MapIterator<[string, Value]> {
    for (const key of this.#baseMap.keys()) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }

  *keys(): MapIterator<string> {
    for (const [key] of this) yield key;
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this) yield value;
  }

  forEach(onEntry: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this) onEntry(value, key, this);
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }
}

/** The maximum number of keys that a version of a map changes before all entries are copied. */
const maxChangedKeys = 64;

/**
 * Returns a map with another value for a key, or without the key if the value is undefined. A new key is added at its
 * position in sorted order. Replacing a value copies only a few entries.
 */
export function setSortedEntry<Value extends NonNullable<unknown>>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value | undefined,
): ReadonlyMap<string, Value> {
  return (isMapVersion(map) ? map : new MapVersion<Value>(map)).withEntry(key, value);
}

function isMapVersion<Value extends NonNullable<unknown>>(map: ReadonlyMap<string, Value>): map is MapVersion<Value> {
  return map instanceof MapVersion;
}

/** Adds an item to the list of a key. */
export function addToGroup<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** Groups items by a key. The keys of the returned map are in the order of their first items. */
export function groupBy<Key, Item>(items: Iterable<Item>, getKey: (item: Item) => Key): Map<Key, Item[]> {
  const groupsByKey = new Map<Key, Item[]>();
  for (const item of items) addToGroup(groupsByKey, getKey(item), item);
  return groupsByKey;
}

const noItems: readonly never[] = [];

/**
 * Returns a list with the same items that takes up no more memory than necessary. JavaScript reserves space for 16 more
 * items when the first one is added to an array, and even an empty array takes up memory.
 */
export function compactList<Item>(items: readonly Item[]): readonly Item[] {
  return items.length > 0 ? items.slice() : noItems;
}

/**
 * Returns a function that computes a view of a value only once per value. The parts of a `Site` are immutable, and
 * snapshots share them, so a part's identity is a sufficient cache key: `const getListedPages = derive((config: Config)
 * => …)`. Views of two parts are curried: `derive((config: Config) => derive((pages: Pages) => …))`.
 */
export function derive<Part extends object, View>(compute: (part: Part) => View): (part: Part) => View {
  const viewCache = new WeakMap<Part, View | typeof undefinedView>();
  return (part) => {
    const cachedView = viewCache.get(part);
    if (cachedView === undefined) {
      const view = compute(part);
      viewCache.set(part, view === undefined ? undefinedView : view);
      return view;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the symbol represents a view that is undefined
    return (cachedView === undefinedView ? undefined : cachedView) as View;
  };
}

/**
 * Represents undefined views. An object around each view would take up several megabytes in a site with 5,000 pages.
 */
const undefinedView = Symbol("undefined");

/** Maps each item, as `Array.map` does. Yields after each item and at each step of mapping an item. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  createResult: (item: Item) => Generator<void, Result>,
): Generator<void, Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(yield* createResult(item));
    yield;
  }
  return results;
}
