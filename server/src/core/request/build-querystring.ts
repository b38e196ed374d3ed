import { contentText } from "./content-text.ts";
import { encodeMarked, tell, type Building } from "./building.ts";
import { isRecord } from "./plain-record.ts";
import type { ParameterForm } from "./request-form.ts";
import { parameterKey } from "./request-values.ts";
import { serializeQuery } from "./serialize-query.ts";

/** `in: querystring` (OpenAPI 3.2): the value is all of the query, written as its media type says. */
export function buildQuerystring(building: Building, parameter: ParameterForm, value: unknown): boolean {
  const place = parameterKey(parameter);
  if (/^application\/x-www-form-urlencoded\b/i.test(parameter.mediaType ?? "") && isRecord(value)) {
    const pairs = Object.entries(value).flatMap(([name, each]) =>
      serializeQuery({ name, style: "form", explode: true }, each, (text) => encodeMarked(text, "form")),
    );
    building.query.push(...pairs.map(([name, text]) => `${name}=${text}`));
    return pairs.length > 0;
  }
  const text = contentText(building, place, parameter, value);
  if (text === undefined || text === "") return false;
  if (building.query.length > 0)
    tell(building, place, "The whole query is one value, so other parts of the query have no place in it.");
  building.query.push(encodeMarked(text, "value"));
  return true;
}
