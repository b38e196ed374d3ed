import type { Phrase } from "../text/phrase.ts";
import type { SitePath, TextRange } from "../text/text-edit.ts";
import { rowKinds, parseUnquotedYamlValue, type SpecTable, type RowScalar } from "./spec-table.ts";

/**
 * A specification file as a tree with ranges. The tree has the same structure for JSON and YAML. It exists only while
 * the file is being read. After that, the program uses the outline. A value with a YAML anchor is a single node that
 * can be in several positions, so a tree may contain cycles. Code that traverses entire trees must check `sharedNodes`.
 */
export type SpecNode = SpecMap | SpecList | SpecScalar;

export interface SpecMap {
  readonly kind: "map";
  readonly range: TextRange;
  /** The entries in file order, including duplicate keys in JSON files. */
  readonly entries: readonly SpecEntry[];
  /**
   * Returns the entry with a key. If the key is duplicated, returns the last entry. Defined only for trees that can
   * find an entry without creating all entries.
   */
  getEntry?(key: string): SpecEntry | undefined;
}
export interface SpecEntry {
  readonly key: string;
  /** The range of the key, including its quotes. */
  readonly keyRange: TextRange;
  readonly value: SpecNode;
}
export interface SpecList {
  readonly kind: "list";
  readonly range: TextRange;
  readonly items: readonly SpecNode[];
}
export interface SpecScalar {
  readonly kind: "scalar";
  /** The range of the value, including its quotes. */
  readonly range: TextRange;
  readonly value: string | number | boolean | null;
}

/** A syntax error in the JSON or YAML, or an error because a limit was exceeded. */
export interface SpecParseError {
  readonly kind: "syntax" | "too-large" | "too-deep";
  readonly range: TextRange;
  /** The description of the error, such as `a comma is missing`. */
  readonly reason: Phrase;
  /** Whether the error is a duplicate key in a map. */
  readonly isDuplicateKey?: true;
}

/** The first syntax error in a JSON file that is read as YAML. */
export interface JsonError {
  readonly range: TextRange;
  readonly reason: Phrase;
  /** Whether the file doesn't start with a bracket, so it was written as YAML. */
  readonly isYaml: boolean;
}

export interface SpecTree {
  readonly root: SpecNode | undefined;
  /** The nodes that are in several positions. */
  readonly sharedNodes: ReadonlySet<SpecNode>;
  readonly error: SpecParseError | undefined;
  /** The ranges of the trailing commas in a JSON file. If a file has trailing commas, it's read as YAML. */
  readonly trailingCommas?: readonly TextRange[];
  /** The first syntax error in a JSON file that is read as YAML, unless all of its errors are trailing commas. */
  readonly jsonError?: JsonError;
  /** The table that the tree was created from. Undefined if the tree wasn't created from a table. */
  readonly table?: SpecTable;
  /** Releases the nodes that were created. Released nodes are created again when they're accessed. */
  release?(): void;
}

export const maxSpecDepth = 400;
/** The maximum number of values in a file, which is about five times the number in the largest known specification. */
export const maxSpecNodes = 1_500_000;

/**
 * Returns the entries of a map, or an empty list for any other node. If a key is duplicated, includes only its last
 * entry.
 */
export function getEntries(node: SpecNode | undefined): Iterable<SpecEntry> {
  return node?.kind === "map" ? getIndex(node).values() : [];
}

/**
 * Returns the entry with this key, or undefined if the node doesn't have the key or isn't a map. If the key is
 * duplicated, returns the last entry.
 */
export function getEntry(node: SpecNode | undefined, key: string): SpecEntry | undefined {
  if (node?.kind !== "map") return undefined;
  if (node.getEntry) return node.getEntry(key);
  if (node.entries.length > 12) return getIndex(node).get(key);
  return node.entries.findLast((entry) => entry.key === key);
}

/** Returns the value of this key, or undefined if the node doesn't have the key or isn't a map. */
export function getValue(node: SpecNode | undefined, key: string): SpecNode | undefined {
  return getEntry(node, key)?.value;
}

