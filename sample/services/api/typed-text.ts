/** Text as a value of the type that a schema says: `25` → 25. What is none stays text, and the schema then refuses it. */
export function typedText(text: string | undefined, type: unknown): unknown {
  const isNumber = type === "integer" || type === "number";
  if (isNumber && text !== undefined && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
