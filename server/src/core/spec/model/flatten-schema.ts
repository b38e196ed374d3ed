import { unescapeKey } from "../../text/decode-text.ts";
import {
  createEmptySchema,
  type FlatProperty,
  type FlatSchema,
  type SchemaId,
  type SchemaModel,
  type SchemaType,
} from "./schema-model.ts";

/** An object that contains the targets of references between schemas. */
export interface SchemaSource {
  readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
}

const maxParts = 1_000;

/**
 * Returns the schema combined with all other schemas that always apply to the same value. Stops at circular references.
 */
export function flattenSchema(models: SchemaSource, schema: SchemaModel): FlatSchema {
  const flattener = new SchemaFlattener(models);
  flattener.add(schema, false);
  return flattener.build();
}

/** Returns the schema itself or, if it's a reference, its final target. Returns undefined if the target is unknown. */
export function resolveSchema(models: SchemaSource, schema: SchemaModel): SchemaModel | undefined {
  let currentModel: SchemaModel | undefined = schema;
  for (let remainingHops = maxParts; currentModel?.ref !== undefined && remainingHops > 0; remainingHops--)
    currentModel = models.schemas.get(currentModel.ref);
  return currentModel?.ref === undefined ? currentModel : undefined;
}

/**
 * Returns a schema's name based on its ID, for example, `User` for `api.yaml#/components/schemas/User` or `user` for
 * `user.yaml#`.
 */
export function getSchemaName(id: SchemaId): string | undefined {
  const hash = id.indexOf("#");
  const pointer = id.slice(hash + 1);
  if (pointer === "") return /([^/]+)\.\w+$/.exec(id.slice(0, hash))?.[1];
  if (pointer.startsWith("@")) return undefined;
  return unescapeKey(pointer.slice(pointer.lastIndexOf("/") + 1));
}

/** Whether a schema allows only `null`. */
export function isNull(schema: SchemaModel): boolean {
  const { ref, types, nullable, enum: values, constant, allOf, oneOf, anyOf } = schema;
  if (ref !== undefined || types.length + allOf.length + oneOf.length + anyOf.length > 0 || !nullable) return false;
  return constant ? constant.value === null : (values?.every((value) => value === null) ?? true);
}

