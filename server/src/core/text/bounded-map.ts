/**
 * A map with at most `maxSize` entries. It drops the least recently read or set entry when another one is added.
 * Reading an entry moves it to the end, so don't call `get` while you iterate.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #maxSize: number;
  readonly #onDrop: ((value: Value) => void) | undefined;

  /**
   * Creates a map. `onDrop` is called with each value that is dropped because of the limit, but not with deleted
   * values.
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
