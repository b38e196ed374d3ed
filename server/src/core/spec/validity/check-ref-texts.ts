import { entriesOf, itemsOf, type SpecNode, type SpecTree } from "../spec-node.ts";
import type { FoundFault } from "./fault-of-error.ts";
import { typesInWords } from "./fault-words.ts";
import { valueRange } from "./located-error.ts";

const mostFound = 500;

/**
 * Every `$ref` whose value can be no reference: a number, a list, nothing. The published schemas miss it where they
 * take any object, but whoever follows references, services first of all, gives up there (bench/spec-agreement.ts).
 * A field that is itself called `$ref` has an object behind it and is no concern.
 */
export function checkRefTexts({ root, shared }: SpecTree): readonly FoundFault[] {
  const found: FoundFault[] = [];
  const seen = new Set<SpecNode>();
  const path: string[] = [];
  const visit = (node: SpecNode): void => {
    if (node.kind === "scalar" || found.length >= mostFound) return;
    if (shared.has(node)) {
      if (seen.has(node)) return;
      seen.add(node);
    }
    const step = (key: string, part: SpecNode) => {
      if (part.kind === "scalar") return;
      path.push(key);
      visit(part);
      path.pop();
    };
    for (const [index, item] of itemsOf(node).entries()) step(String(index), item);
    for (const entry of entriesOf(node)) {
      const { key, value } = entry;
      if (
        key === "$ref" &&
        (value.kind === "list" || (value.kind === "scalar" && typeof value.value !== "string"))
      ) {
        const at = [...path, key];
        const range = valueRange({ path: at, node: value, entry });
        found.push({ kind: "wrong-type", path: at, range, name: key, expected: typesInWords(["string"]) });
      }
      step(key, value);
    }
  };
  if (root) visit(root);
  return found;
}
