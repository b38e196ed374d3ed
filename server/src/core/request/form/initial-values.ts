import { type SchemaSource, resolveSchema } from "../../spec/model/flatten-schema.ts";
import type { SchemaModel } from "../../spec/model/schema-model.ts";
import { isPlainRecord, getOwnProperty } from "../../text/plain-record.ts";
import { getEssence, toJsonText, toParameterText } from "../media/encoding.ts";
import { isEventStream, isJsonLines } from "../media/media-types.ts";
import type {
  BodyKind,
  FormExample,
  FormSettings,
  ItemForm,
  MediaTypeForm,
  ParameterForm,
  PartForm,
  RequestForm,
  SequenceForm,
} from "./request-form.ts";
import {
  type BodyValue,
  type ItemValue,
  getParameterKey,
  type ParameterValue,
  type PartValue,
  type RequestValues,
} from "./request-values.ts";
import { createSampleOfSchema, createSampleXml } from "./sample-value.ts";

/**
 * Returns a field's initial value, or undefined if the field doesn't have one. The initial value is the first of the
 * following that exists: `x-default`, the first example (if `api.examples.prefill` is set), the schema's default, or
 * the only allowed value.
 */
export function getInitialValue(
  schema: SchemaModel | undefined,
  examples: readonly FormExample[],
  models: SchemaSource,
  settings: Pick<FormSettings, "prefillsExamples">,
): { readonly value: unknown } | undefined {
  const declaredDefault = getPreferredDefault(schema, models);
  if (declaredDefault) return declaredDefault;
  const schemas = listSchemaAndTarget(schema, models);
  if (settings.prefillsExamples) {
    const [example] = [...examples.map(({ value }) => value), ...schemas.flatMap((each) => each.examples)];
    if (example !== undefined) return { value: example };
  }
  for (const { constant, default: defaultValue, enum: values } of schemas) {
    const onlyValue = values?.length === 1 ? { value: values[0] } : undefined;
    const initialValue = defaultValue ?? constant ?? onlyValue;
    if (initialValue) return { value: initialValue.value };
  }
  return undefined;
}

/**
 * Whether an optional field is initially sent. This is the case if it has `x-default`, or if it has an example and
 * `api.examples.prefill` is set. The schema's `default` doesn't matter, because the API assumes this value anyway.
 */
export function isInitiallySent(
  schema: SchemaModel | undefined,
  examples: readonly FormExample[],
  models: SchemaSource,
  { prefillsExamples, onlyRequired }: FormSettings,
): boolean {
  if (getPreferredDefault(schema, models)) return true;
  const hasExample =
    examples.length > 0 || listSchemaAndTarget(schema, models).some((each) => each.examples.length > 0);
  return prefillsExamples && !onlyRequired && hasExample;
}

function getPreferredDefault(schema: SchemaModel | undefined, models: SchemaSource) {
  for (const { extensions } of listSchemaAndTarget(schema, models)) {
    const value = getOwnProperty(extensions, "x-default");
    if (value !== undefined) return { value };
  }
  return undefined;
}

/** Returns the schema followed by the schema that it references, if any. The first schema takes precedence. */
function listSchemaAndTarget(schema: SchemaModel | undefined, models: SchemaSource): readonly SchemaModel[] {
  const model = schema && resolveSchema(models, schema);
  return [...new Set([schema, model])].filter((each) => each !== undefined);
}

/** Returns the initial value of a parameter or a part's header. */
export function createInitialParameter(
  { required, initial, schema, examples }: ParameterForm,
  models: SchemaSource,
  settings: FormSettings,
): ParameterValue {
  const isSent = required || (initial !== undefined && isInitiallySent(schema, examples, models, settings));
  return { sent: isSent, value: initial?.value };
}

/** Returns the initial parts for a body whose parts are identified by position. */
export function createInitialSequence(
  sequence: SequenceForm,
  models: SchemaSource,
  settings: FormSettings,
): readonly ItemValue[] {
  return Array.from({ length: sequence.initialCount }, (_, index) => getItem(sequence, index)).flatMap((item) =>
    item ? [createInitialItem(item, models, settings)] : [],
  );
}

/** Returns the form for the part at a zero-based position, or undefined if no part is allowed at that position. */
export function getItem({ first, rest }: SequenceForm, index: number): ItemForm | undefined {
  return first[index] ?? rest;
}

/**
 * Returns the initial value of a positional part. A part that can be text or a file is initially a file if it has
 * neither initial text nor a schema.
 */
export function createInitialItem(item: ItemForm, models: SchemaSource, settings: FormSettings): ItemValue {
  const { kind, headers = [], initial, innerForm } = item;
  const headerValues = headers.length > 0 && {
    headers: Object.fromEntries(
      headers.map((header) => [header.name, createInitialParameter(header, models, settings)]),
    ),
  };
  if (innerForm)
    return { value: { kind: "parts", items: createInitialSequence(innerForm, models, settings) }, ...headerValues };
  const isFile = kind === "file" || (kind === "either" && !initial && item.schema === undefined);
  return isFile
    ? { value: { kind: "file", file: undefined }, ...headerValues }
    : { value: { kind: "value", value: initial?.value }, ...headerValues };
}

/**
 * Returns a form's initial values. The first server, the first authentication method, and the first body are selected.
 * Credentials are filled in if the specification publishes keys. The body is initially sent if it's required or if the
 * method usually has one.
 */
