import type { HasSchemas } from "../spec/model/flatten-schema.ts";
import { initialSequence } from "./initial-sequence.ts";
import { isSentAtFirst } from "./initial-of.ts";
import { initialParameter } from "./initial-parameter.ts";
import { isPlainRecord, ownOf } from "../text/plain-record.ts";
import type { FormSettings, MediaForm, PartForm, RequestForm } from "./request-form.ts";
import { parameterKey, type BodyValue, type PartValue, type RequestValues } from "./request-values.ts";

/**
 * What a form begins with: the first server and the first way to sign in, of parameters and of the first body what is
 * initial (`initial-of.ts`, `body-form.ts`). A body is sent where it is required or the method is one that has one.
 */
export function initialValues(form: RequestForm): RequestValues {
  const [server] = form.servers;
  const [media] = form.body?.media ?? [];
  const models = { schemas: new Map(Object.entries(form.schemas)) };
  const sendsBody = form.body?.required === true || /^(?:POST|PUT|PATCH|QUERY)$/i.test(form.method);
  return {
    server: {
      at: server ? 0 : -1,
      variables: Object.fromEntries(server?.variables.map((each) => [each.name, each.default]) ?? []),
    },
    way: 0,
    credentials: {},
    parameters: Object.fromEntries(
      form.parameters.map((each) => [parameterKey(each), initialParameter(each, models, form.settings)]),
    ),
    body: media && sendsBody ? initialBody(form, media, models) : undefined,
  };
}

/** What a body of this media type begins with: for when another one is chosen. */
export function initialBody(
  { schemas, settings }: RequestForm,
  { type, kind, text, fields, sequence, examples: [example] }: MediaForm,
  models: HasSchemas = { schemas: new Map(Object.entries(schemas)) },
): BodyValue {
  if (sequence) return { type, kind: "sequence", items: initialSequence(sequence, models, settings) };
  switch (kind) {
    case "json":
    case "lines":
    case "xml":
    case "text":
      return { type, kind: "text", text };
    case "binary":
      return { type, kind: "file", file: undefined };
    case "urlencoded":
    case "multipart":
      return {
        type,
        kind: "parts",
        parts: fields.map((field) => initialPart(field, example?.value, models, settings)),
      };
  }
}

function initialPart(
  { name, kind, required, initial, schema, headers: fields = [] }: PartForm,
  whole: unknown,
  models: HasSchemas,
  settings: FormSettings,
): PartValue {
  const headers = Object.fromEntries(
    fields.map((each) => [each.name, initialParameter(each, models, settings)]),
  );
  const more = fields.length > 0 ? { headers } : {};
  if (kind !== "value") return { name, sent: required, value: { kind: "files", files: [] }, ...more };
  const own = isPlainRecord(whole) ? ownOf(whole, name) : undefined;
  const examples = own === undefined ? [] : [{ name: "", summary: undefined, value: own }];
  const sent = required || (initial !== undefined && isSentAtFirst(schema, examples, models, settings));
  return { name, sent, value: { kind: "value", value: initial?.value }, ...more };
}
