import { namedIn, type Schemas, type PropertyModel, type SchemaModel } from "../fields/shape-of.ts";

/** One step into a value: a member by name, or an item of a list. */
export type Step = string | number;

const mostForms = 40;

/** A schema and all that hold beside it or in place of it: what it names, `allOf`, and each form of a choice. */
export function formsOf(schemas: Schemas, schema: SchemaModel | undefined): readonly SchemaModel[] {
  const found: SchemaModel[] = [];
  const wait = schema ? [schema] : [];
  for (let next = wait.shift(); next && found.length < mostForms; next = wait.shift()) {
    const model = namedIn(schemas, next);
    if (!model || found.includes(model)) continue;
    found.push(model);
    wait.push(...model.allOf, ...model.oneOf, ...model.anyOf);
  }
  return found;
}

/** The schemas that a value at a place inside another may have; empty where nothing is said. */
export function schemasAt(
  schemas: Schemas,
  schema: SchemaModel | undefined,
  path: readonly Step[],
): readonly SchemaModel[] {
  let at = formsOf(schemas, schema);
  for (const step of path)
    at = at.flatMap((model) => inside(model, step)).flatMap((each) => formsOf(schemas, each));
  return at;
}

function inside(model: SchemaModel, step: Step): readonly SchemaModel[] {
  if (typeof step === "number") {
    const item = model.prefixItems?.[step] ?? model.items;
    return item ? [item] : [];
  }
  const member = model.properties.find(({ name }) => name === step);
  if (member) return [member.schema];
  return typeof model.additionalProperties === "object" ? [model.additionalProperties] : [];
}

/** Members that an object of these schemas may have in a request, each name once. */
export function membersOf(models: readonly SchemaModel[]): readonly PropertyModel[] {
  const byName = new Map<string, PropertyModel>();
  for (const { properties } of models)
    for (const property of properties)
      if (!byName.has(property.name) && !property.schema.readOnly) byName.set(property.name, property);
  return [...byName.values()];
}

/** Values that these schemas name. */
export function valuesOf(models: readonly SchemaModel[]): readonly unknown[] {
  const values = models.flatMap((model) => [
    ...(model.constant ? [model.constant.value] : (model.enum ?? [])),
    ...(model.types.includes("boolean") && !model.enum ? [true, false] : []),
    ...(model.nullable ? [null] : []),
  ]);
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
