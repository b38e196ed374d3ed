import { parsedJson } from "./encoding.ts";

/** What a sequence holds, one value after the other. */
export type StreamItems =
  | {
      readonly kind: "items";
      readonly values: readonly unknown[];
      /** Of each, where they are JSON. */ readonly texts: readonly string[];
    }
  /** One of them is no JSON. */
  | { readonly kind: "broken"; readonly at: number };

/** Media types whose content is a sequence of items (OpenAPI 3.2, “Sequential Media Types”). */
export function isSequence(type: string): boolean {
  return isEventStream(type) || isJsonLines(type);
}

/** Those of which each item is JSON. */
export function isJsonLines(type: string): boolean {
  return /^application\/(?:(?:[\w.-]+[+.])?json-?seq|jsonl|jsonlines|x-jsonlines|x-jsonl|x-ndjson|ndjson|x-json-stream|stream\+json)$/.test(
    type,
  );
}

export function isEventStream(type: string): boolean {
  return type === "text/event-stream";
}

/** Lines of JSON, or values behind the sign that RFC 7464 has. Blank lines are none. */
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

/** An event as OpenAPI 3.2 has it: the fields that were sent, of which only `retry` is a number. */
export type EventItem = Readonly<Record<string, string | number>>;

/** The events of a stream (HTML, “Server-sent events”): remarks and fields without a meaning left out, a last one without its end too. */
export function eventItems(text: string): readonly EventItem[] {
  const blocks = text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/);
  // Behind the last blank line stands what has not ended.
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
