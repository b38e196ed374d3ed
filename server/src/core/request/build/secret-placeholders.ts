import { encodeBase64 } from "../../text/bytes.ts";
import { decodePercent } from "../../text/decode-text.ts";
import { getEssence, isJsonType, percentEncode } from "../media/encoding.ts";
import { isJsonLines } from "../media/media-types.ts";

/**
 * Placeholders for secret values. Two kinds can occur in any text of a built request or an envelope:
 * - `{{secret:NAME}}` is replaced with the secret's value. A name has 1 to 64 letters, digits, `_`, `-`, and `.`.
 * - `{{base64:user:{{secret:NAME}}}}` is replaced with the Base64 encoding (RFC 4648, section 4) of the inner text in
 *   UTF-8, after the secrets are inserted. In the rest of the inner text, `%`, `{`, `}`, and all characters except
 *   printable ASCII are percent-encoded. This kind is used only if the text contains a secret. Otherwise, the text is
 *   already in Base64.
 * Any other text in double braces is literal.
 */
const secretNameSource = String.raw`[A-Za-z0-9_.\-]{1,64}`;
const secretSource = String.raw`\{\{secret:${secretNameSource}\}\}`;
const placeholderPattern = new RegExp(
  String.raw`\{\{base64:((?:${secretSource}|[^{}])*)\}\}|\{\{secret:(${secretNameSource})\}\}`,
  "g",
);
const secretPattern = new RegExp(String.raw`\{\{secret:(${secretNameSource})\}\}`, "g");
const wholeNamePattern = new RegExp(`^${secretNameSource}$`);

export function isSecretName(text: string): boolean {
  return wholeNamePattern.test(text);
}

/** Returns the placeholder for a secret, such as `{{secret:token}}`. */
export function createSecretPlaceholder(secretName: string): string {
  return `{{secret:${secretName}}}`;
}

/** Returns the names of the secrets in the text, in order and without duplicates. */
export function listSecretNames(text: string): readonly string[] {
  if (!text.includes("{{secret:")) return [];
  return [...new Set(Array.from(text.matchAll(secretPattern), ([, secretName = ""]) => secretName))];
}

/**
 * How a secret's value is escaped: not at all (`plain`), as in a URL or form (`percent`), as in a JSON string (`json`),
 * or as in XML (`xml`).
 */
export type SecretContext = "plain" | "percent" | "json" | "xml";

/**
 * Returns how to escape secrets in a body with this `Content-Type`. Secrets in URLs always use `percent`, and secrets
 * in headers and cookies always use `plain`.
 */
export function getSecretContext(contentType: string): SecretContext {
  const mediaType = getEssence(contentType);
  if (isJsonType(mediaType) || isJsonLines(mediaType)) return "json";
  if (/[/+]xml$/.test(mediaType)) return "xml";
  return mediaType === "application/x-www-form-urlencoded" ? "percent" : "plain";
}

/**
 * Replaces secret placeholders with the values that `findSecret` returns for their names. If a name is unknown, its
 * placeholder stays unchanged. Placeholders inside values aren't replaced. A value can contain anything, including line
 * breaks, so callers must validate the result before they use it in a header.
 */
export function substituteSecrets(
  text: string,
  findSecret: (secretName: string) => string | undefined,
  context: SecretContext = "plain",
): string {
  if (!text.includes("{{")) return text;
  return text.replace(placeholderPattern, (placeholder, innerText?: string, secretName?: string) => {
    if (secretName !== undefined) {
      const value = findSecret(secretName);
      return value === undefined ? placeholder : escapeSecret(value, context);
    }
    const credentials = fillSecrets(innerText ?? "", findSecret);
    return credentials === undefined ? placeholder : escapeSecret(encodeBase64(credentials), context);
  });
}

/** Applies `change` to the text before, between, and after placeholders. The placeholders stay unchanged. */
export function transformBetweenSecrets(text: string, change: (segment: string) => string): string {
  if (!text.includes("{{secret:")) return change(text);
  const chunks: string[] = [];
  let textStart = 0;
  for (const { index, 0: placeholder } of text.matchAll(secretPattern)) {
    chunks.push(change(text.slice(textStart, index)), placeholder);
    textStart = index + placeholder.length;
  }
  return chunks.join("") + change(text.slice(textStart));
}

/** Returns the text in Base64. If the text contains secrets, returns a Base64 placeholder instead. */
export function encodeBase64WithSecrets(text: string): string {
  if (listSecretNames(text).length === 0) return encodeBase64(text);
  const innerText = transformBetweenSecrets(text, (segment) =>
    segment.replace(/[^ -~]|[%{}]/gu, (char) => percentEncode(char, "value")),
  );
  return `{{base64:${innerText}}}`;
}

function fillSecrets(innerText: string, findSecret: (secretName: string) => string | undefined): string | undefined {
  let hasAllSecrets = true;
  const chunks: string[] = [];
  let textStart = 0;
  for (const { index, 0: placeholder, 1: secretName = "" } of innerText.matchAll(secretPattern)) {
    const value = findSecret(secretName);
    if (value === undefined) hasAllSecrets = false;
    chunks.push(decodePercent(innerText.slice(textStart, index)), value ?? "");
    textStart = index + placeholder.length;
  }
  return hasAllSecrets ? chunks.join("") + decodePercent(innerText.slice(textStart)) : undefined;
}

function escapeSecret(value: string, context: SecretContext): string {
  switch (context) {
    case "plain":
      return value;
    case "percent":
      return percentEncode(value, "value");
    case "json":
      return JSON.stringify(value).slice(1, -1);
    case "xml":
      return value.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  }
}
