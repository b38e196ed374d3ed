/**
 * A value as the text that stands for it in a URL, header or form: texts as they are, numbers and booleans as in JSON,
 * what has an inside as JSON. Undefined for nothing at all: null, too, has no text (RFC 6570, section 2.3).
 */
export function plainTextOf(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      return value === null ? undefined : jsonTextOf(value);
    default:
      return undefined;
  }
}

/** A value as JSON; empty for what has none: a circle, a function. */
export function jsonTextOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
