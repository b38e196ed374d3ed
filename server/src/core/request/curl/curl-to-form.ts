import type { SchemaSource } from "../../spec/model/flatten-schema.ts";
import { decodePercent } from "../../text/decode-text.ts";
import type { NameValuePair } from "../build/build-context.ts";
import { parseHttpUrl } from "../build/build-url.ts";
import { createInitialValues } from "../form/initial-values.ts";
import type { ParameterForm, RequestForm, SchemeForm } from "../form/request-form.ts";
import { type Credential, getParameterKey, type ParameterValue, type RequestValues } from "../form/request-values.ts";
import { percentEncode } from "../media/encoding.ts";
import { createBodyValues, decodeBase64 } from "./curl-body.ts";
import { parseContent, readHeaderValue, readPathValue, type RequestField, consumeValue } from "./decode-parameters.ts";
import { type CurlRequest, readCurlCommand } from "./parse-curl.ts";

export interface MatchedUrl {
  readonly server: RequestValues["server"];
  /** The path segments by parameter name. They're still encoded. */
  readonly segments: ReadonlyMap<string, string>;
  /** The query in the server's URL. Empty if the URL has no query. */
  readonly serverQuery: string;
}

/** The maximum length of a URL, in UTF-16 code units. */
const maxUrlLength = 4_000;
/** The maximum number of ways to split a path segment among several parameters. */
const maxTries = 20_000_000;

/**
 * Compares a URL, ignoring its query, with the form's URLs. Returns undefined if the URL belongs to another endpoint.
 */
export function matchUrl(form: RequestForm, url: string): MatchedUrl | undefined {
  const pathPattern = url.length > maxUrlLength ? undefined : createPathPattern(form, url.length);
  if (!pathPattern) return undefined;
  for (const [serverIndex, { url: serverUrl, variables }] of form.servers.entries()) {
    const absoluteServerUrl = toAbsoluteUrl(serverUrl, form.settings.siteUrl);
    if (absoluteServerUrl === undefined) continue;
    const [urlWithoutQuery = "", query = ""] = absoluteServerUrl.split("#", 1)[0]?.split("?") ?? [];
    const patternsByVariable = new Map(variables.map(({ name }) => [name, anyValueSource]));
    const serverPattern = createPattern(
      urlWithoutQuery.replace(/\/$/, ""),
      patternsByVariable,
      (text) => text,
      url.length,
    );
    const match = serverPattern && new RegExp(`^${serverPattern.source}${pathPattern.source}$`).exec(url);
    if (!match) continue;
    const values = match.slice(1);
    return {
      server: { at: serverIndex, variables: toNamedValues(serverPattern.names, values) },
      segments: new Map(Object.entries(toNamedValues(pathPattern.names, values.slice(serverPattern.names.length)))),
      serverQuery: query,
    };
  }
  const customUrlMatch = new RegExp(`^([a-z][a-z0-9+.-]*://[^?#]*?)${pathPattern.source}$`, "i").exec(url);
  if (!customUrlMatch) return undefined;
  const [customUrl = "", ...values] = customUrlMatch.slice(1);
  return {
    server: { at: -1, variables: {}, own: customUrl },
    segments: new Map(Object.entries(toNamedValues(pathPattern.names, values))),
    serverQuery: "",
  };
}

function toAbsoluteUrl(url: string, siteUrl: string | undefined): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url;
  if (siteUrl === undefined) return undefined;
  const parsedUrl = parseHttpUrl(url, siteUrl);
  return parsedUrl.ok ? parsedUrl.origin + parsedUrl.path : undefined;
}

const anyValueSource = "[^/?#]*?";

/**
 * Returns the pattern for a parameter's value. An unexploded `matrix` parameter is matched with its name, as in
 * `;name=value`.
 */
function createValuePattern({ name, style, explode }: ParameterForm): string {
  return style === "matrix" && !explode
    ? `;${escapePattern(percentEncode(name, "value"))}(?:=[^/?#;]*)?`
    : anyValueSource;
}

interface Pattern {
  readonly source: string;
  readonly names: readonly string[];
}

