import { tell, type Building } from "./building.ts";
import { jsonTextOf, plainTextOf } from "./plain-text-of.ts";
import type { ParameterForm } from "./request-form.ts";

/**
 * The text of a parameter that has `content`: of JSON, a text that is an object or a list in JSON already stays as it
 * is written; any other value is written as its media type says.
 */
export function contentText(
  building: Building,
  place: string,
  { mediaType, schema, name }: ParameterForm,
  value: unknown,
): string | undefined {
  if (!/[/+]json\b/i.test(mediaType ?? "")) return plainTextOf(value);
  if (typeof value !== "string") return value === undefined ? undefined : jsonTextOf(value);
  const isText = schema?.types.includes("string") ?? false;
  const parsed = parsedJson(value);
  if (parsed !== undefined && (!isText || typeof parsed.value === "object")) return value;
  if (!isText && value.trim() !== "")
    tell(building, place, `\`${name}\` is not valid JSON, so it is sent as a JSON text.`);
  return JSON.stringify(value);
}

function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
