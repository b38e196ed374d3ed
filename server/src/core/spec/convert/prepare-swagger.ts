import { unescapeSegment } from "../resolve-ref.ts";
import {
  getListAt,
  getObjectAt,
  getTextAt,
  getTextsAt,
  getVendorExtensions,
  isJsonObject,
  type JsonObject,
  omitKeys,
  pickKeys,
} from "./json-values.ts";

/** A callback that reports content that the conversion can't preserve or an assumption that it must make. */
export type Note = (text: string) => void;

export interface SwaggerContext {
  readonly document: JsonObject;
  /** The URL without its scheme, such as `//api.example.com/v1`. Undefined if the document doesn't specify a host. */
  readonly address: string | undefined;
  readonly note: Note;
}

const json = "application/json";
const forms: readonly string[] = ["multipart/form-data", "application/x-www-form-urlencoded"];

/** Keys of a parameter that define its value. */
export const valueKeys: readonly string[] = [
  "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
  "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf",
]; // prettier-ignore

/** Converts an operation's body and media types to the form used in OpenAPI 3. Other parameters stay unchanged. */
function prepareOperation(
  operation: JsonObject,
  inherited: readonly unknown[],
  context: SwaggerContext,
): JsonObject {
  const { document, address } = context;
  const own = (getListAt(operation, "parameters") ?? []).map((one) => followed(one, document));
  const all = [
    ...own,
    ...inherited
      .map((one) => followed(one, document))
      .filter((one) => isBodyPart(one.resolved) && !own.some((other) => isSame(other, one))),
  ];
  const body = all.find(({ resolved }) => getTextAt(resolved, "in") === "body")?.resolved;
  const fields = all
    .filter(({ resolved }) => getTextAt(resolved, "in") === "formData")
    .map(({ resolved }) => resolved);
  const consumes = getTextsAt(operation, "consumes") ?? getTextsAt(document, "consumes") ?? [];
  const requestBody = body
    ? bodyOf(body, consumes)
    : fields.length > 0
      ? formOf(fields, consumes, context)
      : undefined;
  const schemes = getTextsAt(operation, "schemes");
  const parameters = own.filter((one) => !isBodyPart(one.resolved)).map(({ written }) => written);
  return {
    ...omitKeys(operation, "parameters", "consumes", "produces", "schemes", "responses"),
    ...(schemes &&
      address !== undefined && { servers: schemes.map((scheme) => ({ url: `${scheme}:${address}` })) }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    ...(isJsonObject(operation["responses"]) && { responses: responsesOf(operation, context) }),
  };
}

/** Returns a response with its content organized by media type. Headers stay unchanged. */
function prepareResponse(response: unknown, produces: readonly string[] | undefined, note: Note): unknown {
  if (!isJsonObject(response)) return { description: "" };
  if ("$ref" in response) return response;
  const { schema } = response;
  const examples = getObjectAt(response, "examples") ?? {};
  const types = produces ?? [json];
  if (schema !== undefined && !produces) note(`Responses don't specify a media type, so ${json} is assumed.`);
  const named = Object.entries(examples).filter(([type]) => isMediaType(type));
  const others = Object.entries(examples).filter(([type]) => !isMediaType(type));
  const requested =
    schema === undefined ? named.map(([type]) => type) : [...types, ...named.map(([type]) => type)];
  const content = Object.fromEntries(
    [...new Set(requested)].map((type) => {
      const example = named.find(([name]) => name === type);
      return [type, { ...(schema !== undefined && { schema }), ...(example && { example: example[1] }) }];
    }),
  );
  if (others.length > 0) {
    const first = (content[types[0] ?? json] ??= {}) as JsonObject;
    if (!("example" in first))
      first["examples"] = Object.fromEntries(others.map(([name, value]) => [name, { value }]));
    else note("Response examples without a media type are omitted.");
  }
  return { ...omitKeys(response, "schema", "examples"), ...(Object.keys(content).length > 0 && { content }) };
}

/** A parameter as written and, if that parameter is a reference, the shared parameter that it refers to. */
interface Followed {
  readonly written: unknown;
  readonly resolved: unknown;
}

function followed(written: unknown, document: JsonObject): Followed {
  const name = /^#\/parameters\/([^/]+)$/.exec(getTextAt(written, "$ref") ?? "")?.[1];
  const shared = name === undefined ? undefined : getObjectAt(document["parameters"], unescapeSegment(name));
  return { written, resolved: shared ?? written };
}

function isSame({ resolved: one }: Followed, { resolved: other }: Followed): boolean {
  const place = getTextAt(one, "in");
  return (
    place === getTextAt(other, "in") &&
    (place === "body" || getTextAt(one, "name") === getTextAt(other, "name"))
  );
}

function bodyOf(body: unknown, consumes: readonly string[]): JsonObject {
  if (!isJsonObject(body)) return {};
  const types = consumes.length > 0 ? consumes : [json];
  const schema = body["schema"];
  return {
    ...pickKeys(body, ["description", "required"]),
    content: Object.fromEntries(types.map((type) => [type, schema === undefined ? {} : { schema }])),
    ...getVendorExtensions(body),
  };
}

function formOf(
  fields: readonly unknown[],
  consumes: readonly string[],
  { note }: SwaggerContext,
): JsonObject {
  const hasFile = fields.some((field) => getTextAt(field, "type") === "file");
  const reported = consumes.filter((type) => forms.includes(type));
  const types = reported.length > 0 ? reported : hasFile ? forms.slice(0, 1) : forms.slice(1);
  const named = fields.filter(isJsonObject).filter((field) => getTextAt(field, "name") !== undefined);
  const required = named
    .filter((field) => field["required"] === true)
    .map((field) => getTextAt(field, "name") ?? "");
  const properties = Object.fromEntries(
    named.map((field) => [getTextAt(field, "name") ?? "", valueOf(field)]),
  );
  const schema = {
    type: "object",
    properties,
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
  const encoding = Object.fromEntries(
    named.flatMap((field): [string, JsonObject][] => {
      const how = field["type"] === "array" ? encodingOf(field, note) : undefined;
      return how ? [[getTextAt(field, "name") ?? "", how]] : [];
    }),
  );
  const media = { schema, ...(Object.keys(encoding).length > 0 && { encoding }) };
  return {
    ...(required.length > 0 && { required: true }),
    content: Object.fromEntries(types.map((type) => [type, media])),
  };
}

function valueOf(field: JsonObject): JsonObject {
  const value = {
    ...pickKeys(field, ["description"]),
    ...pickKeys(field, valueKeys),
    ...getVendorExtensions(field),
  };
  return field["type"] === "file" ? { ...value, type: "string", format: "binary" } : value;
}

/** Returns the encoding of a list in a form. By default, list items are separated by commas. */
function encodingOf(field: JsonObject, note: Note): JsonObject | undefined {
  switch (getTextAt(field, "collectionFormat") ?? "csv") {
    case "multi":
      return { style: "form", explode: true };
    case "csv":
      return { style: "form", explode: false };
    case "ssv":
      return { style: "spaceDelimited", explode: false };
    case "pipes":
      return { style: "pipeDelimited", explode: false };
    default:
      note(
        `The list ${String(field["name"])} uses a format that OpenAPI 3 doesn't support (collectionFormat).`,
      );
      return undefined;
  }
}

function responsesOf(operation: JsonObject, { document, note }: SwaggerContext): JsonObject {
  const own = getTextsAt(operation, "produces");
  const produces = own ?? getTextsAt(document, "produces");
  const entries = Object.entries(getObjectAt(operation, "responses") ?? {}).map(([code, response]) => {
    const name = /^#\/responses\/([^/]+)$/.exec(getTextAt(response, "$ref") ?? "")?.[1];
    const shared = name === undefined ? undefined : getObjectAt(document["responses"], unescapeSegment(name));
    // A shared response uses the media types of the entire file, so the response is inlined if the operation sets other
    // media types.
    const meant = own && shared ? shared : response;
    return [code, prepareResponse(meant, produces, note)] as const;
  });
  return Object.fromEntries(entries);
}

function isMediaType(text: string): boolean {
  return /^[\w.*+-]+\/[\w.*+-]+/.test(text);
}

const methods: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

/**
 * Converts to OpenAPI 3 those parts of a Swagger 2.0 document that the conversion library (version 0.1.11) gets wrong:
 * bodies, forms and media types, servers, security, and polymorphism. Call `hideData` first so that keys in the
 * author's data aren't converted.
 */
export function prepareSwagger(document: JsonObject, note: Note): JsonObject {
  const context: SwaggerContext = { document, address: addressOf(document), note };
  const shared = Object.entries(getObjectAt(document, "parameters") ?? {});
  const retained = shared.filter(([, one]) => !isBodyPart(one));
  const securitySchemes = getObjectAt(document, "securityDefinitions");
  const prepared: JsonObject = {
    ...omitKeys(
      document,
      "host", "basePath", "schemes", "consumes", "produces", "parameters", "responses", "securityDefinitions", "paths",
    ), // prettier-ignore
    ...serversOf(document, context),
    ...(retained.length > 0 && {
      parameters: Object.fromEntries(retained.map(([name, one]) => [name, parameterOf(one, note)])),
    }),
    ...(isJsonObject(document["responses"]) && {
      responses: mapValues(document["responses"], (one) => sharedResponse(one, context)),
    }),
    ...(isJsonObject(document["paths"]) && {
      paths: mapValues(document["paths"], (one) => pathItemOf(one, context)),
    }),
    ...(securitySchemes && { components: { securitySchemes: mapValues(securitySchemes, securityOf) } }),
  };
  return schemasIn(prepared, note) as JsonObject;
}

/**
 * Returns the server's URL without its scheme, such as `//api.example.com/v1`. The URL has no trailing slash, because
 * paths start with a slash.
 */
function addressOf(document: JsonObject): string | undefined {
  const host = getTextAt(document, "host");
  return host === undefined || host === "" ? undefined : `//${host}${basePathOf(document)}`;
}

function basePathOf(document: JsonObject): string {
  return (getTextAt(document, "basePath") ?? "").replace(/\/+$/, "");
}

function serversOf(document: JsonObject, { address, note }: SwaggerContext): JsonObject {
  const basePath = basePathOf(document);
  if (address === undefined) return basePath === "" ? {} : { servers: [{ url: basePath }] };
  const schemes = getTextsAt(document, "schemes");
  if (!schemes) note("No scheme is specified, so https is assumed.");
  return { servers: (schemes ?? ["https"]).map((scheme) => ({ url: `${scheme}:${address}` })) };
}

function pathItemOf(item: unknown, context: SwaggerContext): unknown {
  if (!isJsonObject(item)) return {};
  const inherited = getListAt(item, "parameters") ?? [];
  const entries = Object.entries(item).flatMap(([key, value]): [string, unknown][] => {
    if (methods.has(key))
      return isJsonObject(value)
        ? [[key, withParameters(prepareOperation(value, inherited, context), context)]]
        : [];
    return key === "parameters" ? [] : [[key, value]];
  });
  const rest = { ...Object.fromEntries(entries), parameters: inherited };
  const { parameters, ...others } = withParameters(rest, context);
  return Array.isArray(parameters) && parameters.length > 0 ? { parameters, ...others } : others;
}

/** Returns the parameters that aren't part of a body, converted so that the library preserves them completely. */
function withParameters(holder: JsonObject, { document, note }: SwaggerContext): JsonObject {
  const parameters = getListAt(holder, "parameters");
  if (!parameters) return holder;
  const shared = getObjectAt(document, "parameters");
  const isPlain = (one: unknown) => {
    const name = /^#\/parameters\/([^/]+)$/.exec(getTextAt(one, "$ref") ?? "")?.[1];
    return isJsonObject(one) && !isBodyPart(name === undefined ? one : (shared?.[name] ?? one));
  };
  const responses = getObjectAt(holder, "responses");
  return {
    ...holder,
    parameters: parameters.filter(isPlain).map((one) => parameterOf(one, note)),
    ...(responses && { responses: mapValues(responses, (one) => withHeaders(one)) }),
  };
}

function parameterOf(parameter: unknown, note: Note): unknown {
  if (!isJsonObject(parameter) || "$ref" in parameter) return parameter;
  const format = getTextAt(parameter, "collectionFormat") ?? "csv";
  const place = getTextAt(parameter, "in");
  const isKnown = place === "query" ? ["csv", "ssv", "pipes", "multi"].includes(format) : format === "csv";
  if (parameter["type"] === "array" && !isKnown)
    note(`The list ${String(parameter["name"])} uses a format that OpenAPI 3 doesn't support (${format}).`);
  const example = parameter["x-example"];
  return { ...omitKeys(parameter, "x-example"), ...(example !== undefined && { example }) };
}

function sharedResponse(response: unknown, { document, note }: SwaggerContext): unknown {
  return withHeaders(prepareResponse(response, getTextsAt(document, "produces"), note));
}

function withHeaders(response: unknown): unknown {
  const headers = getObjectAt(response, "headers");
  if (!isJsonObject(response) || !headers) return response;
  const plain = mapValues(headers, (one) => (isJsonObject(one) ? omitKeys(one, "collectionFormat") : one));
  return { ...response, headers: plain };
}

const flows: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

function securityOf(scheme: unknown): unknown {
  if (!isJsonObject(scheme)) return scheme;
  const about = { ...pickKeys(scheme, ["description"]), ...getVendorExtensions(scheme) };
  if (scheme["type"] === "basic") return { type: "http", scheme: "basic", ...about };
  if (scheme["type"] !== "oauth2") return scheme;
  const flow = flows[getTextAt(scheme, "flow") ?? ""] ?? "implicit";
  const details = {
    ...pickKeys(scheme, ["authorizationUrl", "tokenUrl"]),
    scopes: getObjectAt(scheme, "scopes") ?? {},
  };
  return { type: "oauth2", flows: { [flow]: details }, ...about };
}

/** Converts the schema keywords that differ in OpenAPI 3: the discriminator and nullable values. */
function schemasIn(value: unknown, note: Note, inItems = false): unknown {
  if (Array.isArray(value)) return value.map((item) => schemasIn(item, note));
  if (!isJsonObject(value)) return value;
  const { discriminator } = value;
  const isNested = inItems && "collectionFormat" in value;
  if (isNested && value["collectionFormat"] !== "csv")
    note("A nested list loses the format of its inner lists (collectionFormat).");
  const own = isNested ? omitKeys(value, "collectionFormat") : value;
  const entries = Object.entries(own).flatMap(([key, item]): [string, unknown][] => {
    if (key === "discriminator" && typeof discriminator === "string")
      return [[key, { propertyName: discriminator }]];
    if (key === "x-nullable" && typeof item === "boolean") return item ? [["nullable", true]] : [];
    return [[key, schemasIn(item, note, key === "items")]];
  });
  return Object.fromEntries(entries);
}

function isBodyPart(parameter: unknown): boolean {
  return ["body", "formData"].includes(getTextAt(parameter, "in") ?? "");
}

export function mapValues(value: unknown, map: (one: unknown) => unknown): JsonObject {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key.startsWith("x-") ? one : map(one)]),
  );
}
