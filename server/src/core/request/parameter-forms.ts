import type { HasSchemas } from "../spec/model/flatten-schema.ts";
import type { ExampleModel, OperationModel, ParameterModel } from "../spec/model/operation-model.ts";
import { initialOf } from "./initial-of.ts";
import type { FormExample, FormSettings, ParameterForm, ParameterPlace } from "./request-form.ts";

const places = ["path", "query", "querystring", "header", "cookie"] as const;
const mostParameters = 1_000;
const mostExamples = 50;

/** The parameters of an operation in file order. One of an unknown place, which nobody can send, is left out. */
export function parameterForms(
  { parameters }: OperationModel,
  models: HasSchemas,
  settings: FormSettings,
): readonly ParameterForm[] {
  return parameters.slice(0, mostParameters).flatMap((parameter): ParameterForm[] => {
    const place = places.find((each) => each === parameter.in);
    return place ? [parameterForm(parameter, place, models, settings)] : [];
  });
}

/** Styles where nothing is said (OpenAPI, Parameter Object, `style`). */
export const usualStyle: Readonly<Record<ParameterPlace, string>> = {
  path: "simple",
  query: "form",
  querystring: "form",
  header: "simple",
  cookie: "form",
};

function parameterForm(
  parameter: ParameterModel,
  place: ParameterPlace,
  models: HasSchemas,
  settings: FormSettings,
): ParameterForm {
  const { name, schema, at, deprecated, description, mediaType } = parameter;
  const style = parameter.style ?? usualStyle[place];
  const examples = formExamples(parameter.examples);
  const initial = initialOf(schema, examples, models, settings);
  return {
    name,
    in: place,
    anchor: name,
    required: parameter.required || place === "path",
    deprecated,
    description,
    style,
    explode: parameter.explode ?? isExplodedByItself(style),
    allowReserved: parameter.allowReserved,
    schema,
    mediaType,
    examples,
    ...(initial && { initial }),
    at,
  };
}

/** “When style is form (3.2: or cookie), the default value is true”; deepObject knows no other way. */
export function isExplodedByItself(style: string): boolean {
  return style === "form" || style === "cookie" || style === "deepObject";
}

/** Those whose value is known. */
export function formExamples(examples: readonly ExampleModel[]): readonly FormExample[] {
  return examples
    .filter(({ value }) => value !== undefined)
    .slice(0, mostExamples)
    .map(({ name, summary, value }) => ({ name, summary, value }));
}
