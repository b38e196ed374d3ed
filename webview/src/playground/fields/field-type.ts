import type { ParameterForm, RequestForm } from "../../../../server/src/core/request/form/request-form.ts";
import { translate } from "../../language/translate.ts";

export type Schemas = RequestForm["schemas"];
export type SchemaModel = NonNullable<ParameterForm["schema"]>;
export type PropertyModel = SchemaModel["properties"][number];
export type SchemaType = SchemaModel["types"][number];

/** The kind of input for a value. */
export type FieldType = { readonly nullable: boolean } & (
  | { readonly kind: "text"; readonly format: string | undefined }
  | { readonly kind: "number" }
  | { readonly kind: "boolean" }
  | { readonly kind: "enum"; readonly values: readonly unknown[] }
  | { readonly kind: "array"; readonly items: SchemaModel | undefined; readonly maxItems: number | undefined }
  | { readonly kind: "object"; readonly properties: readonly PropertyModel[] }
  | { readonly kind: "choice"; readonly options: readonly ChoiceOption[] }
  /** Any other value. It's edited as JSON. */
  | { readonly kind: "json" }
);

export interface ChoiceOption {
  readonly title: string;
  readonly schema: SchemaModel;
}

const maxHops = 30;
const maxOptions = 60;

/**
 * Returns a schema with its reference resolved. The caller handles the keywords that are next to a `$ref`.
 */
export function resolveNamedSchema(schemas: Schemas, schema: SchemaModel | undefined): SchemaModel | undefined {
  let currentSchema = schema;
  for (let remainingHops = maxHops; currentSchema?.ref !== undefined && remainingHops > 0; remainingHops--) {
    const target = Object.hasOwn(schemas, currentSchema.ref) ? schemas[currentSchema.ref] : undefined;
    if (!target) return currentSchema;
    currentSchema = target;
  }
  return currentSchema;
}

/** Returns the kind of input for a schema. If there's no schema, returns the kind for text. */
export function getFieldType(schemas: Schemas, schema: SchemaModel | undefined): FieldType {
  const model = resolveNamedSchema(schemas, schema);
  if (!model) return { kind: "text", format: undefined, nullable: false };
  const isNullable = model.nullable || (schema?.nullable ?? false);
  if (model.constant) return { kind: "enum", values: [model.constant.value], nullable: isNullable };
  if (model.enum && model.enum.length > 0)
    return {
      kind: "enum",
      values: model.enum.filter((each) => each !== null),
      nullable: isNullable || model.enum.includes(null),
    };
  const alternatives = [...model.oneOf, ...model.anyOf];
  if (alternatives.length > 0 && model.properties.length === 0)
    return createChoiceType(schemas, alternatives, isNullable);
  const properties = listProperties(schemas, model);
  const types = model.types.filter((type) => type !== "null");
  if (properties.length > 0 && (types.length === 0 || types.includes("object")))
    return alternatives.length > 0 || model.isConditional
      ? { kind: "json", nullable: isNullable }
      : { kind: "object", properties, nullable: isNullable };
  const [type] = types;
  if (types.length > 1) return createTypesChoice(model, types, isNullable);
  switch (type) {
    case "string":
      return { kind: "text", format: model.format, nullable: isNullable };
    case "number":
    case "integer":
      return { kind: "number", nullable: isNullable };
    case "boolean":
      return { kind: "boolean", nullable: isNullable };
    case "array":
      return model.prefixItems
        ? { kind: "json", nullable: isNullable }
        : { kind: "array", items: model.items, maxItems: model.limits.maxItems, nullable: isNullable };
    case "object":
      return { kind: "json", nullable: isNullable };
    default:
      if (model.items)
        return { kind: "array", items: model.items, maxItems: model.limits.maxItems, nullable: isNullable };
      return model.allOf.length > 0 || model.additionalProperties !== undefined
        ? getAllOfType(schemas, model, isNullable)
        : { kind: "text", format: model.format, nullable: isNullable };
  }
}

