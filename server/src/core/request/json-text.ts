import { jsonTextOf } from "./plain-text-of.ts";

/** `application/json`, `application/problem+json; charset=utf-8`, `text/x-json`. */
export function isJsonType(type: string): boolean {
  return /[/+]([^;]*[-.+])?json\s*(;|$)/i.test(type);
}

/** A value as JSON. A text that is an object or a list of JSON already was meant as that, and stays as it is written. */
export function writtenJson(value: unknown): string {
  const isWritten = typeof value === "string" && typeof (parsedJson(value)?.value ?? "") === "object";
  return isWritten ? value : jsonTextOf(value);
}

/** What a text of JSON says; undefined where it is none. */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
