import { isPlainRecord, getOwn } from "../../text/plain-record.ts";
import type { MediaTypeForm, ParameterForm, PartEncoding } from "../form/request-form.ts";
import { parameterKey, type PartValue } from "../form/request-values.ts";
import { isJsonType, writtenJson } from "../media/encoding.ts";
import { type BuildContext, encodeMarked, filledValue, reportProblem } from "./build-context.ts";
import { contentText, serializeQuery } from "./serialize.ts";

/**
 * Returns a urlencoded body. A property whose Encoding Object sets `style`, `explode`, or `allowReserved` is serialized
 * as a query parameter of that style, with spaces as `%20`. Other properties are serialized by type (objects as JSON,
 * array items individually) as in the URL standard's form encoding, with spaces as `+` (OpenAPI 3.2, “Encoding the
 * x-www-form-urlencoded Media Type” and “URL Percent-Encoding”).
 */
export function buildUrlencoded(
  building: BuildContext,
  media: MediaTypeForm | undefined,
  parts: readonly PartValue[],
): string {
  const pairs: string[] = [];
  for (const { name, sent, value: given } of parts) {
    const place = `body ${name}`;
    const isRequired = media?.fields.find((field) => field.name === name)?.required ?? false;
    if (!sent && !isRequired) continue;
    if (given.kind === "files") {
      if (given.files.length > 0)
        reportProblem(building, place, "This type of body can't contain files, so the file isn't sent.");
      continue;
    }
    const value = filledValue(building, place, given.value);
    const found = urlencodedPairs(name, value, getOwn(media?.encoding, name));
    if (isRequired && (found.length === 0 || value === ""))
      reportProblem(building, place, `\`${name}\` is required but has no value.`);
    for (const [own, text] of found) pairs.push(`${own}=${text}`);
  }
  return pairs.join("&");
}

/** Returns the encoded names and values of one property. */
export function urlencodedPairs(
  name: string,
  value: unknown,
  encoding: PartEncoding | undefined,
): readonly (readonly [name: string, value: string])[] {
  const styled = styledBy(encoding);
  const style = styled?.style ?? "form";
  const explode = styled?.explode ?? (style === "form" || style === "deepObject");
  return styled
    ? serializeQuery({ name, style, explode }, value, (text, what) =>
        encodeMarked(text, styled.allowReserved && what === "value" ? "reserved" : "value"),
      )
    : serializeQuery({ name, style, explode }, byType(value, encoding?.contentType), (text) =>
        encodeMarked(text, "form"),
      );
}

/** Returns the encoding if it requires serialization as a query parameter instead of by type. */
export function styledBy(encoding: PartEncoding | undefined): PartEncoding | undefined {
  const { style, explode, allowReserved = false } = encoding ?? {};
  return style !== undefined || explode !== undefined || allowReserved ? encoding : undefined;
}

function byType(value: unknown, contentType: string | undefined): unknown {
  const isJson = isJsonType(contentType ?? "");
  const one = (each: unknown) =>
    each !== null && (isJson || isPlainRecord(each) || Array.isArray(each)) ? writtenJson(each) : each;
  return Array.isArray(value) ? value.map(one) : one(value);
}

/**
 * Handles `in: querystring` (OpenAPI 3.2): the value is the complete query, serialized by its media type. A text for a
 * urlencoded query is used as written, and an object is serialized as in a urlencoded body. Returns false if there is
 * no value.
 */
export function buildQuerystring(building: BuildContext, parameter: ParameterForm, value: unknown): boolean {
  const place = parameterKey(parameter);
  if (building.query.length > 0)
    reportProblem(
      building,
      place,
      "This parameter is the entire query string, so it can't be combined with other query parameters.",
    );
  if (!/^application\/x-www-form-urlencoded\b/i.test(parameter.mediaType ?? "")) {
    const text = contentText(building, place, parameter, value);
    if (text === undefined || text === "") return false;
    building.query.push({ name: undefined, value: encodeMarked(text, "value"), place });
    return true;
  }
  if (typeof value === "string" && value !== "")
    building.query.push({ name: undefined, value: encodeMarked(value, "query"), place });
  if (!isPlainRecord(value)) return typeof value === "string" && value !== "";
  const pairs = Object.entries(value).flatMap(([name, each]) =>
    urlencodedPairs(name, each, getOwn(parameter.encoding, name)),
  );
  for (const [name, text] of pairs) building.query.push({ name, value: text, place });
  return pairs.length > 0;
}
