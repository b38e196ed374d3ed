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
export type NoteReporter = (text: string) => void;

export interface SwaggerContext {
  readonly document: JsonObject;
  /** The URL without its scheme, such as `//api.example.com/v1`. Undefined if the document doesn't specify a host. */
  readonly schemelessUrl: string | undefined;
  readonly addNote: NoteReporter;
}

const jsonType = "application/json";
const formMediaTypes: readonly string[] = ["multipart/form-data", "application/x-www-form-urlencoded"];

/** Keys of a parameter that define its value. */
export const valueKeys: readonly string[] = [
  "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
  "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf",
]; // prettier-ignore

/** Converts an operation's body and media types to the form used in OpenAPI 3. Other parameters stay unchanged. */
function prepareOperation(
  operation: JsonObject,
  sharedParameters: readonly unknown[],
  context: SwaggerContext,
): JsonObject {
  const { document, schemelessUrl } = context;
  const operationParameters = (getListAt(operation, "parameters") ?? []).map((item) =>
    resolveParameter(item, document),
  );
  const allParameters = [
    ...operationParameters,
    ...sharedParameters
      .map((item) => resolveParameter(item, document))
      .filter(
        (item) =>
          isBodyParameter(item.resolvedValue) && !operationParameters.some((other) => isSameParameter(other, item)),
      ),
  ];
  const body = allParameters.find(({ resolvedValue }) => getTextAt(resolvedValue, "in") === "body")?.resolvedValue;
  const fields = allParameters
    .filter(({ resolvedValue }) => getTextAt(resolvedValue, "in") === "formData")
    .map(({ resolvedValue }) => resolvedValue);
  const consumes = getTextsAt(operation, "consumes") ?? getTextsAt(document, "consumes") ?? [];
  const requestBody = body
    ? createRequestBody(body, consumes)
    : fields.length > 0
      ? createFormBody(fields, consumes, context)
      : undefined;
  const schemes = getTextsAt(operation, "schemes");
  const parameters = operationParameters
    .filter((item) => !isBodyParameter(item.resolvedValue))
    .map(({ rawValue }) => rawValue);
  return {
    ...omitKeys(operation, "parameters", "consumes", "produces", "schemes", "responses"),
    ...(schemes &&
      schemelessUrl !== undefined && {
        servers: schemes.map((scheme) => ({ url: `${scheme}:${schemelessUrl}` })),
      }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    ...(isJsonObject(operation["responses"]) && { responses: convertResponses(operation, context) }),
  };
}

/** Returns a response with its content organized by media type. Headers stay unchanged. */
function prepareResponse(response: unknown, produces: readonly string[] | undefined, addNote: NoteReporter): unknown {
  if (!isJsonObject(response)) return { description: "" };
  if ("$ref" in response) return response;
  const { schema } = response;
  const examples = getObjectAt(response, "examples") ?? {};
  const types = produces ?? [jsonType];
  if (schema !== undefined && !produces) addNote(`Responses don't specify a media type, so ${jsonType} is assumed.`);
  const typeExamples = Object.entries(examples).filter(([type]) => isMediaType(type));
  const otherExamples = Object.entries(examples).filter(([type]) => !isMediaType(type));
  const mediaTypes =
    schema === undefined ? typeExamples.map(([type]) => type) : [...types, ...typeExamples.map(([type]) => type)];
  const content = Object.fromEntries(
    [...new Set(mediaTypes)].map((type) => {
      const example = typeExamples.find(([name]) => name === type);
      return [type, { ...(schema !== undefined && { schema }), ...(example && { example: example[1] }) }];
    }),
  );
  if (otherExamples.length > 0) {
    const firstContent = (content[types[0] ?? jsonType] ??= {}) as JsonObject;
    if (!("example" in firstContent))
      firstContent["examples"] = Object.fromEntries(otherExamples.map(([name, value]) => [name, { value }]));
    else addNote("Response examples without a media type are omitted.");
  }
  return { ...omitKeys(response, "schema", "examples"), ...(Object.keys(content).length > 0 && { content }) };
}

/** A parameter as written and, if that parameter is a reference, the shared parameter that it refers to. */
interface ResolvedParameter {
  readonly rawValue: unknown;
  readonly resolvedValue: unknown;
}

function resolveParameter(reference: unknown, document: JsonObject): ResolvedParameter {
  const name = /^#\/parameters\/([^/]+)$/.exec(getTextAt(reference, "$ref") ?? "")?.[1];
  const sharedParameter = name === undefined ? undefined : getObjectAt(document["parameters"], unescapeSegment(name));
  return { rawValue: reference, resolvedValue: sharedParameter ?? reference };
}

function isSameParameter(
  { resolvedValue: item }: ResolvedParameter,
  { resolvedValue: other }: ResolvedParameter,
): boolean {
  const location = getTextAt(item, "in");
  return (
    location === getTextAt(other, "in") && (location === "body" || getTextAt(item, "name") === getTextAt(other, "name"))
  );
}

function createRequestBody(body: unknown, consumes: readonly string[]): JsonObject {
  if (!isJsonObject(body)) return {};
  const types = consumes.length > 0 ? consumes : [jsonType];
  const schema = body["schema"];
  return {
    ...pickKeys(body, ["description", "required"]),
    content: Object.fromEntries(types.map((type) => [type, schema === undefined ? {} : { schema }])),
    ...getVendorExtensions(body),
  };
}

function createFormBody(
  fields: readonly unknown[],
  consumes: readonly string[],
  { addNote }: SwaggerContext,
): JsonObject {
  const hasFile = fields.some((field) => getTextAt(field, "type") === "file");
  const formTypes = consumes.filter((type) => formMediaTypes.includes(type));
  const types = formTypes.length > 0 ? formTypes : hasFile ? formMediaTypes.slice(0, 1) : formMediaTypes.slice(1);
  const namedFields = fields.filter(isJsonObject).filter((field) => getTextAt(field, "name") !== undefined);
  const required = namedFields
    .filter((field) => field["required"] === true)
    .map((field) => getTextAt(field, "name") ?? "");
  const properties = Object.fromEntries(
    namedFields.map((field) => [getTextAt(field, "name") ?? "", createValueSchema(field)]),
  );
  const schema = {
    type: "object",
    properties,
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
  const encoding = Object.fromEntries(
    namedFields.flatMap((field): [string, JsonObject][] => {
      const encodingOfField = field["type"] === "array" ? createEncoding(field, addNote) : undefined;
      return encodingOfField ? [[getTextAt(field, "name") ?? "", encodingOfField]] : [];
    }),
  );
  const mediaType = { schema, ...(Object.keys(encoding).length > 0 && { encoding }) };
  return {
    ...(required.length > 0 && { required: true }),
    content: Object.fromEntries(types.map((type) => [type, mediaType])),
  };
}

function createValueSchema(field: JsonObject): JsonObject {
  const value = {
    ...pickKeys(field, ["description"]),
    ...pickKeys(field, valueKeys),
    ...getVendorExtensions(field),
  };
  return field["type"] === "file" ? { ...value, type: "string", format: "binary" } : value;
}

/** Returns the encoding of a list in a form. By default, list items are separated by commas. */
function createEncoding(field: JsonObject, addNote: NoteReporter): JsonObject | undefined {
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
      addNote(`The list ${String(field["name"])} uses a format that OpenAPI 3 doesn't support (collectionFormat).`);
      return undefined;
  }
}

function convertResponses(operation: JsonObject, { document, addNote }: SwaggerContext): JsonObject {
  const operationTypes = getTextsAt(operation, "produces");
  const produces = operationTypes ?? getTextsAt(document, "produces");
  const entries = Object.entries(getObjectAt(operation, "responses") ?? {}).map(([code, response]) => {
    const name = /^#\/responses\/([^/]+)$/.exec(getTextAt(response, "$ref") ?? "")?.[1];
    const sharedResponse = name === undefined ? undefined : getObjectAt(document["responses"], unescapeSegment(name));
    // A shared response uses the media types of the entire file, so the response is inlined if the operation sets other
    // media types.
    const preparedSource = operationTypes && sharedResponse ? sharedResponse : response;
    return [code, prepareResponse(preparedSource, produces, addNote)] as const;
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
export function prepareSwagger(document: JsonObject, addNote: NoteReporter): JsonObject {
  const context: SwaggerContext = { document, schemelessUrl: getSchemelessUrl(document), addNote };
  const sharedParameters = Object.entries(getObjectAt(document, "parameters") ?? {});
  const parameters = sharedParameters.filter(([, item]) => !isBodyParameter(item));
  const securitySchemes = getObjectAt(document, "securityDefinitions");
  const preparedDocument: JsonObject = {
    ...omitKeys(
      document,
      "host", "basePath", "schemes", "consumes", "produces", "parameters", "responses", "securityDefinitions", "paths",
    ), // prettier-ignore
    ...createServers(document, context),
    ...(parameters.length > 0 && {
      parameters: Object.fromEntries(parameters.map(([name, item]) => [name, convertParameter(item, addNote)])),
    }),
    ...(isJsonObject(document["responses"]) && {
      responses: mapValues(document["responses"], (item) => convertSharedResponse(item, context)),
    }),
    ...(isJsonObject(document["paths"]) && {
      paths: mapValues(document["paths"], (item) => convertPathItem(item, context)),
    }),
    ...(securitySchemes && {
      components: { securitySchemes: mapValues(securitySchemes, convertSecurityScheme) },
    }),
  };
  return convertSchemas(preparedDocument, addNote) as JsonObject;
}

/**
 * Returns the server's URL without its scheme, such as `//api.example.com/v1`. The URL has no trailing slash, because
 * paths start with a slash.
 */
function getSchemelessUrl(document: JsonObject): string | undefined {
  const host = getTextAt(document, "host");
  return host === undefined || host === "" ? undefined : `//${host}${getBasePath(document)}`;
}

function getBasePath(document: JsonObject): string {
  return (getTextAt(document, "basePath") ?? "").replace(/\/+$/, "");
}

function createServers(document: JsonObject, { schemelessUrl, addNote }: SwaggerContext): JsonObject {
  const basePath = getBasePath(document);
  if (schemelessUrl === undefined) return basePath === "" ? {} : { servers: [{ url: basePath }] };
  const schemes = getTextsAt(document, "schemes");
  if (!schemes) addNote("No scheme is specified, so https is assumed.");
  return { servers: (schemes ?? ["https"]).map((scheme) => ({ url: `${scheme}:${schemelessUrl}` })) };
}

function convertPathItem(item: unknown, context: SwaggerContext): unknown {
  if (!isJsonObject(item)) return {};
  const sharedParameters = getListAt(item, "parameters") ?? [];
  const entries = Object.entries(item).flatMap(([key, value]): [string, unknown][] => {
    if (methods.has(key))
      return isJsonObject(value)
        ? [[key, convertParameters(prepareOperation(value, sharedParameters, context), context)]]
        : [];
    return key === "parameters" ? [] : [[key, value]];
  });
  const pathItemFields = { ...Object.fromEntries(entries), parameters: sharedParameters };
  const { parameters, ...otherFields } = convertParameters(pathItemFields, context);
  return Array.isArray(parameters) && parameters.length > 0 ? { parameters, ...otherFields } : otherFields;
}

/**
 * Returns an operation or path item without the parameters that are part of a body. The other parameters and the
 * headers of responses are converted so that the library preserves them completely.
 */
function convertParameters(operationOrPathItem: JsonObject, { document, addNote }: SwaggerContext): JsonObject {
  const parameters = getListAt(operationOrPathItem, "parameters");
  if (!parameters) return operationOrPathItem;
  const definitions = getObjectAt(document, "parameters");
  const isNotBodyPart = (item: unknown) => {
    const name = /^#\/parameters\/([^/]+)$/.exec(getTextAt(item, "$ref") ?? "")?.[1];
    return isJsonObject(item) && !isBodyParameter(name === undefined ? item : (definitions?.[name] ?? item));
  };
  const responses = getObjectAt(operationOrPathItem, "responses");
  return {
    ...operationOrPathItem,
    parameters: parameters.filter(isNotBodyPart).map((item) => convertParameter(item, addNote)),
    ...(responses && { responses: mapValues(responses, (item) => convertHeaders(item)) }),
  };
}

function convertParameter(parameter: unknown, addNote: NoteReporter): unknown {
  if (!isJsonObject(parameter) || "$ref" in parameter) return parameter;
  const format = getTextAt(parameter, "collectionFormat") ?? "csv";
  const location = getTextAt(parameter, "in");
  const isSupported = location === "query" ? ["csv", "ssv", "pipes", "multi"].includes(format) : format === "csv";
  if (parameter["type"] === "array" && !isSupported)
    addNote(`The list ${String(parameter["name"])} uses a format that OpenAPI 3 doesn't support (${format}).`);
  const example = parameter["x-example"];
  return { ...omitKeys(parameter, "x-example"), ...(example !== undefined && { example }) };
}

function convertSharedResponse(response: unknown, { document, addNote }: SwaggerContext): unknown {
  return convertHeaders(prepareResponse(response, getTextsAt(document, "produces"), addNote));
}

function convertHeaders(response: unknown): unknown {
  const headers = getObjectAt(response, "headers");
  if (!isJsonObject(response) || !headers) return response;
  const convertedHeaders = mapValues(headers, (item) =>
    isJsonObject(item) ? omitKeys(item, "collectionFormat") : item,
  );
  return { ...response, headers: convertedHeaders };
}

const flowsBySwaggerName: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

function convertSecurityScheme(scheme: unknown): unknown {
  if (!isJsonObject(scheme)) return scheme;
  const commonFields = { ...pickKeys(scheme, ["description"]), ...getVendorExtensions(scheme) };
  if (scheme["type"] === "basic") return { type: "http", scheme: "basic", ...commonFields };
  if (scheme["type"] !== "oauth2") return scheme;
  const flow = flowsBySwaggerName[getTextAt(scheme, "flow") ?? ""] ?? "implicit";
  const details = {
    ...pickKeys(scheme, ["authorizationUrl", "tokenUrl"]),
    scopes: getObjectAt(scheme, "scopes") ?? {},
  };
  return { type: "oauth2", flows: { [flow]: details }, ...commonFields };
}

/** Converts the schema keywords that differ in OpenAPI 3: the discriminator and nullable values. */
function convertSchemas(value: unknown, addNote: NoteReporter, isInItems = false): unknown {
  if (Array.isArray(value)) return value.map((item) => convertSchemas(item, addNote));
  if (!isJsonObject(value)) return value;
  const { discriminator } = value;
  const isNestedList = isInItems && "collectionFormat" in value;
  if (isNestedList && value["collectionFormat"] !== "csv")
    addNote("A nested list loses the format of its inner lists (collectionFormat).");
  const valueWithoutFormat = isNestedList ? omitKeys(value, "collectionFormat") : value;
  const entries = Object.entries(valueWithoutFormat).flatMap(([key, item]): [string, unknown][] => {
    if (key === "discriminator" && typeof discriminator === "string") return [[key, { propertyName: discriminator }]];
    if (key === "x-nullable" && typeof item === "boolean") return item ? [["nullable", true]] : [];
    return [[key, convertSchemas(item, addNote, key === "items")]];
  });
  return Object.fromEntries(entries);
}

function isBodyParameter(parameter: unknown): boolean {
  return ["body", "formData"].includes(getTextAt(parameter, "in") ?? "");
}

export function mapValues(value: unknown, convert: (item: unknown) => unknown): JsonObject {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key.startsWith("x-") ? item : convert(item)]),
  );
}
