import * as v from "valibot";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { createMessage, type LocalizedMessage } from "../../text/message.ts";
import {
  type Data,
  exceedsLimits,
  createListSchema,
  createNonEmptyTextSchema,
  createTextSchema,
} from "../../text/parse-message.ts";
import { getOwnProperty, isPlainRecord } from "../../text/plain-record.ts";
import { percentEncode, type PercentSet } from "../media/encoding.ts";
import { transformBetweenSecrets } from "./secret-placeholders.ts";

/** The variables of an environment, by name. */
export type Variables = Readonly<Record<string, string>>;

const variablePattern = /\{\{([A-Za-z_][\w.-]{0,99})\}\}/g;

/** Returns the names of the variables in the text, without duplicates. */
export function listVariableNames(text: string): readonly string[] {
  if (!text.includes("{{")) return [];
  return [...new Set(Array.from(text.matchAll(variablePattern), ([, name = ""]) => name))];
}

/**
 * Replaces `{{name}}` with the variable's value. If no variable has this name, keeps the placeholder and reports the
 * name.
 */
export function fillText(text: string, variables: Variables, onUnknownName: (name: string) => void): string {
  if (!text.includes("{{")) return text;
  return text.replace(variablePattern, (placeholder, name: string) => {
    const value = getOwnProperty(variables, name);
    if (value === undefined) onUnknownName(name);
    return value ?? placeholder;
  });
}

/**
 * Replaces variables in all strings in a value, including the names of members. The caller must check the value's depth
 * first.
 */
export function fillValue(value: unknown, variables: Variables, onUnknownName: (name: string) => void): unknown {
  if (typeof value === "string") return fillText(value, variables, onUnknownName);
  const fillNode = (each: unknown) => fillValue(each, variables, onUnknownName);
  if (Array.isArray(value)) return value.map(fillNode);
  if (!isPlainRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [fillText(name, variables, onUnknownName), fillNode(each)]),
  );
}

/**
 * Replaces variables in JSON text. Inside quotation marks, a variable's value is escaped as in a JSON string. Outside
 * quotation marks, it's inserted unchanged, so `{"id": {{id}}, "name": "{{name}}"}` becomes valid JSON.
 */
export function fillJson(text: string, variables: Variables, onUnknownName: (name: string) => void): string {
  if (!text.includes("{{")) return text;
  let isInsideString = false;
  let scannedEnd = 0;
  return text.replace(variablePattern, (placeholder, name: string, offset: number) => {
    for (; scannedEnd < offset; scannedEnd++) {
      const char = text[scannedEnd];
      if (isInsideString && char === "\\") scannedEnd++;
      else if (char === '"') isInsideString = !isInsideString;
    }
    const value = getOwnProperty(variables, name);
    if (value === undefined) onUnknownName(name);
    if (value === undefined) return placeholder;
    return isInsideString ? JSON.stringify(value).slice(1, -1) : value;
  });
}

/** Size limits for a value that the author enters. */
const valueLimits = { maxValues: 10_000, maxDepth: 60 } as const;

/** The state of a request that is being built. */
export interface BuildContext {
  readonly variables: Variables;
  readonly problems: RequestProblem[];
  /** The query fields, already encoded. A field without a `name` is appended to the query unchanged. */
  readonly query: Field[];
  readonly headers: Field[];
  readonly cookies: Field[];
}

export interface Field {
  readonly name: string | undefined;
  readonly value: string;
  /** The part of the form that the field's problems are reported for (see `RequestProblem`). */
  readonly formKey: string;
}

const maxProblems = 200;

/** Reports a problem at a location unless the same problem was already reported there. */
export function reportProblem(
  { problems }: BuildContext,
  formKey: string,
  localizedMessage: LocalizedMessage,
  isBlocking = false,
): void {
  const text = formatMessageInEnglish(localizedMessage);
  const isReported = problems.some((each) => each.formKey === formKey && each.text === text);
  if (!isReported && (isBlocking || problems.length < maxProblems))
    problems.push({ formKey, text, localizedMessage, isBlocking });
}

/** Adds a credential and removes any parameters with the same name. */
export function setField(fields: Field[], field: Field, isSameName: (name: string) => boolean): void {
  for (let index = fields.length - 1; index >= 0; index--) {
    const name = fields[index]?.name;
    if (name !== undefined && isSameName(name)) fields.splice(index, 1);
  }
  fields.push(field);
}

export function fillVariables(context: BuildContext, formKey: string, text: string): string {
  return fillText(text, context.variables, (name) => reportUnknownVariable(context, formKey, name));
}

/**
 * Returns the value with its variables replaced. If the value is too large, reports a problem and returns undefined.
 */
export function fillValueVariables(context: BuildContext, formKey: string, value: unknown): unknown {
  if (exceedsLimits(value, valueLimits)) {
    reportProblem(
      context,
      formKey,
      createMessage("This value has more than 10,000 items or more than 60 levels of nesting. Simplify it."),
      true,
    );
    return undefined;
  }
  return fillValue(value, context.variables, (name) => reportUnknownVariable(context, formKey, name));
}

