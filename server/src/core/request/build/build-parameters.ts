import { createMessage } from "../../text/message.ts";
import { getOwnProperty } from "../../text/plain-record.ts";
import type { ParameterForm, RequestForm, SchemeForm } from "../form/request-form.ts";
import { type Credential, getParameterKey, type RequestValues } from "../form/request-values.ts";
import {
  type BuildContext,
  encodeWithSecrets,
  fillVariables,
  fillValueVariables,
  setField,
  reportProblem,
} from "./build-context.ts";
import { encodeBase64WithSecrets } from "./secret-placeholders.ts";
import { addQuerystring, serializeContent, serializeHeader, serializePath, serializeQuery } from "./serialize.ts";

/** Adds all parameters to the request. Returns the encoded path. */
export function buildParameters(context: BuildContext, form: RequestForm, values: RequestValues): string {
  const segmentsByName = new Map<string, string>();
  for (const parameter of form.parameters) {
    const formKey = getParameterKey(parameter);
    const parameterValue = getOwnProperty(values.parameters, formKey);
    const isSent = parameterValue !== undefined && (parameterValue.sent || parameter.required);
    const value = isSent ? fillValueVariables(context, formKey, parameterValue.value) : undefined;
    if (parameter.in === "path") segmentsByName.set(parameter.name, serializePathParameter(context, parameter, value));
    else if (!addParameter(context, parameter, value) && parameter.required)
      reportProblem(context, formKey, createMessage("`{0}` is required but has no value.", parameter.name));
    else if (isSent && !parameter.required && isEmpty(value))
      reportProblem(context, formKey, createMessage("`{0}` has no value, so it isn't sent.", parameter.name));
  }
  return fillPath(context, form.path, segmentsByName);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Adds a parameter to the request. Returns false if the parameter has no value to send. */
function addParameter(context: BuildContext, parameter: ParameterForm, value: unknown): boolean {
  const { name, explode, mediaType, required, allowEmptyValue } = parameter;
  const formKey = getParameterKey(parameter);
  // An empty string in a required parameter is probably a mistake. If it's intentional, the message does no harm.
  const isMissing = value === "" && required && !allowEmptyValue;
  if (value === undefined || (isMissing && parameter.in !== "query")) return false;
  const content = mediaType === undefined ? value : serializeContent(context, formKey, parameter, value);
  switch (parameter.in) {
    case "querystring":
      return addQuerystring(context, parameter, value);
    case "header": {
      const text = serializeHeader(explode, content);
      if (text !== undefined) context.headers.push({ name, value: text, formKey });
      return text !== undefined;
    }
    case "cookie":
    case "query": {
      const targetFields = parameter.in === "query" ? context.query : context.cookies;
      const pairs = serializeQuery(parameter, content, createEncoder(parameter));
      for (const [fieldName, text] of pairs) targetFields.push({ name: fieldName, value: text, formKey });
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
function createEncoder({ in: location, style, allowReserved }: ParameterForm) {
  if (location === "cookie" && style === "cookie") return (text: string) => text;
  const percentSet = location === "cookie" ? "reservedCookie" : "reserved";
  return (text: string, part: "name" | "value") =>
    encodeWithSecrets(text, allowReserved && part === "value" ? percentSet : "value");
}

function serializePathParameter(context: BuildContext, parameter: ParameterForm, value: unknown): string {
  const { name, allowReserved, mediaType } = parameter;
  const formKey = getParameterKey(parameter);
  const content = mediaType === undefined ? value : serializeContent(context, formKey, parameter, value);
  const text = serializePath(parameter, content, (each) =>
    encodeWithSecrets(each, allowReserved ? "reservedPath" : "value"),
  );
  if (text !== undefined && text !== "") return text;
  reportProblem(
    context,
    formKey,
    createMessage("`{0}` is part of the path but has no value. Enter a value.", name),
    true,
  );
  return encodeWithSecrets(`{${name}}`, "value");
}

/**
 * Returns the path with its encoded parameters. A query in the path is added to the request's query, because some
 * authors include one even though OpenAPI forbids it. A fragment is removed, because fragments are never sent.
 */
function fillPath(context: BuildContext, template: string, segmentsByName: ReadonlyMap<string, string>): string {
  const [pathTemplate = ""] = template.split("#");
  const queryIndex = pathTemplate.indexOf("?");
  const path = queryIndex < 0 ? pathTemplate : pathTemplate.slice(0, queryIndex);
  const query = queryIndex < 0 ? "" : fillSegments(pathTemplate.slice(queryIndex + 1), segmentsByName, "query");
  if (query !== "") context.query.unshift({ name: undefined, value: query, formKey: "path" });
  return fillSegments(path, segmentsByName, "path");
}

/**
 * Replaces `{name}` with the value of the parameter that has that name, and encodes the rest of the text. `{{name}}`
 * isn't treated as a parameter.
 */
function fillSegments(text: string, segmentsByName: ReadonlyMap<string, string>, percentSet: "path" | "query"): string {
  const chunks: string[] = [];
  let textStart = 0;
  for (const { index, 0: placeholder, 1: name = "" } of text.matchAll(/(?<!\{)\{([^{}]+)\}/g)) {
    const segment = segmentsByName.get(name);
    if (segment === undefined) continue;
    chunks.push(encodeWithSecrets(text.slice(textStart, index), percentSet), segment);
    textStart = index + placeholder.length;
  }
  return chunks.join("") + encodeWithSecrets(text.slice(textStart), percentSet);
}

/**
 * Adds the credentials for the selected authentication method. Missing credentials are reported but don't prevent the
 * request from being sent, so you can still see the API's own error.
 */
export function buildCredentials(context: BuildContext, { security }: RequestForm, values: RequestValues): void {
  const requirement = security[values.way] ?? [];
  for (const scheme of requirement) {
    const formKey = `credential ${scheme.name}`;
    const credential = getOwnProperty(values.credentials, scheme.name);
    // With mutual TLS, the client presents a certificate when it connects, so the request contains no credential.
    if (scheme.kind === "mutualTLS") continue;
    if (scheme.kind === "unknown") {
      reportProblem(
        context,
        formKey,
        createMessage(
          "The specification doesn't define how `{0}` authenticates, so no credentials are sent for it.",
          scheme.name,
        ),
      );
      continue;
    }
    const text = credential && formatCredential(context, formKey, scheme, credential);
    if (text === undefined)
      reportProblem(
        context,
        formKey,
        createMessage("You haven't entered credentials for `{0}`, so the request is sent without them.", scheme.name),
      );
    else addCredential(context, formKey, scheme, text);
  }
  const headerSchemes = requirement.filter(
    ({ kind }) => kind !== "apiKey" && kind !== "mutualTLS" && kind !== "unknown",
  );
  const [, secondScheme] = headerSchemes;
  if (secondScheme)
    reportProblem(
      context,
      `credential ${secondScheme.name}`,
      createMessage(
        "Multiple security schemes use the `Authorization` header, but a request can have only one. The last one is sent.",
      ),
    );
}

/**
 * Returns the value of the header, query parameter, or cookie that contains the credential, or undefined if no
 * credential was entered.
 */
function formatCredential(
  context: BuildContext,
  formKey: string,
  scheme: SchemeForm,
  credential: Credential,
): string | undefined {
  if (credential.kind === "basic") {
    if (scheme.kind !== "basic" || credential.user + credential.password === "") return undefined;
    const user = fillVariables(context, formKey, credential.user);
    if (user.includes(":") && !user.includes("{{secret:"))
      reportProblem(context, formKey, createMessage("A username can't contain a colon (RFC 7617). Remove it."), true);
    return `Basic ${encodeBase64WithSecrets(`${user}:${fillVariables(context, formKey, credential.password)}`)}`;
  }
  const value = fillVariables(context, formKey, credential.value).trim();
  if (value === "") return undefined;
  switch (scheme.kind) {
    case "apiKey":
      return value;
    case "http":
      return addScheme(scheme.scheme, value);
    case "basic":
      return addScheme("Basic", value);
    default:
      return addScheme("Bearer", value);
  }
}

/** Prefixes a token with its scheme, unless the token was pasted together with its scheme. */
function addScheme(scheme: string, value: string): string {
  const hasScheme = value.toLowerCase().startsWith(`${scheme.toLowerCase()} `);
  return hasScheme || scheme === "" ? value : `${scheme} ${value}`;
}

function addCredential(
  { headers, cookies, query }: BuildContext,
  formKey: string,
  scheme: SchemeForm,
  text: string,
): void {
  const createNameMatcher = (name: string) => (other: string) => other === name;
  const createHeaderNameMatcher = (name: string) => (other: string) => other.toLowerCase() === name.toLowerCase();
  if (scheme.kind !== "apiKey")
    setField(headers, { name: "Authorization", value: text, formKey }, createHeaderNameMatcher("Authorization"));
  else if (scheme.in === "header")
    setField(headers, { name: scheme.field, value: text, formKey }, createHeaderNameMatcher(scheme.field));
  else if (scheme.in === "cookie")
    setField(cookies, { name: scheme.field, value: text, formKey }, createNameMatcher(scheme.field));
  else {
    const name = encodeWithSecrets(scheme.field, "value");
    setField(query, { name, value: encodeWithSecrets(text, "value"), formKey }, createNameMatcher(name));
  }
}
