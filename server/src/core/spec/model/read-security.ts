import { entriesOf, itemsOf, textsOf, valueAt, type SpecNode } from "../spec-node.ts";
import { refOf, type Spot } from "../resolve-ref.ts";
import { within, type ModelReader } from "./model-reader.ts";
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

/** The schemes of an AsyncAPI operation, of which any will do. They are references or stand there themselves. */
export function readSchemes(reader: ModelReader, operation: Spot): readonly SecurityNeed[] {
  return itemsOf(valueAt(operation.node, "security"))
    .slice(0, mostWays)
    .map((item) => {
      const reference = refOf(item) ?? "";
      const scheme = reader.follow(within(operation, item));
      const name = reference.slice(reference.lastIndexOf("/") + 1);
      const scopes = textsOf(valueAt(scheme?.node, "scopes"));
      return { name, scopes, scheme: scheme && plainObjectOf(scheme.node) };
    });
}
