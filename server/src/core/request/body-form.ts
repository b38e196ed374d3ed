import { flattenSchema, namedSchema, type HasSchemas } from "../spec/model/flatten-schema.ts";
import type { MediaModel, OperationModel } from "../spec/model/operation-model.ts";
import type { SchemaModel } from "../spec/model/schema-model.ts";
import { bodyKind, isBinary } from "./body-kind.ts";
import { initialOf } from "./initial-of.ts";
import { formExamples } from "./parameter-forms.ts";
import { isRecord, ownOf, textIn } from "./plain-record.ts";
import { plainTextOf } from "./plain-text-of.ts";
import type { BodyForm, BodyKind, FormSettings, MediaForm, PartEncoding, PartForm } from "./request-form.ts";
import { sampleOfSchema } from "./sample-value.ts";

const mostMedia = 30;
const mostFields = 500;

/** The body of an operation, what can be filled in best first: JSON, then as in the file. */
export function bodyForm(
  { body }: OperationModel,
  models: HasSchemas,
  settings: FormSettings,
): BodyForm | undefined {
  const media = body?.content.slice(0, mostMedia).map((each) => mediaForm(each, models, settings)) ?? [];
  if (!body || media.length === 0) return undefined;
  const isJson = ({ kind }: MediaForm) => kind === "json";
  return {
    required: body.required,
    media: [...media.filter(isJson), ...media.filter((each) => !isJson(each))],
  };
}

function mediaForm(media: MediaModel, models: HasSchemas, settings: FormSettings): MediaForm {
  const schema = media.schema ?? media.itemSchema;
  const kind = bodyKind(media.type, schema && namedSchema(models, schema));
  const examples = formExamples(media.examples);
  const hasFields = kind === "urlencoded" || kind === "multipart";
  return {
    type: media.type,
    kind,
    schema,
    encoding: encodingOf(media.encoding),
    examples,
    text: hasFields || kind === "binary" ? "" : firstText(kind, schema, examples[0]?.value, models, settings),
    fields: hasFields && schema ? partForms(schema, examples[0]?.value, models, settings) : [],
  };
}

/** What stands in the editor at first: the author's example, else what the schema asks for. */
function firstText(
  kind: BodyKind,
  schema: SchemaModel | undefined,
  example: unknown,
  models: HasSchemas,
  settings: FormSettings,
): string {
  const value =
    example ??
    (schema && sampleOfSchema(schema, models, { direction: "request", onlyRequired: settings.onlyRequired }));
  if (value === undefined) return "";
  if (typeof value === "string" && kind !== "json") return value;
  return kind === "json" || typeof value === "object"
    ? JSON.stringify(value, null, 2)
    : (plainTextOf(value) ?? "");
}

function encodingOf(encoding: Readonly<Record<string, unknown>>): Readonly<Record<string, PartEncoding>> {
  return Object.fromEntries(
    Object.entries(encoding).flatMap(([name, value]): [string, PartEncoding][] => {
      if (!isRecord(value)) return [];
      const explode = ownOf(value, "explode");
      return [
        [
          name,
          {
            contentType: textIn(value, "contentType"),
            style: textIn(value, "style"),
            explode: typeof explode === "boolean" ? explode : undefined,
            allowReserved: ownOf(value, "allowReserved") === true,
          },
        ],
      ];
    }),
  );
}

function partForms(
  schema: SchemaModel,
  example: unknown,
  models: HasSchemas,
  settings: FormSettings,
): readonly PartForm[] {
  const { properties } = flattenSchema(models, schema);
  const given = isRecord(example) ? example : undefined;
  return [...properties.values()]
    .filter((property) => !namedSchema(models, property.schema)?.readOnly)
    .slice(0, mostFields)
    .map(({ name, required, schema: own }) => {
      const value = ownOf(given, name);
      const examples = value === undefined ? [] : [{ name: "", summary: undefined, value }];
      const kind = partKind(own, models);
      const initial = kind === "value" ? initialOf(own, examples, models, settings) : undefined;
      return {
        name,
        required,
        description: own.description ?? namedSchema(models, own)?.description,
        schema: own,
        kind,
        ...(initial && { initial }),
      };
    });
}

function partKind(schema: SchemaModel, models: HasSchemas): PartForm["kind"] {
  const own = namedSchema(models, schema);
  if (isBinary(own)) return "file";
  return own?.items && isBinary(namedSchema(models, own.items)) ? "files" : "value";
}