class SchemaFlattener {
  readonly #models: SchemaSource;
  readonly #visitedModels = new Set<SchemaModel>();
  readonly #propertiesByName = new Map<
    string,
    { readonly firstProperty: FlatProperty; readonly schemas: SchemaModel[] }
  >();
  readonly #requiredNames = new Set<string>();
  readonly #patterns: FlatSchema["patternProperties"][number][] = [];
  readonly #choices: (readonly SchemaModel[])[] = [];
  readonly #descriptions: {
    name?: string | undefined;
    title?: string | undefined;
    description?: string | undefined;
  } = {};
  #types: readonly SchemaType[] | undefined;
  /** Whether `null` is allowed. Undefined until a part of the schema specifies whether it is. */
  #nullable: boolean | undefined;
  #enum: readonly unknown[] | undefined;
  #additionalProperties: SchemaModel | boolean | undefined;
  #items: SchemaModel | undefined;
  #prefixItems: readonly SchemaModel[] = [];
  #isComplete = true;

  constructor(models: SchemaSource) {
    this.#models = models;
  }

  /** Adds a schema. If `allowsNull` is true, `null` is also allowed, even if the schema itself doesn't allow it. */
  add(schema: SchemaModel, allowsNull: boolean): void {
    if (this.#visitedModels.has(schema)) return;
    this.#visitedModels.add(schema);
    if (this.#visitedModels.size > maxParts) {
      this.#isComplete = false;
      return;
    }
    const { unresolvedRef, isTruncated, isConditional, not, ref } = schema;
    if (unresolvedRef !== undefined || isTruncated || isConditional || not) this.#isComplete = false;
    this.#descriptions.title ??= schema.title;
    this.#descriptions.description ??= schema.description;
    if (ref !== undefined) this.#addReference(ref, allowsNull);
    this.#addValues(schema, allowsNull);
    this.#addObject(schema);
    this.#items ??= schema.items;
    if (this.#prefixItems.length === 0) this.#prefixItems = schema.prefixItems ?? [];
    // If a schema has `nullable` and `allOf`, the schemas in `allOf` formally rule out null, but authors never intend
    // that.
    const allowsNullInSubschemas = allowsNull || (schema.nullable && schema.types.length === 0);
    for (const subschema of schema.allOf) this.add(subschema, allowsNullInSubschemas);
    this.#addChoices(schema.oneOf, allowsNullInSubschemas);
    this.#addChoices(schema.anyOf, allowsNullInSubschemas);
  }

  build(): FlatSchema {
    const propertiesByName = new Map<string, FlatProperty>();
    for (const [name, { firstProperty, schemas }] of this.#propertiesByName)
      propertiesByName.set(name, {
        ...firstProperty,
        required: this.#requiredNames.has(name),
        schema: schemas.length === 1 ? firstProperty.schema : combineSchemas(firstProperty.schema, schemas),
      });
    return {
      name: this.#descriptions.name,
      title: this.#descriptions.title,
      description: this.#descriptions.description,
      types: this.#types ?? [],
      nullable: this.#nullable ?? false,
      enum: this.#enum,
      properties: propertiesByName,
      requiredNames: this.#requiredNames,
      additionalProperties: this.#additionalProperties,
      patternProperties: this.#patterns,
      items: this.#items,
      prefixItems: this.#prefixItems,
      choices: this.#choices,
      isComplete: this.#isComplete,
    };
  }

  #addReference(ref: SchemaId, allowsNull: boolean): void {
    this.#descriptions.name ??= getSchemaName(ref);
    const target = this.#models.schemas.get(ref);
    if (target) this.add(target, allowsNull);
    else this.#isComplete = false;
  }

  #addValues({ types, nullable, enum: values, constant }: SchemaModel, allowsNull: boolean): void {
    if (!allowsNull && (types.length > 0 || nullable)) this.#nullable = nullable && (this.#nullable ?? true);
    if (types.length > 0) this.#types = this.#types ? intersectTypes(this.#types, types) : types;
    const allowedValues = constant ? [constant.value] : values;
    if (allowedValues) this.#enum = this.#enum?.filter((value) => allowedValues.includes(value)) ?? allowedValues;
  }

  #addObject({ properties, required, additionalProperties, patternProperties }: SchemaModel): void {
    for (const property of properties) {
      const existingProperty = this.#propertiesByName.get(property.name);
      if (existingProperty) existingProperty.schemas.push(property.schema);
      else this.#propertiesByName.set(property.name, { firstProperty: property, schemas: [property.schema] });
    }
    for (const name of required) this.#requiredNames.add(name);
    if (patternProperties) this.#patterns.push(...patternProperties);
    if (this.#additionalProperties !== false)
      this.#additionalProperties = additionalProperties ?? this.#additionalProperties;
  }

  #addChoices(choices: readonly SchemaModel[], allowsNull: boolean): void {
    const [onlyChoice, ...otherChoices] = choices.filter((choice) => !isNull(choice));
    if (!onlyChoice) return;
    if (otherChoices.length > 0) {
      this.#choices.push(choices);
      return;
    }
    const isOptional = choices.length > 1;
    if (isOptional && !allowsNull) this.#nullable ??= true;
    this.add(onlyChoice, allowsNull || isOptional);
  }
}

/**
 * Returns the types that both lists allow. If one list contains `number` and the other contains `integer`, integers are
 * allowed.
 */
function intersectTypes(types: readonly SchemaType[], otherTypes: readonly SchemaType[]): readonly SchemaType[] {
  const allowedTypes = new Set(otherTypes);
  return types.flatMap((type): SchemaType[] => {
    if (allowedTypes.has(type)) return [type];
    if (type === "number" && allowedTypes.has("integer")) return ["integer"];
    return type === "integer" && allowedTypes.has("number") ? ["integer"] : [];
  });
}

function combineSchemas(firstSchema: SchemaModel, schemas: readonly SchemaModel[]): SchemaModel {
  return { ...createEmptySchema(firstSchema.location), allOf: schemas };
}

