import type { HasSchemas } from "../spec/model/flatten-schema.ts";
import { isSentAtFirst } from "./initial-of.ts";
import type { FormSettings, ParameterForm } from "./request-form.ts";
import type { ParameterValue } from "./request-values.ts";

/** What a parameter, or a header of a part, begins with. */
export function initialParameter(
  { required, initial, schema, examples }: ParameterForm,
  models: HasSchemas,
  settings: FormSettings,
): ParameterValue {
  const sent = required || (initial !== undefined && isSentAtFirst(schema, examples, models, settings));
  return { sent, value: initial?.value };
}
