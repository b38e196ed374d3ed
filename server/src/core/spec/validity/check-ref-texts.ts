import type { FoundFault } from "./fault-of-error.ts";
import { typesInWords } from "./fault-words.ts";
import { locate, valueRange } from "./located-error.ts";
import type { SpecNode } from "../spec-node.ts";

const mostFound = 500;

/**
 * Every `$ref` whose value can be no reference: a number, a list, nothing. The published schemas miss it where they
 * take any object, but whoever follows references, services first of all, gives up there (bench/spec-agreement.ts).
 * A field that is itself called `$ref` has an object behind it and is no concern. `document` are the plain values.
 */
export function checkRefTexts(document: unknown, root: SpecNode): readonly FoundFault[] {
  const found: (readonly string[])[] = [];
  const seen = new Set<object>();
  const path: string[] = [];
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object" || seen.has(value) || found.length >= mostFound) return;
    seen.add(value);
    for (const [key, part] of Object.entries(value) as [string, unknown][]) {
      path.push(key);
      if (key === "$ref" && typeof part !== "string" && (Array.isArray(part) || !isObject(part)))
        if (!Array.isArray(value)) found.push([...path]);
      visit(part);
      path.pop();
    }
  };
  visit(document);
  return found.map((at) => ({
    kind: "wrong-type",
    path: at,
    range: valueRange(locate(root, at)),
    name: "$ref",
    expected: typesInWords(["string"]),
  }));
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === "object";
}
