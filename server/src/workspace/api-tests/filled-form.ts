import { exampleText, initialValues } from "../../core/request/form/initial-values.ts";
import type { MediaForm, ParameterForm, RequestForm } from "../../core/request/form/request-form.ts";
import { type BodyValue, parameterKey, type ParameterValue, type PartValue, type RequestValues } from "../../core/request/form/request-values.ts";
import { filledItems } from "./filled-items.ts";
import { hasExample } from "./has-example.ts";

export type FilledForm =
  | { readonly ok: true; readonly values: RequestValues }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/**
 * The values that the specification shows: examples, defaults and only choices, with the person's variables in place of
 * parameters of the same name. Nothing is made up: where a value is needed and none is shown, that is told.
 */
export function filledForm(
  form: RequestForm,
  example: string | undefined,
  variables: Readonly<Record<string, string>>,
): FilledForm {
  const initial = initialValues(form);
  const parameters: Record<string, ParameterValue> = { ...initial.parameters };
  for (const parameter of form.parameters) {
    const key = parameterKey(parameter);
    const own = Object.hasOwn(variables, parameter.name) ? variables[parameter.name] : undefined;
    if (own !== undefined) parameters[key] = { sent: true, value: own };
    else if (parameter.required && isEmpty(parameters[key]?.value))
      return { ok: false, reason: missingParameter(parameter) };
  }
  const [media] = form.body?.media ?? [];
  if (!media || !initial.body) return { ok: true, values: { ...initial, parameters } };
  const body = bodyOf(form, media, initial.body, example);
  return typeof body === "string"
    ? { ok: false, reason: body }
    : { ok: true, values: { ...initial, parameters, body } };
}

function missingParameter({ name, in: place }: ParameterForm): string {
  return `The ${place} parameter \`${name}\` has no example. Give one, or a variable \`${name}\`.`;
}

/** The body, or a sentence that says why there is none. */
function bodyOf(
  { schemas }: RequestForm,
  media: MediaForm,
  initial: BodyValue,
  name: string | undefined,
): BodyValue | string {
  const { examples, schema, fields, sequence, type } = media;
  const chosen = examples.find((each) => each.name === name);
  if (initial.kind === "file") return "Its body is a file. Files are not sent by tests.";
  if (initial.kind === "sequence") {
    const items = sequence ? filledItems(sequence, initial.items, (chosen ?? examples[0])?.value) : [];
    return typeof items === "string" ? items : { ...initial, items };
  }
  if (initial.kind === "parts") {
    const values = new Map(Object.entries(isDict(chosen?.value) ? chosen.value : {}));
    const parts = initial.parts.map((part) => withExample(part, values));
    const open = fields.find((field, i) => field.required && !isFilled(parts[i]));
    if (open && open.kind !== "value")
      return `Its body has a file, \`${open.name}\`. Files are not sent by tests.`;
    if (open) return `The field \`${open.name}\` of its body has no example.`;
    return { ...initial, parts };
  }
  if (chosen && chosen !== examples[0])
    return {
      ...initial,
      text: exampleText(chosen.value, media),
    };
  const isShown = examples.length > 0 || (schema && hasExample(schema, new Map(Object.entries(schemas))));
  return isShown ? initial : `Its body (\`${type}\`) has no example. Give one in the specification.`;
}

function withExample(part: PartValue, values: ReadonlyMap<string, unknown>): PartValue {
  if (part.value.kind !== "value" || !values.has(part.name)) return part;
  return { ...part, sent: true, value: { kind: "value", value: values.get(part.name) } };
}

function isFilled(part: PartValue | undefined): boolean {
  if (!part) return false;
  return part.value.kind === "value" ? !isEmpty(part.value.value) : part.value.files.length > 0;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function isDict(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
