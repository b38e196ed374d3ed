import { namedSchema, type HasSchemas } from "../spec/model/flatten-schema.ts";
import type { SchemaModel } from "../spec/model/schema-model.ts";
import { ownOf } from "./plain-record.ts";
import type { FormExample, FormSettings } from "./request-form.ts";

/**
 * What a field begins with: `x-default`, else with `api.examples.prefill` the first example, else the schema's default
 * or the only value that it allows. Undefined: nothing.
 */
export function initialOf(
  schema: SchemaModel | undefined,
  examples: readonly FormExample[],
  models: HasSchemas,
  settings: FormSettings,
): { readonly value: unknown } | undefined {
  const named = schema && namedSchema(models, schema);
  const both = [schema, named].filter((each) => each !== undefined);
  for (const { extensions } of both) {
    const value = ownOf(extensions, "x-default");
    if (value !== undefined) return { value };
  }
  if (settings.prefill) {
    const [example] = examples;
    if (example) return { value: example.value };
    for (const { examples: own } of both) if (own.length > 0) return { value: own[0] };
  }
  for (const { constant, default: usual, enum: values } of both) {
    const only = values?.length === 1 ? { value: values[0] } : undefined;
    const found = usual ?? constant ?? only;
    if (found) return { value: found.value };
  }
  return undefined;
}

/** Whether a field begins with what its author wants readers to send, not with what is meant when nothing is sent. */
export function isMeantToBeSent(
  schema: SchemaModel | undefined,
  hasExample: boolean,
  models: HasSchemas,
  { prefill, onlyRequired }: FormSettings,
): boolean {
  const both = [schema, schema && namedSchema(models, schema)].filter((each) => each !== undefined);
  if (both.some(({ extensions }) => ownOf(extensions, "x-default") !== undefined)) return true;
  const isShown = hasExample || both.some(({ examples }) => examples.length > 0);
  return prefill && !onlyRequired && isShown;
}
