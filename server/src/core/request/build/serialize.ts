import { createMessage } from "../../text/message.ts";
import { getOwnProperty, isPlainRecord } from "../../text/plain-record.ts";
import type { MediaTypeForm, ParameterForm, PartEncoding } from "../form/request-form.ts";
import { getParameterKey, type PartValue } from "../form/request-values.ts";
import { isJsonType, parseJsonValue, toParameterText, serializeJson } from "../media/encoding.ts";
import { type BuildContext, encodeWithSecrets, fillValueVariables, reportProblem } from "./build-context.ts";

/**
 * A value in the form that styles expand (RFC 6570, section 2.4): undefined, a string, a list of strings, or named
 * strings.
 */
export type ExpandableValue =
  | { readonly kind: "nothing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly texts: readonly string[] }
  | { readonly kind: "names"; readonly pairs: readonly (readonly [string, string])[] };

/**
 * Converts a value to an `ExpandableValue`. Omits members that can't be converted to text. If the value can't be
 * converted to text or has no members, the result's kind is `nothing` (RFC 6570, section 2.3).
 */
export function toExpandableValue(value: unknown): ExpandableValue {
  if (Array.isArray(value)) {
    const texts = value.flatMap((each) => toParameterText(each) ?? []);
    return texts.length === 0 ? { kind: "nothing" } : { kind: "list", texts };
  }
  if (isPlainRecord(value)) {
    const pairs = Object.entries(value).flatMap(([name, each]): [string, string][] => {
      const text = toParameterText(each);
      return text === undefined ? [] : [[name, text]];
    });
    return pairs.length === 0 ? { kind: "nothing" } : { kind: "names", pairs };
  }
  const text = toParameterText(value);
  return text === undefined ? { kind: "nothing" } : { kind: "text", text };
}

const maxDepth = 20;

/**
 * Expands a `deepObject` parameter, for example, to `filter[state]=open`. OpenAPI doesn't define this style for nested
 * values, so they're expanded as common form parsers expect: each level adds a pair of brackets, and array items are
 * numbered, as in `items[0][price]=5`. Values nested more than 20 levels deep are written as JSON.
 */
function expandDeepObject(name: string, value: unknown): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  const addPairs = (key: string, nestedValue: unknown, depth: number): void => {
    const members = depth < maxDepth ? listMembers(nestedValue) : undefined;
    if (members) {
      for (const [memberName, each] of members) addPairs(`${key}[${memberName}]`, each, depth + 1);
      return;
    }
    const text = toParameterText(nestedValue);
    if (text !== undefined) pairs.push([key, text]);
  };
  addPairs(name, value, 0);
  return pairs;
}

function listMembers(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((each, index) => [String(index), each]);
  return isPlainRecord(value) ? Object.entries(value) : undefined;
}

export interface QueryStyle {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
}

/** A name and a value, both encoded. */
export type EncodedPair = readonly [name: string, value: string];

/**
 * The delimiters for unexploded lists, by style. They're percent-encoded, because they can't appear unescaped in a URL.
 */
const delimitersByStyle: ReadonlyMap<string, string> = new Map([
  ["spaceDelimited", " "],
  ["pipeDelimited", "|"],
]);

/**
 * Returns the name-value pairs for a query, form, or cookie parameter, or an empty list if the value is missing
 * (OpenAPI, “Style Examples”). With `explode`, the styles `spaceDelimited` and `pipeDelimited` have the same result as
 * `form`. `encode` encodes a single string.
 */
export function serializeQuery(
  { name, style, explode }: QueryStyle,
  value: unknown,
  encode: (text: string, part: "name" | "value") => string,
): readonly EncodedPair[] {
  const encodedName = encode(name, "name");
  const encodeValue = (text: string) => encode(text, "value");
  if (style === "deepObject" && typeof value === "object")
    return expandDeepObject(name, value).map(([key, text]) => [encode(key, "name"), encodeValue(text)]);
  const expandableValue = toExpandableValue(value);
  const delimiter = delimitersByStyle.get(style);
  const joinTexts = (texts: readonly string[]) =>
    texts.map(encodeValue).join(delimiter === undefined ? "," : encode(delimiter, "name"));
  switch (expandableValue.kind) {
    case "nothing":
      return [];
    case "text":
      return [[encodedName, encodeValue(expandableValue.text)]];
    case "list":
      return explode
        ? expandableValue.texts.map((text) => [encodedName, encodeValue(text)])
        : [[encodedName, joinTexts(expandableValue.texts)]];
    case "names":
      return explode
        ? expandableValue.pairs.map(([key, text]) => [encode(key, "name"), encodeValue(text)])
        : [[encodedName, joinTexts(expandableValue.pairs.flat())]];
  }
}

