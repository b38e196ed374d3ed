import type { BuiltPart, BuiltRequest, NameValuePair } from "../../request/build/build-context.ts";
import { buildSequence } from "../../request/build/multipart.ts";
import { serializeHeader, serializeQuery } from "../../request/build/serialize.ts";
import { generateCodeSamples } from "../../request/code/code-samples.ts";
import { buildSequenceForm } from "../../request/form/body-form.ts";
import { formatExample, getItem } from "../../request/form/initial-values.ts";
import {
  defaultFormSettings,
  type ItemForm,
  type ParameterForm,
  type SequenceForm,
} from "../../request/form/request-form.ts";
import type { ItemValue } from "../../request/form/request-values.ts";
import { buildSampleValue, createSampleOfSchema, type SampleOptions } from "../../request/form/sample-value.ts";
import { getEssence, percentEncode } from "../../request/media/encoding.ts";
import {
  listConcreteTypes,
  getBodyKind,
  isEventStream,
  isPartHeader,
  findPartHeaderError,
} from "../../request/media/media-types.ts";
import { type SchemaSource, resolveSchema } from "../../spec/model/flatten-schema.ts";
import type { MediaTypeModel, OperationModel, ParameterModel, ServerModel } from "../../spec/model/operation-model.ts";
import { getOwnProperty } from "../../text/plain-record.ts";
import type { SampleView } from "../view/endpoint-page.ts";
import type { EndpointRenderTools, EndpointFacts } from "./endpoint-page.ts";

/** Converts a sample request to a `BuiltRequest`, from which code can be generated. */
export function toBuiltRequest({ method, url, query, headers, cookies, body }: SampleRequest): BuiltRequest {
  const queryPairs = query.map(({ name, value }) => `${percentEncode(name, "value")}=${encodeValue(value)}`);
  const hasContentType = headers.some(({ name }) => name.toLowerCase() === "content-type");
  const isUrlencoded = body?.kind === "form" && !body.type.startsWith("multipart/");
  const contentTypePairs: readonly NameValuePair[] =
    isUrlencoded && !hasContentType ? [["Content-Type", body.type]] : [];
  return {
    method,
    url: queryPairs.length > 0 ? `${url}${url.includes("?") ? "&" : "?"}${queryPairs.join("&")}` : url,
    headers: [...headers.map(toPair), ...contentTypePairs],
    cookies: cookies.map(toPair),
    body: body && buildBody(body),
  };
}

/** Percent-encodes a value but keeps placeholders such as `<id>` readable, because readers replace them. */
export function encodeValue(value: string): string {
  return /^<[\w .-]+>$/.test(value) ? value : percentEncode(value, "value");
}

function buildBody(body: SampleBody): BuiltRequest["body"] {
  if (body.kind === "parts") return body;
  if (body.kind === "text") return { kind: "text", text: body.text };
  if (body.type.startsWith("multipart/")) return { kind: "parts", type: body.type, parts: body.fields.map(createPart) };
  const fields = body.fields.map(({ name, value }) => `${percentEncode(name, "form")}=${percentEncode(value, "form")}`);
  return { kind: "text", text: fields.join("&") };
}

function createPart({ name, value, headers = [] }: SampleField): BuiltPart {
  return { kind: "value", name, value, ...(headers.length > 0 && { headers: headers.map(toPair) }) };
}

function toPair({ name, value }: NamedValue): NameValuePair {
  return [name, value];
}

/** Returns the request samples: those in the specification, followed by generated ones in the site's languages. */
export function createSamples(
  extensions: Readonly<Record<string, unknown>>,
  request: SampleRequest,
  facts: EndpointFacts,
  { highlight }: EndpointRenderTools,
): readonly SampleView[] {
  const customSamples = readCustomSamples(extensions);
  const generatedSamples = facts.generatesSamples ? generateCodeSamples(toBuiltRequest(request), facts.languages) : [];
  const allSamples = [
    ...customSamples,
    ...generatedSamples.filter(({ label }) => !customSamples.some((sample) => sample.label === label)),
  ];
  return allSamples.map(({ label, lang, code }) => ({
    label,
    lang,
    lines: highlight(code, lang) ?? splitLines(code),
    isGenerated: !customSamples.some((sample) => sample.label === label),
  }));
}

