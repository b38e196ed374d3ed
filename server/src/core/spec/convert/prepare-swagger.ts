import {
  getVendorExtensions,
  isJsonObject,
  type JsonObject,
  getListAt,
  getObjectAt,
  getTextAt,
  getTextsAt,
  withOnly,
  without,
} from "./json-values.ts";
import { type Note, prepareOperation, prepareResponse, type Surroundings } from "./prepare-operation.ts";

const methods: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

/**
 * Converts the parts of a Swagger 2.0 document to OpenAPI 3 that the conversion library gets wrong (version 0.1.11):
 * bodies, forms and media types, servers, security, and polymorphism. Data is already hidden.
 */
export function prepareSwagger(document: JsonObject, note: Note): JsonObject {
  const around: Surroundings = { document, address: addressOf(document), note };
  const shared = Object.entries(getObjectAt(document, "parameters") ?? {});
  const retained = shared.filter(([, one]) => !isBodyPart(one));
  const securitySchemes = getObjectAt(document, "securityDefinitions");
  const prepared: JsonObject = {
    ...without(
      document,
      "host", "basePath", "schemes", "consumes", "produces", "parameters", "responses", "securityDefinitions", "paths",
    ), // prettier-ignore
    ...serversOf(document, around),
    ...(retained.length > 0 && {
      parameters: Object.fromEntries(retained.map(([name, one]) => [name, parameterOf(one, note)])),
    }),
    ...(isJsonObject(document["responses"]) && {
      responses: mapValues(document["responses"], (one) => sharedResponse(one, around)),
    }),
    ...(isJsonObject(document["paths"]) && {
      paths: mapValues(document["paths"], (one) => pathItemOf(one, around)),
    }),
    ...(securitySchemes && { components: { securitySchemes: mapValues(securitySchemes, securityOf) } }),
  };
  return schemasIn(prepared, note) as JsonObject;
}

/**
 * Returns the server URL such as `//api.example.com/v1`, without a trailing slash, which would result in a double one.
 */
function addressOf(document: JsonObject): string | undefined {
  const host = getTextAt(document, "host");
  return host === undefined || host === "" ? undefined : `//${host}${basePathOf(document)}`;
}

function basePathOf(document: JsonObject): string {
  return (getTextAt(document, "basePath") ?? "").replace(/\/+$/, "");
}

function serversOf(document: JsonObject, { address, note }: Surroundings): JsonObject {
  const basePath = basePathOf(document);
  if (address === undefined) return basePath === "" ? {} : { servers: [{ url: basePath }] };
  const schemes = getTextsAt(document, "schemes");
  if (!schemes) note("No scheme is specified, so https is assumed.");
  return { servers: (schemes ?? ["https"]).map((scheme) => ({ url: `${scheme}:${address}` })) };
}

function pathItemOf(item: unknown, around: Surroundings): unknown {
  if (!isJsonObject(item)) return {};
  const inherited = getListAt(item, "parameters") ?? [];
  const entries = Object.entries(item).flatMap(([key, value]): [string, unknown][] => {
    if (methods.has(key))
      return isJsonObject(value)
        ? [[key, withParameters(prepareOperation(value, inherited, around), around)]]
        : [];
    return key === "parameters" ? [] : [[key, value]];
  });
  const rest = { ...Object.fromEntries(entries), parameters: inherited };
  const { parameters, ...others } = withParameters(rest, around);
  return Array.isArray(parameters) && parameters.length > 0 ? { parameters, ...others } : others;
}

/** Returns the parameters that aren't part of a body in a form that the library preserves completely. */
function withParameters(holder: JsonObject, { document, note }: Surroundings): JsonObject {
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
  return { ...without(parameter, "x-example"), ...(example !== undefined && { example }) };
}

function sharedResponse(response: unknown, { document, note }: Surroundings): unknown {
  return withHeaders(prepareResponse(response, getTextsAt(document, "produces"), note));
}

function withHeaders(response: unknown): unknown {
  const headers = getObjectAt(response, "headers");
  if (!isJsonObject(response) || !headers) return response;
  const plain = mapValues(headers, (one) => (isJsonObject(one) ? without(one, "collectionFormat") : one));
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
  const about = { ...withOnly(scheme, ["description"]), ...getVendorExtensions(scheme) };
  if (scheme["type"] === "basic") return { type: "http", scheme: "basic", ...about };
  if (scheme["type"] !== "oauth2") return scheme;
  const flow = flows[getTextAt(scheme, "flow") ?? ""] ?? "implicit";
  const details = {
    ...withOnly(scheme, ["authorizationUrl", "tokenUrl"]),
    scopes: getObjectAt(scheme, "scopes") ?? {},
  };
  return { type: "oauth2", flows: { [flow]: details }, ...about };
}

/** Converts schema keywords that differ: the discriminator and nullable values. */
function schemasIn(value: unknown, note: Note, inItems = false): unknown {
  if (Array.isArray(value)) return value.map((item) => schemasIn(item, note));
  if (!isJsonObject(value)) return value;
  const { discriminator } = value;
  const isNested = inItems && "collectionFormat" in value;
  if (isNested && value["collectionFormat"] !== "csv")
    note("A nested list loses the format of its inner lists (collectionFormat).");
  const own = isNested ? without(value, "collectionFormat") : value;
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
