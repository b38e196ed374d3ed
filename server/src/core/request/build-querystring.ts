import { urlencodedPairs } from "./build-urlencoded.ts";
import { contentText } from "./content-text.ts";
import { encodeMarked, tell, type Building } from "./building.ts";
import { isPlainRecord, ownOf } from "../text/plain-record.ts";
import type { ParameterForm } from "./request-form.ts";
import { parameterKey } from "./request-values.ts";

/**
 * `in: querystring` (OpenAPI 3.2): the value is all of the query, written as its media type says. A text for a
 * urlencoded one is taken as written by hand; of its properties each is written as in a body of that type. False where it is nothing.
 */
export function buildQuerystring(building: Building, parameter: ParameterForm, value: unknown): boolean {
  const place = parameterKey(parameter);
  if (building.query.length > 0)
    tell(building, place, "The whole query is one value, so other parts of the query have no place in it.");
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
    urlencodedPairs(name, each, ownOf(parameter.encoding, name)),
  );
  for (const [name, text] of pairs) building.query.push({ name, value: text, place });
  return pairs.length > 0;
}
