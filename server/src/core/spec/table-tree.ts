import type { TextRange } from "../text/text-edit.ts";
import { plainYamlValue } from "./plain-yaml-value.ts";
import type { SpecEntry, SpecList, SpecMap, SpecNode, SpecScalar, SpecTree } from "./spec-node.ts";
import { rowKinds, type RowScalar, type SpecTable } from "./spec-table.ts";

/** Maps with more keys are found their way in by an index. */
const mostSearched = 12;

const nothingShared: ReadonlySet<SpecNode> = new Set();

/**
 * The tree that a table stands for. Nodes are made when somebody comes by and are then always the same ones, until
 * `release` forgets them.
 */
export class TableTree implements SpecTree {
  readonly table: SpecTable;
  readonly shared = nothingShared;
  readonly fault = undefined;
  #nodes: (SpecNode | undefined)[] | undefined;

  constructor(table: SpecTable) {
    this.table = table;
  }

  get root(): SpecNode | undefined {
    return this.table.count > 0 ? this.nodeAt(0) : undefined;
  }

  nodeAt(row: number): SpecNode {
    // Of its full length from the start: an array that grows by leaps is a slow one.
    // oxlint-disable-next-line unicorn/no-new-array
    const nodes = (this.#nodes ??= new Array<SpecNode | undefined>(this.table.count));
    return (nodes[row] ??= this.#make(row));
  }

  release(): void {
    this.#nodes = undefined;
  }

  #make(row: number): SpecNode {
    switch (this.table.kinds[row]) {
      case rowKinds.map:
        return new TableMap(this, row);
      case rowKinds.list:
        return new TableList(this, row);
      default:
        return new TableScalar(this.table, row);
    }
  }
}

class TableMap implements SpecMap {
  readonly kind = "map";
  readonly #tree: TableTree;
  readonly #row: number;
  #entries: readonly TableEntry[] | undefined;
  #index: ReadonlyMap<string, number> | undefined;

  constructor(tree: TableTree, row: number) {
    this.#tree = tree;
    this.#row = row;
  }

  get range(): TextRange {
    return rangeOf(this.#tree.table, this.#row);
  }

  get entries(): readonly SpecEntry[] {
    return (this.#entries ??= rowsIn(this.#tree.table, this.#row).map(
      (row) => new TableEntry(this.#tree, row),
    ));
  }

  entryAt(key: string): SpecEntry | undefined {
    if (this.#entries && this.#entries.length <= mostSearched)
      return this.#entries.findLast((entry) => entry.key === key);
    const row = this.#rowOf(key);
    return row === undefined ? undefined : new TableEntry(this.#tree, row);
  }

  #rowOf(key: string): number | undefined {
    if (this.#index) return this.#index.get(key);
    const { table } = this.#tree;
    const { nexts } = table;
    const end = nexts[this.#row] ?? 0;
    let found: number | undefined;
    let count = 0;
    for (let row = this.#row + 1; row < end; row = nexts[row] ?? end) {
      if (isKey(table, row, key)) found = row;
      count++;
    }
    if (count > mostSearched)
      this.#index = new Map(rowsIn(table, this.#row).map((row) => [keyAt(table, row), row]));
    return found;
  }
}

class TableEntry implements SpecEntry {
  readonly #tree: TableTree;
  readonly #row: number;
  #key: string | undefined;

  constructor(tree: TableTree, row: number) {
    this.#tree = tree;
    this.#row = row;
  }

  get key(): string {
    return (this.#key ??= keyAt(this.#tree.table, this.#row));
  }

  get keyRange(): TextRange {
    const { keyStarts, keyEnds } = this.#tree.table;
    return { start: keyStarts[this.#row] ?? 0, end: keyEnds[this.#row] ?? 0 };
  }

  get value(): SpecNode {
    return this.#tree.nodeAt(this.#row);
  }
}

class TableList implements SpecList {
  readonly kind = "list";
  readonly #tree: TableTree;
  readonly #row: number;
  #items: readonly SpecNode[] | undefined;

  constructor(tree: TableTree, row: number) {
    this.#tree = tree;
    this.#row = row;
  }

  get range(): TextRange {
    return rangeOf(this.#tree.table, this.#row);
  }

  get items(): readonly SpecNode[] {
    return (this.#items ??= rowsIn(this.#tree.table, this.#row).map((row) => this.#tree.nodeAt(row)));
  }
}

class TableScalar implements SpecScalar {
  readonly kind = "scalar";
  readonly #table: SpecTable;
  readonly #row: number;

  constructor(table: SpecTable, row: number) {
    this.#table = table;
    this.#row = row;
  }

  get range(): TextRange {
    return rangeOf(this.#table, this.#row);
  }

  get value(): RowScalar {
    return scalarAt(this.#table, this.#row);
  }
}

/** The rows directly in a map or list. */
export function rowsIn({ nexts }: SpecTable, row: number): number[] {
  const rows: number[] = [];
  const end = nexts[row] ?? 0;
  for (let child = row + 1; child < end; child = nexts[child] ?? end) rows.push(child);
  return rows;
}

export function rangeOf({ starts, ends }: SpecTable, row: number): TextRange {
  return { start: starts[row] ?? 0, end: ends[row] ?? 0 };
}

/** The key of a row that has one. */
export function keyAt({ text, keyStarts, keyEnds, oddKeys }: SpecTable, row: number): string {
  const odd = oddKeys.size > 0 ? oddKeys.get(row) : undefined;
  if (odd !== undefined) return odd;
  const start = keyStarts[row] ?? 0;
  const quote = isQuote(text.charCodeAt(start)) ? 1 : 0;
  return text.slice(start + quote, (keyEnds[row] ?? 0) - quote);
}

/** Whether a row has that key; nothing is cut out of the text for it. */
export function isKey({ text, keyStarts, keyEnds, oddKeys }: SpecTable, row: number, key: string): boolean {
  const odd = oddKeys.size > 0 ? oddKeys.get(row) : undefined;
  if (odd !== undefined) return odd === key;
  const written = keyStarts[row] ?? 0;
  const quote = isQuote(text.charCodeAt(written)) ? 1 : 0;
  const start = written + quote;
  if ((keyEnds[row] ?? 0) - start - quote !== key.length) return false;
  for (let i = 0; i < key.length; i++) if (text.charCodeAt(start + i) !== key.charCodeAt(i)) return false;
  return true;
}

/** The value of a row that is no map and no list. */
export function scalarAt(table: SpecTable, row: number): RowScalar {
  const { text, kinds, starts, ends, oddValue } = table;
  const start = starts[row] ?? 0;
  const end = ends[row] ?? 0;
  switch (kinds[row]) {
    case rowKinds.quoted:
      return text.slice(start + 1, end - 1);
    case rowKinds.escaped:
      return String(JSON.parse(text.slice(start, end)));
    case rowKinds.literal: {
      const value: unknown = JSON.parse(text.slice(start, end));
      return typeof value === "number" || typeof value === "boolean" ? value : null;
    }
    case rowKinds.plain:
      return plainYamlValue(text.slice(start, end));
    default:
      return oddValue(row);
  }
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}
