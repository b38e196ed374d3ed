import type { SchemaSource } from "../../spec/model/flatten-schema.ts";
import { createMessage } from "../../text/message.ts";
import { getOwnProperty } from "../../text/plain-record.ts";
import { getItem } from "../form/initial-values.ts";
import type {
  InnerEncoding,
  ItemForm,
  MediaTypeForm,
  PartEncoding,
  PartForm,
  SequenceForm,
} from "../form/request-form.ts";
import type { ChosenFile, ItemValue, PartValue } from "../form/request-values.ts";
import { percentEncode } from "../media/encoding.ts";
import { listConcreteTypes, chooseType, findHeaderError, findPartHeaderError } from "../media/media-types.ts";
import {
  type BuildContext,
  type BuiltPart,
  fillVariables,
  fillValueVariables,
  type NameValuePair,
  reportProblem,
} from "./build-context.ts";
import {
  escapeDispositionName,
  createNamedParts,
  buildNestedPart,
  serializePart,
  getDefaultPartType,
} from "./nested-part.ts";
import { serializeContent, serializeHeader } from "./serialize.ts";

/** Returns the headers of a part in form order. Leaves out optional headers without a value. */
export function buildPartHeaders(
  context: BuildContext,
  formKey: string,
  field: Pick<PartForm, "headers"> | undefined,
  { headers: values = {} }: Pick<PartValue, "headers">,
): readonly NameValuePair[] {
  return (field?.headers ?? []).flatMap((header): NameValuePair[] => {
    const { name, required, explode, mediaType } = header;
    const headerValue = getOwnProperty(values, name);
    if (!required && !headerValue?.sent) return [];
    const value = fillValueVariables(context, formKey, headerValue?.value);
    const content = mediaType === undefined ? value : serializeContent(context, formKey, header, value);
    const text = serializeHeader(explode, content);
    const error = text === undefined ? undefined : findPartHeaderError(text);
    if (error !== undefined)
      reportProblem(context, formKey, createMessage("`{0}` header of this part: {1}", name, error), true);
    else if (text !== undefined && (text !== "" || !required)) return [[name, text]];
    else if (required)
      reportProblem(
        context,
        formKey,
        createMessage("The `{0}` header of this part is required but has no value.", name),
      );
    else
      reportProblem(
        context,
        formKey,
        createMessage("The `{0}` header of this part has no value, so it isn't sent.", name),
      );
    return [];
  });
}

/**
 * Returns the parts of a multipart body. `createNamedParts` builds the parts of each field, and this function adds the
 * field's headers to each of them. OpenAPI allows these headers, even though receivers of `multipart/form-data` ignore
 * them (RFC 7578, section 4.8).
 */
export function buildParts(
  context: BuildContext,
  mediaType: MediaTypeForm | undefined,
  parts: readonly PartValue[],
  models: SchemaSource,
): readonly BuiltPart[] {
  const builtParts: BuiltPart[] = [];
  for (const part of parts) {
    const { name, sent, value } = part;
    const formKey = `body ${name}`;
    const field = mediaType?.fields.find((each) => each.name === name);
    const isRequired = field?.required ?? false;
    if (!sent && !isRequired) continue;
    const encoding = getOwnProperty(mediaType?.encoding, name);
    const type = resolveEnteredType(context, formKey, part);
    const newParts =
      value.kind === "files"
        ? value.files.map((file) => createFilePart(name, file, type, encoding))
        : createNamedParts(
            { buildContext: context, formKey, models },
            {
              name,
              value: fillValueVariables(context, formKey, value.value),
              contentType: type,
              encoding,
              schema: field?.schema,
            },
          );
    if (isRequired && newParts.length === 0)
      reportProblem(
        context,
        formKey,
        createMessage(
          value.kind === "files" ? "`{0}` is required but has no file." : "`{0}` is required but has no value.",
          name,
        ),
      );
    const headers = newParts.length > 0 ? buildPartHeaders(context, formKey, field, part) : [];
    for (const each of newParts) builtParts.push(headers.length > 0 ? { ...each, headers } : each);
  }
  return builtParts;
}

