import type {
  CheckedSchema,
  SchemaIndex,
  SpecifiedMediaType,
  SpecifiedResponse,
  SpecifiedResponses,
  XmlModel,
} from "../../spec/model/schema-model.ts";
import { getEssence } from "../media/encoding.ts";

/**
 * Returns the response that the specification defines for a status. An exact status such as `200` takes precedence over
 * `2XX`, and `2XX` takes precedence over `default`.
 */
export function findResponseFor(
  { responses }: Pick<SpecifiedResponses, "responses">,
  status: number,
): SpecifiedResponse | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, "DEFAULT"];
  for (const name of keys) {
    const specifiedResponse = responses.find((response) => response.status.toUpperCase() === name);
    if (specifiedResponse) return specifiedResponse;
  }
  return undefined;
}

/**
 * Returns the media type that the specification defines for a content type. Tries the same media type,
 * `application/*+json`, `application/*`, and the range for all media types, in this order.
 */
export function findMediaType({ content }: SpecifiedResponse, contentType: string): SpecifiedMediaType | undefined {
  const essence = getEssence(contentType);
  const plusIndex = essence.lastIndexOf("+");
  const topLevelType = essence.slice(0, essence.indexOf("/"));
  const ranges = [
    essence,
    ...(plusIndex < 0 ? [] : [`${topLevelType}/*${essence.slice(plusIndex)}`, `*/*${essence.slice(plusIndex)}`]),
    `${topLevelType}/*`,
    "*/*",
  ];
  const exactMatch = content.find(
    (mediaType) => mediaType.type.replace(/\s/g, "").toLowerCase() === contentType.replace(/\s/g, "").toLowerCase(),
  );
  if (exactMatch) return exactMatch;
  for (const name of ranges) {
    const specifiedMediaType = content.find((mediaType) => getEssence(mediaType.type) === name);
    if (specifiedMediaType) return specifiedMediaType;
  }
  return undefined;
}

/**
 * The parts of a schema that determine how its values appear in XML, combined with the same parts of other schemas that
 * it includes.
 */
export interface XmlSchema {
  readonly xml: XmlModel;
  /** The allowed types. Empty if the schema doesn't restrict the type. */
  readonly types: ReadonlySet<string>;
  /** The values in `enum` and `const`. */
  readonly values: readonly unknown[];
  readonly properties: ReadonlyMap<string, SchemaIndex>;
  readonly requiredNames: ReadonlySet<string>;
  readonly items: SchemaIndex | undefined;
  readonly additionalProperties: SchemaIndex | undefined;
  readonly isList: boolean;
  /**
   * Whether the schema has alternatives or identifies items by position, in which case the document alone doesn't
   * determine how to decode it.
   */
  readonly isAmbiguous: boolean;
}

const maxParts = 1_000;

/** Returns a function that looks up the XML structure of a schema and caches the result. */
export function createXmlSchemaLookup(schemas: readonly CheckedSchema[]): (index: SchemaIndex) => XmlSchema {
  const xmlSchemasByIndex = new Map<SchemaIndex, XmlSchema>();
  return (index) => {
    const xmlSchema = xmlSchemasByIndex.get(index) ?? combineSchemaParts(schemas, index);
    xmlSchemasByIndex.set(index, xmlSchema);
    return xmlSchema;
  };
}

function combineSchemaParts(schemas: readonly CheckedSchema[], index: SchemaIndex): XmlSchema {
  const partIndexes = new Set<SchemaIndex>([index]);
  let isAmbiguous = false;
  // This loop also visits the schemas that are added to the set while it runs.
  for (const partIndex of partIndexes) {
    const schema = schemas[partIndex];
    if (!schema || partIndexes.size > maxParts) continue;
    const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    const conditionalSchemas = [schema.if, schema.then, schema.else].filter((other) => other !== undefined);
    const nonNullChoices = choices.filter((choice) => !isNull(schemas[choice]));
    isAmbiguous ||=
      nonNullChoices.length > 1 ||
      conditionalSchemas.length > 0 ||
      schema.prefixItems !== undefined ||
      schema.not !== undefined;
    for (const nextIndex of [schema.ref, ...(schema.allOf ?? []), ...choices, ...conditionalSchemas])
      if (nextIndex !== undefined) partIndexes.add(nextIndex);
  }
  const schemaParts = [...partIndexes].map((partIndex) => schemas[partIndex]).filter((schema) => schema !== undefined);
  const types = new Set(schemaParts.flatMap((schema) => schema.types ?? []));
  const items = schemaParts.find((schema) => schema.items !== undefined)?.items;
  return {
    // Keywords next to a reference take precedence over those in the referenced schema.
    xml: schemaParts.find((schema) => schema.xml)?.xml ?? {},
    types,
    values: schemaParts.flatMap((schema) => [
      ...(schema.enum ?? []),
      ...(schema.constant ? [schema.constant.value] : []),
    ]),
    properties: new Map(schemaParts.toReversed().flatMap((schema) => schema.properties ?? [])),
    requiredNames: new Set(schemaParts.flatMap((schema) => schema.required ?? [])),
    items,
    additionalProperties: schemaParts.find((schema) => schema.additionalProperties !== undefined)?.additionalProperties,
    isList: types.has("array") || (types.size === 0 && items !== undefined),
    isAmbiguous: isAmbiguous || (types.has("array") && types.has("object")),
  };
}

function isNull(schema: CheckedSchema | undefined): boolean {
  return schema?.types?.length === 1 && schema.types[0] === "null";
}

/** Converts text to the schema's type, or returns the text if that isn't possible. */
export function decodeScalar(text: string, xmlSchema: XmlSchema | undefined): unknown {
  if (!xmlSchema || xmlSchema.types.has("string")) return text;
  const trimmedText = text.trim();
  const listedValue = xmlSchema.values
    .filter((value) => typeof value !== "object")
    .find((value) => String(value) === trimmedText);
  if (xmlSchema.types.size === 0) return listedValue ?? text;
  const expectsNumber = xmlSchema.types.has("number") || xmlSchema.types.has("integer");
  if (expectsNumber && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(trimmedText)) return Number(trimmedText);
  if (xmlSchema.types.has("boolean") && /^(?:true|false)$/.test(trimmedText)) return trimmedText === "true";
  return text;
}
