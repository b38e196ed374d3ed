import { secretMark } from "../core/request/secret-marks.ts";

/** What is too short to be told from other text is left alone. */
const shortest = 4;

/**
 * The values of secrets, as they are and in the forms in which they travel, with the marks that stand for them. `also` are
 * texts that were made of secrets.
 */
export function secretForms(
  secrets: ReadonlyMap<string, string>,
  also: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of secrets)
    for (const form of formsOf(value)) if (form.length >= shortest) found.set(form, secretMark(name));
  for (const [made, mark] of also) if (made.length >= shortest) found.set(made, mark);
  return found;
}

/** Replaces the values of secrets by their marks: in every text that leaves, whoever wrote it. */
export function redactor(secrets: ReadonlyMap<string, string>): (text: string) => string {
  return formRedactor(secretForms(secrets));
}

/** The same for forms that are known already. */
export function formRedactor(found: ReadonlyMap<string, string>): (text: string) => string {
  // Longest first: a value may be a part of another.
  const forms = [...found].toSorted(([a], [b]) => b.length - a.length);
  if (forms.length === 0) return (text) => text;
  return (text) => forms.reduce((rest, [form, mark]) => rest.replaceAll(form, () => mark), text);
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const base64 = bytes.toString("base64");
  const percent = encodeURIComponent(bytes.toString());
  return [
    value,
    bytes.toString("latin1"),
    base64,
    base64.replace(/=+$/, ""),
    bytes.toString("base64url"),
    encodeURIComponent(base64),
    percent,
    percent.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
    percent.replace(/%20/g, "+"),
    percent.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`),
    JSON.stringify(value).slice(1, -1),
    bytes.toString("hex"),
  ];
}
