import type { JsonNode, JsonObject, JsonProperty } from "../../config/json/json-tree.ts";
import type { PageReferences } from "../../page/page.ts";
import type { Site } from "../../site/site.ts";
import type { SpecModels } from "../../spec/model/operation-model.ts";
import type { PropertyModel, SchemaModel, SchemaType } from "../../spec/model/schema-model.ts";
import { groupBy } from "../../text/maps.ts";
import { findNearestName } from "../../text/similarity.ts";
import type { Drift, DriftFix, PageDrift } from "./page-drift.ts";
import { formatTypeAttribute, getConstraints } from "./schema-constraints.ts";

const defaultValues: Readonly<Record<SchemaType, unknown>> = {
  string: "string",
  number: 0,
  integer: 0,
  boolean: true,
  object: {},
  array: [],
  null: null,
};

/**
 * Returns a valid value for the author to edit: the schema's example, its default value, or else the simplest valid
 * value.
 */
export function createSampleValue(schema: SchemaModel, models: SpecModels, depth = 0): unknown {
  const target = schema.ref === undefined ? undefined : models.schemas.get(schema.ref);
  for (const source of [schema, target]) {
    if (!source) continue;
    if (source.examples.length > 0) return source.examples[0];
    if (source.default) return source.default.value;
    if (source.constant) return source.constant.value;
    if (source.enum && source.enum.length > 0) return source.enum[0];
  }
  const constraints = getConstraints(schema, models);
  const choice = constraints?.choices[0]?.[0];
  if (choice && !constraints.types && depth < 4) return createSampleValue(choice, models, depth + 1);
  const [type] =
    constraints?.types ??
    (constraints && constraints.properties.size > 0 ? (["object"] as const) : (["string"] as const));
  if (type === "object" && constraints && depth < 4)
    return Object.fromEntries(
      [...constraints.properties.values()]
        .filter(({ name }) => constraints.required.has(name) && name !== "__proto__")
        .map((property) => [property.name, createSampleValue(property.schema, models, depth + 1)]),
    );
  return defaultValues[type ?? "string"];
}

/**
 * Returns the edits that add missing fields to the sample or to the documented fields. Fields of the same object are
 * added in a single edit. Returns an empty list if one of the fields can't be added.
 */
export function createMissingFieldFixes(
  drifts: readonly PageDrift[],
  page: PageReferences,
  site: Site,
): readonly DriftFix[] {
  const fixes = [
    ...groupBy(drifts, ({ missingProperty, missingField }) => missingProperty?.node ?? missingField).values(),
  ].map((groupedDrifts) => {
    const [drift] = groupedDrifts;
    const models = drift && site.analyses.get(drift.spec.path)?.models;
    if (!models) return undefined;
    const properties = groupedDrifts.flatMap(({ missingProperty }) => missingProperty?.property ?? []);
    if (drift.missingProperty) return createPropertiesFix(drift.missingProperty.node, properties, page, models);
    return drift.missingField && createFieldTagFix(drift.missingField, page, models);
  });
  return fixes.every((fix) => fix !== undefined) ? fixes : [];
}

/**
 * Inserts the properties after the last existing property, with the same line breaks and quotes as the other properties.
 */
function createPropertiesFix(
  node: JsonObject,
  properties: readonly PropertyModel[],
  { text }: PageReferences,
  models: SpecModels,
): DriftFix | undefined {
  const lastProperty = node.properties.at(-1);
  const members = properties.map(({ name, schema }) => ({
    name,
    value: JSON.stringify(createSampleValue(schema, models)),
  }));
  const textBefore = lastProperty ? text.slice(node.range.start, lastProperty.keyRange.start) : "";
  // In JSON inside a string, such as `"{\"id\": 1}"`, each inserted quote would have to be escaped.
  if (textBefore.includes("\\") || !hasLiteralBraces(node, text)) return undefined;
  if (members.some(({ value }) => value.length > 2_000)) return undefined;
  const joinedName = members.map(({ name }) => name).join(", ");
  if (!lastProperty)
    return {
      kind: "insert",
      offset: node.range.start + 1,
      text: ` ${members.map(({ name, value }) => `${quoteName(name)}: ${value}`).join(", ")} `,
      name: joinedName,
    };
  const end = lastProperty.value?.range.end ?? lastProperty.keyRange.end;
  const lineStart = text.lastIndexOf("\n", lastProperty.keyRange.start - 1) + 1;
  const indent = text.slice(lineStart, lastProperty.keyRange.start);
  const separator = /^\s*$/.test(indent) ? `,\n${indent}` : ", ";
  const colon = (/:\s*/.exec(text.slice(lastProperty.keyRange.end))?.[0] ?? ": ").replaceAll(/\s+/g, " ");
  const formatName = (name: string) =>
    isUnquoted(lastProperty) && /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteName(name);
  const newText = members.map(({ name, value }) => separator + formatName(name) + colon + value).join("");
  return { kind: "insert", offset: end, text: newText, name: joinedName };
}

function hasLiteralBraces(node: JsonObject, text: string): boolean {
  return text.charAt(node.range.start) === "{" && text.charAt(node.range.end - 1) === "}";
}

