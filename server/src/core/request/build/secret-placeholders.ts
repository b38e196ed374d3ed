import { base64OfText } from "../../text/bytes.ts";
import { isJsonType, percentEncode } from "../media/encoding.ts";
import { isJsonLines } from "../media/stream-items.ts";

/**
 * How secrets are named where their values will stand. Two marks, in any text of a built request and of an envelope:
 * - `{{secret:NAME}}`: the value. A name has 1 to 64 of letters, digits, `_`, `-` and `.`.
 * - `{{base64:user:{{secret:NAME}}}}`: the base64 (RFC 4648, section 4) of the UTF-8 of what stands inside, once its
 *   secrets are put in. The rest of the inside is percent-encoded where it is not plain ASCII, or one of `%`, `{`, `}`.
 *   Only where a secret is inside; else the base64 itself stands there.
 * Anything else in double braces is text.
 */
const name = String.raw`[A-Za-z0-9_.\-]{1,64}`;
const secret = String.raw`\{\{secret:${name}\}\}`;
const anyMark = new RegExp(String.raw`\{\{base64:((?:${secret}|[^{}])*)\}\}|\{\{secret:(${name})\}\}`, "g");
const anySecret = new RegExp(String.raw`\{\{secret:(${name})\}\}`, "g");
const wholeName = new RegExp(`^${name}$`);

export function isSecretName(text: string): boolean {
  return wholeName.test(text);
}

/** `{{secret:token}}` */
export function secretMark(secretName: string): string {
  return `{{secret:${secretName}}}`;
}

/** The names of the secrets in a text, each once, in their order. */
export function secretNames(text: string): readonly string[] {
  if (!text.includes("{{secret:")) return [];
  return [...new Set(Array.from(text.matchAll(anySecret), ([, found = ""]) => found))];
}

/** How a value is written where its mark stands: as it is, in a URL or form, inside a text of JSON, in XML. */
export type SecretPlace = "plain" | "percent" | "json" | "xml";

/** Where the secrets of a body stand, by its `Content-Type`. In URLs it is `percent`, in headers and cookies `plain`. */
export function secretPlaceOf(contentType: string): SecretPlace {
  const [type = ""] = contentType.toLowerCase().split(";");
  if (isJsonType(type) || isJsonLines(type.trim())) return "json";
  if (/[/+]xml\s*$/.test(type)) return "xml";
  return type.trim() === "application/x-www-form-urlencoded" ? "percent" : "plain";
}

/**
 * The text with the values of its secrets. `lookup` answers a value by name; a mark whose name it does not know stays
 * as it is. Values are not looked into again: a value that looks like a mark is text. What comes out may hold anything
 * that a value holds, line ends too: who puts it into a header has to look.
 */
export function substituteSecrets(
  text: string,
  lookup: (secretName: string) => string | undefined,
  place: SecretPlace = "plain",
): string {
  if (!text.includes("{{")) return text;
  return text.replace(anyMark, (full, inside?: string, found?: string) => {
    if (found !== undefined) {
      const value = lookup(found);
      return value === undefined ? full : written(value, place);
    }
    const opened = openedInside(inside ?? "", lookup);
    return opened === undefined ? full : written(base64OfText(opened), place);
  });
}

/** Each piece between marks changed by `change`, marks as they are. */
export function mapBetweenSecrets(text: string, change: (piece: string) => string): string {
  if (!text.includes("{{secret:")) return change(text);
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(anySecret)) {
    pieces.push(change(text.slice(from, index)), mark);
    from = index + mark.length;
  }
  return pieces.join("") + change(text.slice(from));
}

/** The base64 of a text, or the mark for it where it holds secrets. */
export function markedBase64(text: string): string {
  if (secretNames(text).length === 0) return base64OfText(text);
  const inside = mapBetweenSecrets(text, (piece) =>
    piece.replace(/[^ -~]|[%{}]/gu, (char) => percentEncode(char, "value")),
  );
  return `{{base64:${inside}}}`;
}

function openedInside(
  inside: string,
  lookup: (secretName: string) => string | undefined,
): string | undefined {
  let isKnown = true;
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: mark, 1: found = "" } of inside.matchAll(anySecret)) {
    const value = lookup(found);
    if (value === undefined) isKnown = false;
    pieces.push(decoded(inside.slice(from, index)), value ?? "");
    from = index + mark.length;
  }
  return isKnown ? pieces.join("") + decoded(inside.slice(from)) : undefined;
}

function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}

function written(value: string, place: SecretPlace): string {
  switch (place) {
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
