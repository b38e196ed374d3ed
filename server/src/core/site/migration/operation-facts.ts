import { flattenSchema, namedSchema } from "../../spec/model/flatten-schema.ts";
import type {
  MediaModel,
  OperationModel,
  ParameterModel,
  SpecModels,
} from "../../spec/model/operation-model.ts";
import type { SchemaModel, SchemaType } from "../../spec/model/schema-model.ts";
import { canonical } from "./plain-value.ts";
import type { ExampleView, FieldView } from "./endpoint-view.ts";

/** What the page generated from an operation shows of it. */
export interface OperationFacts {
  readonly description: string;
  readonly deprecated: boolean;
  readonly fields: readonly FieldView[];
  readonly examples: readonly ExampleView[];
  /** Samples that the specification sets itself. */
  readonly samples: readonly string[];
  /** Names of headers, query parameters and cookies that come of the ways to authorise: `header authorization`. */
  readonly authorisation: ReadonlySet<string>;
  /** Base addresses, as written. */
  readonly servers: readonly string[];
}

const mostFields = 3_000;
const deepest = 8;

/** Everything about an operation that the page of an author may say as well. */
export function operationFacts(operation: OperationModel, models: SpecModels): OperationFacts {
  const reading: Reading = { models, fields: [], known: new Set(), open: new Set() };
  for (const parameter of operation.parameters) addParameter(parameter, reading);
  const body = mainMedia(operation.body?.content ?? []);
  if (body) addSchema("body", body, reading);
  for (const { status, content } of operation.responses) {
    const media = mainMedia(content);
    if (media) addSchema(`answer ${status}`, media, reading);
  }
  return {
    description: words(operation.description ?? ""),
    deprecated: operation.deprecated,
    fields: reading.fields,
    examples: [
      ...(operation.body?.content ?? []).flatMap((media) => examplesOf("request", media)),
      ...operation.responses.flatMap(({ status, content }) =>
        content.flatMap((media) => examplesOf(`answer ${status}`, media)),
      ),
    ],
    samples: samplesOf(operation),
    authorisation: authorisationOf(operation),
    servers: operation.servers.map(({ url }) => url),
  };
}

/** Texts are compared by their words: where lines break counts for nothing. */
export function words(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

interface Reading {
  readonly models: SpecModels;
  readonly fields: FieldView[];
  /** Places and names of `fields`. */
  readonly known: Set<string>;
  /** Named schemas around, so that circles end. */
  readonly open: Set<SchemaModel>;
}

function addParameter(parameter: ParameterModel, reading: Reading): void {
  const { name, in: place, schema, required, deprecated, description } = parameter;
  const flat = schema && flattenSchema(reading.models, schema);
  reading.fields.push({
    place,
    name,
    type: typeText(flat?.types ?? []),
    required,
    deprecated,
    default: defaultOf(schema, reading.models),
    description: words(description ?? flat?.description ?? ""),
    isWritten: false,
  });
  if (schema) addInner(place, name, schema, reading, 1);
}

/** A value that is no object has a line of its own, without a name. */
function addSchema(place: string, { schema }: MediaModel, reading: Reading): void {
  if (!schema) return;
  const before = reading.fields.length;
  addInner(place, "", schema, reading, 0);
  if (reading.fields.length > before) return;
  const flat = flattenSchema(reading.models, schema);
  if (flat.types.length === 0 || flat.types.includes("object")) return;
  reading.fields.push(fieldOf(place, "", schema, false, reading));
}

function addInner(place: string, prefix: string, schema: SchemaModel, reading: Reading, depth: number): void {
  const named = namedSchema(reading.models, schema) ?? schema;
  if (depth > deepest || reading.fields.length > mostFields || reading.open.has(named)) return;
  reading.open.add(named);
  const flat = flattenSchema(reading.models, schema);
  for (const { name, schema: own, required } of flat.properties.values()) {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const key = `${place}\n${path}`;
    if (reading.known.has(key)) continue;
    reading.known.add(key);
    reading.fields.push(fieldOf(place, path, own, required, reading));
    addInner(place, path, own, reading, depth + 1);
  }
  if (flat.items) addInner(place, prefix, flat.items, reading, depth + 1);
  for (const choice of flat.choices.flat()) addInner(place, prefix, choice, reading, depth + 1);
  reading.open.delete(named);
}

function fieldOf(
  place: string,
  name: string,
  schema: SchemaModel,
  required: boolean,
  { models }: Reading,
): FieldView {
  const flat = flattenSchema(models, schema);
  return {
    place,
    name,
    type: typeText(flat.types),
    required,
    deprecated: schema.deprecated,
    default: defaultOf(schema, models),
    description: words(flat.description ?? ""),
    isWritten: false,
  };
}

function typeText(types: readonly SchemaType[]): string {
  return [...types].sort().join(" or ");
}

function defaultOf(schema: SchemaModel | undefined, models: SpecModels): string {
  const named = schema && namedSchema(models, schema);
  const found = schema?.default ?? named?.default;
  if (!found) return "";
  return typeof found.value === "string" ? found.value : canonical(found.value);
}

/** What pages show first: JSON, else what stands first. */
function mainMedia(content: readonly MediaModel[]): MediaModel | undefined {
  return content.find(({ type }) => /json/i.test(type)) ?? content[0];
}

function examplesOf(of: string, { examples, schema }: MediaModel): ExampleView[] {
  const values = examples.length > 0 ? examples.map(({ value }) => value) : (schema?.examples ?? []);
  return values
    .filter((value) => value !== undefined)
    .map((value) => ({ of, text: typeof value === "string" ? value.trim() : canonical(value) }));
}

function samplesOf({ extensions }: OperationModel): readonly string[] {
  const samples = extensions["x-codeSamples"] ?? extensions["x-code-samples"];
  if (!Array.isArray(samples)) return [];
  return samples.flatMap((sample: unknown) => {
    const source =
      typeof sample === "object" && sample !== null && "source" in sample ? sample.source : undefined;
    return typeof source === "string" ? [source.trim()] : [];
  });
}

function authorisationOf({ security }: OperationModel): ReadonlySet<string> {
  const names = security.flat().map(({ scheme }) => {
    const { type, in: place, name } = scheme ?? {};
    if (type === "apiKey" && typeof place === "string" && typeof name === "string")
      return `${place} ${name.toLowerCase()}`;
    return "header authorization";
  });
  return new Set(names);
}
