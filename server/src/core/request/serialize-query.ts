import { expandable } from "./expand-value.ts";
import { deepPairs } from "./deep-pairs.ts";

export interface QueryStyle {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
}

/** Encoded on both sides of the `=`. */
export type EncodedPair = readonly [name: string, value: string];

/** What stands between the members of a list that is not exploded. */
const delimiters: Readonly<Record<string, string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

/**
 * The pairs of a query, of a urlencoded body or of cookies that stand for a value (OpenAPI, “Style Examples”); none
 * where it is nothing. Exploded, `spaceDelimited` and `pipeDelimited` are like `form`. `encode` writes one text.
 */
export function serializeQuery(
  { name, style, explode }: QueryStyle,
  value: unknown,
  encode: (text: string, what: "name" | "value") => string,
): readonly EncodedPair[] {
  const own = encode(name, "name");
  const ofText = (text: string) => encode(text, "value");
  if (style === "deepObject" && typeof value === "object")
    return deepPairs(name, value).map(([key, text]) => [encode(key, "name"), ofText(text)]);
  const found = expandable(value);
  switch (found.kind) {
    case "nothing":
      return [];
    case "text":
      return [[own, ofText(found.text)]];
    case "list":
      if (explode) return found.texts.map((text) => [own, ofText(text)]);
      return [[own, found.texts.map(ofText).join(delimiterOf(style))]];
    case "names":
      if (explode) return found.pairs.map(([key, text]) => [encode(key, "name"), ofText(text)]);
      return [[own, found.pairs.flat().map(ofText).join(delimiterOf(style))]];
  }
}

function delimiterOf(style: string): string {
  return Object.hasOwn(delimiters, style) ? (delimiters[style] ?? ",") : ",";
}
