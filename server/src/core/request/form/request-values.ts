import * as v from "valibot";
import {
  amountSchema,
  createMapSchema,
  countSchema,
  type Data,
  createListSchema,
  createTextSchema,
} from "../../text/parse-message.ts";

const maxCount = 2000;
const maxFiles = 100;
/** The maximum nesting depth of multipart parts inside other parts. */
const maxPartsDepth = 5;

const nameSchema = createTextSchema(2000);
const credentialTextSchema = createTextSchema(20_000);

/**
 * A credential. Its strings can contain variables such as `{{name}}` and secret placeholders such as
 * `{{secret:NAME}}`. The relay replaces the placeholders after it has checked the request.
 */
export type Credential = Data<typeof credentialSchema>;
export const credentialSchema = v.variant("kind", [
  v.object({ kind: v.literal("value"), value: credentialTextSchema }),
  v.object({ kind: v.literal("basic"), user: credentialTextSchema, password: credentialTextSchema }),
]);

export type ParameterValue = Data<typeof parameterValueSchema>;
const parameterValueSchema = v.object({
  /** Whether the parameter is sent. Required parameters are always sent. */
  sent: v.boolean(),
  value: v.optional(v.unknown()),
});

/** A file that the host opened or received. The webview doesn't have the file's path. */
export type ChosenFile = Data<typeof chosenFileSchema>;
const chosenFileSchema = v.object({
  fileRef: nameSchema,
  name: nameSchema,
  /** The size in bytes. */
  size: amountSchema,
  /** The media type, such as `image/png`. Empty if it's unknown. */
  type: nameSchema,
});

const partMetadataFields = {
  /** The content type that is set for this part. If undefined, OpenAPI's default is used. */
  contentType: v.exactOptional(nameSchema),
  /** The part's headers, by name. */
  headers: v.exactOptional(createMapSchema(maxCount, parameterValueSchema)),
};
const anyValueSchema = v.object({ kind: v.literal("value"), value: v.optional(v.unknown()) });
const anyFileSchema = v.object({ kind: v.literal("file"), file: v.optional(chosenFileSchema) });

export type PartValue = Data<typeof partValueSchema>;
const partValueSchema = v.object({
  name: nameSchema,
  sent: v.boolean(),
  value: v.variant("kind", [
    anyValueSchema,
    v.object({ kind: v.literal("files"), files: createListSchema(maxFiles, chosenFileSchema) }),
  ]),
  contentType: partMetadataFields.contentType,
  headers: partMetadataFields.headers,
});

/** A part that is identified by position and has no name (see `SequenceForm`). */
export interface ItemValue extends Pick<PartValue, "contentType" | "headers"> {
  readonly value:
    | Data<typeof anyValueSchema>
    | Data<typeof anyFileSchema>
    | { readonly kind: "parts"; readonly items: readonly ItemValue[] };
}

/** Returns the schema for the items at a nesting level. Items at the deepest level can't contain other items. */
function createItemsSchema(depth = 0): v.GenericSchema<unknown, readonly ItemValue[]> {
  if (depth === maxPartsDepth)
    return createListSchema(
      maxCount,
      v.object({ value: v.variant("kind", [anyValueSchema, anyFileSchema]), ...partMetadataFields }),
    );
  const parts = v.object({ kind: v.literal("parts"), items: createItemsSchema(depth + 1) });
  return createListSchema(
    maxCount,
    v.object({ value: v.variant("kind", [anyValueSchema, anyFileSchema, parts]), ...partMetadataFields }),
  );
}

export type BodyValue = NonNullable<RequestValues["body"]>;
/** The schema of a body's value. `type` is the selected media type. */
const bodyValueSchema = v.variant("kind", [
  v.object({ type: nameSchema, kind: v.literal("text"), text: createTextSchema(10_000_000) }),
  v.object({ type: nameSchema, kind: v.literal("parts"), parts: createListSchema(maxCount, partValueSchema) }),
  v.object({ type: nameSchema, kind: v.literal("sequence"), items: createItemsSchema() }),
  v.object({ type: nameSchema, kind: v.literal("file"), file: v.optional(chosenFileSchema) }),
]);

/**
 * The values entered in a form. They're plain data, so they can be stored, sent again, and compared. They contain the
 * names of secrets but never their values.
 */
export type RequestValues = Data<typeof requestValuesSchema>;
export const requestValuesSchema = v.object({
  server: v.object({
    /** The index of the selected server, or -1 if you entered a URL (`own`). */
    at: v.pipe(v.number(), v.safeInteger()),
    variables: createMapSchema(maxCount, nameSchema),
    /** A URL that you entered, such as `http://localhost:4010`. */
    own: v.exactOptional(nameSchema),
  }),
  /** The index of the selected authentication method in the form's `security`. */
  way: countSchema,
  /** Credentials by scheme name. */
  credentials: createMapSchema(maxCount, credentialSchema),
  /** The parameters by `getParameterKey`. */
  parameters: createMapSchema(maxCount, parameterValueSchema),
  body: v.optional(bodyValueSchema),
});

/** Returns a key for a parameter, such as `query limit`. */
export function getParameterKey(parameter: { readonly in: string; readonly name: string }): string {
  return `${parameter.in} ${parameter.name}`;
}
