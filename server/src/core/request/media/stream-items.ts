import { parsedJson } from "./encoding.ts";

/** The items of a sequence. */
export type StreamItems =
  | {
      readonly kind: "items";
      readonly values: readonly unknown[];
      /** The text of each item, if the items are JSON. */ readonly texts: readonly string[];
    }
  /** A sequence with an item that isn't valid JSON. `at` is the item's number. */
  | { readonly kind: "broken"; readonly at: number };

/** Whether the media type's content is a sequence of items (OpenAPI 3.2, “Sequential Media Types”). */
export function isSequence(type: string): boolean {
  return isEventStream(type) || isJsonLines(type);
}

/** Whether each item of the media type is JSON. */
export function isJsonLines(type: string): boolean {
  return /^application\/(?:(?:[\w.-]+[+.])?json-?seq|jsonl|jsonlines|x-jsonlines|x-jsonl|x-ndjson|ndjson|x-json-stream|stream\+json)$/.test(
    type,
  );
}

export function isEventStream(type: string): boolean {
  return type === "text/event-stream";
}

/** Splits lines of JSON, or values separated as in RFC 7464. Blank lines are skipped. */
export function jsonItems(type: string, text: string): StreamItems {
  const texts = text.split(type.endsWith("seq") ? "\u001e" : /\r?\n/).filter((each) => each.trim() !== "");
  const values: unknown[] = [];
  for (const [at, each] of texts.entries()) {
    const parsed = parsedJson(each);
    if (!parsed) return { kind: "broken", at };
    values.push(parsed.value);
  }
  return { kind: "items", values, texts };
}

/** An event in the form that OpenAPI 3.2 defines, with the fields that were sent. Only `retry` is a number. */
export type EventItem = Readonly<Record<string, string | number>>;

/**
 * Returns the events in a stream (HTML, “Server-sent events”), without comments, unknown fields, and an incomplete last
 * event.
 */
export function eventItems(text: string): readonly EventItem[] {
  const blocks = text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/);
  // The text after the last blank line is incomplete.
  return blocks.slice(0, -1).flatMap((block): EventItem[] => {
    const item = new Map<string, string | number>();
    for (const line of block.split("\n")) {
      const [, field = "", value = ""] = /^(data|event|id|retry)(?:: ?([^]*))?$/.exec(line) ?? [];
      const before = item.get(field);
      if (field === "retry" ? /^\d+$/.test(value) : field !== "" && !(field === "id" && value.includes("\0")))
        item.set(
          field,
          field === "retry"
            ? Number(value)
            : field === "data" && before !== undefined
              ? `${before}\n${value}`
              : value,
        );
    }
    return item.has("data") ? [Object.fromEntries(item)] : [];
  });
}
