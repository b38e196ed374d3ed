import { decodePercent } from "../../text/decode-text.ts";
import { buildRequest } from "../build/build-request.ts";
import { createInitialBody, getItem } from "../form/initial-values.ts";
import type { ItemForm, MediaTypeForm, ParameterForm, RequestForm, SequenceForm } from "../form/request-form.ts";
import type { BodyValue, ItemValue, ParameterValue, PartValue, RequestValues } from "../form/request-values.ts";
import { getEssence, isJsonType, parseJsonValue } from "../media/encoding.ts";
import { readHeaderValue } from "./decode-parameters.ts";
import type { CurlBody, CurlPart, CurlRequest } from "./parse-curl.ts";

/**
 * Combines the parts from `start` to the matching `=)` into one value, and returns it with the index of the next part.
 * If any part has a name, the value is an object. Otherwise, it's an array. The values of a repeated name become an
 * array. Text with a JSON type is parsed.
 */
export function combineNestedParts(
  parts: readonly CurlPart[],
  start: number,
): { readonly value: unknown; readonly nextIndex: number } {
  const pairs: (readonly [name: string, value: unknown])[] = [];
  let nextIndex = start;
  for (let part = parts[nextIndex++]; part && part.bracket !== ")"; part = parts[nextIndex++]) {
    if (part.bracket === "(") {
      const nestedResult = combineNestedParts(parts, nextIndex);
      nextIndex = nestedResult.nextIndex;
      pairs.push([part.name, nestedResult.value]);
    } else {
      const isJson = isJsonType(part.contentType ?? "");
      pairs.push([part.name, (isJson ? parseJsonValue(part.value)?.value : undefined) ?? part.value]);
    }
  }
  return {
    value: pairs.some(([name]) => name !== "") ? groupByName(pairs) : pairs.map(([, each]) => each),
    nextIndex,
  };
}

