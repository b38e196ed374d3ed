import fc from "fast-check";
import type { RequestForm } from "../../server/src/core/request/form/request-form.ts";
import {
  type Credential,
  type ItemValue,
  getParameterKey,
  type RequestValues,
} from "../../server/src/core/request/form/request-values.ts";

/** Texts of all kinds, including texts that contain line breaks, names, placeholders, paths, and prototype keys. */
export const hostileText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom(
    "", " ", "a\r\nX-Evil: 1", "a\nb", "\0", "..", ".", "%2e%2e", "%", "%zz", "%41", "a/../b", "#", "?a=b", "\ud800",
    "__proto__", "constructor", "toString", "{{secret:token}}", "{{base64:a:{{secret:b}}}}", "{{x}}", "{{y", "}}", "{id}",
    "{", "https://user:pw@h", "//evil.example", "\\\\evil", "javascript:alert(1)", "http://[::1", "Bearer x", "a;b", "é",
    "multipart/form-data; boundary=x", "application/json\r\n", "*/*", "text/*", "名", "a,b=c&d",
  ),
); // prettier-ignore

const leaf = fc.oneof(hostileText, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined));
export const hostileValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(hostileText, tie("value"), { maxKeys: 4 }),
  ),
})).value;

const names = ["A", "B", "__proto__"] as const;
const type = fc.constantFrom("string", "integer", "object", "array", "boolean", "null", "nonsense", ["string", "null"]);

/** Schemas that reference each other in cycles, contradict themselves, or contain invalid keywords. */
const schema = fc.letrec((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constant({}),
    fc.record({ $ref: fc.constantFrom(...names.map((name) => `#/components/schemas/${name}`), "#/nowhere", "x") }),
    fc.record(
      {
        type,
        format: fc.constantFrom("binary", "date-time", "byte"),
        nullable: fc.boolean(),
        readOnly: fc.boolean(),
        enum: fc.array(leaf, { maxLength: 2 }),
        const: leaf,
        default: hostileValue,
        example: hostileValue,
        "x-default": hostileValue,
        contentMediaType: fc.constantFrom("image/png", "application/json"),
        required: fc.array(hostileText, { maxLength: 2 }),
        properties: fc.dictionary(hostileText, tie("schema"), { maxKeys: 3 }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        items: tie("schema"),
        prefixItems: fc.array(tie("schema"), { maxLength: 2 }),
        minItems: fc.nat(3),
        xml: fc.record({ name: hostileText, prefix: hostileText, attribute: fc.boolean(), wrapped: fc.boolean() }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        allOf: fc.array(tie("schema"), { maxLength: 3 }),
        oneOf: fc.array(tie("schema"), { maxLength: 3 }),
        anyOf: fc.array(tie("schema"), { maxLength: 3 }),
        discriminator: fc.record({ propertyName: hostileText }),
      },
      { requiredKeys: [] },
    ),
  ),
})).schema; // prettier-ignore