/**
 * OpenAPI's `simple`, `label`, and `matrix` styles, which correspond to `{name}`, `{.name}`, and `{;name}` in RFC 6570.
 */
export interface PathStyle {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
}

/**
 * Returns the text for a value in a path, or undefined if the value is missing. `encode` encodes the name or a single
 * string.
 */
export function serializePath(
  { name, style, explode }: PathStyle,
  value: unknown,
  encode: (text: string) => string,
): string | undefined {
  const expandableValue = toExpandableValue(value);
  if (expandableValue.kind === "nothing") return undefined;
  const prefix = style === "matrix" ? ";" : style === "label" ? "." : "";
  const encodedName = encode(name);
  if (expandableValue.kind === "text") {
    if (style !== "matrix") return prefix + encode(expandableValue.text);
    // `matrix` omits `=` before an empty value.
    return expandableValue.text === "" ? `;${encodedName}` : `;${encodedName}=${encode(expandableValue.text)}`;
  }
  if (!explode) {
    const texts = expandableValue.kind === "list" ? expandableValue.texts : expandableValue.pairs.flat();
    const joinedText = texts.map(encode).join(",");
    return style === "matrix" ? `;${encodedName}=${joinedText}` : prefix + joinedText;
  }
  const separator = prefix === "" ? "," : prefix;
  if (expandableValue.kind === "names")
    return (
      prefix + expandableValue.pairs.map(([key, text]) => formatPair(encode(key), encode(text), style)).join(separator)
    );
  const texts = expandableValue.texts.map(encode);
  return (
    prefix + texts.map((text) => (style === "matrix" ? formatPair(encodedName, text, style) : text)).join(separator)
  );
}

function formatPair(name: string, text: string, style: string): string {
  return style === "matrix" && text === "" ? name : `${name}=${text}`;
}

/**
 * Serializes a header's value in the `simple` style, or returns undefined if the value is missing. The value isn't
 * percent-encoded, because headers don't use percent-encoding (OpenAPI 3.1.1, Appendix D).
 */
export function serializeHeader(isExploded: boolean, value: unknown): string | undefined {
  const expandableValue = toExpandableValue(value);
  switch (expandableValue.kind) {
    case "nothing":
      return undefined;
    case "text":
      return expandableValue.text;
    case "list":
      return expandableValue.texts.join(",");
    case "names":
      return expandableValue.pairs
        .map(([name, text]) => (isExploded ? `${name}=${text}` : `${name},${text}`))
        .join(",");
  }
}

/**
 * Serializes the value of a parameter with `content` according to its media type, or returns undefined if the value is
 * missing.
 */
export function serializeContent(
  context: BuildContext,
  formKey: string,
  { mediaType = "", schema, name }: ParameterForm,
  value: unknown,
): string | undefined {
  if (!isJsonType(mediaType)) return toParameterText(value);
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || schema?.types.includes("string")) return serializeJson(value);
  // The value may be a number or list that you typed as text.
  if (parseJsonValue(value)) return value;
  reportProblem(context, formKey, createMessage("`{0}` isn't valid JSON, so it's sent as a JSON string.", name));
  return JSON.stringify(value);
}

/**
 * Returns a urlencoded body. If a property's Encoding Object sets `style`, `explode`, or `allowReserved`, the property
 * is serialized like a query parameter with that style, with spaces as `%20`. Other properties are serialized by type
 * (objects as JSON, array items individually), with spaces as `+`, as in the URL standard's form encoding (OpenAPI 3.2,
 * “Encoding the x-www-form-urlencoded Media Type” and “URL Percent-Encoding”).
 */
