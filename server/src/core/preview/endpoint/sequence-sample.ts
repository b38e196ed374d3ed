import type { HasSchemas } from "../../spec/model/flatten-schema.ts";
import type { MediaModel } from "../../spec/model/operation-model.ts";
import { buildSequence } from "../../request/build/multipart.ts";
import type { BuiltPart } from "../../request/build/build-context.ts";
import { itemAt } from "../../request/form/initial-values.ts";
import { concreteTypes } from "../../request/media/part-types.ts";
import type { FormSettings, ItemForm, ParameterForm, SequenceForm } from "../../request/form/request-form.ts";
import type { ItemValue } from "../../request/form/request-values.ts";
import { sampleOfSchema, type SampleOptions } from "../../request/form/sample-value.ts";
import { sequenceForm } from "../../request/form/body-form.ts";

const settings: FormSettings = {
  proxy: true,
  siteUrl: undefined,
  showsFullUrl: false,
  onlyRequired: false,
  prefill: false,
  languages: undefined,
};

/**
 * The parts of a multipart body by their place as samples of code show them: the author's example, else such as the
 * schemas allow, files by a name that a reader replaces; undefined where parts have names.
 */
export function sequenceSample(
  media: MediaModel,
  models: HasSchemas,
  options: SampleOptions,
): readonly BuiltPart[] | undefined {
  const form = sequenceForm(media, { models, settings });
  if (!form) return undefined;
  const example = media.examples.find(({ value }) => Array.isArray(value))?.value;
  const building = { variables: {}, problems: [], query: [], headers: [], cookies: [] };
  const items = itemsOf(form, example, { models, options });
  return buildSequence(building, { form, items, type: media.type, place: "body" }, models);
}

interface Means {
  readonly models: HasSchemas;
  readonly options: SampleOptions;
}

function itemsOf(form: SequenceForm, example: unknown, means: Means, prefix = ""): readonly ItemValue[] {
  const given: readonly unknown[] = Array.isArray(example) ? example : [];
  const length = given.length > 0 ? given.length : form.begins;
  return Array.from({ length }, (_, at) => itemAt(form, at)).flatMap((field, at): ItemValue[] => {
    if (!field) return [];
    const headers = headersOf(field.headers ?? [], means);
    return [{ value: contentOf(field, given[at], means, `${prefix}${at + 1}`), ...(headers && { headers }) }];
  });
}

function contentOf(field: ItemForm, example: unknown, means: Means, place: string): ItemValue["value"] {
  if (field.inside) return { kind: "parts", items: itemsOf(field.inside, example, means, `${place}-`) };
  const { schema, contentType } = field;
  const isText = concreteTypes(contentType).some((type) => /^text\/|[/+](?:json|xml)\b/.test(type));
  if (field.kind === "file" || (field.kind === "either" && example === undefined && !isText)) {
    const name = `part-${place}`;
    return { kind: "file", file: { fileRef: name, name, size: 0, type: "" } };
  }
  const made = schema && sampleOfSchema(schema, means.models, means.options);
  const value = example ?? made;
  return {
    kind: "value",
    value: value === undefined || value === null || value === "string" ? `<part-${place}>` : value,
  };
}

function headersOf(headers: readonly ParameterForm[], { models, options }: Means): ItemValue["headers"] {
  const wanted = headers.filter(({ required }) => required || !options.onlyRequired);
  if (wanted.length === 0) return undefined;
  return Object.fromEntries(
    wanted.map(({ name, schema, examples: [example] }) => {
      const value = example?.value ?? (schema && sampleOfSchema(schema, models, options));
      return [name, { sent: true, value: value === undefined || value === "string" ? `<${name}>` : value }];
    }),
  );
}