/** Returns the samples in the vendor extension `x-codeSamples`, whose items have the form `{ lang, label, source }`. */
function readCustomSamples(
  extensions: Readonly<Record<string, unknown>>,
): { label: string; lang: string; code: string }[] {
  const samples = extensions["x-codeSamples"] ?? extensions["x-code-samples"];
  if (!Array.isArray(samples)) return [];
  return samples.flatMap((sample: unknown) => {
    if (typeof sample !== "object" || sample === null) return [];
    const { lang, label, source } = sample as Record<string, unknown>;
    if (typeof lang !== "string" || typeof source !== "string") return [];
    // A YAML block scalar ends with a line break.
    const code = source.replace(/\r?\n$/, "");
    return [{ label: typeof label === "string" ? label : lang, lang: lang.toLowerCase(), code }];
  });
}

const maxResponses = 30;

/**
 * Returns the response samples: all examples in the specification or, if it has no examples, one sample that's
 * generated from the schema.
 */
export function buildResponseSamples(
  operation: OperationModel,
  models: SchemaSource,
  facts: EndpointFacts,
  { highlight }: EndpointRenderTools,
): readonly SampleView[] {
  const options = { direction: "response", onlyRequired: false } as const;
  return operation.responses.slice(0, maxResponses).flatMap((response): SampleView[] => {
    const mediaType = response.content.find(({ type }) => /[/+]json\b/.test(type)) ?? response.content[0];
    if (!mediaType) return [];
    const examplesWithValue = mediaType.examples.filter(({ value }) => value !== undefined);
    const values =
      examplesWithValue.length > 0
        ? examplesWithValue.map(({ name, summary, value }) => ({
            title: summary ?? name,
            value,
            isGenerated: false,
          }))
        : facts.generatesSamples
          ? [{ title: "", value: buildSampleValue(mediaType, models, options), isGenerated: true }]
          : [];
    return values.flatMap(({ title, value, isGenerated }) => {
      if (value === undefined) return [];
      const code = typeof value === "string" ? value : JSON.stringify(value, null, 2);
      const lang = typeof value === "string" && !/json/.test(mediaType.type) ? "text" : "json";
      return [
        {
          label: response.status,
          lang,
          ...(title !== "" && { title }),
          lines: highlight(code, lang) ?? splitLines(code),
          isGenerated,
        },
      ];
    });
  });
}

function splitLines(code: string): readonly (readonly string[])[] {
  return code.split("\n").map((line) => [line]);
}

/**
 * Returns the positional parts of a multipart body for code samples, using the author's example or values generated
 * from the schemas. Files get a placeholder name. Returns undefined if the parts have names.
 */
export function buildSequenceSample(
  mediaType: MediaTypeModel,
  models: SchemaSource,
  options: SampleOptions,
): readonly BuiltPart[] | undefined {
  const form = buildSequenceForm(mediaType, { models, settings: defaultFormSettings });
  if (!form) return undefined;
  const example = mediaType.examples.find(({ value }) => Array.isArray(value))?.value;
  const buildContext = { variables: {}, problems: [], query: [], headers: [], cookies: [] };
  const items = buildItems(form, example, { models, options });
  return buildSequence(buildContext, { form, items, type: mediaType.type, formKey: "body" }, models);
}

interface SampleContext {
  readonly models: SchemaSource;
  readonly options: SampleOptions;
}

function buildItems(form: SequenceForm, example: unknown, context: SampleContext, prefix = ""): readonly ItemValue[] {
  const exampleItems: readonly unknown[] = Array.isArray(example) ? example : [];
  const length = exampleItems.length > 0 ? exampleItems.length : form.initialCount;
  return Array.from({ length }, (_, index) => getItem(form, index)).flatMap((field, index): ItemValue[] => {
    if (!field) return [];
    const headers = buildHeaders(field.headers ?? [], context);
    return [
      {
        value: buildContent(field, exampleItems[index], context, `${prefix}${index + 1}`),
        ...(headers && { headers }),
      },
    ];
  });
}

function buildContent(
  field: ItemForm,
  example: unknown,
  context: SampleContext,
  partNumber: string,
): ItemValue["value"] {
  if (field.innerForm) return { kind: "parts", items: buildItems(field.innerForm, example, context, `${partNumber}-`) };
  const { schema, contentType } = field;
  const isTextual = listConcreteTypes(contentType).some((mediaType) => /^text\/|[/+](?:json|xml)\b/.test(mediaType));
  if (field.kind === "file" || (field.kind === "either" && example === undefined && !isTextual)) {
    const name = `part-${partNumber}`;
    return { kind: "file", file: { fileRef: name, name, size: 0, type: "" } };
  }
  const sampleValue = schema && createSampleOfSchema(schema, context.models, context.options);
  const value = example ?? sampleValue;
  return {
    kind: "value",
    value: value === undefined || value === null || value === "string" ? `<part-${partNumber}>` : value,
  };
}

