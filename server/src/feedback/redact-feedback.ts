import { Buffer } from "node:buffer";

/** Replaces the key in every form in which it may come back, whatever follows “Bearer”, and e-mail addresses. */
export function redactFeedback(text: string, key: string): string {
  const withoutKey = formsOf(key).reduce((rest, form) => rest.replaceAll(form, "[key]"), text);
  return withoutKey
    .replace(/\b(bearer)[\s+:=]+[^\s"',;<>]+/gi, "$1 [key]")
    .replace(/[^\s@"'<>(),;:\\]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, "[e-mail]");
}

/** Longest first, as one may hold another. */
function formsOf(key: string): string[] {
  if (key.length < 4) return [];
  const bytes = Buffer.from(key);
  return [
    key,
    encodeURIComponent(key),
    JSON.stringify(key).slice(1, -1),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ].toSorted((a, b) => b.length - a.length);
}