function createPathPattern({ path, parameters }: RequestForm, lengthLimit: number): Pattern | undefined {
  const [pathWithoutQuery = ""] = path.split(/[?#]/);
  const fullPath =
    pathWithoutQuery === "" || pathWithoutQuery.startsWith("/") ? pathWithoutQuery : `/${pathWithoutQuery}`;
  const pathParameters = parameters.filter((each) => each.in === "path");
  const patternsByName = new Map(pathParameters.map((each) => [each.name, createValuePattern(each)]));
  return createPattern(fullPath, patternsByName, (text) => percentEncode(text, "path"), lengthLimit);
}

/**
 * Converts a template to a regular expression with a capturing group for each name. Text from the author is always
 * escaped. Returns undefined if a segment contains so many names that matching would take too long.
 */
function createPattern(
  template: string,
  patternsByName: ReadonlyMap<string, string>,
  encode: (text: string) => string,
  lengthLimit: number,
): Pattern | undefined {
  const names: string[] = [];
  let source = "";
  let textStart = 0;
  for (const { index, 0: placeholder, 1: name = "" } of template.matchAll(/(?<!\{)\{([^{}]+)\}/g)) {
    const valuePattern = patternsByName.get(name);
    if (valuePattern === undefined) continue;
    source += `${escapePattern(encode(template.slice(textStart, index)))}(${valuePattern})`;
    names.push(name);
    textStart = index + placeholder.length;
  }
  const maxNamesInSegment = Math.max(...source.split("\\/").map((segment) => segment.split(anyValueSource).length - 1));
  return lengthLimit ** maxNamesInSegment > maxTries
    ? undefined
    : { source: source + escapePattern(encode(template.slice(textStart))), names };
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function toNamedValues(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""]));
}

export interface RequestFields {
  readonly headers: readonly RequestField[];
  readonly query: readonly RequestField[];
  readonly cookies: readonly RequestField[];
}

/**
 * Returns the authentication method that matches the most values, together with its credentials. Marks these values as
 * used.
 */
export function matchSecurity(
  { security }: RequestForm,
  fields: RequestFields,
): Pick<RequestValues, "way" | "credentials"> {
  const alternatives = security.map((requirement) =>
    requirement.map((scheme) => ({ scheme, field: findField(scheme, fields) })),
  );
  const matchScores = alternatives.map((alternative) =>
    alternative.every(({ scheme, field }) => field !== undefined || scheme.kind === "mutualTLS")
      ? alternative.length + 1
      : 0,
  );
  const bestIndex = Math.max(0, matchScores.indexOf(Math.max(...matchScores)));
  const credentials: Record<string, Credential> = {};
  for (const { scheme, field } of alternatives[bestIndex] ?? []) {
    if (!field) continue;
    field.isUsed = true;
    credentials[scheme.name] = createCredential(scheme, field.value);
  }
  return { way: bestIndex, credentials };
}

function findField(scheme: SchemeForm, { headers, query, cookies }: RequestFields): RequestField | undefined {
  const findUnusedField = (fields: readonly RequestField[], isMatch: (field: RequestField) => boolean) =>
    fields.find((field) => !field.isUsed && isMatch(field));
  switch (scheme.kind) {
    case "apiKey": {
      const { field } = scheme;
      if (scheme.in === "header")
        return findUnusedField(headers, ({ name }) => name.toLowerCase() === field.toLowerCase());
      return findUnusedField(scheme.in === "query" ? query : cookies, ({ name }) => decodePercent(name) === field);
    }
    case "basic":
      return findAuthorization(findUnusedField, headers, "basic");
    case "bearer":
    case "oauth2":
    case "openIdConnect":
      return findAuthorization(findUnusedField, headers, "bearer");
    case "http":
      return findAuthorization(findUnusedField, headers, scheme.scheme);
    case "mutualTLS":
    case "unknown":
      return undefined;
  }
}

function findAuthorization(
  findUnusedField: (
    fields: readonly RequestField[],
    isMatch: (field: RequestField) => boolean,
  ) => RequestField | undefined,
  headers: readonly RequestField[],
  scheme: string,
): RequestField | undefined {
  return findUnusedField(
    headers,
    ({ name, value }) =>
      name.toLowerCase() === "authorization" && value.toLowerCase().startsWith(`${scheme.toLowerCase()} `),
  );
}

function createCredential(scheme: SchemeForm, text: string): Credential {
  if (scheme.kind === "apiKey") return { kind: "value", value: scheme.in === "query" ? decodePercent(text) : text };
  const tokenStart = text.indexOf(" ") + 1;
  const value = text.slice(tokenStart);
  // If the scheme's name has unexpected capitalization, the header's full value is kept.
  const schemePrefix = scheme.kind === "http" ? scheme.scheme : scheme.kind === "basic" ? "Basic" : "Bearer";
  if (text.slice(0, tokenStart - 1) !== schemePrefix) return { kind: "value", value: text };
  if (scheme.kind !== "basic") return { kind: "value", value };
  const innerText = /^\{\{base64:(.*)\}\}$/s.exec(value)?.[1];
  const decodedValue = innerText === undefined ? decodeBase64(value) : decodeAroundSecrets(innerText);
  const colonIndex = decodedValue?.indexOf(":") ?? -1;
  if (decodedValue === undefined || colonIndex < 0) return { kind: "value", value };
  // The first colon may be part of a placeholder in the username rather than the separator.
  const separatorIndex = decodedValue.startsWith("{{secret:")
    ? decodedValue.indexOf(":", decodedValue.indexOf("}}"))
    : colonIndex;
  return {
    kind: "basic",
    user: decodedValue.slice(0, separatorIndex),
    password: decodedValue.slice(separatorIndex + 1),
  };
}

function decodeAroundSecrets(text: string): string {
  return text.replace(/\{\{[^{}]*\}\}|[^{}]+/g, (segment) =>
    segment.startsWith("{{") ? segment : decodePercent(segment),
  );
}

/** The result of pasting a command into a form. */
export interface CurlImport {
  /** Undefined if the text doesn't contain a `curl` command with a URL. */
  readonly values?: RequestValues;
  /** Sentences about values that have no field in the form, and about files that you have to choose again. */
  readonly notes: readonly string[];
}

/** The maximum length of pasted text, in UTF-16 code units. Longer text isn't imported. */
const maxLength = 50_000;

/**
 * Reads a `curl` command into an endpoint's form. Reports and omits values that have no field. Shell variables become
 * secrets with the same name. You have to choose files again, because a webview can't open them.
 */
export function readCurlIntoValues(text: string, form: RequestForm): CurlImport {
  if (text.length > maxLength) return { notes: ["The text is longer than 50,000 characters, so it isn't imported."] };
  const request = readCurlCommand(text);
  if (!request) return { notes: ["The text contains no `curl` command with a URL."] };
  return createValues(request, form);
}

function createValues(request: CurlRequest, form: RequestForm): CurlImport {
  const models = { schemas: new Map(Object.entries(form.schemas)) };
  const initialValues = createInitialValues(form);
  const notes = [...request.notes];
  if (request.method !== form.method)
    notes.push(`The command sends ${request.method}, but this endpoint uses ${form.method}.`);
  const [urlWithoutQuery = "", search = ""] = (request.url.split("#", 1)[0] ?? "").split(/\?(.*)/s);
  const matchedUrl = matchUrl(form, urlWithoutQuery);
  if (!matchedUrl)
    notes.push(`The URL \`${urlWithoutQuery.slice(0, 200)}\` doesn't belong to this endpoint, so it's ignored.`);
  const query = parseQuery(search, listServerPairs(form, matchedUrl?.serverQuery));
  const headers = createHeaderFields(request.headers);
  const cookies = request.cookies.map(createField);
  const securityValues = matchSecurity(form, { headers, query, cookies });
  const parameters: Record<string, ParameterValue> = {};
  for (const parameter of moveUnusedParametersToEnd(form.parameters, query)) {
    const segment = matchedUrl?.segments.get(parameter.name);
    const consumedValue =
      parameter.in === "path"
        ? segment === undefined
          ? undefined
          : { value: readPathValue(parameter, segment, models) }
        : takeParameterValue(parameter, { query, headers, cookies }, models);
    const key = getParameterKey(parameter);
    parameters[key] = consumedValue
      ? { sent: true, value: consumedValue.value }
      : { sent: parameter.required, value: parameter.required ? undefined : initialValues.parameters[key]?.value };
  }
  const body = createBodyValues(request, form);
  notes.push(...body.notes, ...listUnusedNotes(query, headers, cookies));
  return {
    values: { server: matchedUrl?.server ?? initialValues.server, ...securityValues, parameters, body: body.value },
    notes: [...new Set(notes)],
  };
}

/**
 * Moves query parameters that don't occur in the query to the end. Such a parameter may be an object whose members are
 * sent under their own names, so it takes any names that other parameters haven't used.
 */
function moveUnusedParametersToEnd(
  parameters: readonly ParameterForm[],
  query: readonly RequestField[],
): readonly ParameterForm[] {
  const isUsed = ({ in: location, name }: ParameterForm) =>
    location !== "query" || query.some((each) => decodePercent(each.name) === name);
  return [...parameters.filter(isUsed), ...parameters.filter((each) => !isUsed(each))];
}

function takeParameterValue(
  parameter: ParameterForm,
  { query, headers, cookies }: Readonly<Record<"query" | "headers" | "cookies", readonly RequestField[]>>,
  models: SchemaSource,
): { readonly value: unknown } | undefined {
  switch (parameter.in) {
    case "path":
      return undefined;
    case "query":
      return consumeValue(parameter, query, models);
    case "cookie":
      return consumeValue(parameter, cookies, models);
    case "header": {
      const headerField = headers.find(
        ({ name, isUsed }) => !isUsed && name.toLowerCase() === parameter.name.toLowerCase(),
      );
      if (!headerField) return undefined;
      headerField.isUsed = true;
      return { value: readHeaderValue(parameter, headerField.value, models) };
    }
    case "querystring": {
      if (query.length === 0) return undefined;
      for (const each of query) each.isUsed = true;
      const queryText = query.map(({ name, value }) => (value === "" ? name : `${name}=${value}`)).join("&");
      const isForm = /^application\/x-www-form-urlencoded\b/i.test(parameter.mediaType ?? "");
      return { value: isForm ? queryText : parseContent(parameter, decodePercent(queryText)) };
    }
  }
}

function createField([name, value]: NameValuePair): RequestField {
  return { name, value, isUsed: false };
}

/**
 * Returns the name-value pairs in the query of the server's URL or of the path. They don't need a field, because
 * they're added again when the request is built.
 */
function listServerPairs({ path }: RequestForm, serverQuery = ""): readonly string[] {
  const pathQuery = /\?([^#]*)/.exec(path)?.[1] ?? "";
  return `${serverQuery}&${pathQuery}`.split("&").filter((each) => each !== "");
}

function parseQuery(search: string, serverPairs: readonly string[]): readonly RequestField[] {
  const remainingPairs = [...serverPairs];
  return search.split("&").flatMap((each): RequestField[] => {
    const index = remainingPairs.indexOf(each);
    if (index >= 0) remainingPairs.splice(index, 1);
    if (index >= 0 || each === "") return [];
    const equalsIndex = each.indexOf("=");
    return [createField(equalsIndex < 0 ? [each, ""] : [each.slice(0, equalsIndex), each.slice(equalsIndex + 1)])];
  });
}

/** Returns the headers as fields. Headers with the same name are combined (RFC 9110, section 5.3). */
function createHeaderFields(headers: readonly NameValuePair[]): readonly RequestField[] {
  const headersByName = new Map<string, NameValuePair>();
  for (const [name, value] of headers) {
    const existingHeader = headersByName.get(name.toLowerCase());
    headersByName.set(
      name.toLowerCase(),
      existingHeader ? [existingHeader[0], `${existingHeader[1]}, ${value}`] : [name, value],
    );
  }
  return [...headersByName.values()].map(createField);
}

/** Matches headers that every browser or curl sends automatically, and headers that depend on the body. */
const automaticHeaderPattern =
  /^(accept|accept-.*|user-agent|referer|origin|host|connection|content-type|content-length|sec-.*|dnt|priority|pragma|cache-control|upgrade-insecure-requests|te|if-none-match|if-modified-since)$/i;

function listUnusedNotes(
  query: readonly RequestField[],
  headers: readonly RequestField[],
  cookies: readonly RequestField[],
): readonly string[] {
  const listUnusedNames = (fields: readonly RequestField[]) =>
    fields.filter(({ isUsed }) => !isUsed).map(({ name }) => name.slice(0, 100));
  return [
    ...listUnusedNames(query).map((name) => `The form has no field for the query parameter \`${name}\`.`),
    ...listUnusedNames(headers)
      .filter((name) => !automaticHeaderPattern.test(name))
      .map((name) => `The form has no field for the header \`${name}\`.`),
    ...listUnusedNames(cookies).map((name) => `The form has no field for the cookie \`${name}\`.`),
  ];
}
