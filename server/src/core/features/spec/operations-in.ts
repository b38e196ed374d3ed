import { fixedMethods } from "../../spec/outline-operations.ts";
import {
  entriesOf,
  entryOf,
  valueAt,
  type SpecEntry,
  type SpecNode,
  type SpecTree,
} from "../../spec/spec-tree.ts";

/** An operation wherever it stands in a file, with the keys that lead to it. */
export interface WrittenOperation {
  readonly keys: readonly string[];
  readonly entry: SpecEntry;
}

const methodKeys: ReadonlySet<string> = new Set(fixedMethods.map((method) => method.toLowerCase()));
const mostOperations = 50_000;
const deepestCallback = 4;

/**
 * Every operation of a file: of paths, webhooks, components and callbacks; and where the file is no specification but a
 * part of one, of a path item that is all of it, and of those that it names one by one. A file may also be an operation,
 * or name operations.
 */
export function operationsIn({ root }: Pick<SpecTree, "root">): readonly WrittenOperation[] {
  const found: WrittenOperation[] = [];
  if (!root) return found;
  for (const section of ["paths", "webhooks"]) ofItems(valueAt(root, section), [section], found);
  const components = valueAt(root, "components");
  ofItems(valueAt(components, "pathItems"), ["components", "pathItems"], found);
  for (const { key, value } of entriesOf(valueAt(components, "callbacks")))
    ofItems(value, ["components", "callbacks", key], found);
  if (found.length > 0) return found;
  ofItem(root, [], found);
  if (found.length === 0) ofItems(root, [], found);
  if (found.length === 0) alone(root, found);
  return found;
}

/** Operations that a reference stands for in the specification: nothing else has `responses`, but for components. */
function alone(root: SpecNode, found: WrittenOperation[]): void {
  const keyRange = root.kind === "map" ? root.entries[0]?.keyRange : undefined;
  if (keyRange && isOperation(root)) return ofOperation({ key: "", keyRange, value: root }, [], found, 0);
  if (entryOf(root, "components")) return;
  for (const entry of entriesOf(root))
    if (isOperation(entry.value)) ofOperation(entry, [entry.key], found, 0);
}

function isOperation(node: SpecNode): boolean {
  return valueAt(node, "responses")?.kind === "map" && !entryOf(node, "schemas");
}

export function isMethodKey(key: string): boolean {
  return methodKeys.has(key);
}

function ofItems(items: SpecNode | undefined, keys: readonly string[], found: WrittenOperation[]): void {
  for (const { key, value } of entriesOf(items)) ofItem(value, [...keys, key], found);
}

function ofItem(item: SpecNode, keys: readonly string[], found: WrittenOperation[], depth = 0): void {
  for (const entry of entriesOf(item)) {
    if (methodKeys.has(entry.key)) ofOperation(entry, [...keys, entry.key], found, depth);
    else if (entry.key === "additionalOperations")
      for (const additional of entriesOf(entry.value))
        ofOperation(additional, [...keys, entry.key, additional.key], found, depth);
  }
}

function ofOperation(
  entry: SpecEntry,
  keys: readonly string[],
  found: WrittenOperation[],
  depth: number,
): void {
  if (entry.value.kind !== "map" || found.length >= mostOperations) return;
  found.push({ keys, entry });
  if (depth >= deepestCallback) return;
  for (const { key, value } of entriesOf(valueAt(entry.value, "callbacks")))
    for (const item of entriesOf(value))
      ofItem(item.value, [...keys, "callbacks", key, item.key], found, depth + 1);
}