export function reportUnknownVariable(context: BuildContext, formKey: string, name: string): void {
  reportProblem(
    context,
    formKey,
    createMessage("`{{{0}}}` isn't a variable in this environment, so it's sent as written.", name),
  );
}

/** Percent-encodes the text except for secret placeholders, whose values are encoded when they're inserted. */
export function encodeWithSecrets(text: string, percentSet: PercentSet): string {
  return transformBetweenSecrets(text, (segment) => percentEncode(segment, percentSet));
}

const maxHeaders = 200;
const maxParts = 500;
/** The maximum nesting depth of multipart parts inside other parts. */
const maxPartsDepth = 5;
const maxBodyLength = 10_000_000;

const nameSchema = createTextSchema(200);
const fileRefSchema = createNonEmptyTextSchema(200);
const longTextSchema = createTextSchema(200_000);

export type NameValuePair = Data<typeof nameValuePair>;
/** A name and a value, as in headers and cookies. */
export const nameValuePair = v.strictTuple([longTextSchema, longTextSchema]);

export type BuiltPart = {
  /**
   * The part's name. Undefined for a part that's identified by position, whose `Content-Disposition` header doesn't
   * contain a name.
   */
  readonly name?: string;
  readonly contentType?: string;
  /**
   * Headers that follow `Content-Disposition` and `Content-Type`, with unique names. For a part without a name, they
   * can include `Content-Disposition`. Undefined if there are no other headers.
   */
  readonly headers?: readonly NameValuePair[];
} & (
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "file"; readonly fileRef: string; readonly filename: string }
  /** A nested multipart document of the type `contentType`. The boundary isn't set yet. */
  | { readonly kind: "parts"; readonly parts: readonly BuiltPart[] }
);

/** Returns the schema for the parts at a nesting level. Parts at the deepest level can't contain other parts. */
function createPartsSchema(depth = 0): v.GenericSchema<unknown, readonly BuiltPart[]> {
  const metadataFields = {
    name: v.exactOptional(longTextSchema),
    contentType: v.exactOptional(nameSchema),
    headers: v.exactOptional(createListSchema(maxHeaders, nameValuePair)),
  };
  const value = v.object({ ...metadataFields, kind: v.literal("value"), value: createTextSchema(maxBodyLength) });
  const file = v.object({
    ...metadataFields,
    kind: v.literal("file"),
    fileRef: fileRefSchema,
    filename: longTextSchema,
  });
  if (depth === maxPartsDepth) return createListSchema(maxParts, v.variant("kind", [value, file]));
  const parts = v.object({ ...metadataFields, kind: v.literal("parts"), parts: createPartsSchema(depth + 1) });
  return createListSchema(maxParts, v.variant("kind", [value, file, parts]));
}

export type BuiltBody = NonNullable<BuiltRequest["body"]>;
const builtBodySchema = v.variant("kind", [
  v.object({ kind: v.literal("text"), text: createTextSchema(maxBodyLength) }),
  v.object({ kind: v.literal("file"), fileRef: fileRefSchema, name: nameSchema }),
  v.object({ kind: v.literal("parts"), /** `multipart/form-data` */ type: nameSchema, parts: createPartsSchema() }),
]);

/**
 * A request as sent, except for secrets (`{{secret:NAME}}`, and `{{base64:user:{{secret:NAME}}}}` after `Basic`)
 * and file contents. `secret-placeholders.ts` documents the placeholder format. Code samples, cURL commands, history
 * entries, and relay envelopes are generated from built requests.
 */
export type BuiltRequest = Data<typeof builtRequestSchema>;
export const builtRequestSchema = v.object({
  method: nameSchema,
  /** The absolute, encoded URL with its query, exactly as sent. */
  url: createTextSchema(64_000),
  /**
   * The headers in the order in which they're sent. A name can occur more than once. `Content-Type` is included unless
   * the body is `parts`, whose boundary the relay generates.
   */
  headers: createListSchema(maxHeaders, nameValuePair),
  /**
   * The encoded cookies in the order in which they're sent. They're separate from `headers` because browsers don't
   * allow pages to set the `Cookie` header.
   */
  cookies: createListSchema(maxHeaders, nameValuePair),
  body: v.optional(builtBodySchema),
});

/** A problem that prevents a request from being sent or makes it deviate from the specification. */
export interface RequestProblem {
  /**
   * The part of the request that has the problem: `getParameterKey`, `server`, `path`, `method`, `credential NAME`,
   * `body`, or `body NAME`.
   */
  readonly formKey: string;
  /** A sentence in English that describes the problem and how to fix it. */
  readonly text: string;
  /** The same sentence as a message that is translated when it's shown. */
  readonly localizedMessage: LocalizedMessage;
  /** Whether the problem prevents the request from being sent. If false, the problem is only a warning. */
  readonly isBlocking: boolean;
}

export interface RequestResult {
  readonly request: BuiltRequest;
  readonly problems: readonly RequestProblem[];
}
