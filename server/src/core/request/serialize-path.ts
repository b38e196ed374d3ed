import { expandable } from "./expand-value.ts";

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
