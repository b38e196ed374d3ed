import { flattenSchema, type HasSchemas, isNull, namedSchema } from "../spec/model/flatten-schema.ts";
import type { MediaModel } from "../spec/model/operation-model.ts";
import type { FlatSchema, SchemaModel } from "../spec/model/schema-model.ts";
import { isPlainRecord, ownOf } from "../text/plain-record.ts";
import { isBinary, saysNothing } from "./body-kind.ts";
import type { MediaSource } from "./first-text.ts";
import { initialOf } from "./initial-of.ts";
import { partHeaderForms } from "./parameter-forms.ts";
import type { BodyKind, PartForm } from "./request-form.ts";

const mostFields = 500;
const deepestChoice = 10;

/**
 * The fields of a form in the order of its schema, those of `allOf` among them; what only answers have is left out. Where
 * all of it is a choice, those of the first thing to choose.
 */
export function partForms({
  kind,
  schema,
  examples: [example],
  models,
  settings,
  partHeaders,
}: MediaSource & {
  readonly schema: SchemaModel;
  readonly partHeaders: MediaModel["partHeaders"];
}): readonly PartForm[] {
  const { properties } = fieldsOf(schema, models);
  const given = isPlainRecord(example?.value) ? example.value : undefined;
  return [...properties.values()]
    .filter((property) => !property.schema.readOnly && !namedSchema(models, property.schema)?.readOnly)
    .slice(0, mostFields)
    .map(({ name, required, schema: own }): PartForm => {
      const part = partKind(own, kind, models);
      const value = ownOf(given, name);
      const examples = value === undefined ? [] : [{ name: "", summary: undefined, value }];
      const initial = part === "value" ? initialOf(own, examples, models, settings) : undefined;
      const description = own.description ?? namedSchema(models, own)?.description;
      const headers = partHeaderForms(ownOf(partHeaders, name) ?? [], models, settings);
      return {
        name,
        required,
        description,
        schema: own,
        kind: part,
        ...(initial && { initial }),
        ...(headers.length > 0 && { headers }),
      };
    });
}

function fieldsOf(schema: SchemaModel, models: HasSchemas, depth = 0): FlatSchema {
  const flat = flattenSchema(models, schema);
  const first = flat.choices[0]?.find((each) => !isNull(each));
  return flat.properties.size > 0 || !first || depth > deepestChoice
    ? flat
    : fieldsOf(first, models, depth + 1);
}

/** Only parts of `multipart` carry files. A schema that says nothing is one of bytes (OpenAPI 3.1, Encoding Object). */
function partKind(schema: SchemaModel, kind: BodyKind, models: HasSchemas): PartForm["kind"] {
  if (kind !== "multipart") return "value";
  const isFile = (each: SchemaModel | undefined) =>
    isBinary(each) || (each !== undefined && saysNothing(each));
  const own = namedSchema(models, schema);
  if (isFile(own)) return "file";
  return own?.items && isFile(namedSchema(models, own.items)) ? "files" : "value";
}
