import { encodeMarked, filledValue, tell, type Building } from "./building.ts";
import { buildQuerystring } from "./build-querystring.ts";
import { contentText } from "./content-text.ts";
import { fillPath } from "./fill-path.ts";
import { ownOf } from "../text/plain-record.ts";
import type { ParameterForm, RequestForm } from "./request-form.ts";
import { parameterKey, type RequestValues } from "./request-values.ts";
import { serializeHeader } from "./serialize-header.ts";
import { serializePath } from "./serialize-path.ts";
import { serializeQuery } from "./serialize-query.ts";

/** Puts every parameter where it belongs; answers the path, encoded. */
export function buildParameters(building: Building, form: RequestForm, values: RequestValues): string {
  const segments = new Map<string, string>();
  for (const parameter of form.parameters) {
    const place = parameterKey(parameter);
    const given = ownOf(values.parameters, place);
    const isSent = given !== undefined && (given.sent || parameter.required);
    const value = isSent ? filledValue(building, place, given.value) : undefined;
    if (parameter.in === "path") segments.set(parameter.name, pathText(building, parameter, value));
    else if (!put(building, parameter, value) && parameter.required)
      tell(building, place, `\`${parameter.name}\` is required and has no value.`);
    else if (isSent && !parameter.required && isNothing(value))
      tell(building, place, `\`${parameter.name}\` has no value, so it is left out.`);
  }
  return fillPath(building, form.path, segments);
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0)
  );
}

/** False where the value is nothing that could be sent. */
function put(building: Building, parameter: ParameterForm, value: unknown): boolean {
  const { name, explode, mediaType, required, allowEmptyValue } = parameter;
  const place = parameterKey(parameter);
  // A text that is required and empty is most likely not filled in; where it is meant, nobody minds being told.
  const isMissing = value === "" && required && !allowEmptyValue;
  if (value === undefined || (isMissing && parameter.in !== "query")) return false;
  const content = mediaType === undefined ? value : contentText(building, place, parameter, value);
  switch (parameter.in) {
    case "querystring":
      return buildQuerystring(building, parameter, value);
    case "header": {
      const text = serializeHeader(explode, content);
      if (text !== undefined) building.headers.push({ name, value: text, place });
      return text !== undefined;
    }
    case "cookie":
    case "query": {
      const target = parameter.in === "query" ? building.query : building.cookies;
      const pairs = serializeQuery(parameter, content, encoderOf(parameter));
      for (const [own, text] of pairs) target.push({ name: own, value: text, place });
      return pairs.length > 0 && !isMissing;
    }
    case "path":
      return false;
  }
}

/** `form` percent-encodes in cookies too; `cookie` (OpenAPI 3.2) sends what is given. */
function encoderOf({ in: place, style, allowReserved }: ParameterForm) {
  if (place === "cookie" && style === "cookie") return (text: string) => text;
  const set = place === "cookie" ? "reservedCookie" : "reserved";
  return (text: string, what: "name" | "value") =>
    encodeMarked(text, allowReserved && what === "value" ? set : "value");
}

function pathText(building: Building, parameter: ParameterForm, value: unknown): string {
  const { name, allowReserved, mediaType } = parameter;
  const place = parameterKey(parameter);
  const content = mediaType === undefined ? value : contentText(building, place, parameter, value);
  const text = serializePath(parameter, content, (each) =>
    encodeMarked(each, allowReserved ? "reservedPath" : "value"),
  );
  if (text !== undefined && text !== "") return text;
  tell(building, place, `\`${name}\` is part of the path and has no value. Fill it in.`, true);
  return encodeMarked(`{${name}}`, "value");
}
