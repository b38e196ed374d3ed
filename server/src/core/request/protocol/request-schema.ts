import type { BuiltBody, BuiltPart, BuiltRequest, NamedText } from "../build/build-context.ts";
import type {
  BodyValue,
  ChosenFile,
  Credential,
  ItemValue,
  ParameterValue,
  PartValue,
  RequestValues,
} from "../form/request-values.ts";

/** Reads values of incoming messages. Values of another type, too long, or too many become undefined. */
export type Plain = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function optionalRecord(value: unknown): Plain | undefined {
  return isRecord(value) ? value : undefined;
}

/** Returns a string of at most `maxLength` UTF-16 code units. */
export function optionalText(value: unknown, maxLength: number): string | undefined {
  return typeof value === "string" && value.length <= maxLength ? value : undefined;
}

/** Returns a finite number of 0 or more. */
export function optionalNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

export function optionalFlag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

export function eachOf<Text extends string>(value: unknown, allowed: readonly Text[]): Text | undefined {
  return allowed.find((each) => each === value);
}

/** Returns a list whose items are all valid for `read` and don't exceed the maximum number. */
export function optionalList<Item>(
  value: unknown,
  max: number,
  read: (item: unknown) => Item | undefined,
): readonly Item[] | undefined {
  if (!Array.isArray(value) || value.length > max) return undefined;
  const items = (value as readonly unknown[]).map(read).filter((item) => item !== undefined);
  return items.length === value.length ? items : undefined;
}

/** Returns strings by name, in an object that doesn't inherit any properties. */
export function textsByName(
  value: unknown,
  max: number,
  maxLength: number,
): Readonly<Record<string, string>> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length > max || entries.some(([, text]) => optionalText(text, maxLength) === undefined))
    return undefined;
  return ownRecord(
    entries.flatMap(([name, text]) => (typeof text === "string" ? [[name, text] as const] : [])),
  );
}

/** Stores keys such as `__proto__` as normal properties. */
export function ownRecord<Value>(
  entries: Iterable<readonly [string, Value]>,
): Readonly<Record<string, Value>> {
  const record = Object.create(null) as Record<string, Value>;
  for (const [name, value] of entries) record[name] = value;
  return record;
}

const maxValueLengths = { name: 2000, text: 10_000_000 } as const;
const maxValues = 2000;
const maxValueDepth = 60;
/** Maximum nesting depth of parts. */
const maxPartsDepth = 5;

/** Reads form values sent by a webview or loaded from storage. Returns undefined if they're invalid. */
export function readRequestValues(value: Plain | undefined): RequestValues | undefined {
  const server = value && readServer(value["server"]);
  const way = optionalNumber(value?.["way"]);
  const credentials = byName(value?.["credentials"], readCredential);
  const parameters = byName(value?.["parameters"], readParameter);
  const body = value?.["body"] === undefined ? undefined : readBodyValue(value["body"]);
  if (!server || way === undefined || !credentials || !parameters) return undefined;
  return { server, way, credentials, parameters, body };
}

function readServer(value: unknown): RequestValues["server"] | undefined {
  if (!isRecord(value)) return undefined;
  const { at } = value;
  const variables = textsByName(value["variables"], maxValues, maxValueLengths.name);
  const own = optionalText(value["own"], maxValueLengths.name);
  if (typeof at !== "number" || !Number.isSafeInteger(at) || !variables) return undefined;
  return { at, variables, ...(own !== undefined && { own }) };
}

function readCredential(value: unknown): Credential | undefined {
  if (!isRecord(value)) return undefined;
  const [text, user, password] = ["value", "user", "password"].map((key) => optionalText(value[key], 20_000));
  if (value["kind"] === "value") return text === undefined ? undefined : { kind: "value", value: text };
  return value["kind"] !== "basic" || user === undefined || password === undefined
    ? undefined
    : { kind: "basic", user, password };
}

function readParameter(value: unknown): ParameterValue | undefined {
  const sent = isRecord(value) ? optionalFlag(value["sent"]) : undefined;
  return sent === undefined || !isRecord(value) || !isShallow(value["value"])
    ? undefined
    : { sent, value: value["value"] };
}

