import { encodeMarked, filledValue, tell, type Building } from "./building.ts";
import { isRecord, ownOf } from "./plain-record.ts";
import { jsonTextOf } from "./plain-text-of.ts";
import type { MediaForm, PartEncoding } from "./request-form.ts";
import type { PartValue } from "./request-values.ts";
import { serializeQuery } from "./serialize-query.ts";

/**
 * The text of a urlencoded body. Where the Encoding Object of a property sets `style`, `explode` or `allowReserved`,
 * it is written as a query parameter of that style; else by its type: objects as JSON, each member of a list by itself
 * (OpenAPI 3.1.1, “Encoding the x-www-form-urlencoded Media Type”). Blanks are `+`.
 */
export function buildUrlencoded(
  building: Building,
  media: MediaForm | undefined,
  parts: readonly PartValue[],
): string {
  const pairs: string[] = [];
  for (const part of parts) {
    const { name, sent } = part;
    const place = `body ${name}`;
    const isRequired = media?.fields.find((field) => field.name === name)?.required ?? false;
    if (!sent && !isRequired) continue;
    if (part.value.kind === "files") {
      if (part.value.files.length > 0)
        tell(building, place, "This kind of body cannot carry files, so the file is left out.");
      continue;
    }
    const value = filledValue(building, place, part.value.value);
    const found = pairsOf(name, value, ownOf(media?.encoding, name));
    if (isRequired && (found.length === 0 || value === ""))
      tell(building, place, `\`${name}\` is required and has no value.`);
    pairs.push(...found);
  }
  return pairs.join("&");
}

function pairsOf(name: string, value: unknown, encoding: PartEncoding | undefined): string[] {
  const hasStyle =
    encoding && (encoding.style !== undefined || encoding.explode !== undefined || encoding.allowReserved);
  const style = encoding?.style ?? "form";
  const pairs = serializeQuery(
    { name, style, explode: encoding?.explode ?? (style === "form" || style === "deepObject") },
    hasStyle ? value : byType(value),
    (text, what) =>
      encodeMarked(text, encoding?.allowReserved === true && what === "value" ? "reserved" : "form"),
  );
  return pairs.map(([own, text]) => `${own}=${text}`);
}

function byType(value: unknown): unknown {
  return isRecord(value) ? jsonTextOf(value) : value;
}
