import { isPlainRecord, getOwn } from "../../text/plain-record.ts";

/** Values of an environment's variables, by name. */
export type Variables = Readonly<Record<string, string>>;

const variable = /\{\{([A-Za-z_][\w.-]{0,99})\}\}/g;

/** The names of the variables in a text, each once. */
export function variableNames(text: string): readonly string[] {
  if (!text.includes("{{")) return [];
  return [...new Set(Array.from(text.matchAll(variable), ([, name = ""]) => name))];
}

/** The text with `{{name}}` replaced; a name that is not known stays and is told. */
export function fillText(text: string, variables: Variables, reportUnknown: (name: string) => void): string {
  if (!text.includes("{{")) return text;
  return text.replace(variable, (full, name: string) => {
    const value = getOwn(variables, name);
    if (value === undefined) reportUnknown(name);
    return value ?? full;
  });
}

/** The same in every text of a value, names of members too. The caller has seen that it is not too deep. */
export function fillValue(
  value: unknown,
  variables: Variables,
  reportUnknown: (name: string) => void,
): unknown {
  if (typeof value === "string") return fillText(value, variables, reportUnknown);
  const filled = (each: unknown) => fillValue(each, variables, reportUnknown);
  if (Array.isArray(value)) return value.map(filled);
  if (!isPlainRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [fillText(name, variables, reportUnknown), filled(each)]),
  );
}

/**
 * The same in a text of JSON: between quotation marks a value is written as JSON writes texts, elsewhere as it is, so
 * that `{"id": {{id}}, "name": "{{name}}"}` is JSON afterwards.
 */
export function fillJson(text: string, variables: Variables, reportUnknown: (name: string) => void): string {
  if (!text.includes("{{")) return text;
  let isInside = false;
  let from = 0;
  return text.replace(variable, (full, name: string, at: number) => {
    for (; from < at; from++) {
      const char = text[from];
      if (isInside && char === "\\") from++;
      else if (char === '"') isInside = !isInside;
    }
    const value = getOwn(variables, name);
    if (value === undefined) reportUnknown(name);
    if (value === undefined) return full;
    return isInside ? JSON.stringify(value).slice(1, -1) : value;
  });
}
