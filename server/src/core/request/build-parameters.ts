import { encodeMarked, filledValue, tell, type Building } from "./building.ts";
import { contentText } from "./content-text.ts";
import { isFieldName } from "./header-fault.ts";
import { ownOf } from "./plain-record.ts";
import type { PercentSet } from "./percent-encode.ts";
import type { ParameterForm, RequestForm } from "./request-form.ts";
import { parameterKey, type RequestValues } from "./request-values.ts";
import { buildQuerystring } from "./build-querystring.ts";
import { fillPath } from "./fill-path.ts";
import { serializeHeader } from "./serialize-header.ts";
import { serializePath } from "./serialize-path.ts";
import { serializeQuery } from "./serialize-query.ts";

/** Puts every parameter where it belongs; answers the path. */
export function buildParameters(building: Building, form: RequestForm, values: RequestValues): string {
  const segments = new Map<string, string>();
  for (const parameter of form.parameters) {
    const key = parameterKey(parameter);
    const given = ownOf(values.parameters, key);
    const isSent = given !== undefined && (given.sent || parameter.required);
    const value = isSent ? filledValue(building, key, given.value) : undefined;
    if (parameter.in === "path") {
      segments.set(parameter.name, pathText(building, parameter, value));
      continue;
    }
    const isDone = value !== undefined && put(building, parameter, value);
    if (!isDone && parameter.required)
      tell(building, key, `\`${parameter.name}\` is required and has no value.`);
  }
  return fillPath(building, form.path, segments);
}

/** False where the value is nothing that could be sent. */
function put(building: Building, parameter: ParameterForm, value: unknown): boolean {
  const { name, explode, mediaType } = parameter;
  const place = parameterKey(parameter);
  // A text that is required and empty is most likely not filled in.
  if (value === "" && parameter.required) return false;
  const content = mediaType === undefined ? value : contentText(building, place, parameter, value);
  if (content === undefined || content === null) return false;
  switch (parameter.in) {
    case "querystring":
      return buildQuerystring(building, parameter, value);
    case "header": {
      const text = serializeHeader(explode, content);
      if (text !== undefined) building.headers.push([name, text]);
      return text !== undefined;
    }
    case "cookie": {
      // `form` percent-encodes; `cookie` (OpenAPI 3.2) sends what is given.
      const isPlain = parameter.style === "cookie";
      const pairs = serializeQuery(parameter, content, (text) =>
        isPlain ? text : encodeMarked(text, "value"),
      );
      for (const [own, text] of pairs) putCookie(building, place, own, text);
      return pairs.length > 0;
    }
    case "path":
      return false;
    case "query": {
      const pairs = serializeQuery(parameter, content, (text, what) =>
        encodeMarked(text, setFor(parameter, what)),
      );
      building.query.push(...pairs.map(([own, text]) => `${own}=${text}`));
      return pairs.length > 0;
    }
  }
}

function setFor({ allowReserved }: ParameterForm, what: "name" | "value"): PercentSet {
  return allowReserved && what === "value" ? "reserved" : "value";
}

export function putCookie(building: Building, place: string, name: string, value: string): void {
  if (!isFieldName(name)) tell(building, place, `\`${name}\` cannot be the name of a cookie.`, true);
  else if (/[^\t -~]|;/.test(value))
    tell(
      building,
      place,
      `The cookie \`${name}\` has a character that cookies cannot carry. Encode it, or remove it.`,
      true,
    );
  else building.cookies.push([name, value]);
}

function pathText(building: Building, parameter: ParameterForm, value: unknown): string {
  const { name, allowReserved, mediaType } = parameter;
  const key = parameterKey(parameter);
  const content = mediaType === undefined ? value : contentText(building, key, parameter, value);
  const text = serializePath(parameter, content, (each) =>
    encodeMarked(each, allowReserved ? "reservedPath" : "value"),
  );
  if (text === undefined || text === "") {
    tell(building, key, `\`${name}\` is part of the path and has no value. Fill it in.`, true);
    return encodeMarked(`{${name}}`, "value");
  }
  return text;
}