const mediaType = fc.oneof(
  fc.constantFrom("application/json", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/mixed", "application/jsonl", "application/json-seq", "text/event-stream", "text/plain", "application/xml", "image/*", "*/*"),
  hostileText,
); // prettier-ignore

const parameter = fc.record(
  {
    name: hostileText,
    in: fc.constantFrom("path", "query", "header", "cookie", "querystring", "body"),
    required: fc.boolean(),
    style: fc.constantFrom("simple", "label", "matrix", "form", "spaceDelimited", "pipeDelimited", "deepObject", "cookie", "odd"),
    explode: fc.boolean(),
    allowReserved: fc.boolean(),
    schema,
    content: fc.dictionary(mediaType, fc.record({ schema }), { maxKeys: 1 }),
    example: hostileValue,
  },
  { requiredKeys: ["name", "in"] },
); // prettier-ignore

const position = fc.letrec((tie) => ({
  position: fc.record(
    {
      contentType: fc.oneof(mediaType, fc.constantFrom("text/css, image/*", "multipart/mixed")),
      headers: fc.dictionary(fc.oneof(fc.constantFrom("Content-Disposition", "X-A"), hostileText), fc.record({ required: fc.boolean(), schema }, { requiredKeys: ["schema"] }), { maxKeys: 2 }),
      prefixEncoding: fc.array(tie("position"), { maxLength: 2 }),
      itemEncoding: tie("position"),
    },
    { requiredKeys: [] },
  ),
})).position; // prettier-ignore

const media = fc.record(
  {
    schema,
    itemSchema: schema,
    prefixEncoding: fc.array(position, { maxLength: 2 }),
    itemEncoding: position,
    example: hostileValue,
    encoding: fc.dictionary(
      hostileText,
      fc.record({ contentType: mediaType, style: hostileText, explode: fc.boolean(), allowReserved: fc.boolean() }, { requiredKeys: [] }),
      { maxKeys: 2 },
    ),
  },
  { requiredKeys: [] },
); // prettier-ignore

export const hostileOperation = fc.record(
  {
    servers: fc.array(
      fc.record({ url: fc.oneof(fc.constantFrom("https://a.example/{v}", "/v1", "http://a.example"), hostileText), variables: fc.dictionary(hostileText, fc.record({ default: hostileText }), { maxKeys: 2 }) }, { requiredKeys: ["url"] }),
      { maxLength: 2 },
    ),
    parameters: fc.array(parameter, { maxLength: 5 }),
    requestBody: fc.record({ required: fc.boolean(), content: fc.dictionary(mediaType, media, { maxKeys: 2 }) }),
    security: fc.array(fc.dictionary(fc.constantFrom("s", "t", "constructor", "__proto__"), fc.constant([])), { maxLength: 2 }),
  },
  { requiredKeys: [] },
); // prettier-ignore

export const hostileSchemes = fc.dictionary(
  fc.constantFrom("s", "t", "constructor", "__proto__"),
  fc.oneof(
    fc.record({
      type: fc.constant("apiKey"),
      in: fc.constantFrom("header", "query", "cookie"),
      name: hostileText,
    }),
    fc.record({
      type: fc.constant("http"),
      scheme: fc.oneof(fc.constantFrom("basic", "bearer"), hostileText),
    }),
    fc.record({ type: fc.constantFrom("oauth2", "openIdConnect", "mutualTLS", "odd") }),
  ),
);
export const hostileSchemas = fc.record({ A: schema, B: schema });

const credential: fc.Arbitrary<Credential> = fc.oneof(
  fc.record({ kind: fc.constant("value"), value: hostileText } as const),
  fc.record({ kind: fc.constant("basic"), user: hostileText, password: hostileText } as const),
);
const file = fc.record({ fileRef: hostileText, name: hostileText, size: fc.nat(), type: hostileText });

/** Returns an arbitrary for any values that a user could enter in this form or that could be stored for it. */
export function hostileValues(form: RequestForm): fc.Arbitrary<RequestValues> {
  const bodyType = fc.oneof(fc.constantFrom("application/json", ...(form.body?.mediaTypes ?? []).map((each) => each.type)), mediaType);
  const partName = fc.oneof(fc.constantFrom("a", ...(form.body?.mediaTypes ?? []).flatMap(({ fields }) => fields.map(({ name }) => name))), hostileText);
  const part = fc.record(
    {
      name: partName,
      sent: fc.boolean(),
      value: fc.oneof(
        fc.record({ kind: fc.constant("value"), value: hostileValue } as const),
        fc.record({ kind: fc.constant("files"), files: fc.array(file, { maxLength: 2 }) } as const),
      ),
      contentType: hostileText,
    },
    { requiredKeys: ["name", "sent", "value"] },
  );
  const item: fc.Arbitrary<ItemValue> = fc.letrec<{ readonly item: ItemValue }>((tie) => ({
    item: fc.record(
      {
        value: fc.oneof(
          { maxDepth: 2 },
          fc.record({ kind: fc.constant("value"), value: hostileValue } as const),
          fc.record({ kind: fc.constant("file"), file: fc.option(file, { nil: undefined }) } as const),
          fc.record({ kind: fc.constant("parts"), items: fc.array(tie("item"), { maxLength: 2 }) } as const),
        ),
        contentType: hostileText,
        headers: fc.dictionary(fc.constantFrom("Content-Disposition", "X-A"), fc.record({ sent: fc.boolean(), value: hostileValue })),
      },
      { requiredKeys: ["value"] },
    ),
  })).item;
  return fc.record({
    server: fc.record(
      { at: fc.integer({ min: -1, max: 2 }), variables: fc.dictionary(hostileText, hostileText, { maxKeys: 2 }), own: fc.oneof(fc.constantFrom("http://localhost:4010", "https://b.example/x?y"), hostileText) },
      { requiredKeys: ["at", "variables"] },
    ),
    way: fc.integer({ min: -1, max: 2 }),
    credentials: fc.dictionary(fc.constantFrom("s", "t", "constructor", "__proto__"), credential),
    parameters: fc.tuple(...form.parameters.map(() => fc.record({ sent: fc.boolean(), value: hostileValue }))).map((given) =>
      Object.fromEntries(form.parameters.map((each, at) => [getParameterKey(each), given[at] ?? { sent: false, value: 1 }])),
    ),
    body: fc.option(
      fc.oneof(
        fc.record({ type: bodyType, kind: fc.constant("text"), text: hostileText } as const),
        fc.record({ type: bodyType, kind: fc.constant("parts"), parts: fc.array(part, { maxLength: 4 }) } as const),
        fc.record({ type: bodyType, kind: fc.constant("sequence"), items: fc.array(item, { maxLength: 4 }) } as const),
        fc.record({ type: bodyType, kind: fc.constant("file"), file: fc.option(file, { nil: undefined }) } as const),
      ),
      { nil: undefined },
    ),
  });
} // prettier-ignore
