import { encodeMarked, filledValue, tell, type Building } from "./building.ts";
import { isPlainRecord, ownOf } from "../text/plain-record.ts";
import { isJsonType, writtenJson } from "./json-text.ts";
import type { MediaForm, PartEncoding } from "./request-form.ts";
import type { PartValue } from "./request-values.ts";
import { serializeQuery } from "./serialize-query.ts";

/**
 * The text of a urlencoded body. Where the Encoding Object of a property sets `style`, `explode` or `allowReserved`,
 * it is written as a query parameter of that style, blanks as `%20`; else by its type (objects as JSON, each member of
 * a list by itself) and as the URL standard writes forms, blanks as `+` (OpenAPI 3.2, “Encoding the
 * x-www-form-urlencoded Media Type” and “URL Percent-Encoding”).
 */
export function buildUrlencoded(
  building: Building,
  media: MediaForm | undefined,
  parts: readonly PartValue[],
): string {
  const pairs: string[] = [];
  for (const { name, sent, value: given } of parts) {
    const place = `body ${name}`;
    const isRequired = media?.fields.find((field) => field.name === name)?.required ?? false;
    if (!sent && !isRequired) continue;
    if (given.kind === "files") {
      if (given.files.length > 0)
        tell(building, place, "This kind of body cannot carry files, so the file is left out.");
      continue;
    }
    const value = filledValue(building, place, given.value);
    const found = urlencodedPairs(name, value, ownOf(media?.encoding, name));
    if (isRequired && (found.length === 0 || value === ""))
      tell(building, place, `\`${name}\` is required and has no value.`);
    for (const [own, text] of found) pairs.push(`${own}=${text}`);
  }
  return pairs.join("&");
}

/** Names and values of one property, encoded. */
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

/** The encoding where it makes a property be written like a query parameter, not by its type. */
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
