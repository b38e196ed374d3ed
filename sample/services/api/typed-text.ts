/**
 * Converts text to the type in a schema, such as `25` to the number 25. Invalid text remains text, so that the schema
 * rejects it.
 */
export function typedText(text: string | undefined, type: unknown): unknown {
  const isNumber = type === "integer" || type === "number";
  if (isNumber && text !== undefined && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
