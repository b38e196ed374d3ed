import type { SchemaType } from "../../spec/model/schema-model.ts";

/** Words that authors write for types, in lower case. What is not among them (`User`, `file`) says nothing for sure. */
const meanings: ReadonlyMap<string, readonly SchemaType[]> = new Map<string, readonly SchemaType[]>([
  ["string", ["string"]],
  ["str", ["string"]],
  ["text", ["string"]],
  ["uuid", ["string"]],
  ["date", ["string"]],
  ["datetime", ["string"]],
  ["date-time", ["string"]],
  ["email", ["string"]],
  ["url", ["string"]],
  ["uri", ["string"]],
  // An author who writes `number` for a whole number is right enough.
  ["number", ["number", "integer"]],
  ["float", ["number"]],
  ["double", ["number"]],
  ["integer", ["integer"]],
  ["int", ["integer"]],
  ["int32", ["integer"]],
  ["int64", ["integer"]],
  ["long", ["integer"]],
  ["boolean", ["boolean"]],
  ["bool", ["boolean"]],
  ["object", ["object"]],
  ["map", ["object"]],
  ["dict", ["object"]],
  ["array", ["array"]],
  ["list", ["array"]],
]);

/** What a `type="…"` of a field can mean; undefined where some of it is not known for sure. */
export function typesWritten(text: string): ReadonlySet<SchemaType> | undefined {
  const types = new Set<SchemaType>();
  for (const part of text.toLowerCase().split(/\s*\|\s*|\s+or\s+/)) {
    const word = part.trim();
    if (word === "null") continue;
    if (/\[\]$|^(array|list)\s*(<|of\b)/.test(word)) types.add("array");
    else {
      const known = meanings.get(word.replace(/^(nullable|optional)\s+/, ""));
      if (!known) return undefined;
      for (const type of known) types.add(type);
    }
  }
  return types.size > 0 ? types : undefined;
}

/** How `type="…"` is usually written for this. */
export function writtenFor(types: ReadonlySet<SchemaType>): string | undefined {
  const all = [...types];
  return all.length === 1 ? all[0] : undefined;
}
