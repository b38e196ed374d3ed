import type { HasSchemas } from "../spec/model/flatten-schema.ts";
import { decodePercent } from "../text/decode-text.ts";
import type { NamedText } from "./built-request.ts";
import { bodyValues } from "./curl/body-values.ts";
import { matchAddress } from "./curl/match-address.ts";
import { matchSecurity } from "./curl/match-security.ts";
import { readCurlCommand, type CurlRequest } from "./curl/read-curl-command.ts";
import { contentValue, headerValue, pathValue, takeValue, type Piece } from "./curl/take-parameters.ts";
import { initialValues } from "./initial-values.ts";
import type { ParameterForm, RequestForm } from "./request-form.ts";
import { parameterKey, type ParameterValue, type RequestValues } from "./request-values.ts";

/** What came of a command that was pasted into a form. */
export interface CurlReading {
  /** Absent where the text holds no `curl` command with an address. */
  readonly values?: RequestValues;
  /** Sentences: what of it has no field in the form, and what is to be chosen again. */
  readonly notes: readonly string[];
}

/** Pasted texts are cut here, in UTF-16 units. */
const longest = 50_000;

/**
 * A `curl` command filled into the form of an endpoint: what the form has no field for is told and left out. Variables
 * of a shell are secrets of that name; files are to be chosen again, as a page cannot open them.
 */
export function readCurlIntoValues(text: string, form: RequestForm): CurlReading {
  if (text.length > longest)
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
      return takeValue(parameter, query, models);
    case "cookie":
      return takeValue(parameter, cookies, models);
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
      const whole = query.map(({ name, value }) => (value === "" ? name : `${name}=${value}`)).join("&");
      const isForm = /^application\/x-www-form-urlencoded\b/i.test(parameter.mediaType ?? "");
      return { value: isForm ? whole : contentValue(parameter, decodePercent(whole)) };
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
const usual =
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
      .filter((name) => !usual.test(name))
      .map((name) => `The header \`${name}\` has no field in the form.`),
    ...free(cookies).map((name) => `The cookie \`${name}\` has no field in the form.`),
  ];
}
