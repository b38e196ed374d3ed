import { namedIn, type Schemas, shapeOf, type SchemaModel } from "./shape-of.ts";

/** `string`, `list of integer`, `one of 3 forms`; empty where nothing is said. */
export function typeWords(schemas: Schemas, schema: SchemaModel | undefined): string {
  const model = namedIn(schemas, schema);
  if (!model) return "";
  const shape = shapeOf(schemas, schema);
  const orNull = shape.nullable ? " or null" : "";
  switch (shape.kind) {
    case "array":
      return `list${shape.items ? ` of ${typeWords(schemas, shape.items) || "anything"}` : ""}${orNull}`;
    case "choice":
      return `one of ${shape.options.length} forms${orNull}`;
    case "object":
      return `object${orNull}`;
    default: {
      const types = model.types.join(" or ");
      return `${types}${model.format !== undefined && types !== "" ? ` · ${model.format}` : ""}${orNull}`;
    }
  }
}
