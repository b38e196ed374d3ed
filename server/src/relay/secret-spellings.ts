import { secretMark } from "../core/request/build/secret-placeholders.ts";
import { undoEscapes } from "./undo-escapes.ts";

/** Shorter texts can't be told apart from other text. In bytes, as are the other limits. */
const minLength = 4;
/** A spelling that isn't the value itself has to be longer to be unmistakable. */
const minSpelling = 5;
const minUnescaped = 8;

/**
 * Returns the spellings of secrets that `redact.ts` searches for, each with the mark that replaces it. A spelling is a
 * byte string: one character for each byte. Escapes (JSON, HTML, percent) aren't spelled out here, because the search
 * undoes them. `also` are texts that contain secrets, with their marks.
 */
export function secretForms(
  secrets: ReadonlyMap<string, string>,
  also: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of secrets)
    for (const form of formsOf(value)) if (!found.has(form)) found.set(form, secretMark(name));
  for (const [made, mark] of also) if (made.length >= minLength) found.set(bytesOf(made), mark);
  return found;
}

/** Returns the UTF-8 bytes of a text as a byte string. */
export function bytesOf(text: string): string {
  return Buffer.from(text).toString("latin1");
}

function formsOf(value: string): string[] {
  const bytes = bytesOf(value);
  if (bytes.length < minLength) return [];
  const json = JSON.stringify(value).slice(1, -1);
  const packed = [
    value,
    json,
    json.replaceAll("/", "\\/"),
    encodeURIComponent(Buffer.from(value).toString()),
  ];
  const hex = Buffer.from(value).toString("hex");
  const others = [
    // UTF-8 that was read as Latin-1, and a form's `+` for each space.
    bytesOf(bytes),
    bytes.replaceAll(" ", "+"),
    ...(/^[\0-\xff]*$/.test(value) ? [value] : []),
    ...utf16Of(value),
    hex,
    hex.toUpperCase(),
    ...[...new Set(packed)].flatMap((text) => base64Of(Buffer.from(text))),
  ];
  return [
    bytes,
    ...others.filter((form) => form.length >= minSpelling),
    ...[...unescaped(bytes), withoutOpenEnd(bytes)].filter((form) => form.length >= minUnescaped),
  ];
}

function utf16Of(value: string): string[] {
  const little = Buffer.from(value, "utf16le");
  return [little.toString("latin1"), Buffer.from(little).swap16().toString("latin1")];
}

/**
 * Returns how bytes appear in the base64 of a longer text, in both alphabets: once for each of the three places where a
 * group of three bytes can start, with and without the characters that also depend on what follows.
 */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((whole.length * 8) / 6);
    const [padded, url] = [whole.toString("base64"), whole.toString("base64url")];
    return [padded.slice(from), padded.slice(from, to), url.slice(from), url.slice(from, to)];
  });
}

/** If a secret contains escapes itself, the search undoes them too. */
function unescaped(bytes: string): string[] {
  const once = undoEscapes(bytes);
  const twice = undoEscapes(once);
  return [once, twice, undoEscapes(twice)].filter((each) => each !== bytes);
}

/** With what follows, the end of a secret may read as an escape: `\` before a quotation mark. */
function withoutOpenEnd(bytes: string): string {
  return bytes.replace(/(?:\\|%[\da-f]?|&(?:#x?[\da-f]*|amp|lt|gt|quot|apos)?)$/i, "");
}
