import { unescapeKey } from "../../text/decode-text.ts";
import {
  emptySchema,
  type FlatProperty,
  type FlatSchema,
  type SchemaId,
  type SchemaModel,
  type SchemaType,
} from "./schema-model.ts";

/** An object that contains the targets of references between schemas. */
export interface HasSchemas {
  readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
}

const maxParts = 1_000;

/**
 * Returns the schema combined with all other schemas that always apply to the same value. Stops at circular references.
 */
export function flattenSchema(models: HasSchemas, schema: SchemaModel): FlatSchema {
  const flat = new Flattening(models);
  flat.add(schema, false);
  return flat.result();
}

/** Returns the schema itself or, if it's a reference, its final target. Returns undefined if the target is unknown. */
export function namedSchema(models: HasSchemas, schema: SchemaModel): SchemaModel | undefined {
  let at: SchemaModel | undefined = schema;
  for (let left = maxParts; at?.ref !== undefined && left > 0; left--) at = models.schemas.get(at.ref);
  return at?.ref === undefined ? at : undefined;
}

/**
 * Returns a schema's name based on its ID, for example, `User` for `api.yaml#/components/schemas/User` or `user` for
 * `user.yaml#`.
 */
export function schemaName(id: SchemaId): string | undefined {
  const hash = id.indexOf("#");
  const pointer = id.slice(hash + 1);
  if (pointer === "") return /([^/]+)\.\w+$/.exec(id.slice(0, hash))?.[1];
  if (pointer.startsWith("@")) return undefined;
  return unescapeKey(pointer.slice(pointer.lastIndexOf("/") + 1));
}

/** Whether a schema allows only `null`. */
export function isNull(schema: SchemaModel): boolean {
  const { ref, types, nullable, enum: values, constant, allOf, oneOf, anyOf } = schema;
  if (ref !== undefined || types.length + allOf.length + oneOf.length + anyOf.length > 0 || !nullable)
    return false;
  return constant ? constant.value === null : (values?.every((value) => value === null) ?? true);
}

class Flattening {
  readonly #models: HasSchemas;
  readonly #seen = new Set<SchemaModel>();
  readonly #properties = new Map<string, { readonly first: FlatProperty; readonly schemas: SchemaModel[] }>();
  readonly #required = new Set<string>();
  readonly #patterns: FlatSchema["patternProperties"][number][] = [];
  readonly #choices: (readonly SchemaModel[])[] = [];
  readonly #words: {
    name?: string | undefined;
    title?: string | undefined;
    description?: string | undefined;
  } = {};
  #types: readonly SchemaType[] | undefined;
  /** Whether `null` is allowed. Undefined until a part of the schema specifies whether it is. */
  #nullable: boolean | undefined;
  #enum: readonly unknown[] | undefined;
  #additional: SchemaModel | boolean | undefined;
  #items: SchemaModel | undefined;
  #prefixItems: readonly SchemaModel[] = [];
  #complete = true;

  constructor(models: HasSchemas) {
    this.#models = models;
  }

  /** Adds a schema. If `orNull` is true, `null` is also allowed, even if the schema itself doesn't allow it. */
  add(schema: SchemaModel, orNull: boolean): void {
    if (this.#seen.has(schema)) return;
    this.#seen.add(schema);
    if (this.#seen.size > maxParts) {
      this.#complete = false;
      return;
    }
    const { lost, cut, conditional, not, ref } = schema;
    if (lost !== undefined || cut || conditional || not) this.#complete = false;
    this.#words.title ??= schema.title;
    this.#words.description ??= schema.description;
    if (ref !== undefined) this.#addNamed(ref, orNull);
    this.#addValues(schema, orNull);
    this.#addObject(schema);
    this.#items ??= schema.items;
    if (this.#prefixItems.length === 0) this.#prefixItems = schema.prefixItems ?? [];
    // If a schema has `nullable` and `allOf`, the schemas in `allOf` formally rule out null, but authors never intend
    // that.
    const partsOrNull = orNull || (schema.nullable && schema.types.length === 0);
    for (const part of schema.allOf) this.add(part, partsOrNull);
    this.#addChoices(schema.oneOf, partsOrNull);
    this.#addChoices(schema.anyOf, partsOrNull);
  }

  result(): FlatSchema {
    const properties = new Map<string, FlatProperty>();
    for (const [name, { first, schemas }] of this.#properties)
      properties.set(name, {
        ...first,
        required: this.#required.has(name),
        schema: schemas.length === 1 ? first.schema : combineSchemas(first.schema, schemas),
      });
    return {
      name: this.#words.name,
      title: this.#words.title,
      description: this.#words.description,
      types: this.#types ?? [],
      nullable: this.#nullable ?? false,
      enum: this.#enum,
      properties,
      required: this.#required,
      additionalProperties: this.#additional,
      patternProperties: this.#patterns,
      items: this.#items,
      prefixItems: this.#prefixItems,
      choices: this.#choices,
      complete: this.#complete,
    };
  }

  #addNamed(ref: SchemaId, orNull: boolean): void {
    this.#words.name ??= schemaName(ref);
    const target = this.#models.schemas.get(ref);
    if (target) this.add(target, orNull);
    else this.#complete = false;
  }

  #addValues({ types, nullable, enum: values, constant }: SchemaModel, orNull: boolean): void {
    if (!orNull && (types.length > 0 || nullable)) this.#nullable = nullable && (this.#nullable ?? true);
    if (types.length > 0) this.#types = this.#types ? commonTypes(this.#types, types) : types;
    const allowed = constant ? [constant.value] : values;
    if (allowed) this.#enum = this.#enum?.filter((value) => allowed.includes(value)) ?? allowed;
  }

  #addObject({ properties, required, additionalProperties, patternProperties }: SchemaModel): void {
    for (const property of properties) {
      const known = this.#properties.get(property.name);
      if (known) known.schemas.push(property.schema);
      else this.#properties.set(property.name, { first: property, schemas: [property.schema] });
    }
    for (const name of required) this.#required.add(name);
    if (patternProperties) this.#patterns.push(...patternProperties);
    if (this.#additional !== false) this.#additional = additionalProperties ?? this.#additional;
  }

  #addChoices(choices: readonly SchemaModel[], orNull: boolean): void {
    const [only, ...more] = choices.filter((choice) => !isNull(choice));
    if (!only) return;
    if (more.length > 0) {
      this.#choices.push(choices);
      return;
    }
    const isOptional = choices.length > 1;
    if (isOptional && !orNull) this.#nullable ??= true;
    this.add(only, orNull || isOptional);
  }
}

