import type { SchemaId, SchemaModel } from "../spec/model/schema-model.ts";
import type { BodyForm, ItemForm, ParameterForm, SequenceForm } from "./request-form.ts";

/** Schemas of one operation that a page is sent; what lies behind them is cut. */
const mostSchemas = 2_000;

/** The schemas that parameters, messages and bodies name, directly and through others, each once, the nearest first. */
export function reachableSchemas(
  parameters: readonly Pick<ParameterForm, "schema">[],
  body: BodyForm | undefined,
  schemas: ReadonlyMap<SchemaId, SchemaModel>,
): Readonly<Record<SchemaId, SchemaModel>> {
  const found = new Map<SchemaId, SchemaModel>();
  const media = body?.media ?? [];
  const items = media.flatMap(({ sequence }) => (sequence ? itemsOf(sequence) : []));
  const fields = [...media.flatMap((each) => each.fields), ...items];
  const headers = fields.flatMap((field) => field.headers ?? []);
  const roots = [...parameters, ...media, ...items, ...headers].map(({ schema }) => schema);
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

/** The parts by place, those inside parts among them. */
function itemsOf({ first, rest }: SequenceForm): readonly ItemForm[] {
  const own = rest ? [...first, rest] : first;
  return own.flatMap((item) => (item.inside ? [item, ...itemsOf(item.inside)] : [item]));
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
