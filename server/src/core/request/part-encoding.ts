import { isPlainRecord, ownOf, textIn } from "../text/plain-record.ts";
import type { InsideEncoding, PartEncoding } from "./request-form.ts";

/** Deeper than parts are sent inside parts; what is left out there is never read. */
const deepest = 5;

/** Encoding Objects by property, such as are none left out. */
export function encodingOf(
  encoding: Readonly<Record<string, unknown>>,
  depth = 0,
): Readonly<Record<string, PartEncoding>> {
  return Object.fromEntries(
    Object.entries(encoding).flatMap(([name, value]): [string, PartEncoding][] =>
      isPlainRecord(value) ? [[name, partEncoding(value, depth)]] : [],
    ),
  );
}

function partEncoding(value: unknown, depth: number): PartEncoding {
  const said = isPlainRecord(value) ? value : {};
  const explode = ownOf(said, "explode");
  const headers = ownOf(said, "headers");
  const inside = depth < deepest ? insideEncoding(said, depth + 1) : undefined;
  return {
    contentType: textIn(said, "contentType"),
    style: textIn(said, "style"),
    explode: typeof explode === "boolean" ? explode : undefined,
    allowReserved: ownOf(said, "allowReserved") === true,
    // Those of the body's own parts are filled in (`partHeaders`).
    ...(depth > 0 && isPlainRecord(headers) && { headers: Object.keys(headers) }),
    ...(inside && { inside }),
  };
}

/** `encoding`, `prefixEncoding` and `itemEncoding` of an Encoding Object, as of a Media Type Object (OpenAPI 3.2.0). */
function insideEncoding(said: Readonly<Record<string, unknown>>, depth: number): InsideEncoding | undefined {
  const [named, first, rest] = ["encoding", "prefixEncoding", "itemEncoding"].map((key) => ownOf(said, key));
  if (!isPlainRecord(named) && !Array.isArray(first) && !isPlainRecord(rest)) return undefined;
  return {
    named: isPlainRecord(named) ? encodingOf(named, depth) : {},
    // One that cannot be read keeps its place.
    first: Array.isArray(first) ? first.map((each: unknown) => partEncoding(each, depth)) : [],
    ...(isPlainRecord(rest) && { rest: partEncoding(rest, depth) }),
  };
}
