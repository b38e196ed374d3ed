import type { CheckedSchema, SchemaIndex, XmlModel } from "../../spec/model/schema-model.ts";

/** What of a schema, and of all that it is put together of, tells how its values stand in XML. */
export interface XmlShape {
  readonly xml: XmlModel;
  /** Empty: nothing is said. */
  readonly types: ReadonlySet<string>;
  /** Values of `enum` and `const`. */
  readonly values: readonly unknown[];
  readonly properties: ReadonlyMap<string, SchemaIndex>;
  readonly required: ReadonlySet<string>;
  readonly items: SchemaIndex | undefined;
  readonly additional: SchemaIndex | undefined;
  readonly isList: boolean;
  /** It offers choices, or tells items by their position: the document alone does not say which holds. */
  readonly isOpen: boolean;
}

const mostParts = 1_000;

/** Tells shapes of the schemas of one model, each once. */
export function xmlShapes(schemas: readonly CheckedSchema[]): (index: SchemaIndex) => XmlShape {
  const known = new Map<SchemaIndex, XmlShape>();
  return (index) => {
    const found = known.get(index) ?? shapeOf(schemas, index);
    known.set(index, found);
    return found;
  };
}

function shapeOf(schemas: readonly CheckedSchema[], index: SchemaIndex): XmlShape {
  const parts = new Set<SchemaIndex>([index]);
  let isOpen = false;
  // What is named here joins the set, and is gone through too.
  for (const each of parts) {
    const part = schemas[each];
    if (!part || parts.size > mostParts) continue;
    const choices = [...(part.anyOf ?? []), ...(part.oneOf ?? [])];
    const others = [part.if, part.then, part.else].filter((other) => other !== undefined);
    const real = choices.filter((choice) => !isNull(schemas[choice]));
    isOpen ||=
      real.length > 1 || others.length > 0 || part.prefixItems !== undefined || part.not !== undefined;
    for (const more of [part.ref, ...(part.allOf ?? []), ...choices, ...others])
      if (more !== undefined) parts.add(more);
  }
  const all = [...parts].map((each) => schemas[each]).filter((part) => part !== undefined);
  const types = new Set(all.flatMap((part) => part.types ?? []));
  const items = all.find((part) => part.items !== undefined)?.items;
  return {
    // What stands beside a reference wins over what it names.
    xml: all.find((part) => part.xml)?.xml ?? {},
    types,
    values: all.flatMap((part) => [...(part.enum ?? []), ...(part.constant ? [part.constant.value] : [])]),
    properties: new Map(all.toReversed().flatMap((part) => part.properties ?? [])),
    required: new Set(all.flatMap((part) => part.required ?? [])),
    items,
    additional: all.find((part) => part.additionalProperties !== undefined)?.additionalProperties,
    isList: types.has("array") || (types.size === 0 && items !== undefined),
    isOpen: isOpen || (types.has("array") && types.has("object")),
  };
}

function isNull(schema: CheckedSchema | undefined): boolean {
  return schema?.types?.length === 1 && schema.types[0] === "null";
}
