import { flattenSchema, type SchemaSource, isNull, resolveSchema } from "../../spec/model/flatten-schema.ts";
import type {
  MediaTypeModel,
  OperationModel,
  PartPositionModel,
  PartPositionsModel,
} from "../../spec/model/operation-model.ts";
import type { FlatSchema, SchemaId, SchemaModel } from "../../spec/model/schema-model.ts";
import { getOwnProperty, isPlainRecord } from "../../text/plain-record.ts";
import {
  listConcreteTypes,
  readEncodings,
  getBodyKind,
  hasNoConstraints,
  isBinary,
  isFalseSchema,
} from "../media/media-types.ts";
import { createInitialText, getInitialValue, type BodySource } from "./initial-values.ts";
import { toFormExamples, createPartHeaderForms } from "./parameter-form.ts";
import type {
  BodyForm,
  BodyKind,
  FormSettings,
  ItemForm,
  MediaTypeForm,
  ParameterForm,
  PartForm,
  SequenceForm,
} from "./request-form.ts";

const maxFields = 500;
const maxChoiceDepth = 10;

/**
 * Returns a form's fields in the order of the schema, including fields in `allOf`. If the schema has alternatives,
 * includes the fields of the first one. Leaves out fields that only responses contain.
 */
export function createPartForms({
  kind,
  schema,
  examples: [example],
  models,
  settings,
  partHeaders,
}: BodySource & {
  readonly schema: SchemaModel;
  readonly partHeaders: MediaTypeModel["partHeaders"];
}): readonly PartForm[] {
  const { properties } = flattenFields(schema, models);
  const exampleRecord = isPlainRecord(example?.value) ? example.value : undefined;
  return [...properties.values()]
    .filter((property) => !property.schema.readOnly && !resolveSchema(models, property.schema)?.readOnly)
    .slice(0, maxFields)
    .map(({ name, required, schema: propertySchema }): PartForm => {
      const partKind = getPartKind(propertySchema, kind, models);
      const value = getOwnProperty(exampleRecord, name);
      const examples = value === undefined ? [] : [{ name: "", summary: undefined, value }];
      const initial = partKind === "value" ? getInitialValue(propertySchema, examples, models, settings) : undefined;
      const description = propertySchema.description ?? resolveSchema(models, propertySchema)?.description;
      const headers = createPartHeaderForms(getOwnProperty(partHeaders, name) ?? [], models, settings);
      return {
        name,
        required,
        description,
        schema: propertySchema,
        kind: partKind,
        ...(initial && { initial }),
        ...(headers.length > 0 && { headers }),
      };
    });
}

function flattenFields(schema: SchemaModel, models: SchemaSource, depth = 0): FlatSchema {
  const flatSchema = flattenSchema(models, schema);
  const firstChoice = flatSchema.choices[0]?.find((each) => !isNull(each));
  return flatSchema.properties.size > 0 || !firstChoice || depth > maxChoiceDepth
    ? flatSchema
    : flattenFields(firstChoice, models, depth + 1);
}

/**
 * Returns the kind of a form field. Only a multipart body can contain files. An empty schema also describes binary
 * content (OpenAPI 3.1, Encoding Object).
 */
function getPartKind(schema: SchemaModel, kind: BodyKind, models: SchemaSource): PartForm["kind"] {
  if (kind !== "multipart") return "value";
  const isFile = (each: SchemaModel | undefined) => isBinary(each) || (each !== undefined && hasNoConstraints(each));
  const resolvedSchema = resolveSchema(models, schema);
  if (isFile(resolvedSchema)) return "file";
  return resolvedSchema?.items && isFile(resolveSchema(models, resolvedSchema.items)) ? "files" : "value";
}

const maxFirstItems = 200;
/**
 * The maximum nesting depth of parts. “Implementations MUST support one level of nesting, and MAY support additional
 * levels” (OpenAPI 3.2.0, “Nested Encoding”).
 */
const maxDepth = 3;

interface SequenceContext {
  readonly models: SchemaSource;
  readonly settings: FormSettings;
}

/** The description of parts that are identified by position. */
interface Sequence {
  readonly schema: SchemaModel | undefined;
  readonly itemSchema: SchemaModel | undefined;
  readonly positions: PartPositionsModel | undefined;
  /** The author's example. */
  readonly example: unknown;
}

