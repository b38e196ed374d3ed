import type { FoundFault } from "./fault-of-error.ts";
import { typesInWords } from "./fault-words.ts";
import { locate, valueRange } from "./located-error.ts";
import type { SpecNode } from "../spec-node.ts";

const maxWrongRefs = 500;
/** Down to `components.schemas.User` and `paths./users.get`. */
const maxRefStepDepth = 3;
/** Maps and lists looked at between two steps: some 10 ms. */
const refStepSize = 20_000;

/**
 * Every `$ref` whose value can be no reference: a number, a list, nothing. The published schemas miss it where they
 * take any object, but whoever follows references, services first of all, gives up there (bench/spec-agreement.ts).
 * A field that is itself called `$ref` has an object behind it and is no concern. `document` are the plain values.
 */
export function* checkRefTexts(document: unknown, root: SpecNode): Generator<void, readonly FoundFault[]> {
  const found: (readonly string[])[] = [];
  const seen = new Set<object>();
  const path: string[] = [];
  let sinceStep = 0;
  /** What stands in a value, unless it has been looked at. */
  const partsOf = (value: unknown): readonly (readonly [string, unknown])[] => {
    if (!isObjectOrList(value) || seen.has(value) || found.length >= maxWrongRefs) return [];
    seen.add(value);
    sinceStep++;
    const parts = Object.entries(value);
    for (const [key, part] of parts)
      if (key === "$ref" && typeof part !== "string" && (Array.isArray(part) || !isObjectOrList(part)))
        if (!Array.isArray(value)) found.push([...path, key]);
    return parts;
  };
  const visit = (value: unknown): void => {
    for (const [key, part] of partsOf(value)) {
      path.push(key);
      visit(part);
      path.pop();
    }
  };
  function* visitInSteps(value: unknown, depth: number): Generator<void> {
    if (sinceStep > refStepSize) {
      sinceStep = 0;
      yield;
    }
    if (depth === 0) return visit(value);
    for (const [key, part] of partsOf(value)) {
      path.push(key);
      yield* visitInSteps(part, depth - 1);
      path.pop();
    }
  }
  yield* visitInSteps(document, maxRefStepDepth);
  return found.map((at) => ({
    kind: "wrong-type",
    path: at,
    range: valueRange(locate(root, at)),
    name: "$ref",
    expected: typesInWords(["string"]),
  }));
}

function isObjectOrList(value: unknown): value is object {
  return value !== null && typeof value === "object";
}
