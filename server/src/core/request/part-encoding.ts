import { isRecord, ownOf, textIn } from "./plain-record.ts";
import type { PartEncoding } from "./request-form.ts";

/** Encoding Objects by property, such as are none left out. */
export function encodingOf(
  encoding: Readonly<Record<string, unknown>>,
): Readonly<Record<string, PartEncoding>> {
  return Object.fromEntries(
    Object.entries(encoding).flatMap(([name, value]): [string, PartEncoding][] =>
      isRecord(value) ? [[name, partEncoding(value)]] : [],
    ),
  );
}

function partEncoding(value: Readonly<Record<string, unknown>>): PartEncoding {
  const explode = ownOf(value, "explode");
  return {
    contentType: textIn(value, "contentType"),
    style: textIn(value, "style"),
    explode: typeof explode === "boolean" ? explode : undefined,
    allowReserved: ownOf(value, "allowReserved") === true,
  };
}
