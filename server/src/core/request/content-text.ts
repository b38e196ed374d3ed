import { tell, type Building } from "./building.ts";
import { isJsonType, parsedJson, writtenJson } from "./json-text.ts";
import { plainTextOf } from "./plain-text-of.ts";
import type { ParameterForm } from "./request-form.ts";

/** The text of a parameter that has `content`, written as its media type says; undefined for nothing. */
export function contentText(
  building: Building,
  place: string,
  { mediaType = "", schema, name }: ParameterForm,
  value: unknown,
): string | undefined {
  if (!isJsonType(mediaType)) return plainTextOf(value);
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || schema?.types.includes("string")) return writtenJson(value);
  // A number or a list that somebody has typed.
  if (parsedJson(value)) return value;
  tell(building, place, `\`${name}\` is not valid JSON, so it is sent as a text of JSON.`);
  return JSON.stringify(value);
}
