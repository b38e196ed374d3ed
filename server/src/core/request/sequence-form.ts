import { flattenSchema, type HasSchemas, isNull, namedSchema } from "../spec/model/flatten-schema.ts";
import type { MediaModel, PositionModel, PositionsModel } from "../spec/model/operation-model.ts";
import type { FlatSchema, SchemaModel } from "../spec/model/schema-model.ts";
import { isBinary, isNever, saysNothing } from "./body-kind.ts";
import { initialOf } from "./initial-of.ts";
import { partHeaderForms } from "./parameter-forms.ts";
import { encodingOf } from "./part-encoding.ts";
import { concreteTypes } from "./part-type.ts";
import type { FormSettings, ItemForm, SequenceForm } from "./request-form.ts";

const mostFirst = 200;
/** “Implementations MUST support one level of nesting, and MAY support additional levels” (OpenAPI 3.2.0, Nested Encoding). */
const deepest = 3;

interface Surroundings {
  readonly models: HasSchemas;
  readonly settings: FormSettings;
}

/** What is said of parts by their place. */
interface Sequence {
  readonly schema: SchemaModel | undefined;
  readonly itemSchema: SchemaModel | undefined;
  readonly positions: PositionsModel | undefined;
  /** What an author shows of it. */
  readonly example: unknown;
}

/**
 * The parts of a multipart body that have places instead of names; undefined where it is no multipart or its parts have
 * names. “Most `multipart` media types … do not have named parts. Data for these media types are modeled as an array,
 * with one item per part, in order” (OpenAPI 3.2.0, “Encoding By Position”): the schema is that of a list, or
 * `itemSchema` that of each item (“Streaming Sequential Media Types”).
 */
export function sequenceForm(media: MediaModel, around: Surroundings): SequenceForm | undefined {
  if (!/^multipart\//i.test(media.type)) return undefined;
  const { schema, itemSchema, positions } = media;
  const example = media.examples.find(({ value }) => Array.isArray(value))?.value;
  return sequenceOf({ schema, itemSchema, positions, example }, around, 0);
}

function sequenceOf(said: Sequence, around: Surroundings, depth: number): SequenceForm | undefined {
  const { schema, itemSchema, positions } = said;
  const flat = schema && flattenSchema(around.models, schema);
  const isDescribed = positions !== undefined || itemSchema !== undefined;
  if (flat ? !isList(flat, isDescribed) : !isDescribed) return undefined;
  const { minItems = 0, maxItems } = (schema && namedSchema(around.models, schema)?.limits) ?? {};
  const prefix = flat?.prefixItems ?? [];
  const each = flat?.items ?? itemSchema;
  const isClosed =
    (each !== undefined && isNever(each, around.models)) ||
    // Any item may follow by the letter of JSON Schema; nobody who describes two parts means a third.
    (each === undefined && prefix.length > 0 && positions?.rest === undefined);
  const given: readonly unknown[] = Array.isArray(said.example) ? said.example : [];
  const rest = isClosed ? undefined : itemForm(each, positions?.rest, undefined, around, depth);
  // Encoding Objects of places that have no part are ignored; a part may yet come to be there.
  const described = isClosed ? prefix.length : Math.max(prefix.length, positions?.first.length ?? 0);
  const first = Array.from({ length: Math.min(described, mostFirst) }, (_, i) =>
    itemForm(prefix[i] ?? each, positions?.first[i] ?? positions?.rest, given[i], around, depth),
  );
  const begins = Math.max(prefix.length, minItems, around.settings.prefill ? given.length : 0, 1);
  return {
    first,
    ...(rest && { rest }),
    atLeast: Math.min(minItems, mostFirst),
    atMost: rest ? maxItems : Math.min(maxItems ?? first.length, first.length),
    begins: Math.min(begins, maxItems ?? mostFirst, rest ? mostFirst : first.length),
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
  around: Surroundings,
  depth: number,
): ItemForm {
  const { models, settings } = around;
  const contentType = position?.contentType;
  const inside = insideOf(schema, position, example, around, depth);
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

/** The parts of a part that is a multipart document itself. */
function insideOf(
  schema: SchemaModel | undefined,
  position: PositionModel | undefined,
  example: unknown,
  around: Surroundings,
  depth: number,
): SequenceForm | undefined {
  const [type = ""] = concreteTypes(position?.contentType);
  if (!/^multipart\//i.test(type) || depth >= deepest) return undefined;
  const said = { schema, itemSchema: undefined, positions: position?.inside, example };
  return sequenceOf(said, around, depth + 1);
}

/** A schema without a type is one of bytes, or of anything (OpenAPI 3.2.0, Encoding Object, `contentType`). */
function itemKind(
  schema: SchemaModel | undefined,
  contentType: string | undefined,
  models: HasSchemas,
): ItemForm["kind"] {
  const named = schema && namedSchema(models, schema);
  if (!named) return "either";
  if (isBinary(named)) return "file";
  if (saysNothing(named)) return concreteTypes(contentType).some(isText) ? "either" : "file";
  const choices = [...named.oneOf, ...named.anyOf].filter((each) => !isNull(each));
  const files = choices.filter((each) => isFile(each, models));
  if (files.length > 0) return files.length === choices.length ? "file" : "either";
  // A picture is no text, whatever the schema says.
  const isPicture = named.types.includes("string") && named.contentEncoding === undefined;
  return isPicture && /^\s*(?:image|audio|video|font)\//i.test(contentType ?? "") ? "either" : "value";
}

function isFile(schema: SchemaModel, models: HasSchemas): boolean {
  const named = namedSchema(models, schema);
  return named !== undefined && (isBinary(named) || saysNothing(named));
}

function isText(type: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml)\b/i.test(type);
}
