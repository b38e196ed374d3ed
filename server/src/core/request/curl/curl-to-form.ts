import type { HasSchemas } from "../../spec/model/flatten-schema.ts";
import { decodePercent } from "../../text/decode-text.ts";
import type { NamedText } from "../build/build-context.ts";
import { readHttpUrl } from "../build/build-url.ts";
import { initialValues } from "../form/initial-values.ts";
import type { ParameterForm, RequestForm, SchemeForm } from "../form/request-form.ts";
import {
  type Credential,
  parameterKey,
  type ParameterValue,
  type RequestValues,
} from "../form/request-values.ts";
import { percentEncode } from "../media/encoding.ts";
import { bodyValues, textOfBase64 } from "./curl-body.ts";
import { contentValue, headerValue, pathValue, type Piece, consumeValue } from "./decode-parameters.ts";
import { type CurlRequest, readCurlCommand } from "./parse-curl.ts";

export interface MatchedAddress {
  readonly server: RequestValues["server"];
  /** By name, encoded as they stand in the path. */
  readonly segments: ReadonlyMap<string, string>;
  /** Of the address that was typed or of the path itself: no parameter's. */
  readonly ownQuery: string;
}

/** In UTF-16 units. */
const maxUrlLength = 4_000;
/** Ways to part an address among names that stand in one part of a path. */
const maxTries = 20_000_000;

/** Where in a form's address everything of a URL (without its query) belongs; undefined where it is another's. */
export function matchAddress(form: RequestForm, url: string): MatchedAddress | undefined {
  const path = url.length > maxUrlLength ? undefined : pathPattern(form, url.length);
  if (!path) return undefined;
  for (const [at, { url: written, variables }] of form.servers.entries()) {
    const base = absolute(written, form.settings.siteUrl);
    if (base === undefined) continue;
    const [address = "", query = ""] = base.split("#", 1)[0]?.split("?") ?? [];
    const ofServer = new Map(variables.map(({ name }) => [name, anyValue]));
    const server = pattern(address.replace(/\/$/, ""), ofServer, (text) => text, url.length);
    const found = server && new RegExp(`^${server.source}${path.source}$`).exec(url);
    if (!found) continue;
    const values = found.slice(1);
    return {
      server: { at, variables: named(server.names, values) },
      segments: new Map(Object.entries(named(path.names, values.slice(server.names.length)))),
      ownQuery: query,
    };
  }
  const found = new RegExp(`^([a-z][a-z0-9+.-]*://[^?#]*?)${path.source}$`, "i").exec(url);
  if (!found) return undefined;
  const [own = "", ...values] = found.slice(1);
  return {
    server: { at: -1, variables: {}, own },
    segments: new Map(Object.entries(named(path.names, values))),
    ownQuery: "",
  };
}

function absolute(url: string, siteUrl: string | undefined): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url;
  if (siteUrl === undefined) return undefined;
  const read = readHttpUrl(url, siteUrl);
  return read.ok ? read.origin + read.path : undefined;
}

const anyValue = "[^/?#]*?";

/** `;name=value` tells by itself where it begins and ends. */
function valuePattern({ name, style, explode }: ParameterForm): string {
  return style === "matrix" && !explode
    ? `;${literal(percentEncode(name, "value"))}(?:=[^/?#;]*)?`
    : anyValue;
}

interface Pattern {
  readonly source: string;
  readonly names: readonly string[];
}