/**
 * Returns the types that both lists allow. If one list contains `number` and the other contains `integer`, integers are
 * allowed.
 */
function commonTypes(types: readonly SchemaType[], others: readonly SchemaType[]): readonly SchemaType[] {
  const allowed = new Set(others);
  return types.flatMap((type): SchemaType[] => {
    if (allowed.has(type)) return [type];
    if (type === "number" && allowed.has("integer")) return ["integer"];
    return type === "integer" && allowed.has("number") ? ["integer"] : [];
  });
}

function combineSchemas(first: SchemaModel, schemas: readonly SchemaModel[]): SchemaModel {
  return { ...emptySchema(first.at), allOf: schemas };
}

const maxDepth = 4;
const maxShown = 5;
const anyValue = "any value";

/**
 * Describes the values that a schema allows in the specification's terms, such as `array of string`, `User or null`,
 * `object`, or `any value`. Objects and choices are described by their name if they have one. If `models` is passed,
 * simpler named schemas, such as the string `UserId`, are described by their type.
 */
export function describeSchemaType(schema: SchemaModel, models?: HasSchemas): string {
  return joined(kindsOf(schema, models, maxDepth));
}

type Describe = (schema: SchemaModel, models: HasSchemas | undefined, depth: number) => readonly string[];

/** Returns descriptions of the allowed kinds of values, with `null` last, or an empty list if any value is allowed. */
function kindsOf(schema: SchemaModel, models: HasSchemas | undefined, depth: number): readonly string[] {
  const kinds = kindsBesideNull(schema, models, depth);
  const allowsNull = schema.nullable || [schema.oneOf, schema.anyOf].some((choices) => choices.some(isNull));
  if (!allowsNull && !kinds.includes("null")) return kinds;
  return kinds.length > 0 || isNull(schema) ? [...kinds.filter((kind) => kind !== "null"), "null"] : kinds;
}

const kindsBesideNull: Describe = (schema, models, depth) => {
  if (schema.ref !== undefined) return kindsOfReference(schema, schema.ref, models, depth);
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

/** Infers the type from other keywords if the schema doesn't specify its type. */
const kindsByKeys: Describe = (schema, models, depth) => {
  const { properties, required, patternProperties, items, prefixItems, constant } = schema;
  if (properties.length > 0 || required.length > 0 || patternProperties) return ["object"];
  if (items ?? prefixItems) return [arrayOf(schema, models, depth)];
  const values = constant ? [constant.value] : (schema.enum ?? []);
  return [...new Set(values.filter((value) => value !== null).map(kindOfValue))];
};

function kindsOfReference(
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

/** Joins kinds into text, such as `string`, `User or null`, or `A, B, or C`. */
function joined(kinds: readonly string[]): string {
  if (kinds.length > maxShown)
    return `${kinds.slice(0, maxShown).join(", ")}, or ${kinds.length - maxShown} more`;
  const last = kinds.at(-1) ?? anyValue;
  return kinds.length < 2
    ? last
    : `${kinds.slice(0, -1).join(", ")}${kinds.length > 2 ? "," : ""} or ${last}`;
}

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value;
}
