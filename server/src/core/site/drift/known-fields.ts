import type { MediaModel, OperationModel, SpecModels, SpecPlace } from "../../spec/model/operation-model.ts";
import type { SchemaModel } from "../../spec/model/schema-model.ts";
import { namesOfChoices, shapeOf } from "./shape-of.ts";

/** A field as the specification has it. */
export interface KnownField {
  readonly name: string;
  readonly schema: SchemaModel | undefined;
  /** `undefined`: it depends on a choice. */
  readonly required: boolean | undefined;
  readonly at: SpecPlace;
  /** Readers are not expected to send or get it: it is not missed. */
  readonly optionalHere: boolean;
}

/** Fields that stand together: the query, the body, one object of it. */
export interface KnownFields {
  readonly fields: ReadonlyMap<string, KnownField>;
  /** Names that only some choices have. */
  readonly others: ReadonlySet<string>;
  readonly isClosed: boolean;
  /** `the query`. */
  readonly holder: string;
}

/** What may be described at a place of the operation (`query`, `body`, `response`); undefined where that cannot be told. */
export function knownIn(
  place: string,
  operation: OperationModel,
  models: SpecModels,
): KnownFields | undefined {
  if (place === "auth") return undefined;
  if (place === "body") return bodyFields(operation, models);
  if (place === "response") return responseFields(operation, models);
  const own = operation.parameters.filter((parameter) => parameter.in === place);
  return {
    fields: new Map(
      own.map((parameter) => [
        nameIn(place, parameter.name),
        {
          name: parameter.name,
          schema: parameter.schema,
          required: parameter.required,
          at: parameter.at,
          optionalHere: parameter.deprecated,
        },
      ]),
    ),
    others: new Set(),
    // Headers such as Authorization come from the security schemes.
    isClosed: place === "query" || place === "path",
    holder: holders.get(place) ?? place,
  };
}

const holders: ReadonlyMap<string, string> = new Map([
  ["query", "the query"],
  ["path", "the path"],
  ["header", "the headers"],
  ["cookie", "the cookies"],
]);

/** Letter case counts for nothing in names of headers. */
export function nameIn(place: string, name: string): string {
  return place === "header" ? name.toLowerCase() : name;
}

function bodyFields({ body }: OperationModel, models: SpecModels): KnownFields | undefined {
  const schema = body && objectOf(body.content, models);
  return schema && fieldsOf(schema, "the body", "request", models);
}

/** Of the answers that tell of success; fields of errors are described elsewhere or not at all. */
function responseFields({ responses }: OperationModel, models: SpecModels): KnownFields | undefined {
  const good = responses.filter(({ status }) => status.startsWith("2"));
  const schemas = good.flatMap(({ content }) => objectOf(content, models) ?? []);
  const [only] = schemas;
  return schemas.length === 1 && only ? fieldsOf(only, "the answer", "response", models) : undefined;
}

/** The schema of the one JSON or form body; that of the items where it is a list. */
function objectOf(content: readonly MediaModel[], models: SpecModels): SchemaModel | undefined {
  const media = content.filter(({ type }) => /json|x-www-form-urlencoded|form-data/i.test(type));
  const schema = media[0]?.schema;
  if (!schema || media.some((other) => other.schema?.ref !== schema.ref)) return undefined;
  return itemsOf(schema, models);
}

function itemsOf(schema: SchemaModel, models: SpecModels): SchemaModel | undefined {
  const shape = shapeOf(schema, models);
  if (!shape) return undefined;
  return shape.properties.size === 0 && shape.items ? shape.items : schema;
}

export function fieldsOf(
  schema: SchemaModel,
  holder: string,
  direction: "request" | "response",
  models: SpecModels,
): KnownFields | undefined {
  const shape = shapeOf(schema, models);
  const others = shape && namesOfChoices(shape, models);
  if (!shape || (shape.properties.size === 0 && (others?.size ?? 0) === 0)) return undefined;
  return {
    fields: new Map(
      [...shape.properties.values()].map(({ name, schema: own, at }) => [
        name,
        {
          name,
          schema: own,
          required:
            shape.choices.length > 0 && !shape.required.has(name) ? undefined : shape.required.has(name),
          at,
          optionalHere: isOfOther(own, direction, models),
        },
      ]),
    ),
    others: others ?? new Set(),
    isClosed: shape.isClosed && others !== undefined,
    holder,
  };
}

function isOfOther(schema: SchemaModel, direction: "request" | "response", models: SpecModels): boolean {
  const named = schema.ref === undefined ? undefined : models.schemas.get(schema.ref);
  const all = named ? [schema, named] : [schema];
  return all.some((one) => one.deprecated || (direction === "request" ? one.readOnly : one.writeOnly));
}