export function createInitialValues(form: RequestForm): RequestValues {
  const [server] = form.servers;
  const [mediaType] = form.body?.mediaTypes ?? [];
  const models = { schemas: new Map(Object.entries(form.schemas)) };
  const sendsBody = form.body?.required === true || /^(?:POST|PUT|PATCH|QUERY)$/i.test(form.method);
  return {
    server: {
      at: server ? 0 : -1,
      variables: Object.fromEntries(server?.variables.map((each) => [each.name, each.default]) ?? []),
    },
    way: 0,
    credentials: Object.fromEntries(
      form.security
        .flat()
        .flatMap(({ name, publicKey }) =>
          publicKey === undefined ? [] : [[name, { kind: "value", value: publicKey }]],
        ),
    ),
    parameters: Object.fromEntries(
      form.parameters.map((each) => [getParameterKey(each), createInitialParameter(each, models, form.settings)]),
    ),
    body: mediaType && sendsBody ? createInitialBody(form, mediaType, models) : undefined,
  };
}

/** Returns the initial body for a media type, which is used when you select this media type. */
export function createInitialBody(
  { schemas, settings }: RequestForm,
  { type, kind, text, fields, sequence, examples: [example] }: MediaTypeForm,
  models: SchemaSource = { schemas: new Map(Object.entries(schemas)) },
): BodyValue {
  if (sequence) return { type, kind: "sequence", items: createInitialSequence(sequence, models, settings) };
  switch (kind) {
    case "json":
    case "lines":
    case "xml":
    case "text":
      return { type, kind: "text", text };
    case "binary":
      return { type, kind: "file", file: undefined };
    case "urlencoded":
    case "multipart":
      return {
        type,
        kind: "parts",
        parts: fields.map((field) => createInitialPart(field, example?.value, models, settings)),
      };
  }
}

function createInitialPart(
  { name, kind, required, initial, schema, headers: fields = [] }: PartForm,
  bodyExample: unknown,
  models: SchemaSource,
  settings: FormSettings,
): PartValue {
  const headers = Object.fromEntries(fields.map((each) => [each.name, createInitialParameter(each, models, settings)]));
  const headerValues = fields.length > 0 ? { headers } : {};
  if (kind !== "value") return { name, sent: required, value: { kind: "files", files: [] }, ...headerValues };
  const exampleValue = isPlainRecord(bodyExample) ? getOwnProperty(bodyExample, name) : undefined;
  const examples = exampleValue === undefined ? [] : [{ name: "", summary: undefined, value: exampleValue }];
  const isSent = required || (initial !== undefined && isInitiallySent(schema, examples, models, settings));
  return { name, sent: isSent, value: { kind: "value", value: initial?.value }, ...headerValues };
}

/**
 * Formats a sample body as text for the editor. For a sequential media type, an array is written as separate items
 * (OpenAPI 3.2.0, “Sequential Media Types”), either as lines of JSON or as events separated by blank lines.
 */
export function formatExample(
  value: unknown,
  { kind, type }: { readonly kind: BodyKind; readonly type: string },
): string {
  if (kind === "json") return JSON.stringify(value, null, 2);
  if (typeof value === "string") return value;
  const essence = getEssence(type);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (isJsonLines(essence)) return items.map((item) => `${toJsonText(item)}\n`).join("");
  if (isEventStream(essence)) return items.map(formatEvent).join("");
  return typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : (toParameterText(value) ?? "");
}

/**
 * Returns the lines of an event. Each line contains one field, or one line of a field with several lines of text (HTML,
 * “Parsing an event stream”).
 */
function formatEvent(event: unknown): string {
  const fields = isPlainRecord(event) ? Object.entries(event) : [["data", event] as const];
  const lines = fields.flatMap(([name, value]) =>
    (toParameterText(value) ?? "").split(/\r\n?|\n/).map((line) => `${name}: ${line}\n`),
  );
  return `${lines.join("")}\n`;
}

export interface BodySource {
  readonly kind: BodyKind;
  /** The media type, such as `application/jsonl`. */
  readonly type: string;
  readonly schema: SchemaModel | undefined;
  readonly examples: readonly FormExample[];
  readonly models: SchemaSource;
  readonly settings: FormSettings;
}

/**
 * Returns the initial text for a body editor. With `api.examples.prefill`, this is the author's example or, if there is
 * none, a sample generated from the schema. Without this setting, this is a sample with only required properties, so
 * you don't send made-up values by accident. If no sample can be generated, returns the author's example anyway.
 */
export function createInitialText({ kind, type, schema, examples, models, settings }: BodySource): string {
  const [example] = examples;
  if (settings.prefillsExamples && example) return formatExample(example.value, { kind, type });
  const isRequiredOnly = settings.onlyRequired || !settings.prefillsExamples;
  const options = { direction: "request", onlyRequired: isRequiredOnly, isInitialValue: true } as const;
  const sampleValue =
    kind === "xml" && schema
      ? createSampleXml(schema, models, options)
      : schema && createSampleOfSchema(schema, models, options);
  const value = sampleValue ?? example?.value;
  // For a string, the sampler returns `string`, which is less useful than an empty editor.
  return value === undefined || (kind === "text" && value === "string") ? "" : formatExample(value, { kind, type });
}
