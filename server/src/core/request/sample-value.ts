import { sample } from "openapi-sampler";
import { isNull, type HasSchemas } from "../spec/model/flatten-schema.ts";
import type { MediaModel } from "../spec/model/operation-model.ts";
import type { SchemaModel } from "../spec/model/schema-model.ts";
import { ownOf } from "../text/plain-record.ts";

export interface SampleOptions {
  readonly direction: "request" | "response";
  /** `api.examples.defaults: "required"`. */
  readonly onlyRequired: boolean;
  /** What is made is to be sent: with the values that authors wish readers to begin with (`x-default`). */
  readonly begins?: true;
}

const mostSchemas = 600;
const mostChoices = 20;
const mostHops = 50;
const deepest = 7;
const longest = 1_000;
const mostItems = 10;
const mostItemsInside = 2;

/**
 * A value of this kind for readers to look at: the author's first example, else one made from the schema (its examples,
 * defaults and allowed values first); undefined where nothing can be made.
 */
export function sampleValue(media: MediaModel, models: HasSchemas, options: SampleOptions): unknown {
  const written = media.examples.find(({ value }) => value !== undefined);
  if (written) return written.value;
  return media.schema && sampleOfSchema(media.schema, models, options);
}

export function sampleOfSchema(
  schema: SchemaModel,
  models: HasSchemas,
  { direction, onlyRequired, begins }: SampleOptions,
): unknown {
  try {
    return sample(expanded(schema, models, begins === true), {
      skipNonRequired: onlyRequired,
      skipReadOnly: direction === "request",
      skipWriteOnly: direction === "response",
      quiet: true,
    });
  } catch {
    // A schema that contradicts itself has no value.
    return undefined;
  }
}

type Json = Record<string, unknown>;

interface Waiting {
  readonly schema: SchemaModel;
  readonly into: Json;
  readonly depth: number;
}

/**
 * The schema as the sampler reads it, references followed level by level, so that circles and wide schemas end in
 * something small and what lies near the top is all there.
 */
function expanded(schema: SchemaModel, models: HasSchemas, begins: boolean): Json {
  const root: Json = {};
  const waiting: Waiting[] = [{ schema, into: root, depth: 0 }];
  for (let i = 0; i < waiting.length && i < mostSchemas; i++) {
    const next = waiting[i];
    if (next) expand(next, { models, begins, wait: (child) => waiting.push(child) });
  }
  return root;
}

interface Expanding {
  readonly models: HasSchemas;
  readonly begins: boolean;
  readonly wait: (child: Waiting) => void;
}

function expand({ schema, into, depth }: Waiting, { models, begins, wait }: Expanding): void {
  const whole = targetOf(schema, models);
  const wish = begins ? wishOf(schema, models) : undefined;
  const { types, enum: values, constant, limits } = whole;
  const plain: Json = {
    type: types.length === 1 ? types[0] : types.length > 1 ? types : undefined,
    format: whole.format,
    const: constant?.value,
    enum: values,
    default: (schema.default ?? whole.default)?.value,
    example: wish ?? schema.examples[0] ?? whole.examples[0],
    ...tame(limits, depth),
    readOnly: schema.readOnly || whole.readOnly || undefined,
    writeOnly: schema.writeOnly || whole.writeOnly || undefined,
    required: begins ? namesToBeginWith(whole, models) : whole.required,
  };
  Object.assign(into, Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)));
  if (depth >= deepest) return;
  const child = (model: SchemaModel): Json => {
    const made: Json = {};
    wait({ schema: model, into: made, depth: depth + 1 });
    return made;
  };
  const { properties, additionalProperties, items, prefixItems } = whole;
  if (properties.length > 0)
    into["properties"] = Object.fromEntries(properties.map(({ name, schema: each }) => [name, child(each)]));
  if (typeof additionalProperties === "object") into["additionalProperties"] = child(additionalProperties);
  if (items) into["items"] = child(items);
  if (prefixItems) into["prefixItems"] = prefixItems.map(child);
  for (const key of ["allOf", "oneOf", "anyOf"] as const)
    if (whole[key].length > 0)
      into[key] = inOrder(whole[key], key, models)
        .slice(0, mostChoices)
        .map((each) => chosen(whole, each, child(each)));
}

/** The first of several choices becomes the sample: nothing at all (`type: "null"`) is the last that readers want to see. */
function inOrder(
  all: readonly SchemaModel[],
  key: "allOf" | "oneOf" | "anyOf",
  models: HasSchemas,
): readonly SchemaModel[] {
  if (key === "allOf" || all.length < 2) return all;
  const nothing = all.filter((each) => isNull(targetOf(each, models)));
  return nothing.length === 0 ? all : [...all.filter((each) => !nothing.includes(each)), ...nothing];
}

/** Of a choice that a property tells apart, with the value that chooses it. */
function chosen({ discriminator, allOf }: SchemaModel, choice: SchemaModel, made: Json): Json {
  const value = discriminator?.mapping.find(({ schema }) => schema === choice.ref)?.value;
  if (!discriminator || value === undefined || allOf.includes(choice)) return made;
  const { property } = discriminator;
  const telling = { type: "object", properties: { [property]: { type: "string", const: value } }, required: [property] }; // prettier-ignore
  return { type: "object", allOf: [made, telling] };
}

/** So long and many, and no more: what is asked for could fill any memory. */
function tame(limits: SchemaModel["limits"], depth: number): Json {
  const { minLength, minItems, minimum, exclusiveMinimum } = limits;
  return {
    ...limits,
    // The sampler begins at a limit that is included.
    ...(exclusiveMinimum !== undefined && {
      minimum: Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum + 1),
    }),
    ...(minLength !== undefined && { minLength: Math.min(minLength, longest) }),
    ...(minItems !== undefined && { minItems: Math.min(minItems, depth < 2 ? mostItems : mostItemsInside) }),
  };
}

function wishOf(schema: SchemaModel, models: HasSchemas): unknown {
  return ownOf(schema.extensions, "x-default") ?? ownOf(targetOf(schema, models).extensions, "x-default");
}

function namesToBeginWith({ required, properties }: SchemaModel, models: HasSchemas): readonly string[] {
  const wished = properties.filter(({ schema }) => wishOf(schema, models) !== undefined);
  return [...required, ...wished.map(({ name }) => name)];
}

function targetOf(schema: SchemaModel, { schemas }: HasSchemas): SchemaModel {
  let at = schema;
  for (let left = mostHops; at.ref !== undefined && left > 0; left--) {
    const next = schemas.get(at.ref);
    if (!next) return at;
    at = next;
  }
  return at;
}
