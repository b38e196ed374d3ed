import type { SpecModels } from "../../spec/model/operation-model.ts";
import type { SchemaModel, SchemaType } from "../../spec/model/schema-model.ts";
import { shapeOf } from "./shape-of.ts";

const plain: Readonly<Record<SchemaType, unknown>> = {
  string: "string",
  number: 0,
  integer: 0,
  boolean: true,
  object: {},
  array: [],
  null: null,
};

/** A value that fits, for an author to change: an example of the specification, else its default, else the simplest. */
export function sampleValue(schema: SchemaModel, models: SpecModels, depth = 0): unknown {
  const named = schema.ref === undefined ? undefined : models.schemas.get(schema.ref);
  for (const source of [schema, named]) {
    if (!source) continue;
    if (source.examples.length > 0) return source.examples[0];
    if (source.default) return source.default.value;
    if (source.constant) return source.constant.value;
    if (source.enum && source.enum.length > 0) return source.enum[0];
  }
  const shape = shapeOf(schema, models);
  const choice = shape?.choices[0]?.[0];
  if (choice && !shape.types && depth < 4) return sampleValue(choice, models, depth + 1);
  const [type] =
    shape?.types ?? (shape && shape.properties.size > 0 ? (["object"] as const) : (["string"] as const));
  if (type === "object" && shape && depth < 4)
    return Object.fromEntries(
      [...shape.properties.values()]
        .filter(({ name }) => shape.required.has(name) && name !== "__proto__")
        .map((property) => [property.name, sampleValue(property.schema, models, depth + 1)]),
    );
  return plain[type ?? "string"];
}
