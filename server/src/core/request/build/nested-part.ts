import { flattenSchema, type SchemaSource, resolveSchema } from "../../spec/model/flatten-schema.ts";
import type { FlatSchema, SchemaModel } from "../../spec/model/schema-model.ts";
import { createMessage } from "../../text/message.ts";
import { getOwnProperty, isPlainRecord } from "../../text/plain-record.ts";
import type { InnerEncoding, PartEncoding } from "../form/request-form.ts";
import { writeXml } from "../form/sample-value.ts";
import { isJsonType, parseJsonValue, toParameterText, serializeJson } from "../media/encoding.ts";
import { listConcreteTypes, isBinary, isFormType, isNestedType, isPartHeader } from "../media/media-types.ts";
import { type BuildContext, type BuiltPart, reportProblem } from "./build-context.ts";
import { serializeQuery, getStyledEncoding, createUrlencodedPairs } from "./serialize.ts";

/** Converts a value to text for a part of this type, or returns undefined if the value has no text representation. */
export function serializePart(
  value: unknown,
  mediaType: string,
  schema: SchemaModel | undefined,
  models: SchemaSource,
): string | undefined {
  if (isJsonType(mediaType)) return serializeJson(value);
  const isXml = /[/+]xml\b/i.test(mediaType) && typeof value === "object" && value !== null;
  return isXml && schema ? writeXml(value, schema, models) : toParameterText(value);
}

/**
 * Returns the default type of a part according to the `contentType` table (OpenAPI 3.2.0, Encoding Object). The type is
 * `application/octet-stream` if the schema has neither a `type` nor an `enum` or is a string with a `contentEncoding`,
 * `text/plain` for other strings, numbers, and booleans, and `application/json` for objects and arrays.
 */
export function getDefaultPartType(value: unknown, schema: SchemaModel | undefined, models: SchemaSource): string {
  if (typeof value === "object" && value !== null) return "application/json";
  if (!schema) return "application/octet-stream";
  const { types, enum: values } = flattenSchema(models, schema);
  if (types.length === 0 && values === undefined) return "application/octet-stream";
  const isEncoded = resolveSchema(models, schema)?.contentEncoding !== undefined;
  return isEncoded && typeof value === "string" ? "application/octet-stream" : "text/plain";
}

/**
 * The maximum nesting depth of parts. “Implementations MUST support one level of nesting, and MAY support additional
 * levels” (OpenAPI 3.2.0, “Nested Encoding”).
 */
const maxDepth = 3;

interface PartContext {
  readonly buildContext: BuildContext;
  /** The key of the enclosing part of the body, under which problems are reported. */
  readonly formKey: string;
  readonly models: SchemaSource;
  /** The number of enclosing parts. Undefined for a part that's directly in the body. */
  readonly depth?: number;
  /** The type of the enclosing multipart document. */
  readonly type?: string;
}

interface Field {
  readonly name: string;
  /** The part's value with its variables replaced. */
  readonly value: unknown;
  /** The content type that the form sets for the part. */
  readonly contentType?: string | undefined;
  readonly encoding: PartEncoding | undefined;
  readonly schema: SchemaModel | undefined;
}

/**
 * Returns the parts for one field of a multipart body. Each array item becomes a separate part, and an object becomes
 * JSON or a nested part (see `buildNestedPart`). If the Encoding Object sets a style, the names and values of that
 * style are used without percent-encoding (OpenAPI 3.2, Appendix C).
 */
export function createNamedParts(context: PartContext, field: Field): readonly BuiltPart[] {
  const { name, value, contentType, encoding, schema } = field;
  const styledEncoding = getStyledEncoding(encoding);
  if (styledEncoding) {
    const { style = "form" } = styledEncoding;
    const isExploded = styledEncoding.explode ?? (style === "form" || style === "deepObject");
    return serializeQuery({ name, style, explode: isExploded }, value, (text) => text).map(([key, text]) => ({
      kind: "value",
      name: key,
      value: text,
      ...toContentTypeField(contentType),
    }));
  }
  const declaredType = contentType ?? listConcreteTypes(encoding?.contentType)[0];
  const innerEncoding = encoding?.innerEncoding;
  const createItemParts = (each: unknown, itemSchema: SchemaModel | undefined) =>
    createNamedPart(context, name, { value: each, type: declaredType, innerEncoding, schema: itemSchema });
  if (!Array.isArray(value)) return createItemParts(value, schema);
  const items = schema && flattenSchema(context.models, schema).items;
  return value.flatMap((each) => createItemParts(each, items));
}

