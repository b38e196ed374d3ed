import type { BuiltPart } from "../../request/build/build-context.ts";
import { serializeHeader, serializeQuery } from "../../request/build/serialize.ts";
import { bareType, exampleText } from "../../request/form/initial-values.ts";
import { sampleOfSchema, type SampleOptions, sampleValue } from "../../request/form/sample-value.ts";
import { bodyKind } from "../../request/media/media-kind.ts";
import { isPartHeader, partHeaderFault } from "../../request/media/part-types.ts";
import { isEventStream } from "../../request/media/stream-items.ts";
import { type HasSchemas, namedSchema } from "../../spec/model/flatten-schema.ts";
import type { MediaModel, OperationModel, ParameterModel, ServerModel } from "../../spec/model/operation-model.ts";
import { ownOf } from "../../text/plain-record.ts";
import { encodedValue } from "./built-sample.ts";
import { sequenceSample } from "./sequence-sample.ts";

/** A request as samples of code show it: nothing in it is a secret, what a reader fills in is named. */
export interface SampleRequest {
  readonly method: string;
  /** Without its query. */
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
  /** Parts by their place. */
  | { readonly kind: "parts"; readonly type: string; readonly parts: readonly BuiltPart[] }
  | { readonly kind: "text"; readonly type: string; readonly text: string }
  | { readonly kind: "form"; readonly type: string; readonly fields: readonly SampleField[] };

/** A field of a form, with the headers of its part where it is one of `multipart`. */
export interface SampleField extends NamedValue {
  readonly headers?: readonly NamedValue[];
}

/** The request of an operation with the values its author gives, else with such as its schemas allow. */
export function sampleRequest(
  operation: OperationModel,
  models: HasSchemas,
  options: { readonly onlyRequired: boolean; readonly server: ServerModel | undefined },
): SampleRequest {
  const sampling: SampleOptions = { direction: "request", onlyRequired: options.onlyRequired };
  const valueOf = (parameter: ParameterModel): string =>
    textOf(parameterSample(parameter, models, sampling), parameter.name);
  const wanted = operation.parameters.filter(({ required }) => required || !options.onlyRequired);
  const at = (place: string): NamedValue[] =>
    wanted.filter((each) => each.in === place).map((each) => ({ name: each.name, value: valueOf(each) }));
  // An object or a list is written by its style, as what readers send is.
  const queryOf = (parameter: ParameterModel): NamedValue[] => {
    const { name, style = "form", mediaType } = parameter;
    const value = parameterSample(parameter, models, sampling);
    if (mediaType !== undefined || typeof value !== "object" || value === null)
      return [{ name, value: textOf(value, name) }];
    const explode = parameter.explode ?? (style === "form" || style === "deepObject");
    const pairs = serializeQuery({ name, style, explode }, value, (text) => text);
    return pairs.map(([own, text]) => ({ name: own, value: textOf(text, own) }));
  };
  const base = options.server ? serverUrl(options.server) : "https://api.example.com";
  const path = operation.path.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const parameter = operation.parameters.find((each) => each.in === "path" && each.name === name);
    return parameter ? encodedValue(valueOf(parameter)) : whole;
  });
  const body = bodyOf(operation, models, sampling);
  const secrets = secretsOf(operation);
  return {
    method: operation.method,
    url: base.replace(/\/$/, "") + path,
    query: [...wanted.filter((each) => each.in === "query").flatMap(queryOf), ...secrets.query],
    headers: [
      ...secrets.headers,
      ...at("header"),
      ...(body?.kind === "text" ? [{ name: "Content-Type", value: body.type }] : []),
    ],
    cookies: [...at("cookie"), ...secrets.cookies],
    body,
  };
}

/** `https://{region}.example.com` with the default of each variable. */
export function serverUrl({ url, variables }: ServerModel): string {
  return url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = variables.find((each) => each.name === name)?.default;
    return value === undefined || value === "" ? whole : value;
  });
}