function readBodyValue(value: unknown): BodyValue | undefined {
  const type = isRecord(value) ? optionalText(value["type"], maxValueLengths.name) : undefined;
  if (!isRecord(value) || type === undefined) return undefined;
  switch (value["kind"]) {
    case "text": {
      const text = optionalText(value["text"], maxValueLengths.text);
      return text === undefined ? undefined : { type, kind: "text", text };
    }
    case "parts": {
      const parts = optionalList(value["parts"], maxValues, readPartValue);
      return parts && { type, kind: "parts", parts };
    }
    case "sequence": {
      const items = readItems(value["items"], 0);
      return items && { type, kind: "sequence", items };
    }
    case "file":
      return { type, kind: "file", file: readFile(value["file"]) };
    default:
      return undefined;
  }
}

function readPartValue(value: unknown): PartValue | undefined {
  if (!isRecord(value)) return undefined;
  const name = optionalText(value["name"], maxValueLengths.name);
  const sent = optionalFlag(value["sent"]);
  const contentType = optionalText(value["contentType"], maxValueLengths.name);
  const content = readContent(value["value"]);
  const headers = value["headers"] === undefined ? undefined : byName(value["headers"], readParameter);
  if (name === undefined || sent === undefined || !content) return undefined;
  return {
    name,
    sent,
    value: content,
    ...(contentType !== undefined && { contentType }),
    ...(headers && { headers }),
  };
}

function readItems(value: unknown, depth: number): readonly ItemValue[] | undefined {
  return depth > maxPartsDepth ? undefined : optionalList(value, maxValues, (each) => readItem(each, depth));
}

function readItem(value: unknown, depth: number): ItemValue | undefined {
  const content = isRecord(value) ? readItemContent(value["value"], depth) : undefined;
  if (!isRecord(value) || !content) return undefined;
  const contentType = optionalText(value["contentType"], maxValueLengths.name);
  const headers = value["headers"] === undefined ? undefined : byName(value["headers"], readParameter);
  return {
    value: content,
    ...(contentType !== undefined && { contentType }),
    ...(headers && { headers }),
  };
}

function readItemContent(value: unknown, depth: number): ItemValue["value"] | undefined {
  if (!isRecord(value)) return undefined;
  switch (eachOf(value["kind"], ["value", "file", "parts"])) {
    case "value":
      return isShallow(value["value"]) ? { kind: "value", value: value["value"] } : undefined;
    case "file":
      return { kind: "file", file: readFile(value["file"]) };
    case "parts": {
      const items = readItems(value["items"], depth + 1);
      return items && { kind: "parts", items };
    }
    case undefined:
      return undefined;
  }
}

function readContent(value: unknown): PartValue["value"] | undefined {
  const kind = isRecord(value) ? eachOf(value["kind"], ["value", "files"]) : undefined;
  if (!isRecord(value) || !kind) return undefined;
  if (kind === "value") return isShallow(value["value"]) ? { kind, value: value["value"] } : undefined;
  const files = optionalList(value["files"], 100, readFile);
  return files && { kind, files };
}

function readFile(value: unknown): ChosenFile | undefined {
  if (!isRecord(value)) return undefined;
  const [fileRef, name, type] = ["fileRef", "name", "type"].map((key) =>
    optionalText(value[key], maxValueLengths.name),
  );
  const size = optionalNumber(value["size"]);
  return fileRef === undefined || name === undefined || type === undefined || size === undefined
    ? undefined
    : { fileRef, name, type, size };
}

function byName<Value>(
  value: unknown,
  read: (each: unknown) => Value | undefined,
): Readonly<Record<string, Value>> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).slice(0, maxValues);
  return ownRecord(
    entries.flatMap(([name, each]): (readonly [string, Value])[] => {
      const known = read(each);
      return known === undefined ? [] : [[name, known]];
    }),
  );
}

/** Whether plain data isn't nested deeper than realistic form values. */
function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth < maxValueDepth && Object.values(value).every((each) => isShallow(each, depth + 1));
}