function createNamedPart(
  context: PartContext,
  name: string,
  input: Omit<PartInput, "type"> & { type: string | undefined },
): BuiltPart[] {
  const { value, type: mediaType } = input;
  if (value === undefined || value === null) return [];
  const part = mediaType === undefined ? undefined : buildNestedPart(context, { ...input, type: mediaType });
  if (part?.kind === "value")
    return [{ kind: "value", name, value: part.value, ...toContentTypeField(part.contentType) }];
  if (part) return [{ name, ...part }];
  const isStructured = typeof value === "object";
  const contentType = mediaType ?? (isStructured ? "application/json" : undefined);
  const text = isStructured || isJsonType(mediaType ?? "") ? serializeJson(value) : toParameterText(value);
  if (text === undefined) return [];
  return [{ kind: "value", name, value: text, ...toContentTypeField(contentType) }];
}

function toContentTypeField(contentType: string | undefined): Pick<BuiltPart, "contentType"> {
  return contentType === undefined ? {} : { contentType };
}

interface PartInput {
  readonly value: unknown;
  readonly type: string;
  readonly innerEncoding: InnerEncoding | undefined;
  readonly schema: SchemaModel | undefined;
}

/**
 * Builds a part that is itself a form (`application/x-www-form-urlencoded`) or a multipart document. Nested Encoding
 * Objects apply to fields by name and to array items by position (OpenAPI 3.2.0, “Nested Encoding”). Returns undefined
 * for other types and for strings that are already serialized forms. If the value can't be sent in such a part, reports
 * a problem.
 */
export function buildNestedPart(context: PartContext, input: PartInput): BuiltPart | undefined {
  const { buildContext, formKey, depth = 0 } = context;
  const { type: mediaType, innerEncoding } = input;
  if (!isNestedType(mediaType)) return undefined;
  const isForm = isFormType(mediaType);
  const parsedValue = typeof input.value === "string" ? parseJsonValue(input.value)?.value : undefined;
  const value = typeof parsedValue === "object" && parsedValue !== null ? parsedValue : input.value;
  if (typeof value !== "object" && isForm) return undefined;
  if (depth >= maxDepth) {
    reportProblem(
      buildContext,
      formKey,
      createMessage(
        "Parts can't be nested more than {0} levels deep, so this part is sent as JSON, which the API might not understand. Reduce the nesting if the API allows it.",
        maxDepth,
      ),
    );
    return { kind: "value", value: serializeJson(value), contentType: "application/json" };
  }
  const innerContext: PartContext = { ...context, depth: depth + 1, type: mediaType };
  const flatSchema = input.schema && flattenSchema(context.models, input.schema);
  if (isPlainRecord(value)) {
    const members = listMembers(innerContext, value, flatSchema, isForm);
    if (isForm)
      return { kind: "value", value: serializeForm(innerContext, members, innerEncoding), contentType: mediaType };
    const parts = members.flatMap(([name, each]) => {
      const encoding = resolveInnerEncoding(innerContext, getOwnProperty(innerEncoding?.encodingsByName, name), name);
      const schema = flatSchema?.properties.get(name)?.schema;
      return createNamedParts(innerContext, { name, value: each, encoding, schema });
    });
    return { kind: "parts", parts, contentType: mediaType };
  }
  if (Array.isArray(value) && !isForm)
    return {
      kind: "parts",
      parts: createPositionalParts(innerContext, value, innerEncoding, flatSchema),
      contentType: mediaType,
    };
  reportProblem(
    buildContext,
    formKey,
    isForm
      ? createMessage("This part is a form, which consists of named fields. Enter an object.")
      : createMessage(
          "This part (`{0}`) consists of other parts, so it can't be a single value. Enter an object with their names, or an array of parts.",
          mediaType,
        ),
    true,
  );
  return undefined;
}

type Member = readonly [name: string, value: unknown];

/**
 * Returns the members of an object to send. Reports missing required members. In a nested multipart document, also
 * reports and omits files, because files can be chosen only for top-level parts.
 */