export function buildUrlencodedBody(
  context: BuildContext,
  mediaType: MediaTypeForm | undefined,
  parts: readonly PartValue[],
): string {
  const pairs: string[] = [];
  for (const { name, sent, value: partValue } of parts) {
    const formKey = `body ${name}`;
    const isRequired = mediaType?.fields.find((field) => field.name === name)?.required ?? false;
    if (!sent && !isRequired) continue;
    if (partValue.kind === "files") {
      if (partValue.files.length > 0)
        reportProblem(
          context,
          formKey,
          createMessage("This type of body can't contain files, so the file isn't sent."),
        );
      continue;
    }
    const value = fillValueVariables(context, formKey, partValue.value);
    const fieldPairs = createUrlencodedPairs(name, value, getOwnProperty(mediaType?.encoding, name));
    if (isRequired && (fieldPairs.length === 0 || value === ""))
      reportProblem(context, formKey, createMessage("`{0}` is required but has no value.", name));
    for (const [partName, text] of fieldPairs) pairs.push(`${partName}=${text}`);
  }
  return pairs.join("&");
}

/** Returns a property's name-value pairs, with names and values encoded. */
export function createUrlencodedPairs(
  name: string,
  value: unknown,
  encoding: PartEncoding | undefined,
): readonly (readonly [name: string, value: string])[] {
  const styledEncoding = getStyledEncoding(encoding);
  const style = styledEncoding?.style ?? "form";
  const isExploded = styledEncoding?.explode ?? (style === "form" || style === "deepObject");
  return styledEncoding
    ? serializeQuery({ name, style, explode: isExploded }, value, (text, part) =>
        encodeWithSecrets(text, styledEncoding.allowReserved && part === "value" ? "reserved" : "value"),
      )
    : serializeQuery({ name, style, explode: isExploded }, serializeByType(value, encoding?.contentType), (text) =>
        encodeWithSecrets(text, "form"),
      );
}

/**
 * Returns the encoding if it requires the property to be serialized like a query parameter, or undefined if the
 * property is serialized by its type.
 */
export function getStyledEncoding(encoding: PartEncoding | undefined): PartEncoding | undefined {
  const { style, explode, allowReserved = false } = encoding ?? {};
  return style !== undefined || explode !== undefined || allowReserved ? encoding : undefined;
}

function serializeByType(value: unknown, contentType: string | undefined): unknown {
  const isJson = isJsonType(contentType ?? "");
  const serializeItem = (each: unknown) =>
    each !== null && (isJson || isPlainRecord(each) || Array.isArray(each)) ? serializeJson(each) : each;
  return Array.isArray(value) ? value.map(serializeItem) : serializeItem(value);
}

/**
 * Adds a parameter with `in: querystring` (OpenAPI 3.2), whose value is the entire query. The value is serialized
 * according to its media type. For a urlencoded query, a string is used as written, and an object is serialized as in a
 * urlencoded body. Returns whether there is a value.
 */
export function addQuerystring(context: BuildContext, parameter: ParameterForm, value: unknown): boolean {
  const formKey = getParameterKey(parameter);
  if (context.query.length > 0)
    reportProblem(
      context,
      formKey,
      createMessage("This parameter is the entire query string, so it can't be combined with other query parameters."),
    );
  if (!/^application\/x-www-form-urlencoded\b/i.test(parameter.mediaType ?? "")) {
    const text = serializeContent(context, formKey, parameter, value);
    if (text === undefined || text === "") return false;
    context.query.push({ name: undefined, value: encodeWithSecrets(text, "value"), formKey });
    return true;
  }
  if (typeof value === "string" && value !== "")
    context.query.push({ name: undefined, value: encodeWithSecrets(value, "query"), formKey });
  if (!isPlainRecord(value)) return typeof value === "string" && value !== "";
  const pairs = Object.entries(value).flatMap(([name, each]) =>
    createUrlencodedPairs(name, each, getOwnProperty(parameter.encoding, name)),
  );
  for (const [name, text] of pairs) context.query.push({ name, value: text, formKey });
  return pairs.length > 0;
}
