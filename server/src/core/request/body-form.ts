import { namedSchema, type HasSchemas } from "../spec/model/flatten-schema.ts";
import type { MediaModel, OperationModel } from "../spec/model/operation-model.ts";
import { bodyKind } from "./body-kind.ts";
import { firstText } from "./first-text.ts";
import { formExamples } from "./parameter-forms.ts";
import { encodingOf } from "./part-encoding.ts";
import { partForms } from "./part-forms.ts";
import { sequenceForm } from "./sequence-form.ts";
import type { BodyForm, FormSettings, MediaForm } from "./request-form.ts";

const mostMedia = 30;

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
  const { type, partHeaders } = media;
  const schema = media.schema ?? media.itemSchema;
  const kind = bodyKind(type, schema && namedSchema(models, schema));
  const examples = formExamples(media.examples);
  const sequence = sequenceForm(media, { models, settings });
  const hasFields = kind === "urlencoded" || kind === "multipart";
  return {
    type,
    kind,
    schema,
    encoding: encodingOf(media.encoding),
    examples,
    text: hasFields || kind === "binary" ? "" : firstText({ kind, type, schema, examples, models, settings }),
    fields:
      hasFields && schema && !sequence
        ? partForms({ kind, type, schema, examples, models, settings, partHeaders })
        : [],
    ...(sequence && { sequence }),
  };
}
