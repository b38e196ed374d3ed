/**
 * The values in a file as rows of numbers in file order. Each map or list is followed by its contents. A table needs
 * only a tenth of the memory that one object per value would need, and substrings are extracted only on demand (see
 * spec-tree.ts).
 */
export interface SpecTable {
  readonly text: string;
  readonly rowCount: number;
  /** The kind of each row (`RowKind`). */
  readonly kinds: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** For each row, the number of the first row after its contents. That row is the next sibling, if there is one. */
  readonly nextRows: Uint32Array;
  /** The start of each row's key, including its quotes, or `noKey` for list items. */
  readonly keyStarts: Uint32Array;
  readonly keyEnds: Uint32Array;
  /** Maps row numbers to the keys that differ from the text between their quotes. */
  readonly decodedKeys: ReadonlyMap<number, string>;
  /** Returns the value of a row whose kind is `computed`. */
  readonly getComputedValue: (row: number) => RowScalar;
}

export type RowScalar = string | number | boolean | null;

export const rowKinds = {
  map: 0,
  list: 1,
  /** A quoted string whose value is the text between the quotes. */
  quoted: 2,
  /** A JSON string with backslashes. */
  escaped: 3,
  /** A number, `true`, `false`, or `null` in JSON. */
  literal: 4,
  /** A plain YAML scalar on one line. */
  plain: 5,
  /** Any other value, which `getComputedValue` returns. */
  computed: 6,
} as const;
export type RowKind = (typeof rowKinds)[keyof typeof rowKinds];

export const noKey = 0xffffffff;

/** Builds a table row by row. */
export class TableBuilder {
  rowCount = 0;
  readonly decodedKeys = new Map<number, string>();
  #kinds: Uint8Array;
  #starts: Uint32Array;
  #ends: Uint32Array;
  #nextRows: Uint32Array;
  #keyStarts: Uint32Array;
  #keyEnds: Uint32Array;

  /** Creates a builder with space for `rowCount` rows. The space grows if more rows are added. */
  constructor(rowCount: number) {
    this.#kinds = new Uint8Array(rowCount);
    this.#starts = new Uint32Array(rowCount);
    this.#ends = new Uint32Array(rowCount);
    this.#nextRows = new Uint32Array(rowCount);
    this.#keyStarts = new Uint32Array(rowCount);
    this.#keyEnds = new Uint32Array(rowCount);
  }

  /** Adds a row and returns its number. A map or list must be closed after its last value has been added. */
  add(kind: RowKind, start: number, end: number, keyStart: number, keyEnd: number): number {
    const row = this.rowCount++;
    if (row >= this.#kinds.length) this.#growColumns();
    this.#kinds[row] = kind;
    this.#starts[row] = start;
    this.#ends[row] = end;
    this.#nextRows[row] = row + 1;
    this.#keyStarts[row] = keyStart;
    this.#keyEnds[row] = keyEnd;
    return row;
  }

  close(row: number, end: number): void {
    this.#ends[row] = end;
    this.#nextRows[row] = this.rowCount;
  }

  getStart(row: number): number {
    return this.#starts[row] ?? 0;
  }

  getEnd(row: number): number {
    return this.#ends[row] ?? 0;
  }

  build(text: string, getComputedValue: (row: number) => RowScalar): SpecTable {
    const { rowCount, decodedKeys } = this;
    return {
      text,
      rowCount,
      kinds: this.#kinds.slice(0, rowCount),
      starts: this.#starts.slice(0, rowCount),
      ends: this.#ends.slice(0, rowCount),
      nextRows: this.#nextRows.slice(0, rowCount),
      keyStarts: this.#keyStarts.slice(0, rowCount),
      keyEnds: this.#keyEnds.slice(0, rowCount),
      decodedKeys,
      getComputedValue,
    };
  }

  #growColumns(): void {
    const size = Math.max(64, this.#kinds.length * 2);
    const growColumn = (column: Uint32Array) => {
      const largerColumn = new Uint32Array(size);
      largerColumn.set(column);
      return largerColumn;
    };
    const kinds = new Uint8Array(size);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    this.#starts = growColumn(this.#starts);
    this.#ends = growColumn(this.#ends);
    this.#nextRows = growColumn(this.#nextRows);
    this.#keyStarts = growColumn(this.#keyStarts);
    this.#keyEnds = growColumn(this.#keyEnds);
  }
}

/**
 * Returns the value of a plain YAML scalar as js-yaml 4.3 does, which the service uses. In addition to YAML 1.2, it
 * accepts binary numbers and signs before prefixes. For example, `true`, `3.1`, `0b11`, and `~` are parsed. Any other
 * scalar is treated as text, including dates and numbers with underscores. Only validation distinguishes dates from
 * text.
 */
export function parseUnquotedYamlValue(text: string): string | number | boolean | null {
  if (text.length > 40 || !/^[-+.\dtTfFnN~]|^$/.test(text)) return text;
  if (/^(null|Null|NULL|~|)$/.test(text)) return null;
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  if (/^[-+]?\.(inf|Inf|INF)$/.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return parseYamlNumber(text) ?? text;
}

/** Returns the number that the text represents, or undefined if it isn't a number. */
function parseYamlNumber(text: string): number | undefined {
  if (/^([-+]?\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(text))
    return Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (!/^[-+]?0(b[01]+|o[0-7]+|x[\da-fA-F]+)$/.test(text)) return undefined;
  const absoluteValue = Number(text.replace(/^[-+]/, ""));
  return text.startsWith("-") ? -absoluteValue : absoluteValue;
}
