import type { JsonObject, JsonProperty } from "../../config/json/json-tree.ts";
import type { PageReferences } from "../../page/page.ts";
import type { PropertyModel, SchemaModel } from "../../spec/model/schema-model.ts";
import type { SpecModels } from "../../spec/model/operation-model.ts";
import type { Site } from "../site.ts";
import type { Drift, DriftCure } from "./drift.ts";
import { writtenFor } from "./field-types.ts";
import type { PageDrift } from "./page-drift.ts";
import { sampleValue } from "./sample-value.ts";
import { shapeOf } from "./shape-of.ts";

/** What puts a missing field into the sample, or beside the described ones; undefined where that takes more than one edit. */
export function cureMissing(drift: PageDrift, page: PageReferences, site: Site): DriftCure | undefined {
  const models = site.studies.get(drift.spec.path)?.models;
  if (!models) return undefined;
  if (drift.missing) return intoObject(drift.missing, page, models);
  return drift.lacking && besideFields(drift.lacking, page, models);
}

/** Behind the last property, on a line of its own where the others have one; quotes as the others have them. */
function intoObject(
  { node, property }: { readonly node: JsonObject; readonly property: PropertyModel },
  { text }: PageReferences,
  models: SpecModels,
): DriftCure | undefined {
  const last = node.properties.at(-1);
  const value = JSON.stringify(sampleValue(property.schema, models));
  const between = last ? text.slice(node.range.start, last.keyRange.start) : "";
  // In `"{\"id\": 1}"` each quote would have to be escaped.
  if (value.length > 2_000 || between.includes("\\") || !isPlainText(node, text)) return undefined;
  if (!last)
    return {
      kind: "insert",
      at: node.range.start + 1,
      text: ` ${quoted(property.name)}: ${value} `,
      name: property.name,
    };
  const end = last.value?.range.end ?? last.keyRange.end;
  const lineStart = text.lastIndexOf("\n", last.keyRange.start - 1) + 1;
  const indent = text.slice(lineStart, last.keyRange.start);
  const separator = /^\s*$/.test(indent) ? `,\n${indent}` : ", ";
  const colon = /:\s*/.exec(text.slice(last.keyRange.end))?.[0] ?? ": ";
  const name =
    isBare(last) && /^[A-Za-z_$][\w$]*$/.test(property.name) ? property.name : quoted(property.name);
  return {
    kind: "insert",
    at: end,
    text: separator + name + colon.replaceAll(/\s+/g, " ") + value,
    name: property.name,
  };
}

function isPlainText(node: JsonObject, text: string): boolean {
  return text.charAt(node.range.start) === "{" && text.charAt(node.range.end - 1) === "}";
}

function isBare({ key, keyRange }: JsonProperty): boolean {
  return keyRange.end - keyRange.start === key.length;
}

function quoted(name: string): string {
  return JSON.stringify(name);
}

/** A tag like the one before it, in the words of the specification. */
function besideFields(
  { after, name, schema }: NonNullable<Drift["lacking"]>,
  { text, eol }: PageReferences,
  models: SpecModels,
): DriftCure {
  const { tag } = after;
  const place = after.place === "response" ? "name" : after.place;
  const types = schema && shapeOf(schema, models)?.types;
  const type = types && writtenFor(types);
  const lineStart = text.lastIndexOf("\n", tag.range.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, tag.range.start))?.[0] ?? "";
  const words = schema && describing(schema, models);
  const open = `<${tag.name} ${place}="${name}"${type ? ` type="${type}"` : ""} required`;
  const whole = words ? `${open}>${eol}${indent}  ${words}${eol}${indent}</${tag.name}>` : `${open} />`;
  const at = (tag.selfClosing ? undefined : tag.closing?.end) ?? tag.range.end;
  return { kind: "insert", at, text: `${eol}${eol}${indent}${whole}`, name };
}

/** The first line of the description, where it is plain words: braces and angle brackets mean something in MDX. */
function describing(schema: SchemaModel, models: SpecModels): string | undefined {
  const named = schema.ref === undefined ? undefined : models.schemas.get(schema.ref);
  const [line] = (schema.description ?? named?.description ?? "").trim().split(/\r?\n/);
  return line && line.length <= 300 && !/[<>{}]/.test(line) ? line : undefined;
}
