/** Converts text to the type in a schema: `25` → 25. Invalid text stays text, so that the schema rejects it. */
export function typedText(text: string | undefined, type: unknown): unknown {
  const isNumber = type === "integer" || type === "number";
  if (isNumber && text !== undefined && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
