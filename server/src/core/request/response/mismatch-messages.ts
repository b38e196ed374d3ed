import { createMessage, type LocalizedMessage, type MessageValue, truncateEnd } from "../../text/message.ts";

/** Returns the type of a JSON value with its article, such as `a number` or `an array`. */
export function getJsonKind(value: unknown): MessageValue {
  if (value === null) return "null";
  if (Array.isArray(value)) return createMessage("an array");
  switch (typeof value) {
    case "object":
      return createMessage("an object");
    case "number":
      return createMessage("a number");
    case "boolean":
      return createMessage("a boolean");
    default:
      return createMessage("a string");
  }
}

/** Formats a value as JSON. Long text is truncated. */
export function formatJsonValue(value: unknown): string {
  return truncateEnd(JSON.stringify(value) ?? "", 60);
}

const maxListedValues = 8;

/**
 * Formats values as `"a", "b", or "c"`. If there are too many values, formats only the first ones and adds the number
 * of remaining values.
 */
export function formatValueChoices(values: readonly unknown[]): MessageValue {
  const valueTexts = values.slice(0, maxListedValues).map(formatJsonValue);
  const remainingCount = values.length - valueTexts.length;
  const remainingMessages =
    remainingCount > 0 ? [createMessage({ one: "{0} other", other: "{0} others" }, remainingCount)] : [];
  return { list: [...valueTexts, ...remainingMessages], last: "or" };
}

/** Messages about a value that is too short or has too few members. */
export const tooFewMessages = {
  properties: (count: number, limit: number) =>
    createMessage(
      {
        one: "has {0} property, but the specification requires at least {1}",
        other: "has {0} properties, but the specification requires at least {1}",
      },
      count,
      String(limit),
    ),
  items: (count: number, limit: number) =>
    createMessage(
      {
        one: "has {0} item, but the specification requires at least {1}",
        other: "has {0} items, but the specification requires at least {1}",
      },
      count,
      String(limit),
    ),
  matchingItems: (count: number, limit: number) =>
    createMessage(
      {
        one: "has {0} item matching the schema under `contains`, but the specification requires at least {1}",
        other: "has {0} items matching the schema under `contains`, but the specification requires at least {1}",
      },
      count,
      String(limit),
    ),
  characters: (count: number, limit: number) =>
    createMessage(
      {
        one: "has {0} character, but the specification requires at least {1}",
        other: "has {0} characters, but the specification requires at least {1}",
      },
      count,
      String(limit),
    ),
} as const;

/** Messages about a value that is too long or has too many members. */
export const tooManyMessages = {
  properties: (count: number, limit: number) =>
    createMessage(
      {
        one: "has {0} property, but the specification allows at most {1}",
        other: "has {0} properties, but the specification allows at most {1}",
      },
      count,
      String(limit),
    ),
  items: (count: number, limit: number) =>
    createMessage(
      {
        one: "has {0} item, but the specification allows at most {1}",
        other: "has {0} items, but the specification allows at most {1}",
      },
      count,
      String(limit),
    ),
  matchingItems: (count: number, limit: number) =>
    createMessage(
      {
        one: "has {0} item matching the schema under `contains`, but the specification allows at most {1}",
        other: "has {0} items matching the schema under `contains`, but the specification allows at most {1}",
      },
      count,
      String(limit),
    ),
  characters: (count: number, limit: number) =>
    createMessage(
      {
        one: "has {0} character, but the specification allows at most {1}",
        other: "has {0} characters, but the specification allows at most {1}",
      },
      count,
      String(limit),
    ),
} as const;

/** Returns a message about a pattern that a value can't be checked against. */
export function createUnknownPatternMessage(pattern: string): LocalizedMessage {
  return createMessage("The pattern `{0}` couldn't be evaluated.", pattern.slice(0, 200));
}

/** Returns the message that a value has the wrong type. */
export function createWrongTypeMessage(value: unknown, types: readonly string[]): LocalizedMessage {
  return createMessage("is {0}, but the specification requires type {1}", getJsonKind(value), {
    list: types,
    last: "or",
  });
}
