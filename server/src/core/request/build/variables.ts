import { isPlainRecord, getOwn } from "../../text/plain-record.ts";

/** Values of an environment's variables, by name. */
export type Variables = Readonly<Record<string, string>>;

const variable = /\{\{([A-Za-z_][\w.-]{0,99})\}\}/g;

/** Returns the unique names of the variables in a text. */
export function variableNames(text: string): readonly string[] {
  if (!text.includes("{{")) return [];
  return [...new Set(Array.from(text.matchAll(variable), ([, name = ""]) => name))];
}

/** Replaces `{{name}}` in a text. Unknown names stay unchanged and are reported. */
export function fillText(text: string, variables: Variables, reportUnknown: (name: string) => void): string {
  if (!text.includes("{{")) return text;
  return text.replace(variable, (full, name: string) => {
    const value = getOwn(variables, name);
    if (value === undefined) reportUnknown(name);
    return value ?? full;
  });
}

/**
 * Replaces variables in every string of a value, including member names. The caller has already checked the value's
 * depth.
 */
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
 * Replaces variables in JSON text. Inside quotation marks, values are escaped as JSON strings. Elsewhere they're
 * inserted unchanged, so `{"id": {{id}}, "name": "{{name}}"}` becomes valid JSON.
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
