import { isPlainRecord } from "../../text/plain-record.ts";
import type { ParameterForm } from "../form/request-form.ts";
import { isJsonType, parsedJson, plainTextOf, writtenJson } from "../media/encoding.ts";
import { type BuildContext, reportProblem } from "./build-context.ts";

/** A value as a style sees it (RFC 6570, section 2.4): nothing, one text, a list of texts, or named texts. */
export type Expandable =
  | { readonly kind: "nothing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly texts: readonly string[] }
  | { readonly kind: "names"; readonly pairs: readonly (readonly [string, string])[] };

/** Members without a text are left out; a list or object without members is nothing (RFC 6570, section 2.3). */
export function expandable(value: unknown): Expandable {
  if (Array.isArray(value)) {
    const texts = value.flatMap((each) => plainTextOf(each) ?? []);
    return texts.length === 0 ? { kind: "nothing" } : { kind: "list", texts };
  }
  if (isPlainRecord(value)) {
    const pairs = Object.entries(value).flatMap(([name, each]): [string, string][] => {
      const text = plainTextOf(each);
      return text === undefined ? [] : [[name, text]];
    });
    return pairs.length === 0 ? { kind: "nothing" } : { kind: "names", pairs };
  }
  const text = plainTextOf(value);
  return text === undefined ? { kind: "nothing" } : { kind: "text", text };
}

const maxDepth = 20;

/**
 * `deepObject`: `filter[state]=open`. OpenAPI says nothing about what lies deeper; as the parsers of forms in use read
 * it, each level is one more bracket and members of lists are numbered: `items[0][price]=5`. What lies deeper than 20
 * levels stands there as JSON.
 */
export function expandDeepObject(name: string, value: unknown): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  const add = (key: string, part: unknown, depth: number): void => {
    const members = depth < maxDepth ? membersOf(part) : undefined;
    if (members) {
      for (const [inner, each] of members) add(`${key}[${inner}]`, each, depth + 1);
      return;
    }
    const text = plainTextOf(part);
    if (text !== undefined) pairs.push([key, text]);
  };
  add(name, value, 0);
  return pairs;
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((each, at) => [String(at), each]);
  return isPlainRecord(value) ? Object.entries(value) : undefined;
}

export interface QueryStyle {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
}

/** Encoded on both sides of the `=`. */
export type EncodedPair = readonly [name: string, value: string];

/** What stands between the members of a list that is not exploded; encoded, as URLs hold neither as it is. */
const delimiters: ReadonlyMap<string, string> = new Map([
  ["spaceDelimited", " "],
  ["pipeDelimited", "|"],
]);

/**
 * The pairs of a query, of a form or of cookies that stand for a value (OpenAPI, “Style Examples”); none where it is
 * nothing. Exploded, `spaceDelimited` and `pipeDelimited` are like `form`. `encode` writes one text.
 */
export function serializeQuery(
  { name, style, explode }: QueryStyle,
  value: unknown,
  encode: (text: string, what: "name" | "value") => string,
): readonly EncodedPair[] {
  const own = encode(name, "name");
  const ofText = (text: string) => encode(text, "value");
  if (style === "deepObject" && typeof value === "object")
    return expandDeepObject(name, value).map(([key, text]) => [encode(key, "name"), ofText(text)]);
  const found = expandable(value);
  const delimiter = delimiters.get(style);
  const join = (texts: readonly string[]) =>
    texts.map(ofText).join(delimiter === undefined ? "," : encode(delimiter, "name"));
  switch (found.kind) {
    case "nothing":
      return [];
    case "text":
      return [[own, ofText(found.text)]];
    case "list":
      return explode ? found.texts.map((text) => [own, ofText(text)]) : [[own, join(found.texts)]];
    case "names":
      return explode
        ? found.pairs.map(([key, text]) => [encode(key, "name"), ofText(text)])
        : [[own, join(found.pairs.flat())]];
  }
}

/** `simple`, `label` and `matrix` of OpenAPI, which are `{name}`, `{.name}` and `{;name}` of RFC 6570. */
export interface PathStyle {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
}

/** What stands in a path for a value; undefined where the value is nothing. `encode` writes one text, and `name`. */
export function serializePath(
  { name, style, explode }: PathStyle,
  value: unknown,
  encode: (text: string) => string,
): string | undefined {
  const found = expandable(value);
  if (found.kind === "nothing") return undefined;
  const lead = style === "matrix" ? ";" : style === "label" ? "." : "";
  const own = encode(name);
  if (found.kind === "text") {
    if (style !== "matrix") return lead + encode(found.text);
    // “Matrix” leaves the `=` out behind which nothing stands.
    return found.text === "" ? `;${own}` : `;${own}=${encode(found.text)}`;
  }
  if (!explode) {
    const texts = found.kind === "list" ? found.texts : found.pairs.flat();
    const joined = texts.map(encode).join(",");
    return style === "matrix" ? `;${own}=${joined}` : lead + joined;
  }
  const between = lead === "" ? "," : lead;
  if (found.kind === "names")
    return lead + found.pairs.map(([key, text]) => named(encode(key), encode(text), style)).join(between);
  const texts = found.texts.map(encode);
  return lead + texts.map((text) => (style === "matrix" ? named(own, text, style) : text)).join(between);
}

function named(name: string, text: string, style: string): string {
  return style === "matrix" && text === "" ? name : `${name}=${text}`;
}

/** `simple` without percent-encoding, which headers do not have (OpenAPI 3.1.1, Appendix D); undefined for nothing. */
export function serializeHeader(explode: boolean, value: unknown): string | undefined {
  const found = expandable(value);
  switch (found.kind) {
    case "nothing":
      return undefined;
    case "text":
      return found.text;
    case "list":
      return found.texts.join(",");
    case "names":
      return found.pairs.map(([name, text]) => (explode ? `${name}=${text}` : `${name},${text}`)).join(",");
  }
}

/** The text of a parameter that has `content`, written as its media type says; undefined for nothing. */
export function contentText(
  building: BuildContext,
  place: string,
  { mediaType = "", schema, name }: ParameterForm,
  value: unknown,
): string | undefined {
  if (!isJsonType(mediaType)) return plainTextOf(value);
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || schema?.types.includes("string")) return writtenJson(value);
  // A number or a list that somebody has typed.
  if (parsedJson(value)) return value;
  reportProblem(building, place, `\`${name}\` is not valid JSON, so it is sent as a text of JSON.`);
  return JSON.stringify(value);
}
