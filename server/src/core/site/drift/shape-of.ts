import { isNull } from "../../spec/model/flatten-schema.ts";
import type { SpecModels } from "../../spec/model/operation-model.ts";
import type { PropertyModel, SchemaModel, SchemaType } from "../../spec/model/schema-model.ts";

/** What a value must look like, with references and `allOf` followed. */
export interface Shape {
  /** `undefined`: nothing is said. */
  readonly types: ReadonlySet<SchemaType> | undefined;
  readonly nullable: boolean;
  readonly enum: readonly unknown[] | undefined;
  readonly properties: ReadonlyMap<string, PropertyModel>;
  readonly required: ReadonlySet<string>;
  /** A name that is not among `properties` (nor those of an alternative) is not what the specification means. */
  readonly isClosed: boolean;
  readonly items: SchemaModel | undefined;
  /** Each is a choice; the value fits one of each. */
  readonly choices: readonly (readonly SchemaModel[])[];
}

const mostParts = 200;

/** The shape of a schema; undefined where something in it leads nowhere, so that nothing can be said for sure. */
export function shapeOf(schema: SchemaModel, models: SpecModels): Shape | undefined {
  const parts: SchemaModel[] = [];
  if (!collect(schema, models, parts)) return undefined;
  const types = parts.filter((part) => part.types.length > 0).map((part) => part.types);
  const properties = new Map(
    parts.flatMap((part) => part.properties).map((property) => [property.name, property] as const),
  );
  const isOpen = parts.some(
    ({ additionalProperties, patternProperties, not, prefixItems }) =>
      (additionalProperties !== undefined && additionalProperties !== false) ||
      (patternProperties?.length ?? 0) > 0 ||
      not !== undefined ||
      prefixItems !== undefined,
  );
  return {
    types: types.length > 0 ? new Set(types.at(-1)) : undefined,
    nullable:
      types.length === 0 ||
      parts.some(({ oneOf, anyOf }) => [...oneOf, ...anyOf].some(isNull)) ||
      parts.some(({ nullable }) => nullable),
    enum: parts.find((part) => part.enum)?.enum ?? constantOf(parts),
    properties,
    required: new Set(parts.flatMap((part) => part.required)),
    isClosed: !isOpen,
    items: parts.find((part) => part.items)?.items,
    choices: parts.flatMap(choicesOf),
  };
}

function constantOf(parts: readonly SchemaModel[]): readonly unknown[] | undefined {
  const constant = parts.find((part) => part.constant)?.constant;
  return constant && [constant.value];
}

/** The schema itself, what it refers to, everything under `allOf` and what is no real choice; false where something is lost. */
function collect(schema: SchemaModel, models: SpecModels, parts: SchemaModel[]): boolean {
  if (schema.lost !== undefined || parts.length > mostParts) return false;
  if (parts.includes(schema)) return true;
  parts.push(schema);
  if (schema.ref !== undefined) {
    const named = models.schemas.get(schema.ref);
    if (!named || !collect(named, models, parts)) return false;
  }
  const only = [schema.oneOf, schema.anyOf].flatMap((choice) => onlyChoice(choice) ?? []);
  return [...schema.allOf, ...only].every((part) => collect(part, models, parts));
}

/** One thing, or null beside it, is no choice. */
function onlyChoice(choice: readonly SchemaModel[]): SchemaModel | undefined {
  const others = choice.filter((schema) => !isNull(schema));
  return others.length === 1 ? others[0] : undefined;
}

function choicesOf({ oneOf, anyOf }: SchemaModel): (readonly SchemaModel[])[] {
  return [oneOf, anyOf]
    .filter((choice) => !onlyChoice(choice))
    .map((choice) => choice.filter((schema) => !isNull(schema)))
    .filter((choice) => choice.length > 0);
}

/** Every name that a value of one of the choices may have, choices within choices too. */
export function namesOfChoices(shape: Shape, models: SpecModels): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const seen = new Set<SchemaModel>();
  const visit = (choices: Shape["choices"]): boolean =>
    choices.every((choice) =>
      choice.every((schema) => {
        if (seen.has(schema) || seen.size > mostParts) return true;
        seen.add(schema);
        const own = shapeOf(schema, models);
        if (!own?.isClosed) return false;
        for (const name of own.properties.keys()) names.add(name);
        return visit(own.choices);
      }),
    );
  return visit(shape.choices) ? names : undefined;
}