/** Returns the content type that the form sets for this part, or undefined if it doesn't set one. */
function resolveEnteredType(
  context: BuildContext,
  formKey: string,
  { contentType }: Pick<PartValue, "contentType">,
): string | undefined {
  const enteredType = fillVariables(context, formKey, contentType?.trim() ?? "");
  const error = findHeaderError(enteredType);
  if (error !== undefined) reportProblem(context, formKey, createMessage("Media type of this part: {0}", error), true);
  return enteredType === "" || error !== undefined ? undefined : enteredType;
}

function createFilePart(
  name: string,
  { fileRef, name: filename, type }: ChosenFile,
  enteredType: string | undefined,
  encoding: PartEncoding | undefined,
): BuiltPart {
  const mediaType = enteredType ?? chooseType(type, encoding?.contentType);
  const contentType = findHeaderError(mediaType) === undefined ? mediaType : "";
  return { kind: "file", name, fileRef, filename, ...(contentType !== "" && { contentType }) };
}

interface Sequence {
  readonly form: SequenceForm;
  readonly items: readonly ItemValue[];
  /** The type of the enclosing multipart document, such as `multipart/mixed`. */
  readonly type: string;
  /**
   * The key that problems are reported under: `body`, or a prefix such as `body 2.` for nested parts. A part's position
   * is appended to it.
   */
  readonly formKey: string;
}

/**
 * Returns the parts, in order, of a multipart body whose parts are identified by position. Each part has the type that
 * is set in the form or in the Encoding Object or, if neither sets a type, the default type from the `contentType`
 * table. Each value is one part, even if it's an array (“the entire value”). Parts have no name unless a
 * `Content-Disposition` header sets one (OpenAPI 3.2.0, “Encoding By Position”, “Additional Encoding Approaches”, and
 * Encoding Object).
 */
export function buildSequence(
  context: BuildContext,
  { form, items, type: mediaType, formKey }: Sequence,
  models: SchemaSource,
): readonly BuiltPart[] {
  const sequenceKey = formKey === "body" ? formKey : formKey.replace(/\.$/, "");
  const { minItems, maxItems } = form;
  if (items.length < minItems)
    reportProblem(
      context,
      sequenceKey,
      createMessage(
        {
          one: "The body has {0} part, but the API requires at least {1}.",
          other: "The body has {0} parts, but the API requires at least {1}.",
        },
        items.length,
        minItems,
      ),
    );
  if (maxItems !== undefined && items.length > maxItems)
    reportProblem(
      context,
      sequenceKey,
      createMessage(
        {
          one: "The body has {0} part, but the API accepts at most {1}.",
          other: "The body has {0} parts, but the API accepts at most {1}.",
        },
        items.length,
        maxItems,
      ),
    );
  return items.flatMap((item, index): BuiltPart[] => {
    const itemKey = `${formKey === "body" ? "body " : formKey}${index + 1}`;
    const part = createPart(context, { item, field: getItem(form, index), formKey: itemKey }, models);
    if (!part) return [];
    const headers = buildHeaders(
      context,
      { item, field: getItem(form, index), formKey: itemKey },
      { enclosingType: mediaType, builtPart: part },
    );
    return [headers.length > 0 ? { ...part, headers } : part];
  });
}

interface SequenceItem {
  readonly item: ItemValue;
  readonly field: ItemForm | undefined;
  readonly formKey: string;
}

/**
 * Returns the part at a position. If the part has no value, reports a problem and returns undefined, because omitting
 * the part would move later parts to its position.
 */
function createPart(
  context: BuildContext,
  { item, field, formKey }: SequenceItem,
  models: SchemaSource,
): BuiltPart | undefined {
  const { value } = item;
  const enteredType = resolveEnteredType(context, formKey, item);
  switch (value.kind) {
    case "file": {
      const { file } = value;
      if (!file) {
        reportProblem(context, formKey, createMessage("This part has no file. Choose one, or remove the part."), true);
        return undefined;
      }
      const mediaType = enteredType ?? (chooseType(file.type, field?.contentType) || "application/octet-stream");
      const contentType = findHeaderError(mediaType) === undefined ? mediaType : "application/octet-stream";
      return { kind: "file", fileRef: file.fileRef, filename: file.name, contentType };
    }
    case "parts": {
      const contentType = enteredType ?? listConcreteTypes(field?.contentType)[0] ?? "multipart/mixed";
      const innerSequence: Sequence = {
        form: field?.innerForm ?? { first: [], minItems: 0, maxItems: undefined, initialCount: 0 },
        items: value.items,
        type: contentType,
        formKey: `${formKey}.`,
      };
      return { kind: "parts", parts: buildSequence(context, innerSequence, models), contentType };
    }
    case "value": {
      const filledValue = fillValueVariables(context, formKey, value.value);
      const contentType = enteredType ?? resolveValueType(context, { item, field, formKey }, filledValue, models);
      const partInput = {
        value: filledValue,
        type: contentType,
        innerEncoding: getInnerEncoding(field),
        schema: field?.schema,
      };
      const part =
        filledValue === undefined ? undefined : buildNestedPart({ buildContext: context, formKey, models }, partInput);
      if (part) return part;
      const text =
        filledValue === undefined ? undefined : serializePart(filledValue, contentType, field?.schema, models);
      if (text !== undefined) return { kind: "value", value: text, contentType };
      reportProblem(context, formKey, createMessage("This part has no value. Enter one, or remove the part."), true);
      return undefined;
    }
  }
}