function isUnquoted({ key, keyRange }: JsonProperty): boolean {
  return keyRange.end - keyRange.start === key.length;
}

function quoteName(name: string): string {
  return JSON.stringify(name);
}

/**
 * Inserts a tag for the field after the previous tag, in the same style and with the description from the
 * specification.
 */
function createFieldTagFix(
  { precedingField, name, schema }: NonNullable<Drift["missingField"]>,
  { text, eol }: PageReferences,
  models: SpecModels,
): DriftFix {
  const { tag } = precedingField;
  const locationAttribute = precedingField.location === "response" ? "name" : precedingField.location;
  const types = schema && getConstraints(schema, models)?.types;
  const type = types && formatTypeAttribute(types);
  const lineStart = text.lastIndexOf("\n", tag.range.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, tag.range.start))?.[0] ?? "";
  const description = schema && describeSchema(schema, models);
  const openTag = `<${tag.name} ${locationAttribute}="${name}"${type ? ` type="${type}"` : ""} required`;
  const insertedText = description
    ? `${openTag}>${eol}${indent}  ${description}${eol}${indent}</${tag.name}>`
    : `${openTag} />`;
  const offset = (tag.isSelfClosing ? undefined : tag.closingTagRange?.end) ?? tag.range.end;
  return { kind: "insert", offset, text: `${eol}${eol}${indent}${insertedText}`, name };
}

/**
 * Returns the first line of the description. Returns undefined if the line isn't plain text, because characters such as
 * braces and angle brackets have a special meaning in MDX.
 */
function describeSchema(schema: SchemaModel, models: SpecModels): string | undefined {
  const target = schema.ref === undefined ? undefined : models.schemas.get(schema.ref);
  const [firstLine] = (schema.description ?? target?.description ?? "").trim().split(/\r?\n/);
  return firstLine && firstLine.length <= 300 && !/[<>{}]/.test(firstLine) ? firstLine : undefined;
}

/**
 * Returns the edit that converts the value to one of these types, such as `"7"` to `7`, or undefined if the conversion
 * is ambiguous or impossible. If the schema has an enum, the edit replaces the value with one of its values.
 */
export function createTypeFix(
  node: JsonNode,
  types: ReadonlySet<SchemaType>,
  enumValues?: readonly unknown[],
): DriftFix | undefined {
  const fix = convertType(node, types);
  if (!enumValues || (fix?.kind === "replace" && enumValues.some((value) => JSON.stringify(value) === fix.text)))
    return fix;
  return createValueFix(node, enumValues);
}

function convertType(node: JsonNode, types: ReadonlySet<SchemaType>): DriftFix | undefined {
  if (node.kind === "string") {
    const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(node.value);
    const isInteger = isNumber && !node.value.includes(".");
    if (isNumber && (types.has("number") || (isInteger && types.has("integer"))))
      return { kind: "replace", range: node.range, text: node.value };
    if (/^(true|false)$/.test(node.value) && types.has("boolean"))
      return { kind: "replace", range: node.range, text: node.value };
  }
  if ((node.kind === "number" || node.kind === "boolean") && types.has("string"))
    return { kind: "replace", range: node.range, text: JSON.stringify(String(node.value)) };
  return undefined;
}

/**
 * Returns the edit that replaces the value with the enum value that the author probably meant: the most similar value
 * or, if the enum has only one value, that value. Returns undefined if the intended value is unclear.
 */
export function createValueFix(node: JsonNode, values: readonly unknown[]): DriftFix | undefined {
  if (node.kind !== "string" && node.kind !== "number" && node.kind !== "boolean") return undefined;
  const [onlyValue] = values;
  const writtenValue = String(node.value);
  // If several values end with the written one, such as `FI_ADDRESS` and `POSTAL_ADDRESS`, the intended one is unclear.
  if (values.filter((value) => /[_.-]$/.test(getTextBeforeSuffix(String(value), writtenValue))).length > 1)
    return undefined;
  const nearestName = findNearestName(writtenValue, values.map(String));
  const text = nearestName ?? (values.length === 1 ? String(onlyValue) : undefined);
  const value = values.find((candidate) => String(candidate) === text);
  return value === undefined ? undefined : createReplaceFix(node, value);
}

/** Returns the text before the end, or an empty string if the text doesn't end with it. */
function getTextBeforeSuffix(text: string, suffix: string): string {
  return text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : "";
}

/** Returns an edit that replaces a value and preserves its quotes. */
function createReplaceFix(node: JsonNode, value: unknown): DriftFix {
  if (node.kind === "string" && typeof value === "string" && !/["'\\]/.test(value))
    return { kind: "replace", range: { start: node.range.start + 1, end: node.range.end - 1 }, text: value };
  return { kind: "replace", range: node.range, text: JSON.stringify(value) };
}

export function createRenameFix(range: Drift["range"], key: string, nearestName: string): DriftFix | undefined {
  const quoteCount = range.end - range.start - key.length;
  if (quoteCount !== 0 && quoteCount !== 2) return undefined;
  return {
    kind: "replace",
    range: { start: range.start + quoteCount / 2, end: range.end - quoteCount / 2 },
    text: nearestName,
  };
}