function buildHeaders(headers: readonly ParameterForm[], { models, options }: SampleContext): ItemValue["headers"] {
  const requestedHeaders = headers.filter(({ required }) => required || !options.onlyRequired);
  if (requestedHeaders.length === 0) return undefined;
  return Object.fromEntries(
    requestedHeaders.map(({ name, schema, examples: [example] }) => {
      const value = example?.value ?? (schema && createSampleOfSchema(schema, models, options));
      return [name, { sent: true, value: value === undefined || value === "string" ? `<${name}>` : value }];
    }),
  );
}

/**
 * The request that code samples are generated from. It contains named placeholders instead of credentials and other
 * values that readers fill in.
 */
export interface SampleRequest {
  readonly method: string;
  /** The URL without the query. */
  readonly url: string;
  readonly query: readonly NamedValue[];
  readonly headers: readonly NamedValue[];
  readonly cookies: readonly NamedValue[];
  readonly body: SampleBody | undefined;
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export type SampleBody =
  /** A multipart body whose parts are identified by their positions. */
  | { readonly kind: "parts"; readonly type: string; readonly parts: readonly BuiltPart[] }
  | { readonly kind: "text"; readonly type: string; readonly text: string }
  | { readonly kind: "form"; readonly type: string; readonly fields: readonly SampleField[] };

/** A form field. In a `multipart` form, the field includes the headers of its part. */
export interface SampleField extends NamedValue {
  readonly headers?: readonly NamedValue[];
}

/** Returns an operation's request with the author's example values, or with values that its schemas allow. */
export function buildSampleRequest(
  operation: OperationModel,
  models: SchemaSource,
  options: { readonly onlyRequired: boolean; readonly server: ServerModel | undefined },
): SampleRequest {
  const sampleOptions: SampleOptions = { direction: "request", onlyRequired: options.onlyRequired };
  const formatValue = (parameter: ParameterModel): string =>
    toText(buildSampleValue(parameter, models, sampleOptions), parameter.name);
  const requestedParameters = operation.parameters.filter(({ required }) => required || !options.onlyRequired);
  const getParameters = (location: string): NamedValue[] =>
    requestedParameters
      .filter((requestParameter) => requestParameter.in === location)
      .map((model) => ({ name: model.name, value: formatValue(model) }));
  // Objects and arrays are serialized in the parameter's style, as in the playground.
  const buildQuery = (parameter: ParameterModel): NamedValue[] => {
    const { name, style = "form", mediaType } = parameter;
    const value = buildSampleValue(parameter, models, sampleOptions);
    if (mediaType !== undefined || typeof value !== "object" || value === null)
      return [{ name, value: toText(value, name) }];
    const isExploded = parameter.explode ?? (style === "form" || style === "deepObject");
    const pairs = serializeQuery({ name, style, explode: isExploded }, value, (text) => text);
    return pairs.map(([fieldName, text]) => ({ name: fieldName, value: toText(text, fieldName) }));
  };
  const base = options.server ? resolveServerUrl(options.server) : "https://api.example.com";
  const path = operation.path.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const parameter = operation.parameters.find((candidate) => candidate.in === "path" && candidate.name === name);
    return parameter ? encodeValue(formatValue(parameter)) : placeholder;
  });
  const body = buildSampleBody(operation, models, sampleOptions);
  const credentials = createCredentialPlaceholders(operation);
  return {
    method: operation.method,
    url: base.replace(/\/$/, "") + path,
    query: [
      ...requestedParameters.filter((requestParameter) => requestParameter.in === "query").flatMap(buildQuery),
      ...credentials.query,
    ],
    headers: [
      ...credentials.headers,
      ...getParameters("header"),
      ...(body?.kind === "text" ? [{ name: "Content-Type", value: body.type }] : []),
    ],
    cookies: [...getParameters("cookie"), ...credentials.cookies],
    body,
  };
}

/**
 * Returns a server's URL, such as `https://{region}.example.com`, with its variables replaced by their defaults. A
 * variable without a default isn't replaced.
 */