/** UTF-16 units. */
const maxBuiltLengths = { name: 200, url: 64_000, value: 200_000, body: 10_000_000 } as const;
const maxBuiltItems = { headers: 200, parts: 500 } as const;
/** Maximum nesting depth of parts. */
const maxBuiltDepth = 5;

/** Reads a request built by a webview. Returns undefined if it's invalid. */
export function readBuiltRequest(value: unknown): BuiltRequest | undefined {
  if (!isRecord(value)) return undefined;
  const method = optionalText(value["method"], maxBuiltLengths.name);
  const url = optionalText(value["url"], maxBuiltLengths.url);
  const headers = optionalList(value["headers"], maxBuiltItems.headers, readPair);
  const cookies = optionalList(value["cookies"], maxBuiltItems.headers, readPair);
  const body = value["body"] === undefined ? undefined : readBody(value["body"]);
  if (method === undefined || url === undefined || !headers || !cookies) return undefined;
  if (value["body"] !== undefined && !body) return undefined;
  return { method, url, headers, cookies, body };
}

/** Reads a pair of name and text, as in headers and cookies. */
export function readPair(value: unknown): NamedText | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [name, text] = (value as readonly unknown[]).map((each) => optionalText(each, maxBuiltLengths.value));
  return name === undefined || text === undefined ? undefined : [name, text];
}

function readBody(value: unknown): BuiltBody | undefined {
  if (!isRecord(value)) return undefined;
  switch (value["kind"]) {
    case "text": {
      const text = optionalText(value["text"], maxBuiltLengths.body);
      return text === undefined ? undefined : { kind: "text", text };
    }
    case "file": {
      const fileRef = optionalName(value["fileRef"]);
      const name = optionalText(value["name"], maxBuiltLengths.name);
      return fileRef === undefined || name === undefined ? undefined : { kind: "file", fileRef, name };
    }
    case "parts": {
      const type = optionalText(value["type"], maxBuiltLengths.name);
      const parts = readParts(value["parts"], 0);
      return type === undefined || !parts ? undefined : { kind: "parts", type, parts };
    }
    default:
      return undefined;
  }
}

/** Returns undefined if a part is invalid or the nesting is too deep. */
function readParts(value: unknown, depth: number): readonly BuiltPart[] | undefined {
  return depth > maxBuiltDepth
    ? undefined
    : optionalList(value, maxBuiltItems.parts, (each) => readPart(each, depth));
}

function readPart(value: unknown, depth: number): BuiltPart | undefined {
  if (!isRecord(value)) return undefined;
  const name = value["name"] === undefined ? undefined : optionalText(value["name"], maxBuiltLengths.value);
  const contentType = optionalText(value["contentType"], maxBuiltLengths.name);
  const headers =
    value["headers"] === undefined
      ? undefined
      : optionalList(value["headers"], maxBuiltItems.headers, readPair);
  if (value["headers"] !== undefined && !headers) return undefined;
  const more = {
    ...(name !== undefined && { name }),
    ...(contentType !== undefined && { contentType }),
    ...(headers && { headers }),
  };
  const text = optionalText(value["value"], maxBuiltLengths.body);
  const fileRef = optionalName(value["fileRef"]);
  const filename = optionalText(value["filename"], maxBuiltLengths.value);
  if (value["name"] !== undefined && name === undefined) return undefined;
  if (value["kind"] === "value")
    return text === undefined ? undefined : { kind: "value", value: text, ...more };
  if (value["kind"] === "parts") {
    const parts = readParts(value["parts"], depth + 1);
    return parts && { kind: "parts", parts, ...more };
  }
  return value["kind"] !== "file" || fileRef === undefined || filename === undefined
    ? undefined
    : { kind: "file", fileRef, filename, ...more };
}

/** Reads a name, which must not be empty or unrealistically long. */
export function optionalName(value: unknown): string | undefined {
  const text = optionalText(value, maxBuiltLengths.name);
  return text === "" ? undefined : text;
}
