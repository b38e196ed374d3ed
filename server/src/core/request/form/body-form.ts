import { flattenSchema, type HasSchemas, isNull, namedSchema } from "../../spec/model/flatten-schema.ts";
import type {
  MediaModel,
  OperationModel,
  PositionModel,
  PositionsModel,
} from "../../spec/model/operation-model.ts";
import type { FlatSchema, SchemaId, SchemaModel } from "../../spec/model/schema-model.ts";
import { getOwn, isPlainRecord } from "../../text/plain-record.ts";
import {
  concreteTypes,
  encodingOf,
  getBodyKind,
  hasNoConstraints,
  isBinary,
  isNever,
} from "../media/media-types.ts";
import { firstText, initialOf, type MediaSource } from "./initial-values.ts";
import { formExamples, partHeaderForms } from "./parameter-form.ts";
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
export function partForms({
  kind,
  schema,
  examples: [example],
  models,
  settings,
  partHeaders,
}: MediaSource & {
  readonly schema: SchemaModel;
  readonly partHeaders: MediaModel["partHeaders"];
}): readonly PartForm[] {
  const { properties } = fieldsOf(schema, models);
  const given = isPlainRecord(example?.value) ? example.value : undefined;
  return [...properties.values()]
    .filter((property) => !property.schema.readOnly && !namedSchema(models, property.schema)?.readOnly)
    .slice(0, maxFields)
    .map(({ name, required, schema: own }): PartForm => {
      const part = partKind(own, kind, models);
      const value = getOwn(given, name);
      const examples = value === undefined ? [] : [{ name: "", summary: undefined, value }];
      const initial = part === "value" ? initialOf(own, examples, models, settings) : undefined;
      const description = own.description ?? namedSchema(models, own)?.description;
      const headers = partHeaderForms(getOwn(partHeaders, name) ?? [], models, settings);
      return {
        name,
        required,
        description,
        schema: own,
        kind: part,
        ...(initial && { initial }),
        ...(headers.length > 0 && { headers }),
      };
    });
}

function fieldsOf(schema: SchemaModel, models: HasSchemas, depth = 0): FlatSchema {
  const flat = flattenSchema(models, schema);
  const first = flat.choices[0]?.find((each) => !isNull(each));
  return flat.properties.size > 0 || !first || depth > maxChoiceDepth
    ? flat
    : fieldsOf(first, models, depth + 1);
}

/**
 * Returns the kind of a form field. Only a multipart body can contain files. An empty schema also describes binary
 * content (OpenAPI 3.1, Encoding Object).
 */
function partKind(schema: SchemaModel, kind: BodyKind, models: HasSchemas): PartForm["kind"] {
  if (kind !== "multipart") return "value";
  const isFile = (each: SchemaModel | undefined) =>
    isBinary(each) || (each !== undefined && hasNoConstraints(each));
  const own = namedSchema(models, schema);
  if (isFile(own)) return "file";
  return own?.items && isFile(namedSchema(models, own.items)) ? "files" : "value";
}

const maxFirst = 200;
/**
 * The maximum nesting depth of parts. “Implementations MUST support one level of nesting, and MAY support additional
 * levels” (OpenAPI 3.2.0, “Nested Encoding”).
 */
const maxDepth = 3;

interface SequenceContext {
  readonly models: HasSchemas;
  readonly settings: FormSettings;
}

/** The description of parts that are identified by position. */
interface Sequence {
  readonly schema: SchemaModel | undefined;
  readonly itemSchema: SchemaModel | undefined;
  readonly positions: PositionsModel | undefined;
  /** The author's example. */
  readonly example: unknown;
}

