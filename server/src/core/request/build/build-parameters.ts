import { createMessage } from "../../text/message.ts";
import { getOwn } from "../../text/plain-record.ts";
import type { ParameterForm, RequestForm, SchemeForm } from "../form/request-form.ts";
import { type Credential, parameterKey, type RequestValues } from "../form/request-values.ts";
import {
  type BuildContext,
  encodeMarked,
  filledText,
  filledValue,
  setField,
  reportProblem,
} from "./build-context.ts";
import { markedBase64 } from "./secret-placeholders.ts";
import {
  buildQuerystring,
  contentText,
  serializeHeader,
  serializePath,
  serializeQuery,
} from "./serialize.ts";

/** Adds all parameters to the request. Returns the encoded path. */
export function buildParameters(building: BuildContext, form: RequestForm, values: RequestValues): string {
  const segments = new Map<string, string>();
  for (const parameter of form.parameters) {
    const place = parameterKey(parameter);
    const given = getOwn(values.parameters, place);
    const isSent = given !== undefined && (given.sent || parameter.required);
    const value = isSent ? filledValue(building, place, given.value) : undefined;
    if (parameter.in === "path") segments.set(parameter.name, pathText(building, parameter, value));
    else if (!put(building, parameter, value) && parameter.required)
      reportProblem(building, place, createMessage("`{0}` is required but has no value.", parameter.name));
    else if (isSent && !parameter.required && isNothing(value))
      reportProblem(building, place, createMessage("`{0}` has no value, so it isn't sent.", parameter.name));
  }
  return fillPath(building, form.path, segments);
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0)
  );
}

/** Adds a parameter to the request. Returns false if the parameter has no value to send. */
function put(building: BuildContext, parameter: ParameterForm, value: unknown): boolean {
  const { name, explode, mediaType, required, allowEmptyValue } = parameter;
  const place = parameterKey(parameter);
  // An empty string in a required parameter is probably a mistake. If it's intentional, the message does no harm.
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

/**
 * Returns a function that encodes a parameter's name and values. A cookie with the style `form` is percent-encoded, and
 * a cookie with the style `cookie` (OpenAPI 3.2) is sent unchanged.
 */
function encoderOf({ in: place, style, allowReserved }: ParameterForm) {
  if (place === "cookie" && style === "cookie") return (text: string) => text;
  const set = place === "cookie" ? "reservedCookie" : "reserved";
  return (text: string, what: "name" | "value") =>
    encodeMarked(text, allowReserved && what === "value" ? set : "value");
}

function pathText(building: BuildContext, parameter: ParameterForm, value: unknown): string {
  const { name, allowReserved, mediaType } = parameter;
  const place = parameterKey(parameter);
  const content = mediaType === undefined ? value : contentText(building, place, parameter, value);
  const text = serializePath(parameter, content, (each) =>
    encodeMarked(each, allowReserved ? "reservedPath" : "value"),
  );
  if (text !== undefined && text !== "") return text;
  reportProblem(
    building,
    place,
    createMessage("`{0}` is part of the path but has no value. Enter a value.", name),
    true,
  );
  return encodeMarked(`{${name}}`, "value");
}

/**
 * Returns the path with its encoded parameters. A query in the path is added to the request's query, because some
 * authors include one even though OpenAPI forbids it. A fragment is removed, because fragments are never sent.
 */
function fillPath(building: BuildContext, template: string, segments: ReadonlyMap<string, string>): string {
  const [withQuery = ""] = template.split("#");
  const at = withQuery.indexOf("?");
  const path = at < 0 ? withQuery : withQuery.slice(0, at);
  const query = at < 0 ? "" : filled(withQuery.slice(at + 1), segments, "query");
  if (query !== "") building.query.unshift({ name: undefined, value: query, place: "path" });
  return filled(path, segments, "path");
}

/**
 * Replaces `{name}` with the value of the parameter that has that name, and encodes the rest of the text. `{{name}}`
 * isn't treated as a parameter.
 */
function filled(text: string, segments: ReadonlyMap<string, string>, set: "path" | "query"): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: full, 1: name = "" } of text.matchAll(/(?<!\{)\{([^{}]+)\}/g)) {
    const segment = segments.get(name);
    if (segment === undefined) continue;
    pieces.push(encodeMarked(text.slice(from, index), set), segment);
    from = index + full.length;
  }
  return pieces.join("") + encodeMarked(text.slice(from), set);
}

