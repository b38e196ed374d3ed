import { isEventStream, isJsonLines } from "./answer/stream-items.ts";
import { jsonTextOf, plainTextOf } from "./plain-text-of.ts";
import { isPlainRecord } from "../text/plain-record.ts";
import type { BodyKind } from "./request-form.ts";

/**
 * A value that an author shows of a body, or one that is made of its schema, as the text that stands in its editor. A list
 * for a sequential media type is its items one behind the other (OpenAPI 3.2.0, “Sequential Media Types”): lines of JSON,
 * events with a blank line behind each.
 */
export function exampleText(
  value: unknown,
  { kind, type }: { readonly kind: BodyKind; readonly type: string },
): string {
  if (kind === "json") return JSON.stringify(value, null, 2);
  if (typeof value === "string") return value;
  const bare = bareType(type);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (isJsonLines(bare)) return items.map((item) => `${jsonTextOf(item)}\n`).join("");
  if (isEventStream(bare)) return items.map(eventText).join("");
  return typeof value === "object" && value !== null
    ? JSON.stringify(value, null, 2)
    : (plainTextOf(value) ?? "");
}

/** `application/jsonl` of `Application/jsonl; charset=utf-8`. */
export function bareType(type: string): string {
  return (type.toLowerCase().split(";")[0] ?? "").trim();
}

/** A line for each field, and for each line of a text (HTML, “Parsing an event stream”). */
function eventText(event: unknown): string {
  const fields = isPlainRecord(event) ? Object.entries(event) : [["data", event] as const];
  const lines = fields.flatMap(([name, value]) =>
    (plainTextOf(value) ?? "").split(/\r\n?|\n/).map((line) => `${name}: ${line}\n`),
  );
  return `${lines.join("")}\n`;
}