function pathPattern({ path, parameters }: RequestForm, lengthLimit: number): Pattern | undefined {
  const [bare = ""] = path.split(/[?#]/);
  const full = bare === "" || bare.startsWith("/") ? bare : `/${bare}`;
  const ofPath = parameters.filter((each) => each.in === "path");
  const values = new Map(ofPath.map((each) => [each.name, valuePattern(each)]));
  return pattern(full, values, (text) => percentEncode(text, "path"), lengthLimit);
}

/**
 * A template as a regular expression with a group for each of its names; none of it comes from the author as such.
 * Undefined where so many names stand in one part of it that to tell them apart would take too long.
 */
function pattern(
  template: string,
  values: ReadonlyMap<string, string>,
  encode: (text: string) => string,
  lengthLimit: number,
): Pattern | undefined {
  const names: string[] = [];
  let source = "";
  let from = 0;
  for (const { index, 0: full, 1: name = "" } of template.matchAll(/(?<!\{)\{([^{}]+)\}/g)) {
    const value = values.get(name);
    if (value === undefined) continue;
    source += `${literal(encode(template.slice(from, index)))}(${value})`;
    names.push(name);
    from = index + full.length;
  }
  const max = Math.max(...source.split("\\/").map((part) => part.split(anyValue).length - 1));
  return lengthLimit ** max > maxTries
    ? undefined
    : { source: source + literal(encode(template.slice(from))), names };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function named(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""]));
}

export interface SignedPieces {
  readonly headers: readonly Piece[];
  readonly query: readonly Piece[];
  readonly cookies: readonly Piece[];
}

/** The way to sign in of which most is there, with what is filled in for it; its pieces are then used. */
export function matchSecurity(
  { security }: RequestForm,
  pieces: SignedPieces,
): Pick<RequestValues, "way" | "credentials"> {
  const ways = security.map((way) => way.map((scheme) => ({ scheme, piece: pieceOf(scheme, pieces) })));
  const counts = ways.map((way) =>
    way.every(({ scheme, piece }) => piece !== undefined || scheme.kind === "mutualTLS") ? way.length + 1 : 0,
  );
  const way = Math.max(0, counts.indexOf(Math.max(...counts)));
  const credentials: Record<string, Credential> = {};
  for (const { scheme, piece } of ways[way] ?? []) {
    if (!piece) continue;
    piece.used = true;
    credentials[scheme.name] = credentialOf(scheme, piece.value);
  }
  return { way, credentials };
}

function pieceOf(scheme: SchemeForm, { headers, query, cookies }: SignedPieces): Piece | undefined {
  const free = (list: readonly Piece[], isIt: (piece: Piece) => boolean) =>
    list.find((piece) => !piece.used && isIt(piece));
  switch (scheme.kind) {
    case "apiKey": {
      const { field } = scheme;
      if (scheme.in === "header")
        return free(headers, ({ name }) => name.toLowerCase() === field.toLowerCase());
      return free(scheme.in === "query" ? query : cookies, ({ name }) => decodePercent(name) === field);
    }
    case "basic":
      return authorization(free, headers, "basic");
    case "bearer":
    case "oauth2":
    case "openIdConnect":
      return authorization(free, headers, "bearer");
    case "http":
      return authorization(free, headers, scheme.scheme);
    case "mutualTLS":
    case "unknown":
      return undefined;
  }
}

function authorization(
  free: (list: readonly Piece[], isIt: (piece: Piece) => boolean) => Piece | undefined,
  headers: readonly Piece[],
  scheme: string,
): Piece | undefined {
  return free(
    headers,
    ({ name, value }) =>
      name.toLowerCase() === "authorization" && value.toLowerCase().startsWith(`${scheme.toLowerCase()} `),
  );
}

function credentialOf(scheme: SchemeForm, text: string): Credential {
  if (scheme.kind === "apiKey")
    return { kind: "value", value: scheme.in === "query" ? decodePercent(text) : text };
  const blank = text.indexOf(" ") + 1;
  const value = text.slice(blank);
  // A word that is written otherwise than we would stays.
  const word = scheme.kind === "http" ? scheme.scheme : scheme.kind === "basic" ? "Basic" : "Bearer";
  if (text.slice(0, blank - 1) !== word) return { kind: "value", value: text };
  if (scheme.kind !== "basic") return { kind: "value", value };
  const mark = /^\{\{base64:(.*)\}\}$/s.exec(value)?.[1];
  const inside = mark === undefined ? textOfBase64(value) : decodedAround(mark);
  const colon = inside?.indexOf(":") ?? -1;
  if (inside === undefined || colon < 0) return { kind: "value", value };
  // The colon of a mark in the name of the user is none that parts.
  const at = inside.startsWith("{{secret:") ? inside.indexOf(":", inside.indexOf("}}")) : colon;
  return { kind: "basic", user: inside.slice(0, at), password: inside.slice(at + 1) };
}

function decodedAround(mark: string): string {
  return mark.replace(/\{\{[^{}]*\}\}|[^{}]+/g, (piece) =>
    piece.startsWith("{{") ? piece : decodePercent(piece),
  );
}

/** What came of a command that was pasted into a form. */
export interface CurlReading {
  /** Absent where the text holds no `curl` command with an address. */
  readonly values?: RequestValues;
  /** Sentences: what of it has no field in the form, and what is to be chosen again. */
  readonly notes: readonly string[];
}

/** Pasted texts are cut here, in UTF-16 units. */
const maxLength = 50_000;

/**
 * A `curl` command filled into the form of an endpoint: what the form has no field for is told and left out. Variables
 * of a shell are secrets of that name; files are to be chosen again, as a page cannot open them.
 */
export function readCurlIntoValues(text: string, form: RequestForm): CurlReading {
  if (text.length > maxLength)
    return { notes: ["The text is longer than 50,000 characters, so it is not read."] };
  const request = readCurlCommand(text);
  if (!request) return { notes: ["No `curl` command with an address is in the text."] };
  return valuesOf(request, form);
}

function valuesOf(request: CurlRequest, form: RequestForm): CurlReading {
  const models = { schemas: new Map(Object.entries(form.schemas)) };
  const initial = initialValues(form);
  const notes = [...request.notes];
  if (request.method !== form.method)
    notes.push(`The command sends ${request.method}; this endpoint takes ${form.method}.`);
  const [address = "", search = ""] = (request.url.split("#", 1)[0] ?? "").split(/\?(.*)/s);
  const matched = matchAddress(form, address);
  if (!matched)
    notes.push(`The address \`${address.slice(0, 200)}\` is not one of this endpoint, so it is left out.`);
  const query = queryPieces(search, ownPieces(form, matched?.ownQuery));
  const headers = headerPieces(request.headers);
  const cookies = request.cookies.map(piece);
  const signed = matchSecurity(form, { headers, query, cookies });
  const parameters: Record<string, ParameterValue> = {};
  for (const parameter of inOrder(form.parameters, query)) {
    const segment = matched?.segments.get(parameter.name);
    const found =
      parameter.in === "path"
        ? segment === undefined
          ? undefined
          : { value: pathValue(parameter, segment, models) }
        : takenFor(parameter, { query, headers, cookies }, models);
    const key = parameterKey(parameter);
    parameters[key] = found
      ? { sent: true, value: found.value }
      : { sent: parameter.required, value: parameter.required ? undefined : initial.parameters[key]?.value };
  }
  const body = bodyValues(request, form);
  notes.push(...body.notes, ...leftOver(query, headers, cookies));
  return {
    values: { server: matched?.server ?? initial.server, ...signed, parameters, body: body.value },
    notes: [...new Set(notes)],
  };
}

/** Those last that take what nobody else wants: members of objects, which stand by their own names. */
function inOrder(parameters: readonly ParameterForm[], query: readonly Piece[]): readonly ParameterForm[] {
  const isNamed = ({ in: place, name }: ParameterForm) =>
    place !== "query" || query.some((each) => decodePercent(each.name) === name);
  return [...parameters.filter(isNamed), ...parameters.filter((each) => !isNamed(each))];
}

function takenFor(
  parameter: ParameterForm,
  { query, headers, cookies }: Readonly<Record<"query" | "headers" | "cookies", readonly Piece[]>>,
  models: HasSchemas,
): { readonly value: unknown } | undefined {
  switch (parameter.in) {
    case "path":
      return undefined;
    case "query":
      return consumeValue(parameter, query, models);
    case "cookie":
      return consumeValue(parameter, cookies, models);
    case "header": {
      const own = headers.find(
        ({ name, used }) => !used && name.toLowerCase() === parameter.name.toLowerCase(),
      );
      if (!own) return undefined;
      own.used = true;
      return { value: headerValue(parameter, own.value, models) };
    }
    case "querystring": {
      if (query.length === 0) return undefined;
      for (const each of query) each.used = true;
      const full = query.map(({ name, value }) => (value === "" ? name : `${name}=${value}`)).join("&");
      const isForm = /^application\/x-www-form-urlencoded\b/i.test(parameter.mediaType ?? "");
      return { value: isForm ? full : contentValue(parameter, decodePercent(full)) };
    }
  }
}

function piece([name, value]: NamedText): Piece {
  return { name, value, used: false };
}

/** What the server's address or the path has by itself, which is put there again. */
function ownPieces({ path }: RequestForm, ownQuery = ""): readonly string[] {
  const ofPath = /\?([^#]*)/.exec(path)?.[1] ?? "";
  return `${ownQuery}&${ofPath}`.split("&").filter((each) => each !== "");
}

function queryPieces(search: string, own: readonly string[]): readonly Piece[] {
  const known = [...own];
  return search.split("&").flatMap((each): Piece[] => {
    const at = known.indexOf(each);
    if (at >= 0) known.splice(at, 1);
    if (at >= 0 || each === "") return [];
    const equals = each.indexOf("=");
    return [piece(equals < 0 ? [each, ""] : [each.slice(0, equals), each.slice(equals + 1)])];
  });
}

/** Those of one name are one (RFC 9110, section 5.3). */
function headerPieces(headers: readonly NamedText[]): readonly Piece[] {
  const pieces = new Map<string, NamedText>();
  for (const [name, value] of headers) {
    const known = pieces.get(name.toLowerCase());
    pieces.set(name.toLowerCase(), known ? [known[0], `${known[1]}, ${value}`] : [name, value]);
  }
  return [...pieces.values()].map(piece);
}

/** What every browser and curl itself sends, and what the body has said. */
const defaultValue =
  /^(accept|accept-.*|user-agent|referer|origin|host|connection|content-type|content-length|sec-.*|dnt|priority|pragma|cache-control|upgrade-insecure-requests|te|if-none-match|if-modified-since)$/i;

function leftOver(
  query: readonly Piece[],
  headers: readonly Piece[],
  cookies: readonly Piece[],
): readonly string[] {
  const free = (pieces: readonly Piece[]) =>
    pieces.filter(({ used }) => !used).map(({ name }) => name.slice(0, 100));
  return [
    ...free(query).map((name) => `The query has \`${name}\`, for which the form has no field.`),
    ...free(headers)
      .filter((name) => !defaultValue.test(name))
      .map((name) => `The header \`${name}\` has no field in the form.`),
    ...free(cookies).map((name) => `The cookie \`${name}\` has no field in the form.`),
  ];
}
