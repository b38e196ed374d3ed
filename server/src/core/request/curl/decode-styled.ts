import { namedSchema, type HasSchemas } from "../../spec/model/flatten-schema.ts";
import type { SchemaModel } from "../../spec/model/schema-model.ts";
import { decodePercent } from "../../text/decode-text.ts";
import { percentEncode, type PercentSet } from "../percent-encode.ts";
import { mapBetweenSecrets } from "../secret-marks.ts";

/** What a parameter holds: a list, an object, or one value; undefined where its schema does not say. */
export type Shape = "list" | "names" | "one" | undefined;

export function shapeOf(schema: SchemaModel | undefined, models: HasSchemas): Shape {
  const named = schema && (namedSchema(models, schema) ?? schema);
  if (!named) return undefined;
  const { types, items, properties, allOf } = named;
  if (types.includes("array") || items) return "list";
  if (types.includes("object") || properties.length > 0) return "names";
  if (types.length > 0 || named.enum) return "one";
  return allOf[0] && shapeOf(allOf[0], models);
}

/**
 * A text of a URL as somebody would type it: decoded, as long as encoding it again comes to the same; else it stays as it
 * is, which is then sent as it is. `+` is a blank in queries.
 */
export function decoded(text: string, set: PercentSet, isQuery: boolean): string {
  const plain = decodePercent(isQuery ? text.replaceAll("+", " ") : text);
  const again = mapBetweenSecrets(plain, (piece) => percentEncode(piece, set));
  return set === "value" || again === text ? plain : text;
}

/** `1` for a schema of numbers, `true` for one of booleans; else the text. */
export function typed(text: string, schema: SchemaModel | undefined, models: HasSchemas): unknown {
  const types = (schema && (namedSchema(models, schema) ?? schema))?.types ?? [];
  if (types.includes("string") || text === "") return text;
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && String(Number(text)) === text) return Number(text);
  return types.includes("boolean") && (text === "true" || text === "false") ? text === "true" : text;
}

/** Names and values in turn, `R,100,G,200`; undefined where one is left over. */
export function inPairs(texts: readonly string[]): readonly (readonly [string, string])[] | undefined {
  if (texts.length % 2 !== 0) return undefined;
  return texts.flatMap((name, i) => (i % 2 === 0 ? [[name, texts[i + 1] ?? ""] as const] : []));
}

/** `R=100`, `G=200`; undefined where one has no `=`. */
export function withEquals(texts: readonly string[]): readonly (readonly [string, string])[] | undefined {
  const pairs = texts.map(
    (text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)] as const,
  );
  return texts.every((text) => text.includes("=")) ? pairs : undefined;
}

/** Text pieces as one object, in their order. */
export function asObject(
  pairs: readonly (readonly [string, string])[],
  read: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(pairs.map(([name, text]) => [read(name), read(text)]));
}
