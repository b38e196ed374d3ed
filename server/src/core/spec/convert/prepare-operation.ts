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

/** Reports something that the conversion can't preserve or must assume. */
export type Note = (text: string) => void;

export interface Surroundings {
  readonly document: JsonObject;
  /** The URL without its scheme: `//api.example.com/v1`; undefined without a host. */
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

/** Returns an operation with its own body and media types as in OpenAPI 3. Other parameters are unchanged. */
export function prepareOperation(
  operation: JsonObject,
  inherited: readonly unknown[],
  around: Surroundings,
): JsonObject {
  const { document, address } = around;
  const own = (getListAt(operation, "parameters") ?? []).map((one) => followed(one, document));
  const all = [
    ...own,
    ...inherited
      .map((one) => followed(one, document))
      .filter((one) => isBodyPart(one) && !own.some((other) => isSame(other, one))),
  ];
  const body = all.find(({ resolved }) => getTextAt(resolved, "in") === "body")?.resolved;
  const fields = all
    .filter(({ resolved }) => getTextAt(resolved, "in") === "formData")
    .map(({ resolved }) => resolved);
  const consumes = getTextsAt(operation, "consumes") ?? getTextsAt(document, "consumes") ?? [];
  const requestBody = body
    ? bodyOf(body, consumes)
    : fields.length > 0
      ? formOf(fields, consumes, around)
      : undefined;
  const schemes = getTextsAt(operation, "schemes");
  const parameters = own.filter((one) => !isBodyPart(one)).map(({ written }) => written);
  return {
    ...without(operation, "parameters", "consumes", "produces", "schemes", "responses"),
    ...(schemes &&
      address !== undefined && { servers: schemes.map((scheme) => ({ url: `${scheme}:${address}` })) }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    ...(isJsonObject(operation["responses"]) && { responses: responsesOf(operation, around) }),
  };
}

/** Returns a response with its content by media type. Headers are unchanged. */
export function prepareResponse(
  response: unknown,
  produces: readonly string[] | undefined,
  note: Note,
): unknown {
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
  return { ...without(response, "schema", "examples"), ...(Object.keys(content).length > 0 && { content }) };
}

/** A parameter as written and, for a reference, the shared parameter it refers to. */
interface Followed {
  readonly written: unknown;
  readonly resolved: unknown;
}

function followed(written: unknown, document: JsonObject): Followed {
  const name = /^#\/parameters\/([^/]+)$/.exec(getTextAt(written, "$ref") ?? "")?.[1];
  const shared = name === undefined ? undefined : getObjectAt(document["parameters"], decodeSegment(name));
  return { written, resolved: shared ?? written };
}

export function decodeSegment(segment: string): string {
  const decoded = /%[\da-f]{2}/i.test(segment) ? decodeQuietly(segment) : segment;
  return decoded.replaceAll("~1", "/").replaceAll("~0", "~");
}

function decodeQuietly(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isBodyPart({ resolved }: Followed): boolean {
  return ["body", "formData"].includes(getTextAt(resolved, "in") ?? "");
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
    ...withOnly(body, ["description", "required"]),
    content: Object.fromEntries(types.map((type) => [type, schema === undefined ? {} : { schema }])),
    ...getVendorExtensions(body),
  };
}

function formOf(fields: readonly unknown[], consumes: readonly string[], { note }: Surroundings): JsonObject {
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
    ...withOnly(field, ["description"]),
    ...withOnly(field, valueKeys),
    ...getVendorExtensions(field),
  };
  return field["type"] === "file" ? { ...value, type: "string", format: "binary" } : value;
}

/** Returns the encoding of a list in a form. By default, lists are comma-separated. */
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

function responsesOf(operation: JsonObject, { document, note }: Surroundings): JsonObject {
  const own = getTextsAt(operation, "produces");
  const produces = own ?? getTextsAt(document, "produces");
  const entries = Object.entries(getObjectAt(operation, "responses") ?? {}).map(([code, response]) => {
    const name = /^#\/responses\/([^/]+)$/.exec(getTextAt(response, "$ref") ?? "")?.[1];
    const shared = name === undefined ? undefined : getObjectAt(document["responses"], decodeSegment(name));
    // A shared response has the media types of the entire file. One with others must be inlined.
    const meant = own && shared ? shared : response;
    return [code, prepareResponse(meant, produces, note)] as const;
  });
  return Object.fromEntries(entries);
}

function isMediaType(text: string): boolean {
  return /^[\w.*+-]+\/[\w.*+-]+/.test(text);
}
