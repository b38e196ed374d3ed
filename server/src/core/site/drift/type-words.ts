import type { SchemaType } from "../../spec/model/schema-model.ts";

const words: Readonly<Record<SchemaType, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

/** `text or a whole number`. */
export function typeWords(types: Iterable<SchemaType>): string {
  return [...types].map((type) => words[type]).join(" or ");
}

/** `one of "asc", "desc"`, at most six of them. */
export function valueWords(values: readonly unknown[]): string {
  const shown = values.slice(0, 6).map((value) => JSON.stringify(value));
  const list = shown.join(", ") + (values.length > shown.length ? ", …" : "");
  return values.length === 1 ? list : `one of ${list}`;
}
