import type { HasSchemas } from "../spec/model/flatten-schema.ts";
import type { SchemaModel } from "../spec/model/schema-model.ts";
import { exampleText } from "./example-text.ts";
import type { BodyKind, FormExample, FormSettings } from "./request-form.ts";
import { sampleOfSchema } from "./sample-value.ts";
import { sampleXml } from "./sample-xml.ts";

export interface MediaSource {
  readonly kind: BodyKind;
  /** `application/jsonl` */
  readonly type: string;
  readonly schema: SchemaModel | undefined;
  readonly examples: readonly FormExample[];
  readonly models: HasSchemas;
  readonly settings: FormSettings;
}

/**
 * What stands in the editor of a body at first: with `api.examples.prefill` the author's example; else what the schema
 * requires, so that nobody sends made-up values without noticing; else the example all the same.
 */
export function firstText({ kind, type, schema, examples, models, settings }: MediaSource): string {
  const [example] = examples;
  if (settings.prefill && example) return exampleText(example.value, { kind, type });
  const onlyRequired = settings.onlyRequired || !settings.prefill;
  const options = { direction: "request", onlyRequired, begins: true } as const;
  const sampled =
    kind === "xml" && schema
      ? sampleXml(schema, models, options)
      : schema && sampleOfSchema(schema, models, options);
  const value = sampled ?? example?.value;
  // The sampler's word for any text; an empty editor says more.
  return value === undefined || (kind === "text" && value === "string")
    ? ""
    : exampleText(value, { kind, type });
}