/** Returns the items of a list, or an empty list for any other node. */
export function getItems(node: SpecNode | undefined): readonly SpecNode[] {
  return node?.kind === "list" ? node.items : [];
}

/** Returns the text of a string, or undefined for numbers, `null`, and any other node. */
export function getNodeText(node: SpecNode | undefined): string | undefined {
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
}

/** Whether the node is the value `true`, not the string `"true"`. */
export function isTrue(node: SpecNode | undefined): boolean {
  return node?.kind === "scalar" && node.value === true;
}

/** Returns the strings in a list. Leaves out items of other types. */
export function getStringItems(node: SpecNode | undefined): readonly string[] {
  return getItems(node).flatMap((item) => getNodeText(item) ?? []);
}

const indexesByMap = new WeakMap<SpecMap, ReadonlyMap<string, SpecEntry>>();

function getIndex(specMap: SpecMap): ReadonlyMap<string, SpecEntry> {
  const cachedIndex = indexesByMap.get(specMap);
  if (cachedIndex) return cachedIndex;
  const entriesByKey = new Map(specMap.entries.map((entry) => [entry.key, entry]));
  indexesByMap.set(specMap, entriesByKey);
  return entriesByKey;
}

/** The maximum number of keys in a map that is searched key by key. Larger maps get an index. */
const maxSearchedKeys = 12;

const noSharedNodes: ReadonlySet<SpecNode> = new Set();

/** The tree for a table. Nodes are created on first access and remain the same until `release` is called. */
export class TableTree implements SpecTree {
  readonly table: SpecTable;
  readonly sharedNodes = noSharedNodes;
  readonly error = undefined;
  #nodes: (SpecNode | undefined)[] | undefined;

  constructor(table: SpecTable) {
    this.table = table;
  }

  get root(): SpecNode | undefined {
    return this.table.rowCount > 0 ? this.getNode(0) : undefined;
  }

