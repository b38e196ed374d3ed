import type { BuiltBody, BuiltPart, BuiltRequest, NamedText } from "./built-request.ts";
import { isRecord, listOf, textOf } from "./read-plain.ts";

/** UTF-16 units. */
const maxBuiltLengths = { name: 200, url: 64_000, value: 200_000, body: 10_000_000 } as const;
const maxBuiltItems = { headers: 200, parts: 500 } as const;
/** Levels of parts inside parts. */
const maxBuiltDepth = 5;

/** A request that a page has built; undefined for what is none. */
export function readBuiltRequest(value: unknown): BuiltRequest | undefined {
  if (!isRecord(value)) return undefined;
  const method = textOf(value["method"], maxBuiltLengths.name);
  const url = textOf(value["url"], maxBuiltLengths.url);
  const headers = listOf(value["headers"], maxBuiltItems.headers, readPair);
  const cookies = listOf(value["cookies"], maxBuiltItems.headers, readPair);
  const body = value["body"] === undefined ? undefined : readBody(value["body"]);
  if (method === undefined || url === undefined || !headers || !cookies) return undefined;
  if (value["body"] !== undefined && !body) return undefined;
  return { method, url, headers, cookies, body };
}

/** A name and a text, as headers and cookies have them. */
export function readPair(value: unknown): NamedText | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [name, text] = (value as readonly unknown[]).map((each) => textOf(each, maxBuiltLengths.value));
  return name === undefined || text === undefined ? undefined : [name, text];
}

function readBody(value: unknown): BuiltBody | undefined {
  if (!isRecord(value)) return undefined;
  switch (value["kind"]) {
    case "text": {
      const text = textOf(value["text"], maxBuiltLengths.body);
      return text === undefined ? undefined : { kind: "text", text };
    }
    case "file": {
      const fileRef = nameOf(value["fileRef"]);
      const name = textOf(value["name"], maxBuiltLengths.name);
      return fileRef === undefined || name === undefined ? undefined : { kind: "file", fileRef, name };
    }
    case "parts": {
      const type = textOf(value["type"], maxBuiltLengths.name);
      const parts = readParts(value["parts"], 0);
      return type === undefined || !parts ? undefined : { kind: "parts", type, parts };
    }
    default:
      return undefined;
  }
}

/** Undefined where one of them is none, or where parts lie deeper in parts than anybody describes. */
function readParts(value: unknown, depth: number): readonly BuiltPart[] | undefined {
  return depth > maxBuiltDepth ? undefined : listOf(value, maxBuiltItems.parts, (each) => readPart(each, depth));
}

function readPart(value: unknown, depth: number): BuiltPart | undefined {
  if (!isRecord(value)) return undefined;
  const name = value["name"] === undefined ? undefined : textOf(value["name"], maxBuiltLengths.value);
  const contentType = textOf(value["contentType"], maxBuiltLengths.name);
  const headers =
    value["headers"] === undefined ? undefined : listOf(value["headers"], maxBuiltItems.headers, readPair);
  if (value["headers"] !== undefined && !headers) return undefined;
  const more = {
    ...(name !== undefined && { name }),
    ...(contentType !== undefined && { contentType }),
    ...(headers && { headers }),
  };
  const text = textOf(value["value"], maxBuiltLengths.body);
  const fileRef = nameOf(value["fileRef"]);
  const filename = textOf(value["filename"], maxBuiltLengths.value);
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

/** A name of something: neither empty nor longer than anybody writes. */
export function nameOf(value: unknown): string | undefined {
  const text = textOf(value, maxBuiltLengths.name);
  return text === "" ? undefined : text;
}
