import { decodePercent } from "../text/decode-text.ts";
import { textOf, valueAt, type SpecNode } from "./spec-node.ts";

const mostSteps = 100;

/**
 * The node that `#/components/schemas/User` names, or undefined. References met on the way are followed, so that a
 * pointer through one is found; keys are taken as they stand, `__proto__` too.
 */
export function findReferenced(root: SpecNode | undefined, reference: string): SpecNode | undefined {
  return find(root, reference, { left: mostSteps });
}

function find(root: SpecNode | undefined, reference: string, steps: { left: number }): SpecNode | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let node = root;
  for (const segment of reference.slice(2).split("/")) {
    node = child(followed(root, node, steps), decode(segment));
    if (!node || --steps.left < 0) return undefined;
  }
  return followed(root, node, steps);
}

function followed(
  root: SpecNode | undefined,
  node: SpecNode | undefined,
  steps: { left: number },
): SpecNode | undefined {
  const reference = textOf(valueAt(node, "$ref"));
  if (reference === undefined || --steps.left < 0) return node;
  return find(root, reference, steps) ?? node;
}

function child(node: SpecNode | undefined, key: string): SpecNode | undefined {
  if (node?.kind === "list") return /^(0|[1-9]\d*)$/.test(key) ? node.items[Number(key)] : undefined;
  return valueAt(node, key);
}

function decode(segment: string): string {
  return decodePercent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
}
