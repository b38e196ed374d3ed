import { stringOf, type JsonNode, type JsonObject } from "../json-tree.ts";
import type { FormsShape, ObjectShape, Shape, ValueKind } from "../setting-shape.ts";
import type { ConcreteShape } from "./named-shapes.ts";

/** The kind of a value as shapes name it; JSON's null is none of them. */
export function valueKindOf(node: JsonNode): ValueKind | undefined {
  if (node.kind === "array") return "list";
  return node.kind === "null" ? undefined : node.kind;
}

/** Kinds of value that a shape takes. */
export function kindsOf(shape: ConcreteShape): readonly ValueKind[] {
  switch (shape.kind) {
    case "string":
    case "enum":
      return ["string"];
    case "boolean":
    case "number":
    case "list":
      return [shape.kind];
    case "object":
    case "record":
    case "forms":
      return ["object"];
    case "choice":
      return valueKinds.filter((kind) => shape.branches[kind]);
  }
}

/** The branch of a choice that takes this kind of value; any other shape is its own branch. */
export function branchFor(shape: ConcreteShape, kind: ValueKind): Shape | undefined {
  return shape.kind === "choice" ? shape.branches[kind] : shape;
}

/** The form that the keys of an object say it has. */
export function formFor(shape: FormsShape, node: JsonObject): ObjectShape {
  const form = shape.forms.find(({ key, values }) =>
    values
      ? values.includes(stringOf(node, key) ?? "")
      : node.properties.some((property) => property.key === key),
  );
  return form?.shape ?? shape.otherwise;
}

const valueKinds: readonly ValueKind[] = ["string", "number", "boolean", "list", "object"];
