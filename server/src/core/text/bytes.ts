/**
 * Returns the UTF-8 bytes of the text. A lone surrogate becomes U+FFFD, as in `TextEncoder`, because UTF-8 can't
 * represent it.
 */
export function encodeUtf8(text: string): number[] {
  const bytes: number[] = [];
  for (const char of text) {
    const codePoint = char.codePointAt(0) ?? 0;
    const code = codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), toContinuationByte(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), toContinuationByte(code >> 6), toContinuationByte(code));
    else
      bytes.push(
        0xf0 | (code >> 18),
        toContinuationByte(code >> 12),
        toContinuationByte(code >> 6),
        toContinuationByte(code),
      );
  }
  return bytes;
}

function toContinuationByte(code: number): number {
  return 0x80 | (code & 0x3f);
}

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Returns the Base64 encoding of the text's UTF-8 bytes, with `=` padding (RFC 4648, section 4). */
export function encodeBase64(text: string): string {
  const bytes = encodeUtf8(text);
  const characters: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    characters.push(toBase64Character(a >> 2), toBase64Character((a << 4) | ((b ?? 0) >> 4)));
    characters.push(b === undefined ? "=" : toBase64Character((b << 2) | ((c ?? 0) >> 6)));
    characters.push(c === undefined ? "=" : toBase64Character(c));
  }
  return characters.join("");
}

function toBase64Character(bits: number): string {
  return base64Alphabet.charAt(bits & 0x3f);
}

/**
 * Returns a short hash of the text. Different strings almost never have the same hash. Don't use this function for
 * secrets.
 */
export function hashText(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