  getNode(row: number): SpecNode {
    // The array is allocated at its full length, because growing it step by step is slow.
    // oxlint-disable-next-line unicorn/no-new-array
    const nodes = (this.#nodes ??= new Array<SpecNode | undefined>(this.table.rowCount));
    return (nodes[row] ??= this.#createNode(row));
  }

  release(): void {
    this.#nodes = undefined;
  }

  #createNode(row: number): SpecNode {
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
  #rowsByKey: ReadonlyMap<string, number> | undefined;

  constructor(tree: TableTree, row: number) {
    this.#tree = tree;
    this.#row = row;
  }

  get range(): TextRange {
    return getRange(this.#tree.table, this.#row);
  }

  get entries(): readonly SpecEntry[] {
    return (this.#entries ??= listRows(this.#tree.table, this.#row).map((row) => new TableEntry(this.#tree, row)));
  }

  getEntry(key: string): SpecEntry | undefined {
    if (this.#entries && this.#entries.length <= maxSearchedKeys)
      return this.#entries.findLast((entry) => entry.key === key);
    const row = this.#findRow(key);
    return row === undefined ? undefined : new TableEntry(this.#tree, row);
  }

  #findRow(key: string): number | undefined {
    if (this.#rowsByKey) return this.#rowsByKey.get(key);
    const { table } = this.#tree;
    const { nextRows } = table;
    const end = nextRows[this.#row] ?? 0;
    let lastRow: number | undefined;
    let count = 0;
    for (let row = this.#row + 1; row < end; row = nextRows[row] ?? end) {
      if (isKey(table, row, key)) lastRow = row;
      count++;
    }
    if (count > maxSearchedKeys)
      this.#rowsByKey = new Map(listRows(table, this.#row).map((row) => [getKey(table, row), row]));
    return lastRow;
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
    return (this.#key ??= getKey(this.#tree.table, this.#row));
  }

  get keyRange(): TextRange {
    const { keyStarts, keyEnds } = this.#tree.table;
    return { start: keyStarts[this.#row] ?? 0, end: keyEnds[this.#row] ?? 0 };
  }

  get value(): SpecNode {
    return this.#tree.getNode(this.#row);
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
    return getRange(this.#tree.table, this.#row);
  }

  get items(): readonly SpecNode[] {
    return (this.#items ??= listRows(this.#tree.table, this.#row).map((row) => this.#tree.getNode(row)));
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
    return getRange(this.#table, this.#row);
  }

  get value(): RowScalar {
    return getScalar(this.#table, this.#row);
  }
}

/** Returns the direct children of a map or list. */
export function listRows({ nextRows }: SpecTable, row: number): number[] {
  const rows: number[] = [];
  const end = nextRows[row] ?? 0;
  for (let childRow = row + 1; childRow < end; childRow = nextRows[childRow] ?? end) rows.push(childRow);
  return rows;
}

export function getRange({ starts, ends }: SpecTable, row: number): TextRange {
  return { start: starts[row] ?? 0, end: ends[row] ?? 0 };
}

/** Returns the key of a row. The row must have a key. */
export function getKey({ text, keyStarts, keyEnds, decodedKeys }: SpecTable, row: number): string {
  const decodedKey = decodedKeys.size > 0 ? decodedKeys.get(row) : undefined;
  if (decodedKey !== undefined) return decodedKey;
  const start = keyStarts[row] ?? 0;
  const quoteLength = isQuote(text.charCodeAt(start)) ? 1 : 0;
  return text.slice(start + quoteLength, (keyEnds[row] ?? 0) - quoteLength);
}

/** Whether a row has this key. The key isn't extracted from the text. */
export function isKey({ text, keyStarts, keyEnds, decodedKeys }: SpecTable, row: number, key: string): boolean {
  const decodedKey = decodedKeys.size > 0 ? decodedKeys.get(row) : undefined;
  if (decodedKey !== undefined) return decodedKey === key;
  const keyStart = keyStarts[row] ?? 0;
  const quoteLength = isQuote(text.charCodeAt(keyStart)) ? 1 : 0;
  const start = keyStart + quoteLength;
  if ((keyEnds[row] ?? 0) - start - quoteLength !== key.length) return false;
  for (let i = 0; i < key.length; i++) if (text.charCodeAt(start + i) !== key.charCodeAt(i)) return false;
  return true;
}

/** Returns the value of a row that isn't a map or list. */
export function getScalar(table: SpecTable, row: number): RowScalar {
  const { text, kinds, starts, ends, getComputedValue } = table;
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
      return parseUnquotedYamlValue(text.slice(start, end));
    default:
      return getComputedValue(row);
  }
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}

/** The trees of a specification and the files that it includes. All files are in the site. */
export interface SpecFiles {
  readonly entry: SitePath;
  /** Returns the tree of a file, or undefined if the file doesn't exist, must not be read, or isn't JSON or YAML. */
  readonly getTree: (path: SitePath) => SpecTree | undefined;
}

/** A node and the file that contains it. Its ranges refer to that file. */
export interface LocatedNode {
  readonly file: SitePath;
  readonly node: SpecNode;
  /**
   * The node's ID, such as `users.yaml#/components/schemas/User`. In an ID, all references on the path to the node have
   * been resolved.
   */
  readonly id: string;
  /**
   * The nearest enclosing schema with an `$id`, which can be this node itself. References in the node are relative to
   * that schema.
   */
  readonly base?: LocatedNode | undefined;
}

/**
 * Returns the `SpecFiles` for a specification that doesn't include any other files or whose included files aren't
 * available.
 */
export function createSpecFiles(path: SitePath, tree: SpecTree): SpecFiles {
  return { entry: path, getTree: (file) => (file === path ? tree : undefined) };
}

/** A `$ref` in a specification, along with the data needed to follow, list, and rename it. */
export interface SpecReference {
  readonly file: SitePath;
  /** The range of the value, including its quotes. */
  readonly range: TextRange;
  /** The reference as written, such as `#/components/schemas/User`. */
  readonly text: string;
}
