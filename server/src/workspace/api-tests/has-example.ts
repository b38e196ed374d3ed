import type { SchemaId, SchemaModel } from "../../core/spec/model/schema-model.ts";

const deepest = 12;

/** Whether a value made of this schema consists of what its author shows: examples, defaults and only choices. */
export function hasExample(
  schema: SchemaModel,
  schemas: ReadonlyMap<SchemaId, SchemaModel>,
  depth = 0,
): boolean {
  if (depth > deepest) return false;
  const { examples, default: usual, constant, enum: values, types, nullable } = schema;
  if (examples.length > 0 || usual || constant || values?.length === 1) return true;
  if (types.includes("boolean") || nullable) return true;
  const inner = (each: SchemaModel) => hasExample(each, schemas, depth + 1);
  const named = schema.ref === undefined ? undefined : schemas.get(schema.ref);
  if (named) return inner(named);
  if (schema.allOf.length > 0) return schema.allOf.every(inner) && ownProperties(schema, inner);
  const [choice] = [...schema.oneOf, ...schema.anyOf];
  if (choice) return inner(choice);
  if (schema.properties.length > 0) return ownProperties(schema, inner);
  return types.includes("array") && schema.items ? inner(schema.items) : types.includes("object");
}

function ownProperties(
  { properties, required }: SchemaModel,
  inner: (schema: SchemaModel) => boolean,
): boolean {
  return properties.every(({ name, schema }) => schema.readOnly || !required.includes(name) || inner(schema));
}
