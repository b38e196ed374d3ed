import {
  extensionsOf,
  isObject,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  textsAt,
  withOnly,
  without,
} from "./json-values.ts";
import { type Note, prepareOperation, prepareResponse, type Surroundings } from "./prepare-operation.ts";

const methods: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

/**
 * A Swagger 2.0 document in which everything is in OpenAPI 3's form that the library which does the rest gets wrong
 * (version 0.1.11): bodies, forms and media types, servers, security, polymorphism. Data is hidden already.
 */
export function prepareSwagger(document: JsonObject, note: Note): JsonObject {
  const around: Surroundings = { document, address: addressOf(document), note };
  const shared = Object.entries(objectAt(document, "parameters") ?? {});
  const kept = shared.filter(([, one]) => !isBodyPart(one));
  const securitySchemes = objectAt(document, "securityDefinitions");
  const prepared: JsonObject = {
    ...without(
      document,
      "host", "basePath", "schemes", "consumes", "produces", "parameters", "responses", "securityDefinitions", "paths",
    ), // prettier-ignore
    ...serversOf(document, around),
    ...(kept.length > 0 && {
      parameters: Object.fromEntries(kept.map(([name, one]) => [name, parameterOf(one, note)])),
    }),
    ...(isObject(document["responses"]) && {
      responses: mapValues(document["responses"], (one) => sharedResponse(one, around)),
    }),
    ...(isObject(document["paths"]) && {
      paths: mapValues(document["paths"], (one) => pathItemOf(one, around)),
    }),
    ...(securitySchemes && { components: { securitySchemes: mapValues(securitySchemes, securityOf) } }),
  };
  return schemasIn(prepared, note) as JsonObject;
}

/** `//api.example.com/v1`; a path that ends in a slash would give two of them. */
function addressOf(document: JsonObject): string | undefined {
  const host = textAt(document, "host");
  return host === undefined || host === "" ? undefined : `//${host}${basePathOf(document)}`;
}

function basePathOf(document: JsonObject): string {
  return (textAt(document, "basePath") ?? "").replace(/\/+$/, "");
}

function serversOf(document: JsonObject, { address, note }: Surroundings): JsonObject {
  const basePath = basePathOf(document);
  if (address === undefined) return basePath === "" ? {} : { servers: [{ url: basePath }] };
  const schemes = textsAt(document, "schemes");
  if (!schemes) note("No scheme is named; https is assumed.");
  return { servers: (schemes ?? ["https"]).map((scheme) => ({ url: `${scheme}:${address}` })) };
}

function pathItemOf(item: unknown, around: Surroundings): unknown {
  if (!isObject(item)) return {};
  const inherited = listAt(item, "parameters") ?? [];
  const entries = Object.entries(item).flatMap(([key, value]): [string, unknown][] => {
    if (methods.has(key))
      return isObject(value)
        ? [[key, withParameters(prepareOperation(value, inherited, around), around)]]
        : [];
    return key === "parameters" ? [] : [[key, value]];
  });
  const rest = { ...Object.fromEntries(entries), parameters: inherited };
  const { parameters, ...others } = withParameters(rest, around);
  return Array.isArray(parameters) && parameters.length > 0 ? { parameters, ...others } : others;
}

/** Parameters that are no part of a body, in a form that the library keeps whole. */
function withParameters(holder: JsonObject, { document, note }: Surroundings): JsonObject {
  const parameters = listAt(holder, "parameters");
  if (!parameters) return holder;
  const shared = objectAt(document, "parameters");
  const isPlain = (one: unknown) => {
    const name = /^#\/parameters\/([^/]+)$/.exec(textAt(one, "$ref") ?? "")?.[1];
    return isObject(one) && !isBodyPart(name === undefined ? one : (shared?.[name] ?? one));
  };
  const responses = objectAt(holder, "responses");
  return {
    ...holder,
    parameters: parameters.filter(isPlain).map((one) => parameterOf(one, note)),
    ...(responses && { responses: mapValues(responses, (one) => withHeaders(one)) }),
  };
}

function parameterOf(parameter: unknown, note: Note): unknown {
  if (!isObject(parameter) || "$ref" in parameter) return parameter;
  const format = textAt(parameter, "collectionFormat") ?? "csv";
  const place = textAt(parameter, "in");
  const isKnown = place === "query" ? ["csv", "ssv", "pipes", "multi"].includes(format) : format === "csv";
  if (parameter["type"] === "array" && !isKnown)
    note(
      `The list ${String(parameter["name"])} is written in a way that OpenAPI 3 does not have (${format}).`,
    );
  const example = parameter["x-example"];
  return { ...without(parameter, "x-example"), ...(example !== undefined && { example }) };
}

function sharedResponse(response: unknown, { document, note }: Surroundings): unknown {
  return withHeaders(prepareResponse(response, textsAt(document, "produces"), note));
}

function withHeaders(response: unknown): unknown {
  const headers = objectAt(response, "headers");
  if (!isObject(response) || !headers) return response;
  const plain = mapValues(headers, (one) => (isObject(one) ? without(one, "collectionFormat") : one));
  return { ...response, headers: plain };
}

const flows: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

function securityOf(scheme: unknown): unknown {
  if (!isObject(scheme)) return scheme;
  const about = { ...withOnly(scheme, ["description"]), ...extensionsOf(scheme) };
  if (scheme["type"] === "basic") return { type: "http", scheme: "basic", ...about };
  if (scheme["type"] !== "oauth2") return scheme;
  const flow = flows[textAt(scheme, "flow") ?? ""] ?? "implicit";
  const details = {
    ...withOnly(scheme, ["authorizationUrl", "tokenUrl"]),
    scopes: objectAt(scheme, "scopes") ?? {},
  };
  return { type: "oauth2", flows: { [flow]: details }, ...about };
}

/** What schemas have otherwise: the name of the property that tells kinds apart, values that may be null. */
function schemasIn(value: unknown, note: Note, inItems = false): unknown {
  if (Array.isArray(value)) return value.map((item) => schemasIn(item, note));
  if (!isObject(value)) return value;
  const { discriminator } = value;
  const isNested = inItems && "collectionFormat" in value;
  if (isNested && value["collectionFormat"] !== "csv")
    note("A list of lists loses the way in which the inner ones are written (collectionFormat).");
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
  return ["body", "formData"].includes(textAt(parameter, "in") ?? "");
}

export function mapValues(value: unknown, map: (one: unknown) => unknown): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key.startsWith("x-") ? one : map(one)]),
  );
}