function listMembers(
  { buildContext, formKey, models }: PartContext,
  value: Readonly<Record<string, unknown>>,
  flatSchema: FlatSchema | undefined,
  isForm: boolean,
): readonly Member[] {
  const isFile = (name: string) =>
    !isForm && flatSchema !== undefined && isFileSchema(flatSchema.properties.get(name)?.schema, models);
  for (const name of new Set([...(flatSchema?.properties.keys() ?? []), ...(flatSchema?.requiredNames ?? [])])) {
    const memberValue = getOwnProperty(value, name);
    if (isFile(name))
      reportProblem(
        buildContext,
        formKey,
        createMessage(
          "`{0}` is a file inside this part, but you can choose files only for top-level parts, so it isn't sent.",
          name,
        ),
      );
    else if (flatSchema?.requiredNames.has(name) && (memberValue === undefined || memberValue === null))
      reportProblem(buildContext, formKey, createMessage("`{0}` is required in this part but has no value.", name));
  }
  return Object.entries(value).filter(([name]) => !isFile(name));
}

function isFileSchema(schema: SchemaModel | undefined, models: SchemaSource): boolean {
  const resolvedSchema = schema && resolveSchema(models, schema);
  return (
    isBinary(resolvedSchema) ||
    (resolvedSchema?.items !== undefined && isBinary(resolveSchema(models, resolvedSchema.items)))
  );
}

function serializeForm(
  context: PartContext,
  members: readonly Member[],
  innerEncoding: InnerEncoding | undefined,
): string {
  const pairs = members.flatMap(([name, value]) => {
    const encoding = getOwnProperty(innerEncoding?.encodingsByName, name);
    const [mediaType = ""] = listConcreteTypes(encoding?.contentType);
    if (isNestedType(mediaType) && typeof value === "object" && value !== null)
      reportProblem(
        context.buildContext,
        context.formKey,
        createMessage(
          "`{0}` is `{1}`, which can't be sent inside a form, so it's sent as JSON. The API might not understand it.",
          name,
          mediaType,
        ),
      );
    return createUrlencodedPairs(name, value, encoding);
  });
  return pairs.map(([name, text]) => `${name}=${text}`).join("&");
}

/**
 * Returns the encoding that applies inside a part. `style`, `explode`, and `allowReserved` are used only if the part is
 * a form: they “SHALL be ignored if the media type is not …” (OpenAPI 3.2.0, Encoding Object).
 */
function resolveInnerEncoding(
  { buildContext, formKey, type: mediaType = "" }: PartContext,
  encoding: PartEncoding | undefined,
  name: string,
): PartEncoding | undefined {
  const headers = (encoding?.headers ?? []).filter((header) => isPartHeader(header));
  if (headers.length > 0)
    reportProblem(
      buildContext,
      formKey,
      createMessage(
        "The specification describes headers for `{0}` inside this part ({1}), but you can enter headers only for top-level parts, so they aren't sent.",
        name,
        headers.map((each) => `\`${each}\``).join(", "),
      ),
    );
  if (!encoding || /^\s*multipart\/form-data\b/i.test(mediaType)) return encoding;
  return { ...encoding, style: undefined, explode: undefined, allowReserved: false };
}

function createPositionalParts(
  context: PartContext,
  value: readonly unknown[],
  innerEncoding: InnerEncoding | undefined,
  flatSchema: FlatSchema | undefined,
): readonly BuiltPart[] {
  const { buildContext, formKey, models } = context;
  return value.flatMap((each, index): BuiltPart[] => {
    const schema = flatSchema?.prefixItems[index] ?? flatSchema?.items;
    const encoding = resolveInnerEncoding(context, innerEncoding?.first[index] ?? innerEncoding?.rest, `${index + 1}`);
    const mediaType = listConcreteTypes(encoding?.contentType)[0] ?? getDefaultPartType(each, schema, models);
    if (isFileSchema(schema, models))
      reportProblem(
        buildContext,
        formKey,
        createMessage(
          "Nested part {0} is a file, but you can choose files only for top-level parts, so it's sent as text.",
          index + 1,
        ),
      );
    const part = buildNestedPart(context, {
      value: each,
      type: mediaType,
      innerEncoding: encoding?.innerEncoding,
      schema,
    });
    if (part) return [part];
    const text = serializePart(each, mediaType, schema, models);
    if (text !== undefined) return [{ kind: "value", value: text, contentType: mediaType }];
    reportProblem(
      buildContext,
      formKey,
      createMessage("Nested part {0} has no value. Enter a value, or remove the part.", index + 1),
      true,
    );
    return [];
  });
}

/** Escapes a name in `Content-Disposition` as browsers do (HTML, “multipart/form-data encoding algorithm”). */
export function escapeDispositionName(text: string): string {
  return text.replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/"/g, "%22");
}