function parameterSample(parameter: ParameterModel, models: HasSchemas, options: SampleOptions): unknown {
  const written = parameter.examples.find(({ value }) => value !== undefined);
  if (written) return written.value;
  return parameter.schema && sampleOfSchema(parameter.schema, models, options);
}

function textOf(value: unknown, name: string): string {
  if (value === undefined || value === null || value === "" || value === "string") return `<${name}>`;
  if (Array.isArray(value)) return value.map((each) => textOf(each, name)).join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function bodyOf(
  operation: OperationModel,
  models: HasSchemas,
  options: SampleOptions,
): SampleBody | undefined {
  const content = operation.body?.content ?? [];
  const media = content.find(({ type }) => /[/+]json\b/.test(type)) ?? content[0];
  if (!media) return undefined;
  const parts = sequenceSample(media, models, options);
  if (parts) return { kind: "parts", type: media.type, parts };
  const value = sampleValue(media, models, options) ?? itemSample(media, models, options);
  if (value === undefined) return undefined;
  const isForm = media.type.startsWith("multipart/") || media.type === "application/x-www-form-urlencoded";
  if (isForm && typeof value === "object" && value !== null)
    return {
      kind: "form",
      type: media.type,
      fields: Object.entries(value).map(([name, each]): SampleField => {
        const headers = partHeaders(ownOf(media.partHeaders, name) ?? [], models, options);
        return { name, value: textOf(each, name), ...(headers.length > 0 && { headers }) };
      }),
    };
  const { schema = media.itemSchema } = media;
  const kind = bodyKind(media.type, schema && namedSchema(models, schema));
  const isSequence = kind === "lines" || isEventStream(bareType(media.type));
  const text = isSequence
    ? exampleText(value, { kind, type: media.type })
    : typeof value === "string"
      ? value
      : JSON.stringify(value, null, 2);
  return { kind: "text", type: media.type, text };
}

/** Of a sequence whose items alone are described. */
function itemSample({ schema, itemSchema }: MediaModel, models: HasSchemas, options: SampleOptions): unknown {
  return schema || !itemSchema ? undefined : sampleOfSchema(itemSchema, models, options);
}

function partHeaders(
  headers: readonly ParameterModel[],
  models: HasSchemas,
  options: SampleOptions,
): readonly NamedValue[] {
  return headers
    .filter(({ name, required }) => isPartHeader(name) && (required || !options.onlyRequired))
    .map((header) => {
      const { name, mediaType, explode = false } = header;
      const value = parameterSample(header, models, options);
      const isPlain = mediaType !== undefined || typeof value !== "object";
      const text = isPlain ? textOf(value, name) : (serializeHeader(explode, value) ?? "");
      return { name, value: text === "" || partHeaderFault(text) !== undefined ? `<${name}>` : text };
    });
}

interface Secrets {
  readonly headers: readonly NamedValue[];
  readonly query: readonly NamedValue[];
  readonly cookies: readonly NamedValue[];
}

/** Of the first way to sign in, as words for a reader to replace. */
function secretsOf({ security }: OperationModel): Secrets {
  const way = security.find((needs) => needs.length > 0) ?? [];
  const found = way.flatMap(({ scheme }) => {
    const type = scheme?.["type"];
    if (type === "apiKey")
      return [{ place: scheme?.["in"], name: textIn(scheme, "name") ?? "X-API-Key", value: "<api-key>" }];
    if (type === "http" && textIn(scheme, "scheme")?.toLowerCase() === "basic")
      return [{ place: "header", name: "Authorization", value: "Basic <encoded-value>" }];
    if (type === "http" || type === "oauth2" || type === "openIdConnect")
      return [{ place: "header", name: "Authorization", value: "Bearer <token>" }];
    return [];
  });
  const at = (place: string): NamedValue[] =>
    found.filter((each) => each.place === place).map(({ name, value }) => ({ name, value }));
  return { headers: at("header"), query: at("query"), cookies: at("cookie") };
}

function textIn(scheme: Readonly<Record<string, unknown>> | undefined, key: string): string | undefined {
  const value = scheme?.[key];
  return typeof value === "string" ? value : undefined;
}