function getInnerEncoding(field: ItemForm | undefined): InnerEncoding | undefined {
  return field?.members && { encodingsByName: field.members, first: [] };
}

function resolveValueType(
  context: BuildContext,
  { field, formKey }: SequenceItem,
  value: unknown,
  models: SchemaSource,
): string {
  const declaredType = field?.contentType;
  const [firstType] = listConcreteTypes(declaredType);
  if (firstType !== undefined) return firstType;
  if (declaredType !== undefined && declaredType.trim() !== "" && !/^\s*\*\/\*\s*$/.test(declaredType))
    reportProblem(
      context,
      formKey,
      createMessage(
        "The specification requires a media type such as `{0}` for this part. Enter the exact type.",
        declaredType,
      ),
    );
  return getDefaultPartType(value, field?.schema, models);
}

/** Returns a part's headers, including those that the part's type and position require. */
function buildHeaders(
  context: BuildContext,
  { item, field, formKey }: SequenceItem,
  { enclosingType: type, builtPart }: { readonly enclosingType: string; readonly builtPart: BuiltPart },
): readonly NameValuePair[] {
  const headers = buildPartHeaders(context, formKey, field, item);
  if (!/^multipart\/form-data\b/i.test(type))
    return [...headers, ...createTransferEncodingHeader(field, builtPart, headers)];
  const disposition = headers.find(([name]) => /^content-disposition$/i.test(name));
  if (!disposition || !/;\s*name\s*=/i.test(disposition[1]))
    reportProblem(
      context,
      formKey,
      createMessage(
        "This part has no name, but servers expect one in a form. In the specification, add a `Content-Disposition` header to its `prefixEncoding` or `itemEncoding`.",
      ),
    );
  return headers.map((header) => (header === disposition ? addFilename(header, builtPart) : header));
}

/**
 * Adds the file's name to `Content-Disposition`, because “a name for the file SHOULD be supplied as well” (RFC 7578,
 * section 4.2). Non-ASCII characters are percent-encoded (section 2).
 */
function addFilename([name, value]: NameValuePair, part: BuiltPart): NameValuePair {
  if (part.kind !== "file" || /;\s*filename\*?\s*=/i.test(value)) return [name, value];
  const asciiFilename = part.filename.replace(/[^\x20-\x7e]+/g, (character) => percentEncode(character, "value"));
  return [name, `${value}; filename="${escapeDispositionName(asciiFilename)}"`];
}

/**
 * Returns the `Content-Transfer-Encoding` header for a field, or an empty list if the field doesn't need one. “Using
 * `contentEncoding` for a multipart field is equivalent to specifying … `Content-Transfer-Encoding`” (OpenAPI 3.2.0,
 * “`Content-Transfer-Encoding` and `contentEncoding`”). Forms don't use the header (RFC 7578, section 4.7), and MIME
 * defines only some of the encodings (RFC 2045, section 6.1).
 */
function createTransferEncodingHeader(
  field: ItemForm | undefined,
  part: BuiltPart,
  headers: readonly NameValuePair[],
): readonly NameValuePair[] {
  const encoding = field?.schema?.contentEncoding;
  const isSupported = part.kind === "value" && /^(?:base64|quoted-printable)$/i.test(encoding ?? "");
  const isSet = headers.some(([name]) => /^content-transfer-encoding$/i.test(name));
  return encoding !== undefined && isSupported && !isSet ? [["Content-Transfer-Encoding", encoding]] : [];
}