/**
 * Adds the credentials for the selected authentication method. Missing credentials are reported but don't prevent the
 * request from being sent, so you can still see the API's own error.
 */
export function buildCredentials(
  building: BuildContext,
  { security }: RequestForm,
  values: RequestValues,
): void {
  const requirement = security[values.way] ?? [];
  for (const scheme of requirement) {
    const place = `credential ${scheme.name}`;
    const credential = getOwn(values.credentials, scheme.name);
    // For mutual TLS, the connection presents a certificate, so the request contains no credential.
    if (scheme.kind === "mutualTLS") continue;
    if (scheme.kind === "unknown") {
      reportProblem(
        building,
        place,
        createMessage(
          "The specification doesn't define how `{0}` authenticates, so no credentials are sent for it.",
          scheme.name,
        ),
      );
      continue;
    }
    const text = credential && credentialText(building, place, scheme, credential);
    if (text === undefined)
      reportProblem(
        building,
        place,
        createMessage(
          "You haven't entered credentials for `{0}`, so the request is sent without them.",
          scheme.name,
        ),
      );
    else putCredential(building, place, scheme, text);
  }
  const inHeader = requirement.filter(
    ({ kind }) => kind !== "apiKey" && kind !== "mutualTLS" && kind !== "unknown",
  );
  const [, second] = inHeader;
  if (second)
    reportProblem(
      building,
      `credential ${second.name}`,
      createMessage(
        "Multiple security schemes use the `Authorization` header, but a request can have only one. The last one is sent.",
      ),
    );
}

/**
 * Returns the value of the header, query parameter, or cookie that contains the credential, or undefined if no
 * credential was entered.
 */
function credentialText(
  building: BuildContext,
  place: string,
  scheme: SchemeForm,
  credential: Credential,
): string | undefined {
  if (credential.kind === "basic") {
    if (scheme.kind !== "basic" || credential.user + credential.password === "") return undefined;
    const user = filledText(building, place, credential.user);
    if (user.includes(":") && !user.includes("{{secret:"))
      reportProblem(
        building,
        place,
        createMessage("A username can't contain a colon (RFC 7617). Remove it."),
        true,
      );
    return `Basic ${markedBase64(`${user}:${filledText(building, place, credential.password)}`)}`;
  }
  const value = filledText(building, place, credential.value).trim();
  if (value === "") return undefined;
  switch (scheme.kind) {
    case "apiKey":
      return value;
    case "http":
      return withScheme(scheme.scheme, value);
    case "basic":
      return withScheme("Basic", value);
    default:
      return withScheme("Bearer", value);
  }
}

/** Prefixes a token with its scheme, unless the token was pasted together with its scheme. */
function withScheme(scheme: string, value: string): string {
  const hasIt = value.toLowerCase().startsWith(`${scheme.toLowerCase()} `);
  return hasIt || scheme === "" ? value : `${scheme} ${value}`;
}

function putCredential(
  { headers, cookies, query }: BuildContext,
  place: string,
  scheme: SchemeForm,
  text: string,
): void {
  const isSame = (name: string) => (other: string) => other === name;
  const isSameHeader = (name: string) => (other: string) => other.toLowerCase() === name.toLowerCase();
  if (scheme.kind !== "apiKey")
    setField(headers, { name: "Authorization", value: text, place }, isSameHeader("Authorization"));
  else if (scheme.in === "header")
    setField(headers, { name: scheme.field, value: text, place }, isSameHeader(scheme.field));
  else if (scheme.in === "cookie")
    setField(cookies, { name: scheme.field, value: text, place }, isSame(scheme.field));
  else {
    const name = encodeMarked(scheme.field, "value");
    setField(query, { name, value: encodeMarked(text, "value"), place }, isSame(name));
  }
}
