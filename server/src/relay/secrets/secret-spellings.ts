import { createSecretPlaceholder } from "../../core/request/build/secret-placeholders.ts";

/**
 * Matches an escaped character: `\u0026`, `\u{26}`, `\x26`, `\/`, `%26`, `&#38;`, `&#x26;`, or `&amp;`. These are the
 * escapes used in JSON, JavaScript, URLs, and HTML.
 */
const escapePattern =
  /\\(?:u(?:[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|[\da-fA-F]{4}|\{[\da-fA-F]{1,6}\})|x[\da-fA-F]{2}|["'/\\bfnrt])|%[\da-fA-F]{2}|&(?:#(?:\d{1,10}|[xX][\da-fA-F]{1,10})|[A-Za-z]{2,22}\d{0,2});/g;
/** Matches an incomplete escape at the end of text. */
const openEscapePattern =
  /(?:\\(?:u(?:[\da-fA-F]{0,3}|\{[\da-fA-F]{0,6})|x[\da-fA-F]?)?|%[\da-fA-F]?|&(?:#(?:[xX][\da-fA-F]{0,10}|\d{0,10})?|[A-Za-z]{0,22}\d{0,2}))$/;
const maxOpenEscapeLength = 25;
const highSurrogatePattern = /^\\u[dD][89abAB][\da-fA-F]{2}$/;
const openLowSurrogatePattern = /^(?:\\(?:u(?:[dD](?:[c-fC-F][\da-fA-F]?)?)?)?)?$/;

const controlCharacters: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** The HTML names of ASCII characters and, in order, of the characters from U+00A0 to U+00FF. */
const asciiEntityCharacters: Readonly<Record<string, string>> = {
  Tab: "\t", NewLine: "\n", excl: "!", quot: '"', QUOT: '"', num: "#", dollar: "$", percnt: "%", amp: "&", AMP: "&",
  apos: "'", lpar: "(", rpar: ")", ast: "*", midast: "*", plus: "+", comma: ",", period: ".", sol: "/", colon: ":",
  semi: ";", lt: "<", LT: "<", equals: "=", gt: ">", GT: ">", quest: "?", commat: "@", lsqb: "[", lbrack: "[",
  bsol: "\\", rsqb: "]", rbrack: "]", Hat: "^", lowbar: "_", UnderBar: "_", grave: "`", DiacriticalGrave: "`",
  lcub: "{", lbrace: "{", verbar: "|", vert: "|", VerticalLine: "|", rcub: "}", rbrace: "}",
}; // prettier-ignore
const latinEntityNames =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml".split(
    " ",
  );
const charactersByEntityName: ReadonlyMap<string, string> = new Map([
  ...Object.entries(asciiEntityCharacters),
  ...latinEntityNames.map((name, index) => [name, encodeUtf8(0xa0 + index)] as const),
]);

/** Decodes one layer of escapes in a byte string. Unknown escapes don't change. */
export function decodeEscapes(bytes: string): string {
  return bytes.replace(escapePattern, decodeEscape);
}

/**
 * Decodes one layer of escapes in a stream of chunks, and maps positions in the result to positions in the source.
 * Positions are relative to the start of the stream.
 */
export class EscapeDecoder {
  /**
   * The start and end of each escape, both in the result and in the source. The first entries represent the start of
   * the stream.
   */
  #starts = [0];
  #ends = [0];
  #sourceStarts = [0];
  #sourceEnds = [0];
  #pendingText = "";
  #readLength = 0;
  #writtenLength = 0;

  /**
   * The position in the source up to which decoded bytes have been returned. The bytes after it may be an incomplete
   * escape.
   */
  get openStart(): number {
    return this.#readLength;
  }

  push(chunk: string, isLast: boolean): string {
    if (this.#pendingText === "" && !/[\\%&]/.test(chunk)) {
      this.#readLength += chunk.length;
      this.#writtenLength += chunk.length;
      return chunk;
    }
    const text = this.#pendingText + chunk;
    const chunks: string[] = [];
    let resultPosition = this.#writtenLength;
    let lastEscapeEnd = 0;
    let openStart = text.length;
    escapePattern.lastIndex = 0;
    for (let match = escapePattern.exec(text); match; match = escapePattern.exec(text)) {
      const { 0: escape, index } = match;
      const escapeEnd = index + escape.length;
      if (
        !isLast &&
        highSurrogatePattern.test(escape) &&
        openLowSurrogatePattern.test(text.slice(escapeEnd, escapeEnd + 6))
      ) {
        openStart = index;
        break;
      }
      const character = decodeEscape(escape);
      if (character === escape) continue;
      chunks.push(text.slice(lastEscapeEnd, index), character);
      resultPosition += index - lastEscapeEnd;
      this.#addPosition(
        resultPosition,
        resultPosition + character.length,
        this.#readLength + index,
        this.#readLength + escapeEnd,
      );
      resultPosition += character.length;
      lastEscapeEnd = escapeEnd;
    }
    if (!isLast && openStart === text.length) {
      const searchStart = Math.max(lastEscapeEnd, text.length - maxOpenEscapeLength);
      const escapeStart = text.slice(searchStart).search(openEscapePattern);
      if (escapeStart >= 0) openStart = searchStart + escapeStart;
    }
    chunks.push(text.slice(lastEscapeEnd, openStart));
    this.#pendingText = text.slice(openStart);
    this.#readLength += openStart;
    this.#writtenLength = resultPosition + openStart - lastEscapeEnd;
    return chunks.join("");
  }

  /** Returns the position in the source at which the byte at `position` begins. */
  getStart(position: number): number {
    const lastIndex = this.#getLastUndone(position);
    const end = this.#ends[lastIndex] ?? 0;
    if (position < end) return this.#sourceStarts[lastIndex] ?? 0;
    return (this.#sourceEnds[lastIndex] ?? 0) + position - end;
  }

  /** Returns the position in the source at which the byte before `position` ends. */
  getEnd(position: number): number {
    const lastIndex = this.#getLastUndone(position - 1);
    return (this.#sourceEnds[lastIndex] ?? 0) + Math.max(0, position - (this.#ends[lastIndex] ?? 0));
  }

  /** Discards the data that maps positions before this one. */
  discardBefore(position: number): void {
    const count = this.#getLastUndone(position);
    if (count === 0) return;
    for (const each of [this.#starts, this.#ends, this.#sourceStarts, this.#sourceEnds]) each.splice(0, count);
  }

  #addPosition(start: number, end: number, sourceStart: number, sourceEnd: number): void {
    this.#starts.push(start);
    this.#ends.push(end);
    this.#sourceStarts.push(sourceStart);
    this.#sourceEnds.push(sourceEnd);
  }

  /** Returns the index of the last escape that begins at or before a position in the result. */
  #getLastUndone(position: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? Infinity) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function decodeEscape(escape: string): string {
  if (escape.startsWith("%")) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  if (escape.startsWith("&")) return decodeEntity(escape);
  const kind = escape.charAt(1);
  if (kind === "x") return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  if (kind !== "u") return controlCharacters[kind] ?? kind;
  const units = escape.match(/[\da-fA-F]{4,6}|(?<=\{)[\da-fA-F]{1,3}/g) ?? [];
  const [codeUnit = 0, lowSurrogate] = units.map((digits) => Number.parseInt(digits, 16));
  return encodeUtf8(
    lowSurrogate === undefined ? codeUnit : 0x10000 + ((codeUnit & 0x3ff) << 10) + (lowSurrogate & 0x3ff),
  );
}

function decodeEntity(reference: string): string {
  const name = reference.slice(1, -1);
  if (!name.startsWith("#")) return charactersByEntityName.get(name) ?? reference;
  const isHex = /^#x/i.test(name);
  return encodeUtf8(Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10));
}

function encodeUtf8(code: number): string {
  if (code < 0x80) return String.fromCharCode(code);
  return Buffer.from(code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code)).toString("latin1");
}

/**
 * The minimum length of a value. Shorter values can't be distinguished from other text. This limit and the following
 * ones are in bytes.
 */
const minLength = 4;
/**
 * The minimum length of a form that differs from the value. It's larger than the minimum length of a value so that the
 * form is unambiguous.
 */
const minSpellingLength = 5;
const minUnescapedLength = 8;

/**
 * Maps each form of a secret that `redaction.ts` searches for to the secret's placeholder. A form is a byte string in
 * which each character represents one byte, such as the value itself or its Base64 encoding. Escaped forms (JSON, HTML,
 * percent) aren't included, because the search decodes them. `otherSpellings` maps strings that include secrets to
 * their placeholders.
 */
export function listSecretForms(
  secrets: ReadonlyMap<string, string>,
  otherSpellings: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const placeholdersByForm = new Map<string, string>();
  for (const [name, value] of secrets)
    for (const form of listFormsOfValue(value))
      if (!placeholdersByForm.has(form)) placeholdersByForm.set(form, createSecretPlaceholder(name));
  for (const [formText, placeholder] of otherSpellings)
    if (formText.length >= minLength) placeholdersByForm.set(toBytes(formText), placeholder);
  return placeholdersByForm;
}

/** Returns the UTF-8 bytes of text as a byte string. */
export function toBytes(text: string): string {
  return Buffer.from(text).toString("latin1");
}

function listFormsOfValue(value: string): string[] {
  const bytes = toBytes(value);
  if (bytes.length < minLength) return [];
  const json = JSON.stringify(value).slice(1, -1);
  const textForms = [value, json, json.replaceAll("/", "\\/"), encodeURIComponent(Buffer.from(value).toString())];
  const hex = Buffer.from(value).toString("hex");
  const encodedForms = [
    // The first form is UTF-8 that was decoded as Latin-1. The second contains `+` for each space, as in HTML forms.
    toBytes(bytes),
    bytes.replaceAll(" ", "+"),
    ...(/^[\0-\xff]*$/.test(value) ? [value] : []),
    ...encodeUtf16(value),
    hex,
    hex.toUpperCase(),
    ...[...new Set(textForms)].flatMap((text) => listBase64Forms(Buffer.from(text))),
  ];
  return [
    bytes,
    ...encodedForms.filter((form) => form.length >= minSpellingLength),
    ...[...listUnescapedForms(bytes), removeOpenEscape(bytes)].filter((form) => form.length >= minUnescapedLength),
  ];
}

function encodeUtf16(value: string): string[] {
  const littleEndian = Buffer.from(value, "utf16le");
  return [littleEndian.toString("latin1"), Buffer.from(littleEndian).swap16().toString("latin1")];
}

/**
 * Returns the forms that bytes can have in the Base64 encoding of a longer text, for both alphabets. Each of the three
 * possible alignments has its own forms, with and without the characters that also depend on the text that follows.
 */
function listBase64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((precedingByteCount) => {
    const prefixedBytes = Buffer.concat([Buffer.alloc(precedingByteCount), bytes]);
    const formStart = Math.ceil((precedingByteCount * 8) / 6);
    const completeEnd = Math.floor((prefixedBytes.length * 8) / 6);
    const [base64, base64Url] = [prefixedBytes.toString("base64"), prefixedBytes.toString("base64url")];
    return [
      base64.slice(formStart),
      base64.slice(formStart, completeEnd),
      base64Url.slice(formStart),
      base64Url.slice(formStart, completeEnd),
    ];
  });
}

/** Returns the forms that result if the search decodes escapes that are part of the secret itself. */
function listUnescapedForms(bytes: string): string[] {
  const decodedOnce = decodeEscapes(bytes);
  const decodedTwice = decodeEscapes(decodedOnce);
  return [decodedOnce, decodedTwice, decodeEscapes(decodedTwice)].filter((each) => each !== bytes);
}

/**
 * Removes characters from the end that could form an escape with the text that follows, such as `\` before a quotation
 * mark.
 */
function removeOpenEscape(bytes: string): string {
  return bytes.replace(/(?:\\|%[\da-f]?|&(?:#x?[\da-f]*|amp|lt|gt|quot|apos)?)$/i, "");
}
