import type { SchemaId, SchemaModel } from "../spec/model/schema-model.ts";
import type { BodyForm, ParameterForm } from "./request-form.ts";

/** Schemas of one operation that a page is sent; what lies behind them is cut. */
const mostSchemas = 2_000;

/** The schemas that parameters, messages and bodies name, directly and through others, each once, the nearest first. */
export function reachableSchemas(
  parameters: readonly Pick<ParameterForm, "schema">[],
  body: BodyForm | undefined,
  schemas: ReadonlyMap<SchemaId, SchemaModel>,
): Readonly<Record<SchemaId, SchemaModel>> {
  const found = new Map<SchemaId, SchemaModel>();
  const headers = body?.media.flatMap(({ fields }) => fields.flatMap((field) => field.headers ?? [])) ?? [];
  const roots = [...parameters, ...(body?.media ?? []), ...headers].map(({ schema }) => schema);
  const waiting: SchemaModel[] = roots.filter((schema) => schema !== undefined);
  for (let at = 0; at < waiting.length; at++) {
    const schema = waiting[at];
    if (!schema) continue;
    for (const id of idsIn(schema)) {
      const target = found.has(id) || found.size >= mostSchemas ? undefined : schemas.get(id);
      if (!target) continue;
      found.set(id, target);
      waiting.push(target);
    }
    for (const part of partsOf(schema)) waiting.push(part);
  }
  return Object.fromEntries(found);
}

function idsIn({ ref, discriminator }: SchemaModel): SchemaId[] {
  const mapped = discriminator?.mapping.map(({ schema }) => schema) ?? [];
  return ref === undefined ? mapped : [ref, ...mapped];
}

function partsOf(schema: SchemaModel): SchemaModel[] {
  const { properties, patternProperties, additionalProperties, items, prefixItems, not } = schema;
  return [
    ...properties.map((property) => property.schema),
    ...(patternProperties ?? []).map((pattern) => pattern.schema),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
    ...(items ? [items] : []),
    ...(prefixItems ?? []),
    ...schema.allOf,
    ...schema.oneOf,
    ...schema.anyOf,
    ...(not ? [not] : []),
  ];
}
