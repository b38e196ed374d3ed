import type { SchemaSource } from "../../spec/model/flatten-schema.ts";
import type { ExampleModel, OperationModel, ParameterModel } from "../../spec/model/operation-model.ts";
import { readEncodings, isFalseSchema, isPartHeader } from "../media/media-types.ts";
import { getInitialValue } from "./initial-values.ts";
import type { FormExample, FormSettings, ParameterForm, ParameterLocation } from "./request-form.ts";

const locations = ["path", "query", "querystring", "header", "cookie"] as const;
const maxParameters = 1_000;
const maxExamples = 50;
const maxPartHeaders = 50;

/**
 * “If in is header and the name is Accept, Content-Type or Authorization, the parameter definition SHALL be ignored.”
 * (OpenAPI, Parameter Object)
 */
const reservedHeaders: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/**
 * Returns the form fields for an operation's parameters in the order of the specification. Leaves out parameters that
 * can't be sent. Path parameters that the specification doesn't describe come last.
 */
export function buildParameterForms(
  { parameters, path, isWebhook }: OperationModel,
  models: SchemaSource,
  settings: FormSettings,
): readonly ParameterForm[] {
  const parameterForms = parameters.slice(0, maxParameters).flatMap((parameter): ParameterForm[] => {
    const location = locations.find((each) => each === parameter.in);
    const isUnsent =
      (location === "header" && reservedHeaders.has(parameter.name.toLowerCase())) ||
      (location === "path" && isWebhook);
    return !location || isUnsent ? [] : [createParameterForm(parameter, location, models, settings)];
  });
  return isWebhook ? parameterForms : [...parameterForms, ...createUndescribedParameters(path, parameterForms)];
}

/** Returns the forms for path parameters that the specification doesn't describe, because they need a value, too. */
export function createUndescribedParameters(
  path: string,
  describedParameters: readonly ParameterForm[],
): ParameterForm[] {
  const describedNames = new Set(describedParameters.filter((each) => each.in === "path").map(({ name }) => name));
  const names = new Set(Array.from(path.matchAll(/(?<!\{)\{([^{}]+)\}/g), ([, name = ""]) => name));
  return [...names]
    .filter((name) => !describedNames.has(name))
    .slice(0, maxParameters)
    .map((name) => createDefaultParameter("path", name));
}

/** Default styles (OpenAPI, Parameter Object, `style`). */
const defaultStyles: Readonly<Record<ParameterLocation, string>> = {
  path: "simple",
  query: "form",
  querystring: "form",
  header: "simple",
  cookie: "form",
};

/** Returns the form for a parameter if only its location and name are known. */
export function createDefaultParameter(location: ParameterLocation, name: string): ParameterForm {
  const style = defaultStyles[location];
  return {
    name,
    in: location,
    anchor: name,
    required: location === "path",
    deprecated: false,
    description: undefined,
    style,
    explode: isExplodedByDefault(style),
    allowReserved: false,
    schema: undefined,
    mediaType: undefined,
    examples: [],
  };
}

/** Returns the headers of a part, except for those that are generated or never allowed (`schema: false`). */
export function createPartHeaderForms(
  headers: readonly ParameterModel[],
  models: SchemaSource,
  settings: FormSettings,
  isNamed = true,
): readonly ParameterForm[] {
  return headers
    .filter(({ name, schema }) => isPartHeader(name, isNamed) && !(schema && isFalseSchema(schema, models)))
    .slice(0, maxPartHeaders)
    .map((header) => createParameterForm(header, "header", models, settings));
}

function createParameterForm(
  parameter: ParameterModel,
  location: ParameterLocation,
  models: SchemaSource,
  settings: FormSettings,
): ParameterForm {
  const { name, schema, location: at, deprecated, description, mediaType } = parameter;
  const style = parameter.style ?? defaultStyles[location];
  const examples = toFormExamples(parameter.examples);
  const initialValue = getInitialValue(schema, examples, models, settings);
  return {
    name,
    in: location,
    anchor: name,
    required: parameter.required || location === "path",
    deprecated,
    description,
    style,
    explode: parameter.explode ?? isExplodedByDefault(style),
    allowReserved: parameter.allowReserved,
    ...(parameter.allowEmptyValue && location === "query" && { allowEmptyValue: true }),
    schema,
    mediaType,
    ...(parameter.encoding && { encoding: readEncodings(parameter.encoding) }),
    examples,
    ...(initialValue && { initial: initialValue }),
    location: at,
  };
}

/**
 * Whether a style is exploded by default: “When style is form or cookie, the default value is true”. For `deepObject`,
 * this setting has no effect.
 */
function isExplodedByDefault(style: string): boolean {
  return style === "form" || style === "cookie" || style === "deepObject";
}

/** Returns the examples that have a value. */
export function toFormExamples(examples: readonly ExampleModel[]): readonly FormExample[] {
  return examples
    .filter(({ value }) => value !== undefined)
    .slice(0, maxExamples)
    .map(({ name, summary, value }) => ({ name, summary, value }));
}