/** Returns the form for a body whose parts are identified by position, or undefined for other bodies. */
export function buildSequenceForm(media: MediaModel, context: SequenceContext): SequenceForm | undefined {
  if (!/^multipart\//i.test(media.type)) return undefined;
  const { schema, itemSchema, positions } = media;
  const example = media.examples.find(({ value }) => Array.isArray(value))?.value;
  return sequenceOf({ schema, itemSchema, positions, example }, context, 0);
}

function sequenceOf(messages: Sequence, context: SequenceContext, depth: number): SequenceForm | undefined {
  const { schema, itemSchema, positions } = messages;
  const flat = schema && flattenSchema(context.models, schema);
  const isDescribed = positions !== undefined || itemSchema !== undefined;
  if (flat ? !isList(flat, isDescribed) : !isDescribed) return undefined;
  const { minItems = 0, maxItems } = (schema && namedSchema(context.models, schema)?.limits) ?? {};
  const prefix = flat?.prefixItems ?? [];
  const each = flat?.items ?? itemSchema;
  const isClosed =
    (each !== undefined && isNever(each, context.models)) ||
    // Strictly speaking, JSON Schema allows more items than `prefixItems` describes, but an author who describes two
    // parts doesn't expect a third one.
    (each === undefined && prefix.length > 0 && positions?.rest === undefined);
  const given: readonly unknown[] = Array.isArray(messages.example) ? messages.example : [];
  const rest = isClosed ? undefined : itemForm(each, positions?.rest, undefined, context, depth);
  // In a closed sequence, Encoding Objects after the last part are ignored. In an open sequence, parts can be added up
  // to the last Encoding Object.
  const described = isClosed ? prefix.length : Math.max(prefix.length, positions?.first.length ?? 0);
  const first = Array.from({ length: Math.min(described, maxFirst) }, (_, i) =>
    itemForm(prefix[i] ?? each, positions?.first[i] ?? positions?.rest, given[i], context, depth),
  );
  const begins = Math.max(prefix.length, minItems, context.settings.prefill ? given.length : 0, 1);
  return {
    first,
    ...(rest && { rest }),
    atLeast: Math.min(minItems, maxFirst),
    atMost: rest ? maxItems : Math.min(maxItems ?? first.length, first.length),
    begins: Math.min(begins, maxItems ?? maxFirst, rest ? maxFirst : first.length),
  };
}

function isList({ types, properties, items, prefixItems }: FlatSchema, isDescribed: boolean): boolean {
  if (types.length > 0) return types.includes("array");
  return properties.size === 0 && (isDescribed || items !== undefined || prefixItems.length > 0);
}

function itemForm(
  schema: SchemaModel | undefined,
  position: PositionModel | undefined,
  example: unknown,
  context: SequenceContext,
  depth: number,
): ItemForm {
  const { models, settings } = context;
  const contentType = position?.contentType;
  const inside = insideOf(schema, position, example, context, depth);
  const examples = example === undefined ? [] : [{ name: "", summary: undefined, value: example }];
  const kind = inside ? "parts" : itemKind(schema, contentType, models);
  const isFilledIn = kind === "value" || kind === "either";
  const initial = isFilledIn ? initialOf(schema, examples, models, settings) : undefined;
  const headers = partHeaderForms(position?.headers ?? [], models, settings, false);
  const named = schema && namedSchema(models, schema);
  const members = position?.encoding && encodingOf(position.encoding, 1);
  return {
    title: schema?.title ?? named?.title,
    description: schema?.description ?? named?.description,
    schema,
    kind,
    contentType,
    ...(headers.length > 0 && { headers }),
    ...(initial && { initial }),
    ...(inside && { inside }),
    ...(!inside && members && { members }),
  };
}

/** Returns the form for a part that is itself a multipart document. */
function insideOf(
  schema: SchemaModel | undefined,
  position: PositionModel | undefined,
  example: unknown,
  context: SequenceContext,
  depth: number,
): SequenceForm | undefined {
  const [type = ""] = concreteTypes(position?.contentType);
  if (!/^multipart\//i.test(type) || depth >= maxDepth) return undefined;
  const messages = { schema, itemSchema: undefined, positions: position?.inside, example };
  return sequenceOf(messages, context, depth + 1);
}

/**
 * Returns the kind of a positional part. If the schema has no type, the part is binary content or any value (OpenAPI
 * 3.2.0, Encoding Object, `contentType`).
 */
function itemKind(
  schema: SchemaModel | undefined,
  contentType: string | undefined,
  models: HasSchemas,
): ItemForm["kind"] {
  const named = schema && namedSchema(models, schema);
  if (!named) return "either";
  if (isBinary(named)) return "file";
  if (hasNoConstraints(named)) return concreteTypes(contentType).some(isText) ? "either" : "file";
  const choices = [...named.oneOf, ...named.anyOf].filter((each) => !isNull(each));
  const files = choices.filter((each) => isFile(each, models));
  if (files.length > 0) return files.length === choices.length ? "file" : "either";
  // An image isn't text, even if its schema is a string.
  const isImage = named.types.includes("string") && named.contentEncoding === undefined;
  return isImage && /^\s*(?:image|audio|video|font)\//i.test(contentType ?? "") ? "either" : "value";
}

function isFile(schema: SchemaModel, models: HasSchemas): boolean {
  const named = namedSchema(models, schema);
  return named !== undefined && (isBinary(named) || hasNoConstraints(named));
}

function isText(type: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml)\b/i.test(type);
}

const maxMedia = 30;

/**
 * Returns the form for an operation's body. JSON media types come first, followed by the others in the order of the
 * specification.
 */
export function bodyForm(
  { body }: OperationModel,
  models: HasSchemas,
  settings: FormSettings,
): BodyForm | undefined {
  const media = body?.content.slice(0, maxMedia).map((each) => mediaForm(each, models, settings)) ?? [];
  if (!body || media.length === 0) return undefined;
  const isJson = ({ kind }: MediaTypeForm) => kind === "json";
  return {
    required: body.required,
    media: [...media.filter(isJson), ...media.filter((each) => !isJson(each))],
  };
}

function mediaForm(media: MediaModel, models: HasSchemas, settings: FormSettings): MediaTypeForm {
  const { type, partHeaders } = media;
  const schema = media.schema ?? media.itemSchema;
  const kind = getBodyKind(type, schema && namedSchema(models, schema));
  const examples = formExamples(media.examples);
  const sequence = buildSequenceForm(media, { models, settings });
  const hasFields = kind === "urlencoded" || kind === "multipart";
  return {
    type,
    kind,
    schema,
    encoding: encodingOf(media.encoding),
    examples,
    text: hasFields || kind === "binary" ? "" : firstText({ kind, type, schema, examples, models, settings }),
    fields:
      hasFields && schema && !sequence
        ? partForms({ kind, type, schema, examples, models, settings, partHeaders })
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
export function reachableSchemas(
  parameters: readonly Pick<ParameterForm, "schema">[],
  body: BodyForm | undefined,
  schemas: ReadonlyMap<SchemaId, SchemaModel>,
): Readonly<Record<SchemaId, SchemaModel>> {
  const found = new Map<SchemaId, SchemaModel>();
  const media = body?.media ?? [];
  const items = media.flatMap(({ sequence }) => (sequence ? itemsOf(sequence) : []));
  const fields = [...media.flatMap((each) => each.fields), ...items];
  const headers = fields.flatMap((field) => field.headers ?? []);
  const roots = [...parameters, ...media, ...items, ...headers].map(({ schema }) => schema);
  const waiting: SchemaModel[] = roots.filter((schema) => schema !== undefined);
  for (let at = 0; at < waiting.length; at++) {
    const schema = waiting[at];
    if (!schema) continue;
    for (const id of idsIn(schema)) {
      const target = found.has(id) || found.size >= maxSchemas ? undefined : schemas.get(id);
      if (!target) continue;
      found.set(id, target);
      waiting.push(target);
    }
    for (const part of partsOf(schema)) waiting.push(part);
  }
  return Object.fromEntries(found);
}

/** Returns the forms for parts that are identified by position, including nested parts. */
function itemsOf({ first, rest }: SequenceForm): readonly ItemForm[] {
  const own = rest ? [...first, rest] : first;
  return own.flatMap((item) => (item.inside ? [item, ...itemsOf(item.inside)] : [item]));
}

function idsIn({ ref, discriminator }: SchemaModel): SchemaId[] {
  const mapped = discriminator?.mapping.map(({ schema }) => schema) ?? [];
  return ref === undefined ? mapped : [ref, ...mapped];
}

function partsOf(schema: SchemaModel): SchemaModel[] {
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
