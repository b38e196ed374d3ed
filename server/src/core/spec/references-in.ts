import type { TextRange } from "../text/text-edit.ts";
import { entryOf, textOf, type SpecMap, type SpecNode, type SpecTree } from "./spec-node.ts";
import { rowKinds, type SpecTable } from "./spec-table.ts";
import { isKey, keyAt, rangeOf, rowsIn, scalarAt } from "./table-tree.ts";

/** Keys whose value maps names an author chose to things; a name there means nothing by itself. */
const nameMaps: ReadonlySet<string> = new Set([
  "properties", "patternProperties", "dependentSchemas", "definitions", "$defs",
  "paths", "webhooks", "pathItems", "callbacks", "content", "headers", "links", "variables", "encoding",
  "schemas", "responses", "parameters", "requestBodies", "securitySchemes",
  "channels", "operations", "messages", "servers", "replies", "serverVariables", "correlationIds",
  "externalDocs", "operationTraits", "messageTraits", "serverBindings", "channelBindings", "operationBindings",
  "messageBindings",
]); // prettier-ignore

/** Keys whose value is the author's data, in which `$ref` is a word like any other. */
const data: ReadonlySet<string> = new Set(["example", "default", "enum", "const", "value", "examples"]);

const mostReferences = 200_000;

/** A `$ref`: where its value stands, and what it says. */
export interface WrittenReference {
  readonly range: TextRange;
  readonly text: string;
}

const known = new WeakMap<SpecTree, readonly WrittenReference[]>();

/**
 * Every `$ref` of a file, in the order they stand. A schema with an `$id` of its own resolves its references by that,
 * so they are left out.
 */
export function referencesIn(tree: SpecTree): readonly WrittenReference[] {
  const before = known.get(tree);
  if (before) return before;
  const found: WrittenReference[] = [];
  const take = (range: TextRange, text: string) => found.push({ range, text }) < mostReferences;
  if (tree.table) new RowWalk(tree.table, take).visit(0, false, true);
  else if (tree.root) new ReferenceWalk(tree, take).visit(tree.root, false, true);
  known.set(tree, found);
  return found;
}

/** Answers false when no more is wanted. */
type TakeReference = (range: TextRange, text: string) => boolean;

/** The same walk over rows: in a large file it is most of the work to make nodes of all values. */
class RowWalk {
  readonly #table: SpecTable;
  readonly #take: TakeReference;
  /** Almost no file has one, so that no map need be searched for it. */
  readonly #mayHaveIds: boolean;
  #isOver = false;

  constructor(table: SpecTable, take: TakeReference) {
    this.#table = table;
    this.#take = take;
    this.#mayHaveIds = table.text.includes("$id");
  }

  visit(row: number, namesOnly: boolean, isRoot = false): void {
    const { kinds, nexts } = this.#table;
    const kind = kinds[row];
    if ((kind !== rowKinds.map && kind !== rowKinds.list) || this.#isOver) return;
    const end = nexts[row] ?? 0;
    const isMap = kind === rowKinds.map;
    if (isMap && !namesOnly && !isRoot && this.#mayHaveIds && this.#hasId(row)) return;
    for (let child = row + 1; child < end; child = nexts[child] ?? end) {
      if (!isMap || namesOnly) this.visit(child, false);
      else this.#visitKey(child);
    }
  }

  #visitKey(row: number): void {
    const kind = this.#table.kinds[row];
    const isMap = kind === rowKinds.map;
    const isContainer = isMap || kind === rowKinds.list;
    // Of plain values only references count, which spares cutting out the other keys.
    if (!isContainer && !isKey(this.#table, row, "$ref")) return;
    const key = keyAt(this.#table, row);
    if (key === "$ref") {
      if (!isContainer) this.#reference(row);
    } else if (key === "examples") this.#examples(row);
    else if (!data.has(key) && !key.startsWith("x-")) this.visit(row, isMap && nameMaps.has(key));
  }

  #examples(row: number): void {
    if (this.#table.kinds[row] !== rowKinds.map) return;
    for (const example of rowsIn(this.#table, row)) {
      const reference = this.#childOf(example, "$ref");
      if (reference !== undefined) this.#reference(reference);
    }
  }

  #reference(row: number): void {
    const text = scalarAt(this.#table, row);
    if (typeof text === "string" && !this.#isOver)
      this.#isOver = !this.#take(rangeOf(this.#table, row), text);
  }

  #hasId(row: number): boolean {
    const id = this.#childOf(row, "$id");
    return id !== undefined && typeof scalarAt(this.#table, id) === "string";
  }

  #childOf(row: number, key: string): number | undefined {
    if (this.#table.kinds[row] !== rowKinds.map) return undefined;
    return rowsIn(this.#table, row).findLast((child) => isKey(this.#table, child, key));
  }
}

class ReferenceWalk {
  readonly #tree: SpecTree;
  readonly #take: TakeReference;
  readonly #seen = new Set<SpecNode>();
  #isOver = false;

  constructor(tree: SpecTree, take: TakeReference) {
    this.#tree = tree;
    this.#take = take;
  }

  visit(node: SpecNode, namesOnly: boolean, isRoot = false): void {
    if (node.kind === "scalar" || this.#isOver) return;
    if (this.#tree.shared.has(node)) {
      if (this.#seen.has(node)) return;
      this.#seen.add(node);
    }
    if (node.kind === "list") {
      for (const item of node.items) this.visit(item, false);
      return;
    }
    if (namesOnly) {
      for (const { value } of node.entries) this.visit(value, false);
      return;
    }
    if (!isRoot && textOf(entryOf(node, "$id")?.value) !== undefined) return;
    this.#visitKeys(node);
  }

  #visitKeys(node: SpecMap): void {
    for (const { key, value } of node.entries) {
      if (key === "$ref") this.#reference(value);
      else if (key === "examples") this.#examples(value);
      else if (!data.has(key) && !key.startsWith("x-"))
        this.visit(value, value.kind === "map" && nameMaps.has(key));
    }
  }

  /** A map of named examples may hold references; a list is data. */
  #examples(node: SpecNode): void {
    if (node.kind !== "map") return;
    for (const { value } of node.entries) {
      const reference = entryOf(value, "$ref");
      if (reference) this.#reference(reference.value);
    }
  }

  #reference(node: SpecNode): void {
    const text = textOf(node);
    if (text !== undefined && !this.#isOver) this.#isOver = !this.#take(node.range, text);
  }
}
