/**
 * The values of a file as rows of numbers, in the order they stand: a map or list, then all that is in it. A tenth of
 * the memory that an object per value takes, and nothing is cut out of the text before somebody asks (table-tree.ts).
 */
export interface SpecTable {
  readonly text: string;
  readonly count: number;
  /** A `RowKind`. */
  readonly kinds: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The first row that is not in this one: the next sibling, if there is one. */
  readonly nexts: Uint32Array;
  /** The key with its quotes; `noKey` for items of lists. */
  readonly keyStarts: Uint32Array;
  readonly keyEnds: Uint32Array;
  /** Keys that are not what stands between their quotes. */
  readonly oddKeys: ReadonlyMap<number, string>;
  /** Values of `RowKind.odd`. */
  readonly oddValue: (row: number) => RowScalar;
}

export type RowScalar = string | number | boolean | null;

export const rowKinds = {
  map: 0,
  list: 1,
  /** The text between the quotes. */
  quoted: 2,
  /** A text of JSON with backslashes. */
  escaped: 3,
  /** A number, `true`, `false` or `null` of JSON. */
  literal: 4,
  /** A plain scalar of YAML, on one line. */
  plain: 5,
  /** Asked for by `oddValue`. */
  odd: 6,
} as const;
export type RowKind = (typeof rowKinds)[keyof typeof rowKinds];

export const noKey = 0xffffffff;

/** Takes rows as they are read. */
export class TableBuilder {
  count = 0;
  readonly oddKeys = new Map<number, string>();
  #kinds: Uint8Array;
  #starts: Uint32Array;
  #ends: Uint32Array;
  #nexts: Uint32Array;
  #keyStarts: Uint32Array;
  #keyEnds: Uint32Array;

  /** `expected` rows at first; more are made room for. */
  constructor(expected: number) {
    this.#kinds = new Uint8Array(expected);
    this.#starts = new Uint32Array(expected);
    this.#ends = new Uint32Array(expected);
    this.#nexts = new Uint32Array(expected);
    this.#keyStarts = new Uint32Array(expected);
    this.#keyEnds = new Uint32Array(expected);
  }

  /** Its number. A map or list is closed when its last value has been added. */
  add(kind: RowKind, start: number, end: number, keyStart: number, keyEnd: number): number {
    const row = this.count++;
    if (row >= this.#kinds.length) this.#grow();
    this.#kinds[row] = kind;
    this.#starts[row] = start;
    this.#ends[row] = end;
    this.#nexts[row] = row + 1;
    this.#keyStarts[row] = keyStart;
    this.#keyEnds[row] = keyEnd;
    return row;
  }

  close(row: number, end: number): void {
    this.#ends[row] = end;
    this.#nexts[row] = this.count;
  }

  startOf(row: number): number {
    return this.#starts[row] ?? 0;
  }

  endOf(row: number): number {
    return this.#ends[row] ?? 0;
  }

  build(text: string, oddValue: (row: number) => RowScalar): SpecTable {
    const { count, oddKeys } = this;
    return {
      text,
      count,
      kinds: this.#kinds.slice(0, count),
      starts: this.#starts.slice(0, count),
      ends: this.#ends.slice(0, count),
      nexts: this.#nexts.slice(0, count),
      keyStarts: this.#keyStarts.slice(0, count),
      keyEnds: this.#keyEnds.slice(0, count),
      oddKeys,
      oddValue,
    };
  }

  #grow(): void {
    const size = Math.max(64, this.#kinds.length * 2);
    const more = (column: Uint32Array) => {
      const larger = new Uint32Array(size);
      larger.set(column);
      return larger;
    };
    const kinds = new Uint8Array(size);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    this.#starts = more(this.#starts);
    this.#ends = more(this.#ends);
    this.#nexts = more(this.#nexts);
    this.#keyStarts = more(this.#keyStarts);
    this.#keyEnds = more(this.#keyEnds);
  }
}