/** Returns the form for a body whose parts are identified by position, or undefined for other bodies. */
export function buildSequenceForm(mediaType: MediaTypeModel, context: SequenceContext): SequenceForm | undefined {
  if (!/^multipart\//i.test(mediaType.type)) return undefined;
  const { schema, itemSchema, positions } = mediaType;
  const example = mediaType.examples.find(({ value }) => Array.isArray(value))?.value;
  return createSequence({ schema, itemSchema, positions, example }, context, 0);
}

function createSequence(sequence: Sequence, context: SequenceContext, depth: number): SequenceForm | undefined {
  const { schema, itemSchema, positions } = sequence;
  const flatSchema = schema && flattenSchema(context.models, schema);
  const isDescribed = positions !== undefined || itemSchema !== undefined;
  if (flatSchema ? !isList(flatSchema, isDescribed) : !isDescribed) return undefined;
  const { minItems = 0, maxItems } = (schema && resolveSchema(context.models, schema)?.limits) ?? {};
  const prefixItems = flatSchema?.prefixItems ?? [];
  const additionalItemSchema = flatSchema?.items ?? itemSchema;
  const isClosed =
    (additionalItemSchema !== undefined && isFalseSchema(additionalItemSchema, context.models)) ||
    // Strictly speaking, JSON Schema allows more items than `prefixItems` describes, but an author who describes two
    // parts doesn't expect a third one.
    (additionalItemSchema === undefined && prefixItems.length > 0 && positions?.rest === undefined);
  const exampleItems: readonly unknown[] = Array.isArray(sequence.example) ? sequence.example : [];
  const restItem = isClosed
    ? undefined
    : createItemForm(additionalItemSchema, positions?.rest, undefined, context, depth);
  // In a closed sequence, Encoding Objects after the last part are ignored. In an open sequence, parts can be added up
  // to the last Encoding Object.
  const firstItemCount = isClosed ? prefixItems.length : Math.max(prefixItems.length, positions?.first.length ?? 0);
  const firstItems = Array.from({ length: Math.min(firstItemCount, maxFirstItems) }, (_, i) =>
    createItemForm(
      prefixItems[i] ?? additionalItemSchema,
      positions?.first[i] ?? positions?.rest,
      exampleItems[i],
      context,
      depth,
    ),
  );
  const initialCount = Math.max(
    prefixItems.length,
    minItems,
    context.settings.prefillsExamples ? exampleItems.length : 0,
    1,
  );
  return {
    first: firstItems,
    ...(restItem && { rest: restItem }),
    minItems: Math.min(minItems, maxFirstItems),
    maxItems: restItem ? maxItems : Math.min(maxItems ?? firstItems.length, firstItems.length),
    initialCount: Math.min(initialCount, maxItems ?? maxFirstItems, restItem ? maxFirstItems : firstItems.length),
  };
}

function isList({ types, properties, items, prefixItems }: FlatSchema, isDescribed: boolean): boolean {
  if (types.length > 0) return types.includes("array");
  return properties.size === 0 && (isDescribed || items !== undefined || prefixItems.length > 0);
}

function createItemForm(
  schema: SchemaModel | undefined,
  position: PartPositionModel | undefined,
  example: unknown,
  context: SequenceContext,
  depth: number,
): ItemForm {
  const { models, settings } = context;
  const contentType = position?.contentType;
  const innerForm = createInnerForm(schema, position, example, context, depth);
  const examples = example === undefined ? [] : [{ name: "", summary: undefined, value: example }];
  const kind = innerForm ? "parts" : getItemKind(schema, contentType, models);
  const acceptsValue = kind === "value" || kind === "either";
  const initialValue = acceptsValue ? getInitialValue(schema, examples, models, settings) : undefined;
  const headers = createPartHeaderForms(position?.headers ?? [], models, settings, false);
  const model = schema && resolveSchema(models, schema);
  const members = position?.encoding && readEncodings(position.encoding, 1);
  return {
    title: schema?.title ?? model?.title,
    description: schema?.description ?? model?.description,
    schema,
    kind,
    contentType,
    ...(headers.length > 0 && { headers }),
    ...(initialValue && { initial: initialValue }),
    ...(innerForm && { innerForm }),
    ...(!innerForm && members && { members }),
  };
}

/** Returns the form for a part that is itself a multipart document. */
function createInnerForm(
  schema: SchemaModel | undefined,
  position: PartPositionModel | undefined,
  example: unknown,
  context: SequenceContext,
  depth: number,
): SequenceForm | undefined {
  const [mediaType = ""] = listConcreteTypes(position?.contentType);
  if (!/^multipart\//i.test(mediaType) || depth >= maxDepth) return undefined;
  const sequence = { schema, itemSchema: undefined, positions: position?.nestedPositions, example };
  return createSequence(sequence, context, depth + 1);
}

/**
 * Returns the kind of a positional part. If the schema has no type, the part is binary content or any value (OpenAPI
 * 3.2.0, Encoding Object, `contentType`).
 */
function getItemKind(
  schema: SchemaModel | undefined,
  contentType: string | undefined,
  models: SchemaSource,
): ItemForm["kind"] {
  const model = schema && resolveSchema(models, schema);
  if (!model) return "either";
  if (isBinary(model)) return "file";
  if (hasNoConstraints(model)) return listConcreteTypes(contentType).some(isTextual) ? "either" : "file";
  const choices = [...model.oneOf, ...model.anyOf].filter((each) => !isNull(each));
  const fileChoices = choices.filter((each) => isFile(each, models));
  if (fileChoices.length > 0) return fileChoices.length === choices.length ? "file" : "either";
  // An image isn't text, even if its schema is a string.
  const isPlainString = model.types.includes("string") && model.contentEncoding === undefined;
  return isPlainString && /^\s*(?:image|audio|video|font)\//i.test(contentType ?? "") ? "either" : "value";
}

function isFile(schema: SchemaModel, models: SchemaSource): boolean {
  const model = resolveSchema(models, schema);
  return model !== undefined && (isBinary(model) || hasNoConstraints(model));
}

function isTextual(mediaType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml)\b/i.test(mediaType);
}

const maxMediaTypes = 30;

/**
 * Returns the form for an operation's body. JSON media types come first, followed by the others in the order of the
 * specification.
 */
export function createBodyForm(
  { body }: OperationModel,
  models: SchemaSource,
  settings: FormSettings,
): BodyForm | undefined {
  const mediaTypes =
    body?.content.slice(0, maxMediaTypes).map((each) => createMediaTypeForm(each, models, settings)) ?? [];
  if (!body || mediaTypes.length === 0) return undefined;
  const isJson = ({ kind }: MediaTypeForm) => kind === "json";
  return {
    required: body.required,
    mediaTypes: [...mediaTypes.filter(isJson), ...mediaTypes.filter((each) => !isJson(each))],
  };
}

function createMediaTypeForm(mediaType: MediaTypeModel, models: SchemaSource, settings: FormSettings): MediaTypeForm {
  const { type, partHeaders } = mediaType;
  const schema = mediaType.schema ?? mediaType.itemSchema;
  const kind = getBodyKind(type, schema && resolveSchema(models, schema));
  const examples = toFormExamples(mediaType.examples);
  const sequence = buildSequenceForm(mediaType, { models, settings });
  const hasFields = kind === "urlencoded" || kind === "multipart";
  return {
    type,
    kind,
    schema,
    encoding: readEncodings(mediaType.encoding),
    examples,
    text: hasFields || kind === "binary" ? "" : createInitialText({ kind, type, schema, examples, models, settings }),
    fields:
      hasFields && schema && !sequence
        ? createPartForms({ kind, type, schema, examples, models, settings, partHeaders })
        : [],
    ...(sequence && { sequence }),
  };
}

/**
 * The maximum number of schemas that are sent to the webview for each operation. Schemas beyond this limit are left
 * out.
 */
const maxSchemas = 2_000;

/**
 * Returns the schemas that parameters, messages, and bodies reference directly or indirectly, without duplicates. The
 * schemas that are referenced most directly come first.
 */
export function collectSchemas(
  parameters: readonly Pick<ParameterForm, "schema">[],
  body: BodyForm | undefined,
  schemas: ReadonlyMap<SchemaId, SchemaModel>,
): Readonly<Record<SchemaId, SchemaModel>> {
  const schemasById = new Map<SchemaId, SchemaModel>();
  const mediaTypes = body?.mediaTypes ?? [];
  const items = mediaTypes.flatMap(({ sequence }) => (sequence ? listItems(sequence) : []));
  const fields = [...mediaTypes.flatMap((each) => each.fields), ...items];
  const headers = fields.flatMap((field) => field.headers ?? []);
  const roots = [...parameters, ...mediaTypes, ...items, ...headers].map(({ schema }) => schema);
  const queue: SchemaModel[] = roots.filter((schema) => schema !== undefined);
  for (let index = 0; index < queue.length; index++) {
    const schema = queue[index];
    if (!schema) continue;
    for (const id of listReferencedIds(schema)) {
      const target = schemasById.has(id) || schemasById.size >= maxSchemas ? undefined : schemas.get(id);
      if (!target) continue;
      schemasById.set(id, target);
      queue.push(target);
    }
    for (const subschema of listSubschemas(schema)) queue.push(subschema);
  }
  return Object.fromEntries(schemasById);
}

/** Returns the forms for parts that are identified by position, including nested parts. */
function listItems({ first, rest }: SequenceForm): readonly ItemForm[] {
  const itemForms = rest ? [...first, rest] : first;
  return itemForms.flatMap((item) => (item.innerForm ? [item, ...listItems(item.innerForm)] : [item]));
}

function listReferencedIds({ ref, discriminator }: SchemaModel): SchemaId[] {
  const mappedIds = discriminator?.mapping.map(({ schema }) => schema) ?? [];
  return ref === undefined ? mappedIds : [ref, ...mappedIds];
}

function listSubschemas(schema: SchemaModel): SchemaModel[] {
  const { properties, patternProperties, additionalProperties, items, prefixItems, not } = schema;
  return [
    ...properties.map((property) => property.schema),
    ...(patternProperties ?? []).map((pattern) => pattern.schema),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
    ...(items ? [items] : []),
    ...(prefixItems ?? []),
    ...schema.allOf,
    ...schema.oneOf,
    ...schema.anyOf,
    ...(not ? [not] : []),
  ];
}