const maxDepth = 4;
const maxChoices = 5;
const anyValue = "any value";

/**
 * Describes the values that a schema allows in the specification's terms, such as `array of string`, `User or null`,
 * `object`, or `any value`. Objects and choices are described by their name if they have one. If `models` is passed,
 * simpler named schemas, such as the string `UserId`, are described by their type.
 */
export function describeSchemaType(schema: SchemaModel, models?: SchemaSource): string {
  return joinKinds(describeKinds(schema, models, maxDepth));
}

type SchemaDescriber = (schema: SchemaModel, models: SchemaSource | undefined, depth: number) => readonly string[];

/** Returns descriptions of the allowed kinds of values, with `null` last, or an empty list if any value is allowed. */
function describeKinds(schema: SchemaModel, models: SchemaSource | undefined, depth: number): readonly string[] {
  const kinds = describeKindsExceptNull(schema, models, depth);
  const allowsNull = schema.nullable || [schema.oneOf, schema.anyOf].some((choices) => choices.some(isNull));
  if (!allowsNull && !kinds.includes("null")) return kinds;
  return kinds.length > 0 || isNull(schema) ? [...kinds.filter((kind) => kind !== "null"), "null"] : kinds;
}

const describeKindsExceptNull: SchemaDescriber = (schema, models, depth) => {
  if (schema.ref !== undefined) return describeReferenceKinds(schema, schema.ref, models, depth);
  if (schema.types.length > 0)
    return schema.types.map((type) => (type === "array" ? describeArray(schema, models, depth) : type));
  if (depth <= 0) return [];
  const choices = [schema.oneOf, schema.anyOf]
    .map((alternatives) => alternatives.filter((choice) => !isNull(choice)))
    .find((alternatives) => alternatives.length > 0);
  if (choices) {
    const kindLists = choices.map((choice) => describeKinds(choice, models, depth - 1));
    return kindLists.some((kinds) => kinds.length === 0) ? [] : [...new Set(kindLists.flat())];
  }
  const partKindLists = schema.allOf.map((subschema) => describeKinds(subschema, models, depth - 1));
  return partKindLists.find((kinds) => kinds.length > 0) ?? guessKinds(schema, models, depth);
};

/** Infers the type from other keywords if the schema doesn't specify its type. */
const guessKinds: SchemaDescriber = (schema, models, depth) => {
  const { properties, required, patternProperties, items, prefixItems, constant } = schema;
  if (properties.length > 0 || required.length > 0 || patternProperties) return ["object"];
  if (items ?? prefixItems) return [describeArray(schema, models, depth)];
  const values = constant ? [constant.value] : (schema.enum ?? []);
  return [...new Set(values.filter((value) => value !== null).map(getValueKind))];
};

function describeReferenceKinds(
  schema: SchemaModel,
  ref: string,
  models: SchemaSource | undefined,
  depth: number,
): readonly string[] {
  const target = models && depth > 0 ? resolveSchema(models, schema) : undefined;
  const isPrimitive = target && target.types.length > 0 && !target.types.includes("object");
  const name = getSchemaName(ref);
  if (target && (isPrimitive || name === undefined)) return describeKinds(target, models, depth - 1);
  return name === undefined ? [] : [name];
}

function describeArray({ items }: SchemaModel, models: SchemaSource | undefined, depth: number): string {
  const kinds = items && depth > 0 ? describeKinds(items, models, depth - 1) : [];
  if (kinds.length === 0) return "array";
  return `array of ${kinds.length > 1 ? `(${joinKinds(kinds)})` : joinKinds(kinds)}`;
}

/** Joins kinds into text, such as `string`, `User or null`, or `A, B, or C`. */
function joinKinds(kinds: readonly string[]): string {
  if (kinds.length > maxChoices)
    return `${kinds.slice(0, maxChoices).join(", ")}, or ${kinds.length - maxChoices} more`;
  const lastKind = kinds.at(-1) ?? anyValue;
  return kinds.length < 2 ? lastKind : `${kinds.slice(0, -1).join(", ")}${kinds.length > 2 ? "," : ""} or ${lastKind}`;
}

function getValueKind(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value;
}