function groupByName(pairs: readonly (readonly [string, unknown])[]): unknown {
  const valuesByName = new Map<string, unknown[]>();
  for (const [name, value] of pairs) valuesByName.set(name, [...(valuesByName.get(name) ?? []), value]);
  return Object.fromEntries(
    [...valuesByName].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

const maxDepth = 5;

/**
 * Converts a command's parts to the values of a body whose parts are identified by position. Also returns sentences
 * about headers that have no field in the form.
 */
export function createSequenceValues(
  parts: readonly CurlPart[],
  sequence: SequenceForm,
  { schemas }: RequestForm,
): { readonly items: readonly ItemValue[]; readonly notes: readonly string[] } {
  const models = { schemas: new Map(Object.entries(schemas)) };
  const notes: string[] = [];
  let partIndex = 0;
  /** Reads items up to the matching `=)`. */
  const readItems = (form: SequenceForm | undefined, prefix: string, depth: number): ItemValue[] => {
    const items: ItemValue[] = [];
    for (let part = parts[partIndex++]; part && part.bracket !== ")"; part = parts[partIndex++]) {
      const field = form && getItem(form, items.length);
      const position = `${prefix}${items.length + 1}`;
      const headers = readHeaders(part, field, position);
      if (part.bracket === "(" && field && !field.innerForm) {
        const { value, nextIndex } = combineNestedParts(parts, partIndex);
        partIndex = nextIndex;
        items.push({ value: { kind: "value", value }, ...getContentType(part), ...(headers && { headers }) });
        continue;
      }
      const isNested = part.bracket === "(" && depth < maxDepth;
      items.push({
        value: isNested
          ? { kind: "parts", items: readItems(field?.innerForm, `${position}.`, depth + 1) }
          : part.isFile
            ? { kind: "file", file: undefined }
            : { kind: "value", value: readText(part) },
        ...getContentType(part),
        ...(headers && { headers }),
      });
    }
    return items;
  };
  const readHeaders = (
    { headers: partHeaders }: CurlPart,
    field: ItemForm | undefined,
    position: string,
  ): Readonly<Record<string, ParameterValue>> | undefined => {
    const fields = field?.headers ?? [];
    const haveSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
    for (const [name] of partHeaders)
      if (!fields.some((each) => haveSameName(each.name, name)))
        notes.push(`The form has no field for the header \`${name.slice(0, 100)}\` of part ${position}.`);
    if (fields.length === 0) return undefined;
    return Object.fromEntries(
      fields.map((each): [string, ParameterValue] => {
        const text = partHeaders.find(([name]) => haveSameName(each.name, name))?.[1];
        const value = text === undefined ? undefined : readHeaderValue(each, text, models);
        return [each.name, { sent: each.required || text !== undefined, value }];
      }),
    );
  };
  return { items: readItems(sequence, "", 0), notes };
}

function getContentType({ contentType, isFile }: CurlPart): Pick<ItemValue, "contentType"> {
  return contentType !== undefined && !isFile ? { contentType } : {};
}

/** Returns a part's text. A JSON string is parsed, because it's serialized again when the request is sent. */
function readText({ value, contentType }: CurlPart): string {
  const parsedValue = isJsonType(contentType ?? "") ? parseJsonValue(value)?.value : undefined;
  return typeof parsedValue === "string" ? parsedValue : value;
}

/** Returns a command's body as form values for its media type. */
export function createBodyValues(
  { headers, body }: CurlRequest,
  form: RequestForm,
): { readonly value: BodyValue | undefined; readonly notes: readonly string[] } {
  if (!body) return { value: undefined, notes: [] };
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const type = contentType === "" && body.kind === "parts" ? "multipart/form-data" : contentType;
  const mediaType = findMediaType(form, type);
  const notes =
    form.body && !mediaType && type !== ""
      ? [`The endpoint doesn't accept a body of type \`${getEssence(type)}\`, but it's sent anyway.`]
      : [];
  const concreteForm = mediaType?.type.includes("*") ? undefined : mediaType;
  if (body.kind === "parts" && concreteForm?.sequence) {
    const { items, notes: sequenceNotes } = createSequenceValues(body.parts, concreteForm.sequence, form);
    const value: BodyValue = { type: concreteForm.type, kind: "sequence", items };
    return { value, notes: [...notes, ...sequenceNotes, ...listFileNotes(body)] };
  }
  const value = createValue(body, concreteForm?.type ?? type, mediaType, form);
  return { value, notes: [...notes, ...listHeaderNotes(body, mediaType), ...listFileNotes(body)] };
}

function findMediaType({ body }: RequestForm, contentType: string): MediaTypeForm | undefined {
  const mediaTypes = body?.mediaTypes ?? [];
  const essence = getEssence(contentType);
  const typeRange = `${essence.split("/", 1)[0] ?? ""}/*`;
  return (
    mediaTypes.find((each) => each.type === contentType) ??
    mediaTypes.find((each) => getEssence(each.type) === essence) ??
    mediaTypes.find((each) => [typeRange, "*/*"].includes(getEssence(each.type)))
  );
}

function createValue(
  body: CurlBody,
  contentType: string,
  mediaType: MediaTypeForm | undefined,
  form: RequestForm,
): BodyValue {
  switch (body.kind) {
    case "file":
      return { type: contentType, kind: "file", file: undefined };
    case "parts":
      return {
        type: contentType,
        kind: "parts",
        parts: addOtherFields(
          combineParts(body.parts).map(({ part, value }) => createPartValue(part, value, mediaType, form)),
          mediaType,
          form,
        ),
      };
    case "text": {
      const text: BodyValue = { type: contentType, kind: "text", text: body.text };
      if (getEssence(contentType) !== "application/x-www-form-urlencoded") return text;
      const pairBody: BodyValue = {
        type: contentType,
        kind: "parts",
        parts: addOtherFields(parsePairs(body.text), mediaType, form),
      };
      return isLosslessBody(pairBody, body.text, form) ? pairBody : text;
    }
  }
}

/** Whether serializing the field values again produces exactly the same body. If so, no data is lost. */
function isLosslessBody(body: BodyValue, text: string, form: RequestForm): boolean {
  const values: RequestValues = {
    server: { at: -1, variables: {} },
    way: 0,
    credentials: {},
    parameters: {},
    body,
  };
  const builtBody = buildRequest(form, values).request.body;
  return builtBody?.kind === "text" && builtBody.text === text;
}

function parsePairs(text: string): PartValue[] {
  return text.split("&").flatMap((pair): PartValue[] => {
    if (pair === "") return [];
    const equalsIndex = pair.indexOf("=");
    const decode = (each: string) => decodePercent(each.replaceAll("+", " "));
    const name = decode(equalsIndex < 0 ? pair : pair.slice(0, equalsIndex));
    return [
      { name, sent: true, value: { kind: "value", value: equalsIndex < 0 ? "" : decode(pair.slice(equalsIndex + 1)) } },
    ];
  });
}

/** Returns the body's parts with their values. The parts inside a nested part are combined into a single value. */
function combineParts(parts: readonly CurlPart[]): { readonly part: CurlPart; readonly value: unknown }[] {
  const combinedParts: { readonly part: CurlPart; readonly value: unknown }[] = [];
  for (let index = 0, part = parts[index]; part; part = parts[index]) {
    const innerParts = part.bracket === "(" ? combineNestedParts(parts, index + 1) : undefined;
    // If the array weren't wrapped, each of its items would become a separate part.
    const value = Array.isArray(innerParts?.value) ? [innerParts.value] : innerParts?.value;
    combinedParts.push({ part, value: innerParts ? value : part.value });
    index = innerParts ? innerParts.nextIndex : index + 1;
  }
  return combinedParts;
}

function createPartValue(
  { name, isFile, contentType, headers: partHeaders }: CurlPart,
  value: unknown,
  mediaType: MediaTypeForm | undefined,
  { schemas }: RequestForm,
): PartValue {
  const models = { schemas: new Map(Object.entries(schemas)) };
  const fields = listHeaderFields(mediaType, name);
  const headers = Object.fromEntries(
    fields.map((field): [string, ParameterValue] => {
      const text = partHeaders.find(([header]) => isSameName(header, field.name))?.[1];
      const headerValue = text === undefined ? undefined : readHeaderValue(field, text, models);
      return [field.name, { sent: field.required || text !== undefined, value: headerValue }];
    }),
  );
  return {
    name,
    sent: true,
    value: isFile ? { kind: "files", files: [] } : { kind: "value", value },
    ...(contentType !== undefined && !isFile && { contentType }),
    ...(fields.length > 0 && { headers }),
  };
}

function listHeaderFields(mediaType: MediaTypeForm | undefined, part: string): readonly ParameterForm[] {
  return mediaType?.fields.find(({ name }) => name === part)?.headers ?? [];
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function listHeaderNotes(body: CurlBody, mediaType: MediaTypeForm | undefined): readonly string[] {
  if (body.kind !== "parts") return [];
  return body.parts.flatMap(({ name, headers }) =>
    headers
      .filter(([header]) => !listHeaderFields(mediaType, name).some((field) => isSameName(field.name, header)))
      .map(
        ([header]) =>
          `The form has no field for the header \`${header.slice(0, 100)}\` of the part \`${name.slice(0, 100)}\`.`,
      ),
  );
}

/** Adds the form's fields that the command doesn't contain so that the form still shows them. */
function addOtherFields(
  parts: readonly PartValue[],
  mediaType: MediaTypeForm | undefined,
  form: RequestForm,
): PartValue[] {
  const initialBody = mediaType && createInitialBody(form, mediaType);
  const names = new Set(parts.map(({ name }) => name));
  const otherParts = initialBody?.kind === "parts" ? initialBody.parts.filter(({ name }) => !names.has(name)) : [];
  return [
    ...parts,
    ...otherParts.map((part): PartValue => {
      const value: PartValue["value"] = part.value.kind === "files" ? part.value : { kind: "value", value: undefined };
      return part.sent ? { ...part, value } : { ...part, sent: false };
    }),
  ];
}

function listFileNotes(body: CurlBody): readonly string[] {
  const names =
    body.kind === "file"
      ? [body.name]
      : body.kind === "parts"
        ? body.parts.flatMap(({ isFile, value }) => (isFile ? [value] : []))
        : [];
  return names.map(
    (name) => `Choose the file \`${name.slice(0, 200)}\` again. Docwright doesn't open files from a command.`,
  );
}

/** Decodes Base64 text in UTF-8, or returns undefined if the text isn't valid Base64. */
export function decodeBase64(base64: string): string | undefined {
  if (!/^[A-Za-z\d+/]*={0,2}$/.test(base64)) return undefined;
  let bits = 0;
  let bitCount = 0;
  let encodedText = "";
  for (const letter of base64.replace(/=+$/, "")) {
    bits = (bits << 6) | base64Alphabet.indexOf(letter);
    bitCount += 6;
    if (bitCount < 8) continue;
    bitCount -= 8;
    encodedText += `%${((bits >> bitCount) & 0xff).toString(16).padStart(2, "0")}`;
    bits &= (1 << bitCount) - 1;
  }
  try {
    return decodeURIComponent(encodedText);
  } catch {
    return undefined;
  }
}

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
