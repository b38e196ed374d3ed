import {
  eachOf,
  flagOf,
  isRecord,
  listOf,
  numberOf,
  ownRecord,
  textOf,
  textsByName,
  type Plain,
} from "./read-plain.ts";
import type {
  BodyValue,
  ChosenFile,
  Credential,
  ItemValue,
  ParameterValue,
  PartValue,
  RequestValues,
} from "./request-values.ts";

const maxValueLengths = { name: 2000, text: 10_000_000 } as const;
const maxValues = 2000;
const maxValueDepth = 60;
/** Levels of parts inside parts. */
const deepestParts = 5;

/** What somebody has filled in, as a page or a store has kept it; undefined for what is nothing of the kind. */
export function readRequestValues(value: Plain | undefined): RequestValues | undefined {
  const server = value && readServer(value["server"]);
  const way = numberOf(value?.["way"]);
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
  const own = textOf(value["own"], maxValueLengths.name);
  if (typeof at !== "number" || !Number.isSafeInteger(at) || !variables) return undefined;
  return { at, variables, ...(own !== undefined && { own }) };
}

function readCredential(value: unknown): Credential | undefined {
  if (!isRecord(value)) return undefined;
  const [text, user, password] = ["value", "user", "password"].map((key) => textOf(value[key], 20_000));
  if (value["kind"] === "value") return text === undefined ? undefined : { kind: "value", value: text };
  return value["kind"] !== "basic" || user === undefined || password === undefined
    ? undefined
    : { kind: "basic", user, password };
}

function readParameter(value: unknown): ParameterValue | undefined {
  const sent = isRecord(value) ? flagOf(value["sent"]) : undefined;
  return sent === undefined || !isRecord(value) || !isShallow(value["value"])
    ? undefined
    : { sent, value: value["value"] };
}

function readBodyValue(value: unknown): BodyValue | undefined {
  const type = isRecord(value) ? textOf(value["type"], maxValueLengths.name) : undefined;
  if (!isRecord(value) || type === undefined) return undefined;
  switch (value["kind"]) {
    case "text": {
      const text = textOf(value["text"], maxValueLengths.text);
      return text === undefined ? undefined : { type, kind: "text", text };
    }
    case "parts": {
      const parts = listOf(value["parts"], maxValues, readPartValue);
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
  const name = textOf(value["name"], maxValueLengths.name);
  const sent = flagOf(value["sent"]);
  const contentType = textOf(value["contentType"], maxValueLengths.name);
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
  return depth > deepestParts ? undefined : listOf(value, maxValues, (each) => readItem(each, depth));
}

function readItem(value: unknown, depth: number): ItemValue | undefined {
  const content = isRecord(value) ? readItemContent(value["value"], depth) : undefined;
  if (!isRecord(value) || !content) return undefined;
  const contentType = textOf(value["contentType"], maxValueLengths.name);
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
  const files = listOf(value["files"], 100, readFile);
  return files && { kind, files };
}

function readFile(value: unknown): ChosenFile | undefined {
  if (!isRecord(value)) return undefined;
  const [fileRef, name, type] = ["fileRef", "name", "type"].map((key) => textOf(value[key], maxValueLengths.name));
  const size = numberOf(value["size"]);
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

/** Plain data that is not nested deeper than anybody fills in. */
function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth < maxValueDepth && Object.values(value).every((each) => isShallow(each, depth + 1));
}
