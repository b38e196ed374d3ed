import { plainValueOf } from "../plain-value-of.ts";
import { entriesOf, type SpecNode } from "../spec-node.ts";

const nothing: Readonly<Record<string, unknown>> = {};

/** A map as plain values, as far as it is small; empty for any other node. */
export function plainObjectOf(node: SpecNode | undefined): Readonly<Record<string, unknown>> {
  return node?.kind === "map" ? Object.fromEntries(pairs(node, () => true)) : nothing;
}

/** The `x-` keys of a map as plain values. */
export function extensionsOf(node: SpecNode | undefined): Readonly<Record<string, unknown>> {
  const found = pairs(node, (key) => key.startsWith("x-"));
  return found.length === 0 ? nothing : Object.fromEntries(found);
}

function pairs(node: SpecNode | undefined, takes: (key: string) => boolean): [string, unknown][] {
  return [...entriesOf(node)].flatMap(({ key, value }): [string, unknown][] =>
    takes(key) ? [[key, plainValueOf(value)]] : [],
  );
}
