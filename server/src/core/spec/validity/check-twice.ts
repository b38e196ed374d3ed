import { entriesOf, itemsOf, textOf, valueAt, type SpecNode } from "../spec-node.ts";
import type { FoundFault } from "./fault-of-error.ts";

/**
 * Parameters of one operation and tags that stand twice (3.1.1 §4.8.10, §4.8.1). Up to OpenAPI 3.0 the schema
 * forbids two alike to the letter, which services refuse; of the same name alone they are tolerated.
 */
export function* checkTwice(root: SpecNode, version: string): Generator<void, readonly FoundFault[]> {
  const isStrict = version === "openapi-3.0" || version.startsWith("asyncapi");
  const found = [
    ...twiceIn(valueAt(root, "tags"), ["tags"], nameOfTag, isStrict || version === "openapi-3.2"),
  ];
  const parameters = (holder: SpecNode, path: readonly string[]) =>
    found.push(...twiceIn(valueAt(holder, "parameters"), [...path, "parameters"], nameOfParameter, isStrict));
  let count = 0;
  for (const section of ["paths", "webhooks"])
    for (const { key: path, value: item } of entriesOf(valueAt(root, section))) {
      parameters(item, [section, path]);
      for (const { key, value } of entriesOf(item)) parameters(value, [section, path, key]);
      if (++count % pathsOfStep === 0) yield;
    }
  return found;
}

/** So many paths are looked at in one step: some 10 ms. */
const pathsOfStep = 100;

interface Named {
  /** The same for two of which one is too many. */
  readonly identity: string;
  readonly name: string;
}

function* twiceIn(
  list: SpecNode | undefined,
  path: readonly string[],
  named: (node: SpecNode) => Named | undefined,
  isRefused: boolean,
): Generator<FoundFault> {
  const known = new Map<string, SpecNode>();
  for (const [index, item] of itemsOf(list).entries()) {
    const is = named(item);
    if (!is) continue;
    const first = known.get(is.identity);
    if (!first) {
      known.set(is.identity, item);
      continue;
    }
    // An anchor of YAML that stands in the list twice.
    if (first === item) continue;
    const at = (node: SpecNode) => (valueAt(node, "name") ?? valueAt(node, "$ref") ?? node).range;
    yield {
      kind: "not-unique",
      path: [...path, String(index)],
      range: at(item),
      name: is.name,
      expected: "",
      isTolerated: !(isRefused && sameText(first, item)),
      first: at(first),
    };
  }
}

function nameOfParameter(node: SpecNode): Named | undefined {
  const reference = textOf(valueAt(node, "$ref"));
  if (reference !== undefined) return { identity: `$ref ${reference}`, name: reference };
  const name = textOf(valueAt(node, "name"));
  const place = textOf(valueAt(node, "in"));
  return name === undefined || place === undefined ? undefined : { identity: `${place} ${name}`, name };
}

function nameOfTag(node: SpecNode): Named | undefined {
  const name = textOf(valueAt(node, "name"));
  return name === undefined ? undefined : { identity: name, name };
}

/** Whether two values hold the same, whatever the order of their keys. Looks no deeper than parameters go. */
function sameText(a: SpecNode, b: SpecNode, depth = 0): boolean {
  if (depth > 20 || a.kind !== b.kind) return false;
  if (a.kind === "scalar") return b.kind === "scalar" && a.value === b.value;
  if (a.kind === "list") {
    const others = itemsOf(b);
    return a.items.length === others.length && a.items.every((item, i) => isSame(item, others[i], depth));
  }
  const entries = [...entriesOf(a)];
  return (
    entries.length === [...entriesOf(b)].length &&
    entries.every(({ key, value }) => isSame(value, valueAt(b, key), depth))
  );
}

function isSame(a: SpecNode, b: SpecNode | undefined, depth: number): boolean {
  return b !== undefined && sameText(a, b, depth + 1);
}