/** Returns the kind of input for an `allOf`. An `allOf` that contains a single schema is equivalent to that schema. */
function getAllOfType(schemas: Schemas, model: SchemaModel, isNullable: boolean): FieldType {
  const [onlySchema, secondSchema] = model.allOf;
  return onlySchema && !secondSchema
    ? { ...getFieldType(schemas, onlySchema), nullable: isNullable }
    : { kind: "json", nullable: isNullable };
}

function createChoiceType(schemas: Schemas, alternatives: readonly SchemaModel[], isNullable: boolean): FieldType {
  const isNull = (each: SchemaModel) => resolveNamedSchema(schemas, each)?.types.join() === "null";
  const nonNullSchemas = alternatives.filter((each) => !isNull(each));
  const canBeNull = isNullable || nonNullSchemas.length < alternatives.length;
  const [onlySchema] = nonNullSchemas;
  if (onlySchema && nonNullSchemas.length === 1) return { ...getFieldType(schemas, onlySchema), nullable: canBeNull };
  const options = nonNullSchemas
    .slice(0, maxOptions)
    .map((schema, index) => ({ schema, title: getTitle(schemas, schema, index) }));
  return { kind: "choice", options, nullable: canBeNull };
}

function createTypesChoice(model: SchemaModel, types: SchemaModel["types"], isNullable: boolean): FieldType {
  const options = types.map((type) => ({
    title: type,
    schema: { ...model, types: [type], nullable: false },
  }));
  return { kind: "choice", options, nullable: isNullable };
}

function getTitle(schemas: Schemas, schema: SchemaModel, index: number): string {
  const model = resolveNamedSchema(schemas, schema);
  const name = schema.ref?.split("/").at(-1)?.replaceAll("~1", "/").replaceAll("~0", "~");
  return schema.title ?? model?.title ?? name ?? ([model?.types.join(" or "), model?.format].filter(Boolean).join(", ") || translate("Schema {0}", index + 1)); // prettier-ignore
}

/**
 * Returns the properties of a schema, including those in `allOf`. Each name occurs only once. Read-only properties are
 * omitted.
 */
function listProperties(schemas: Schemas, model: SchemaModel, depth = 0): readonly PropertyModel[] {
  if (depth > 8) return [];
  const inheritedProperties = model.allOf.flatMap((subschema) => {
    const model = resolveNamedSchema(schemas, subschema);
    return model ? listProperties(schemas, model, depth + 1) : [];
  });
  const propertiesByName = new Map<string, PropertyModel>();
  for (const property of [...inheritedProperties, ...model.properties]) {
    const { name } = property;
    const earlierProperty = propertiesByName.get(name);
    const isRequired = property.required || model.required.includes(name) || (earlierProperty?.required ?? false);
    if (!property.schema.readOnly) propertiesByName.set(name, { ...property, required: isRequired });
  }
  return [...propertiesByName.values()];
}

/**
 * Returns the type as text, such as `string`, `array of integer`, or `one of 3 schemas`. Returns an empty string if no
 * type is defined.
 */
export function formatFieldType(schemas: Schemas, schema: SchemaModel | undefined): string {
  const model = resolveNamedSchema(schemas, schema);
  if (!model) return "";
  const fieldType = getFieldType(schemas, schema);
  const formatNullable = (type: string): string => (fieldType.nullable ? translate("{0} or null", type) : type);
  switch (fieldType.kind) {
    case "array":
      return formatNullable(
        fieldType.items
          ? translate("array of {0}", formatFieldType(schemas, fieldType.items) || translate("any"))
          : "array",
      );
    case "choice":
      return formatNullable(
        translate({ one: "one of {0} schema", other: "one of {0} schemas" }, fieldType.options.length),
      );
    case "object":
      return formatNullable("object");
    default: {
      const typesText = model.types.join(" or ");
      return formatNullable(
        `${typesText}${model.format !== undefined && typesText !== "" ? ` · ${model.format}` : ""}`,
      );
    }
  }
}
