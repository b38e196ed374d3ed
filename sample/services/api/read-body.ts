import type { IncomingMessage } from "node:http";
import type { Dict } from "./specification.ts";
import { typedText } from "./typed-text.ts";

/** The maximum size of a body in bytes. It's slightly higher than the limit of 20 MB for documents. */
const maxSize = 21 * 1024 * 1024;

/** Returns the bytes of a request body, or `undefined` if it's too large. */
export async function readBytes(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= maxSize) pieces.push(piece);
  }
  return size > maxSize ? undefined : Buffer.concat(pieces);
}

/**
 * Parses a body by its media type. Returns `undefined` if the body is invalid. `properties` contains the schemas of
 * form fields.
 */
export async function readBody(
  type: string,
  bytes: Buffer,
  properties: Dict,
): Promise<{ readonly value: unknown } | undefined> {
  const essence = mediaType(type);
  try {
    if (/[/+]json$/.test(essence)) return { value: JSON.parse(bytes.toString("utf8")) };
    const headers = { "Content-Type": type };
    const form = await new Response(new Uint8Array(bytes), { headers }).formData();
    return {
      value: Object.fromEntries([...form].map(([name, value]) => [name, fieldOf(value, properties[name])])),
    };
  } catch {
    return undefined;
  }
}

/** Returns a media type without parameters, such as `application/json` for `application/json; charset=utf-8`. */
export function mediaType(type: string): string {
  return (type.split(";")[0] ?? "").trim().toLowerCase();
}

/**
 * Returns the value of a form field. Form fields contain only text, so the schema determines which values are numbers
 * or booleans.
 */
function fieldOf(value: string | File, schema: unknown): unknown {
  return typeof value === "string" ? typedText(value, (schema as Dict | undefined)?.["type"]) : value;
}