export function resolveServerUrl({ url, variables }: ServerModel): string {
  return url.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const value = variables.find((variable) => variable.name === name)?.default;
    return value === undefined || value === "" ? placeholder : value;
  });
}

function toText(value: unknown, name: string): string {
  if (value === undefined || value === null || value === "" || value === "string") return `<${name}>`;
  if (Array.isArray(value)) return value.map((item) => toText(item, name)).join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function buildSampleBody(
  operation: OperationModel,
  models: SchemaSource,
  options: SampleOptions,
): SampleBody | undefined {
  const content = operation.body?.content ?? [];
  const mediaType = content.find(({ type }) => /[/+]json\b/.test(type)) ?? content[0];
  if (!mediaType) return undefined;
  const parts = buildSequenceSample(mediaType, models, options);
  if (parts) return { kind: "parts", type: mediaType.type, parts };
  const value = buildSampleValue(mediaType, models, options) ?? createItemSample(mediaType, models, options);
  if (value === undefined) return undefined;
  const isForm = mediaType.type.startsWith("multipart/") || mediaType.type === "application/x-www-form-urlencoded";
  if (isForm && typeof value === "object" && value !== null)
    return {
      kind: "form",
      type: mediaType.type,
      fields: Object.entries(value).map(([name, each]): SampleField => {
        const headers = buildPartHeaders(getOwnProperty(mediaType.partHeaders, name) ?? [], models, options);
        return { name, value: toText(each, name), ...(headers.length > 0 && { headers }) };
      }),
    };
  const { schema = mediaType.itemSchema } = mediaType;
  const kind = getBodyKind(mediaType.type, schema && resolveSchema(models, schema));
  const isSequence = kind === "lines" || isEventStream(getEssence(mediaType.type));
  const text = isSequence
    ? formatExample(value, { kind, type: mediaType.type })
    : typeof value === "string"
      ? value
      : JSON.stringify(value, null, 2);
  return { kind: "text", type: mediaType.type, text };
}

/** If the specification describes only the items of a sequence, returns a sample item. Otherwise, returns undefined. */
function createItemSample(
  { schema, itemSchema }: MediaTypeModel,
  models: SchemaSource,
  options: SampleOptions,
): unknown {
  return schema || !itemSchema ? undefined : createSampleOfSchema(itemSchema, models, options);
}

function buildPartHeaders(
  headers: readonly ParameterModel[],
  models: SchemaSource,
  options: SampleOptions,
): readonly NamedValue[] {
  return headers
    .filter(({ name, required }) => isPartHeader(name) && (required || !options.onlyRequired))
    .map((header) => {
      const { name, mediaType, explode = false } = header;
      const value = buildSampleValue(header, models, options);
      const isScalar = mediaType !== undefined || typeof value !== "object";
      const text = isScalar ? toText(value, name) : (serializeHeader(explode, value) ?? "");
      return { name, value: text === "" || findPartHeaderError(text) !== undefined ? `<${name}>` : text };
    });
}

interface CredentialPlaceholders {
  readonly headers: readonly NamedValue[];
  readonly query: readonly NamedValue[];
  readonly cookies: readonly NamedValue[];
}

/** Returns placeholders for the credentials of the first authentication method. */
function createCredentialPlaceholders({ security }: OperationModel): CredentialPlaceholders {
  const requirement = security.find((schemes) => schemes.length > 0) ?? [];
  const credentials = requirement.flatMap(({ scheme }) => {
    const type = scheme?.["type"];
    if (type === "apiKey")
      return [{ location: scheme?.["in"], name: getText(scheme, "name") ?? "X-API-Key", value: "<api-key>" }];
    if (type === "http" && getText(scheme, "scheme")?.toLowerCase() === "basic")
      return [{ location: "header", name: "Authorization", value: "Basic <encoded-value>" }];
    if (type === "http" || type === "oauth2" || type === "openIdConnect")
      return [{ location: "header", name: "Authorization", value: "Bearer <token>" }];
    return [];
  });
  const getCredentials = (location: string): NamedValue[] =>
    credentials.filter((secret) => secret.location === location).map(({ name, value }) => ({ name, value }));
  return { headers: getCredentials("header"), query: getCredentials("query"), cookies: getCredentials("cookie") };
}

function getText(scheme: Readonly<Record<string, unknown>> | undefined, key: string): string | undefined {
  const value = scheme?.[key];
  return typeof value === "string" ? value : undefined;
}
