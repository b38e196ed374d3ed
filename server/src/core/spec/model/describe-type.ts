import { isNull, namedSchema, schemaName, type HasSchemas } from "./flatten-schema.ts";
import type { SchemaModel } from "./schema-model.ts";

const deepest = 4;
const mostShown = 5;
const anyValue = "any value";

/**
 * What values a schema allows, in the words of the specification: `array of string`, `User or null`, `object`,
 * `any value`. An object or a choice that has a name goes by it; with `models` a name for something simpler (`UserId`,
 * a string) is told as what it is.
 */
export function describeType(schema: SchemaModel, models?: HasSchemas): string {
  return joined(kindsOf(schema, models, deepest));
}

type Describe = (schema: SchemaModel, models: HasSchemas | undefined, depth: number) => readonly string[];

/** The kinds that are allowed, `null` last; empty when every value is. */
function kindsOf(schema: SchemaModel, models: HasSchemas | undefined, depth: number): readonly string[] {
  const kinds = kindsBesideNull(schema, models, depth);
  const allowsNull = schema.nullable || [schema.oneOf, schema.anyOf].some((choices) => choices.some(isNull));
  if (!allowsNull && !kinds.includes("null")) return kinds;
  return kinds.length > 0 || isNull(schema) ? [...kinds.filter((kind) => kind !== "null"), "null"] : kinds;
}

const kindsBesideNull: Describe = (schema, models, depth) => {
  if (schema.ref !== undefined) return named(schema, schema.ref, models, depth);
  if (schema.types.length > 0)
    return schema.types.map((type) => (type === "array" ? arrayOf(schema, models, depth) : type));
  if (depth <= 0) return [];
  const choices = [schema.oneOf, schema.anyOf]
    .map((some) => some.filter((choice) => !isNull(choice)))
    .find((some) => some.length > 0);
  if (choices) {
    const each = choices.map((choice) => kindsOf(choice, models, depth - 1));
    return each.some((kinds) => kinds.length === 0) ? [] : [...new Set(each.flat())];
  }
  const parts = schema.allOf.map((part) => kindsOf(part, models, depth - 1));
  return parts.find((kinds) => kinds.length > 0) ?? kindsByKeys(schema, models, depth);
};

/** Where a schema does not say what its values are but what they have. */
const kindsByKeys: Describe = (schema, models, depth) => {
  const { properties, required, patternProperties, items, prefixItems, constant } = schema;
  if (properties.length > 0 || required.length > 0 || patternProperties) return ["object"];
  if (items ?? prefixItems) return [arrayOf(schema, models, depth)];
  const values = constant ? [constant.value] : (schema.enum ?? []);
  return [...new Set(values.filter((value) => value !== null).map(kindOfValue))];
};

function named(
  schema: SchemaModel,
  ref: string,
  models: HasSchemas | undefined,
  depth: number,
): readonly string[] {
  const target = models && depth > 0 ? namedSchema(models, schema) : undefined;
  const isSimple = target && target.types.length > 0 && !target.types.includes("object");
  const name = schemaName(ref);
  if (target && (isSimple || name === undefined)) return kindsOf(target, models, depth - 1);
  return name === undefined ? [] : [name];
}

function arrayOf({ items }: SchemaModel, models: HasSchemas | undefined, depth: number): string {
  const kinds = items && depth > 0 ? kindsOf(items, models, depth - 1) : [];
  if (kinds.length === 0) return "array";
  return `array of ${kinds.length > 1 ? `(${joined(kinds)})` : joined(kinds)}`;
}

/** `string`, `User or null`, `A, B or C`. */
function joined(kinds: readonly string[]): string {
  if (kinds.length > mostShown)
    return `${kinds.slice(0, mostShown).join(", ")} or one of ${kinds.length - mostShown} more`;
  const last = kinds.at(-1) ?? anyValue;
  return kinds.length < 2 ? last : `${kinds.slice(0, -1).join(", ")} or ${last}`;
}

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value;
}
