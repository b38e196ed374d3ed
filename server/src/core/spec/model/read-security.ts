import { entriesOf, itemsOf, textsOf, valueAt, type SpecNode } from "../spec-node.ts";
import type { Spot } from "../resolve-ref.ts";
import type { ModelReader } from "./model-reader.ts";
import type { SecurityNeed } from "./operation-model.ts";
import { plainObjectOf } from "./plain-object.ts";

const mostWays = 50;

/** The ways to authorise of an operation, else of the file. Schemes are looked up in the specification's own file. */
export function readSecurity(
  reader: ModelReader,
  root: Spot,
  operation: SpecNode,
): readonly (readonly SecurityNeed[])[] {
  const node = valueAt(operation, "security") ?? valueAt(root.node, "security");
  if (node?.kind !== "list") return [];
  if (node.items.length === 0) return [[]];
  const schemes = reader.child(reader.child(root, "components"), "securitySchemes");
  return itemsOf(node)
    .slice(0, mostWays)
    .map((way) =>
      [...entriesOf(way)].slice(0, mostWays).map(({ key, value }) => {
        const scheme = reader.child(schemes, key);
        return { name: key, scopes: textsOf(value), scheme: scheme && plainObjectOf(scheme.node) };
      }),
    );
}
