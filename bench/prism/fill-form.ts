import { createInitialValues } from "../../server/src/core/request/form/initial-values.ts";
import type { RequestForm, SchemeForm } from "../../server/src/core/request/form/request-form.ts";
import {
  getParameterKey,
  type BodyValue,
  type ChosenFile,
  type Credential,
  type ParameterValue,
  type RequestValues,
} from "../../server/src/core/request/form/request-values.ts";
import { createSampleOfSchema } from "../../server/src/core/request/form/sample-value.ts";
import type { SchemaModel } from "../../server/src/core/spec/model/schema-model.ts";

export const chosenFile: ChosenFile = { fileRef: "bench", name: "bench.txt", size: 5, type: "text/plain" };

/** Fills in a form as a user would, using the form's initial values and a value for each required field. */
export function fillForm(form: RequestForm): RequestValues {
  const initial = createInitialValues(form);
  const models = { schemas: new Map(Object.entries(form.schemas)) };
  const makeValue = (schema: SchemaModel | undefined) =>
    (schema && createSampleOfSchema(schema, models, { direction: "request", onlyRequired: true })) ?? "text";
  const parameters: Record<string, ParameterValue> = { ...initial.parameters };
  for (const parameter of form.parameters) {
    const key = getParameterKey(parameter);
    const value = parameters[key]?.value;
    if (parameter.required && (value === undefined || value === ""))
      parameters[key] = { sent: true, value: makeValue(parameter.schema) };
  }
  const credentials = Object.fromEntries(
    (form.security[0] ?? []).map((scheme): [string, Credential] => [scheme.name, makeCredential(scheme)]),
  );
  return {
    ...initial,
    parameters,
    credentials,
    body: initial.body && fillBody(form, initial.body, makeValue),
  };
}

function makeCredential({ kind }: SchemeForm): Credential {
  return kind === "basic" ? { kind: "basic", user: "user", password: "password" } : { kind: "value", value: "key" };
}

function fillBody(
  form: RequestForm,
  body: BodyValue,
  makeValue: (schema: SchemaModel | undefined) => unknown,
): BodyValue {
  // The specifications in this benchmark don't contain a sequence of parts.
  if (body.kind === "sequence") return body;
  if (body.kind === "file") return { ...body, file: chosenFile };
  const media = form.body?.mediaTypes.find(({ type }) => type === body.type);
  if (body.kind === "text") return body.text === "" ? { ...body, text: String(makeValue(media?.schema)) } : body;
  const fields = media?.fields ?? [];
  const parts = body.parts.map((part, i) => {
    const field = fields[i];
    if (!field?.required) return part;
    if (part.value.kind === "files") return { ...part, value: { kind: "files" as const, files: [chosenFile] } };
    const { value } = part.value;
    const isEmpty = value === undefined || value === "";
    return isEmpty ? { ...part, value: { kind: "value" as const, value: makeValue(field.schema) } } : part;
  });
  return { ...body, parts };
}
