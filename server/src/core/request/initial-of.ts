import { namedSchema, type HasSchemas } from "../spec/model/flatten-schema.ts";
import type { SchemaModel } from "../spec/model/schema-model.ts";
import { ownOf } from "../text/plain-record.ts";
import type { FormExample, FormSettings } from "./request-form.ts";

/**
 * What a field begins with: `x-default`, else with `api.examples.prefill` the first example, else the schema's default
 * or the only value that it allows. Undefined: nothing.
 */
export function initialOf(
  schema: SchemaModel | undefined,
  examples: readonly FormExample[],
  models: HasSchemas,
  settings: Pick<FormSettings, "prefill">,
): { readonly value: unknown } | undefined {
  const wished = wishedDefault(schema, models);
  if (wished) return wished;
  const both = withNamed(schema, models);
  if (settings.prefill) {
    const [example] = [...examples.map(({ value }) => value), ...both.flatMap((each) => each.examples)];
    if (example !== undefined) return { value: example };
  }
  for (const { constant, default: usual, enum: values } of both) {
    const only = values?.length === 1 ? { value: values[0] } : undefined;
    const found = usual ?? constant ?? only;
    if (found) return { value: found.value };
  }
  return undefined;
}

/**
 * Whether an optional field is sent from the start: where its author wants readers to send something (`x-default`), or
 * fields begin with examples and it has one. A default is what the API assumes without it.
 */
export function isSentAtFirst(
  schema: SchemaModel | undefined,
  examples: readonly FormExample[],
  models: HasSchemas,
  { prefill, onlyRequired }: FormSettings,
): boolean {
  if (wishedDefault(schema, models)) return true;
  const hasExample =
    examples.length > 0 || withNamed(schema, models).some((each) => each.examples.length > 0);
  return prefill && !onlyRequired && hasExample;
}

function wishedDefault(schema: SchemaModel | undefined, models: HasSchemas) {
  for (const { extensions } of withNamed(schema, models)) {
    const value = ownOf(extensions, "x-default");
    if (value !== undefined) return { value };
  }
  return undefined;
}

/** The schema and what it names, what stands beside a reference first. */
function withNamed(schema: SchemaModel | undefined, models: HasSchemas): readonly SchemaModel[] {
  const named = schema && namedSchema(models, schema);
  return [...new Set([schema, named])].filter((each) => each !== undefined);
}
