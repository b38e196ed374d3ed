import { expandable } from "./expand-value.ts";
import { deepPairs } from "./deep-pairs.ts";

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
    return deepPairs(name, value).map(([key, text]) => [encode(key, "name"), ofText(text)]);
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
